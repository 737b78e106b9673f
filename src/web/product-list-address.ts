/**
 * Reads the filters and sort of a product list from its address:
 * `?size=M&color=Navy&stock=in&min=20&sort=name`. Unknown and broken values are ignored.
 */
import type { ProductOptions } from '#features/catalog/catalog.schema.ts';
import {
  type FilterKind,
  type FilterOf,
  type FilterParam,
  type FilterValues,
  filterChips,
  filterNames,
  isOfKind,
  type ProductFilter,
  type ProductSort,
  productFilters,
  productSorts,
} from '#features/catalog/product-list.schema.ts';
import { formatMoney, parseMoney } from '#shared/money.ts';
import type { ActiveFilter } from './components/product/active-filters.tsx';
import { listParams, PAGE_SIZES, readChoice } from './list-window.ts';

type Param = FilterParam | 'sort' | 'show' | 'after';

/** What this file reads of an address. The page cache knows each name, too. */
interface Params {
  get(name: Param): string | null;
  getAll(name: Param): string[];
}

/**
 * The parameters of a category page, each with the values for which the page is cached. They must
 * be few. A page with a filter or a cursor is rendered each time.
 */
export const cachedCategoryParams: Record<Exclude<Param, FilterParam>, readonly string[]> = {
  sort: Object.keys(productSorts),
  show: PAGE_SIZES.slice(1).map(String),
  after: [],
};

/** The most values of one name that are read; no category has as many sizes or colors. */
const MOST_VALUES = 30;

export function readProductSort(params: Params): ProductSort {
  return readChoice(params.get('sort'), productSorts);
}

/** The filter of a category page, limited to the options that its category has. */
export function readProductFilter(
  params: Params,
  category: string,
  options: Pick<ProductOptions, FilterOf<'options'>>,
): ProductFilter {
  const asked = readAskedFilter(params, category);
  for (const name of filterNames) {
    if (!isOfKind(name, 'options')) continue;
    const wanted = new Set(asked[name]);
    asked[name] = options[name].filter((value) => wanted.has(value));
  }
  return asked;
}

/** The same filter when the options are unknown, without checking against them. */
export function readAskedFilter(params: Params, category: string | null): ProductFilter {
  const values = filterNames.map((name) => {
    const read = readers[productFilters[name].kind];
    return [name, read(params, name as never)];
  });
  return { category, name: null, ...Object.fromEntries(values) } as ProductFilter;
}

/** A filter that includes every product. */
export function noFilter(): ProductFilter {
  return readAskedFilter(new URLSearchParams(), null);
}

/** The active parts of a filter, and the addresses of the list without each and without all. */
export function activeFilters(
  search: string,
  filter: ProductFilter,
): { filters: ActiveFilter[]; unfiltered: string } {
  const chips = chipsOf(filter);
  const params = listParams(search, 'show', 'after');
  const without = (cleared: Chip[]) =>
    `?${new URLSearchParams(
      [...params].filter(
        ([name, its]) => !cleared.some(({ param, value = its }) => param === name && value === its),
      ),
    )}`;
  const filters = chips.map((chip) => ({ label: chip.label, without: without([chip]) }));
  const all = chips.map(({ param, label }) => ({ param, label }));
  return { filters, unfiltered: without(all) };
}

interface Chip {
  /** In the address: `param=value`; without a value, every value of that name. */
  param: FilterParam;
  value?: string;
  label: string;
}

/** Options first, then prices, then the rest. */
function chipsOf(filter: ProductFilter): Chip[] {
  const options: Chip[] = [];
  const prices: Chip[] = [];
  const flags: Chip[] = [];
  for (const name of filterNames) {
    if (isOfKind(name, 'options')) {
      const [param] = productFilters[name].params;
      const chip = filterChips[name];
      options.push(...filter[name].map((value) => ({ param, value, label: chip + value })));
    } else if (isOfKind(name, 'priceRange')) {
      const { minMinor, maxMinor } = filter[name];
      const [min, max] = productFilters[name].params;
      if (minMinor !== null) prices.push({ param: min, label: `From ${formatMoney(minMinor)}` });
      if (maxMinor !== null) prices.push({ param: max, label: `Up to ${formatMoney(maxMinor)}` });
    } else if (filter[name]) {
      flags.push({ param: productFilters[name].params[0], label: filterChips[name] });
    }
  }
  return [...options, ...prices, ...flags];
}

const readers: {
  [Kind in FilterKind]: (params: Params, name: FilterOf<Kind>) => FilterValues[Kind];
} = {
  options: (params, name) => valuesOf(params, productFilters[name].params[0]),
  priceRange(params, name) {
    const [min, max] = productFilters[name].params;
    return {
      minMinor: parseMoney(params.get(min) ?? ''),
      maxMinor: parseMoney(params.get(max) ?? ''),
    };
  },
  flag(params, name) {
    const {
      params: [param],
      value,
    } = productFilters[name];
    return params.get(param) === value;
  },
};

// No option contains NUL, and the database does not accept it.
function valuesOf(params: Params, name: FilterParam): string[] {
  return params
    .getAll(name)
    .slice(0, MOST_VALUES)
    .filter((value) => !value.includes('\0'));
}
