/**
 * What lists of products are sorted and filtered by. Selects, filter fields, chips, addresses and the
 * page cache are made from these two tables. Their SQL is in `browse.store.ts`, which does not
 * compile while an entry has none.
 */

/** What the sorts are called. The first is the usual one. */
export const productSorts = {
  newest: 'Newest',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
  name: 'Name',
} as const;

export type ProductSort = keyof typeof productSorts;

// On its own, because browsers do not need it.
/** What each sorts by, and whether from the highest to the lowest. */
export const sortOrders = {
  newest: { by: 'createdAt', down: true },
  'price-up': { by: 'price', down: false },
  'price-down': { by: 'price', down: true },
  name: { by: 'name', down: false },
} as const satisfies Record<ProductSort, { by: string; down: boolean }>;

/** An end is null where the range is open. */
export interface PriceRange {
  minMinor: number | null;
  maxMinor: number | null;
}

/** The kinds of filters, and what each holds. */
export interface FilterValues {
  /** Some of the values that variants of the category have; none: all of them. */
  options: string[];
  priceRange: PriceRange;
  flag: boolean;
}

export type FilterKind = keyof FilterValues;

type Filter = {
  /** In addresses. */
  params: readonly string[];
  /** What its field is called. */
  legend: string;
} & ({ kind: 'options' | 'priceRange' } | { kind: 'flag'; value: string });

/** In the order of the fields. What a list shows of a product has to fit all that are set. */
export const productFilters = {
  sizes: { kind: 'options', params: ['size'], legend: 'Size' },
  /** Of the price that lists show: the lowest of the variants that fit the other filters. */
  price: { kind: 'priceRange', params: ['min', 'max'], legend: 'Price' },
  inStock: {
    kind: 'flag',
    params: ['stock'],
    value: 'in',
    legend: 'In stock only',
  },
  colors: { kind: 'options', params: ['color'], legend: 'Colour' },
} as const satisfies Record<string, Filter>;

type Filters = typeof productFilters;
export type FilterName = keyof Filters;
export type FilterParam = Filters[FilterName]['params'][number];
/** The filters of one kind. */
export type FilterOf<Kind extends FilterKind> = {
  [Name in FilterName]: Filters[Name]['kind'] extends Kind ? Name : never;
}[FilterName];

export const filterNames = Object.keys(productFilters) as FilterName[];

export function isOfKind<Kind extends FilterKind>(
  name: FilterName,
  kind: Kind,
): name is FilterName & FilterOf<Kind> {
  return productFilters[name].kind === kind;
}

/** What the chip of a filter that is set says: of options, before each value. */
export const filterChips = {
  sizes: 'Size ',
  colors: '',
  inStock: 'In stock',
} satisfies Record<FilterOf<'options' | 'flag'>, string>;

/** What narrows a list of products; empty lists, open ranges and nulls narrow nothing. */
export type ProductFilter = {
  category: string | null;
  /** A part of the name. */
  name: string | null;
} & { [Name in FilterName]: FilterValues[Filters[Name]['kind']] };
