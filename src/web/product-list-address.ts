/**
 * Reads the filters and sort of a product list from its address:
 * `?size=M&color=Navy&family=Red&tag=wool&stock=in&min=20&sort=name`. Broken values are ignored, and
 * unknown ones, except traits: a list with a tag that nothing has is empty.
 */
import type { ProductOptions } from '#features/catalog/catalog.schema.ts';
import {
  type FilterKind,
  type FilterName,
  type FilterOf,
  type FilterParam,
  type FilterValues,
  filterChips,
  filterNames,
  isOfKind,
  LONGEST_TRAIT,
  noFilter,
  type ProductFilter,
  type ProductSort,
  productFilters,
  productSorts,
  traitNames,
} from '#features/catalog/product-list.schema.ts';
import type { SearchSort } from '#features/catalog/search.schema.ts';
import { firstCharacters } from '#shared/first-characters.ts';
import { formatMoney, toDecimal } from '#shared/money.ts';
import { parseMoney } from '#shared/parse-money.ts';
import type { ActiveFilter } from './components/product/active-filters.tsx';
import { type ListWindow, PAGE_SIZES, readChoice } from './pagination.ts';

type Param = FilterParam | 'sort' | 'show' | 'after';

/** The sort in an address; '' for the default. */
type SortParam = ProductSort | SearchSort | '';

/** Parameters that every address of a list keeps, such as the words of a search. */
type Kept = readonly [string, string][];

/** The parameters that this file reads from an address. The page cache knows each name, too. */
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
const MAX_VALUES = 30;
/**
 * The most values of all traits together. The page has an address for each, which repeats the others.
 */
const MAX_TRAITS = 30;
/** The most characters of a cursor; those of names are the longest. */
const LONGEST_CURSOR = 1_000;

/** The sort in an address, if the list has it. */
export function readProductSort<Sort extends ProductSort | SearchSort>(
  params: Params,
  sorts: Record<Sort, string>,
): Sort {
  return readChoice(params.get('sort'), sorts);
}

/**
 * The filter in an address, limited to the options that the list has. Traits are not limited, because
 * a list offers only the most frequent of them.
 */
export function readProductFilter(
  params: Params,
  options: Pick<ProductOptions, FilterOf<'options' | 'groups'>>,
): ProductFilter {
  const asked = readAskedFilter(params);
  for (const name of filterNames) {
    if (!isOfKind(name, 'options') && !isOfKind(name, 'groups')) continue;
    const wanted = new Set(asked[name]);
    const offered = options[name].map((one) => (typeof one === 'string' ? one : one.name));
    asked[name] = offered.filter((value) => wanted.has(value));
  }
  return asked;
}

/**
 * The filter in an address when the options of the list are unknown, without a check against them.
 */
export function readAskedFilter(params: Params): ProductFilter {
  const values = filterNames.map((name) => {
    const read = readers[productFilters[name].kind];
    return [name, read(params, name as never)];
  });
  const asked: ProductFilter = { ...noFilter(), ...Object.fromEntries(values) };
  let room = MAX_TRAITS;
  for (const name of traitNames) {
    asked[name] = asked[name].filter((value) => value.length <= LONGEST_TRAIT).slice(0, room);
    room -= asked[name].length;
  }
  return asked;
}

/**
 * The active parts of a filter, with the addresses of the list without each, without all, and with
 * all.
 * `sort` is the one in the address; it is empty for the default.
 */
export function activeFilters(
  filter: ProductFilter,
  sort: SortParam,
  kept: Kept = [],
): { filters: ActiveFilter[]; unfiltered: string; address: string } {
  const chips = chipsOf(filter);
  const without = (cleared: Chip) =>
    addressOf(
      chips.filter((chip) => chip !== cleared),
      sort,
      kept,
    );
  return {
    filters: chips.map((chip) => ({ label: chip.label, without: without(chip) })),
    unfiltered: addressOf([], sort, kept),
    address: addressOf(chips, sort, kept),
  };
}

/**
 * The address of this list, made from the values that were read. A page repeats it many times, so
 * it must not contain other parameters that a visitor sends.
 */
export function listAddress(
  filter: ProductFilter,
  sort: SortParam,
  shown: ListWindow,
  kept: Kept = [],
): string {
  const params = new URLSearchParams(addressOf(chipsOf(filter), sort, kept));
  if (shown.limit > (PAGE_SIZES[0] ?? 0)) params.set('show', String(shown.limit));
  if (shown.after) params.set('after', firstCharacters(shown.after, LONGEST_CURSOR));
  return `?${params}`;
}

function addressOf(chips: Chip[], sort: SortParam, kept: Kept): string {
  const filters = chips.map(({ param, value }): [string, string] => [param, value]);
  const params = new URLSearchParams([...kept, ...filters]);
  if (sort) params.set('sort', sort);
  return `?${params}`;
}

interface Chip {
  /** In the address: `param=value`. */
  param: FilterParam;
  value: string;
  label: string;
}

/** The kinds of filters that have a list of values. */
type ListedKind = 'options' | 'groups' | 'traits';

function isListed(name: FilterName): name is FilterOf<ListedKind> {
  return isOfKind(name, 'options') || isOfKind(name, 'groups') || isOfKind(name, 'traits');
}

/** Lists of values first, then prices, then the rest. */
function chipsOf(filter: ProductFilter): Chip[] {
  const options: Chip[] = [];
  const prices: Chip[] = [];
  const flags: Chip[] = [];
  for (const name of filterNames) {
    if (isListed(name)) {
      const [param] = productFilters[name].params;
      const chip = filterChips[name];
      options.push(...filter[name].map((value) => ({ param, value, label: chip + value })));
    } else if (isOfKind(name, 'priceRange')) {
      const { minMinor, maxMinor } = filter[name];
      const [min, max] = productFilters[name].params;
      if (minMinor !== null) prices.push(priceChip(min, 'From', minMinor));
      if (maxMinor !== null) prices.push(priceChip(max, 'Up to', maxMinor));
    } else if (isOfKind(name, 'flag') && filter[name]) {
      const {
        params: [param],
        value,
      } = productFilters[name];
      flags.push({ param, value, label: filterChips[name] });
    }
  }
  return [...options, ...prices, ...flags];
}

function priceChip(param: FilterParam, words: string, minor: number): Chip {
  return { param, value: String(toDecimal(minor)), label: `${words} ${formatMoney(minor)}` };
}

const readers: {
  [Kind in FilterKind]: (params: Params, name: FilterOf<Kind>) => FilterValues[Kind];
} = {
  options: (params, name) => valuesOf(params, productFilters[name].params[0]),
  groups: (params, name) => valuesOf(params, productFilters[name].params[0]),
  traits: (params, name) => valuesOf(params, productFilters[name].params[0]),
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
  const values = params.getAll(name).slice(0, MAX_VALUES);
  return [...new Set(values)].filter((value) => value !== '' && !value.includes('\0'));
}
