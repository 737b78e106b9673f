/**
 * What of a list of products an address asks for: `?size=M&color=Navy&stock=in&min=20&sort=name`.
 * Whatever is unknown or broken in it is left out.
 */
import type {
  ProductFilter,
  ProductOptions,
  ProductSort,
} from '#features/catalog/catalog.schema.ts';
import { parseMoney } from '#shared/money.ts';

/** Values of one name that are looked at; there is no category with as many sizes or colours. */
const MOST_VALUES = 30;

const sorts: readonly string[] = [
  'newest',
  'price-up',
  'price-down',
  'name',
] satisfies ProductSort[];

export function readProductSort(params: URLSearchParams): ProductSort {
  const asked = params.get('sort') ?? '';
  return sorts.includes(asked) ? (asked as ProductSort) : 'newest';
}

/** The filter of a category page, among the options that its category has. */
export function readProductFilter(
  params: URLSearchParams,
  category: string,
  options: Pick<ProductOptions, 'sizes' | 'colors'>,
): ProductFilter {
  const asked = readAskedFilter(params, category);
  const among = (known: string[], values: string[]) => {
    const wanted = new Set(values);
    return known.filter((value) => wanted.has(value));
  };
  return {
    ...asked,
    sizes: among(options.sizes, asked.sizes),
    colors: among(options.colors, asked.colors),
  };
}

/** The same of whoever knows the options, and asks for nothing else. */
export function readAskedFilter(params: URLSearchParams, category: string): ProductFilter {
  return {
    category,
    name: null,
    sizes: valuesOf(params, 'size'),
    colors: valuesOf(params, 'color'),
    inStock: params.get('stock') === 'in',
    minMinor: parseMoney(params.get('min') ?? ''),
    maxMinor: parseMoney(params.get('max') ?? ''),
  };
}

// No option has a NUL in it, and the database takes none.
function valuesOf(params: URLSearchParams, name: string): string[] {
  return params
    .getAll(name)
    .slice(0, MOST_VALUES)
    .filter((value) => !value.includes('\0'));
}
