/**
 * What of a list of products an address asks for: `?size=M&colour=Navy&stock=in&min=20&sort=name`.
 * Whatever is unknown or broken in it is left out.
 */
import type {
  ProductFilter,
  ProductOptions,
  ProductSort,
} from '#features/catalog/catalog.schema.ts';
import { parseMinor } from '#shared/money.ts';

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
  options: Pick<ProductOptions, 'sizes' | 'colours'>,
): ProductFilter {
  return {
    category,
    name: null,
    sizes: valuesAmong(params, 'size', options.sizes),
    colours: valuesAmong(params, 'colour', options.colours),
    inStock: params.get('stock') === 'in',
    minMinor: parseMinor(params.get('min') ?? ''),
    maxMinor: parseMinor(params.get('max') ?? ''),
  };
}

function valuesAmong(params: URLSearchParams, name: string, known: string[]): string[] {
  const asked = new Set(params.getAll(name).slice(0, MOST_VALUES));
  return known.filter((value) => asked.has(value));
}
