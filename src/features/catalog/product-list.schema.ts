/**
 * The sorts and filters of product lists. Selects, filter fields, chips, addresses, the page cache,
 * the parameters of calls and the counts of a search are made from these two tables. The SQL of
 * flags is in `flag-filters.ts`, that of options and traits in `browse.store.ts` and
 * `search/search-conditions.ts`. These do not compile while an entry is missing.
 */

/** The labels of the sorts. The first is the default. */
export const productSorts = {
  newest: 'Newest',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
  name: 'Name',
} as const;

/** The sorts of a collection by hand. */
export const chosenSorts = { chosen: 'Featured', ...productSorts } as const;

export type ProductSort = keyof typeof chosenSorts;

// Separate, because browsers do not need it.
/** The column of each sort, and whether it is descending. */
export const sortOrders = {
  chosen: { by: 'position', down: false },
  newest: { by: 'createdAt', down: true },
  'price-up': { by: 'price', down: false },
  'price-down': { by: 'price', down: true },
  name: { by: 'name', down: false },
} as const satisfies Record<ProductSort, { by: string; down: boolean }>;

/** Null for an open end. */
export interface PriceRange {
  minMinor: number | null;
  maxMinor: number | null;
}

/** The kinds of filters, and the value of each. */
export interface FilterValues {
  /** Some values of the category's variants; an empty list means all. */
  options: string[];
  /** Names of groups of such values; they add their values to those that are chosen one by one. */
  groups: string[];
  /** Some values that products have; an empty list means all. A product needs one of them. */
  traits: string[];
  priceRange: PriceRange;
  flag: boolean;
}

export type FilterKind = keyof FilterValues;

type Filter = {
  /** The names in addresses. */
  params: readonly string[];
  /** The label of the field. */
  legend: string;
} & ({ kind: 'options' | 'groups' | 'traits' | 'priceRange' } | { kind: 'flag'; value: string });

/** In the order of the fields. A variant that a list shows has to fit all filters that are set. */
export const productFilters = {
  sizes: { kind: 'options', params: ['size'], legend: 'Size' },
  /** By the price in lists: the lowest of the variants that fit the other filters. */
  price: { kind: 'priceRange', params: ['min', 'max'], legend: 'Price' },
  inStock: {
    kind: 'flag',
    params: ['stock'],
    value: 'in',
    legend: 'In stock only',
  },
  colors: { kind: 'options', params: ['color'], legend: 'Colour' },
  /**
   * Families of colors (`color-families.ts`). They have a parameter of their own, because a color
   * may be called 'Blue' too.
   */
  families: { kind: 'groups', params: ['family'], legend: 'Colour' },
  types: { kind: 'traits', params: ['type'], legend: 'Type' },
  brands: { kind: 'traits', params: ['brand'], legend: 'Brand' },
  genders: { kind: 'traits', params: ['gender'], legend: 'Gender' },
  /** The values of options that the owner has named, such as 'Length: 32'. */
  ownOptions: { kind: 'traits', params: ['option'], legend: 'Options' },
  /** Tags, of which a product needs one. It needs all `tags` of a section. */
  labels: { kind: 'traits', params: ['tag'], legend: 'Tag' },
} as const satisfies Record<string, Filter>;

type Filters = typeof productFilters;
export type FilterName = keyof Filters;
export type FilterParam = Filters[FilterName]['params'][number];
export type FilterOf<Kind extends FilterKind> = {
  [Name in FilterName]: Filters[Name]['kind'] extends Kind ? Name : never;
}[FilterName];

export type FilterParamOf<Kind extends FilterKind> = Filters[FilterOf<Kind>]['params'][number];

export const filterNames = Object.keys(productFilters) as FilterName[];

export function isOfKind<Kind extends FilterKind>(
  name: FilterName,
  kind: Kind,
): name is FilterName & FilterOf<Kind> {
  return productFilters[name].kind === kind;
}

/** The most values of a trait that a list offers, the most frequent ones. */
export const MOST_TRAITS = 20;
/** The most characters of a search. Longer texts are refused or cut before they are read. */
export const LONGEST_SEARCH = 200;
/** The most characters of a trait, such as a brand or type, as products have it and somebody asks for it. */
export const LONGEST_TRAIT = 255;

export const flagNames = filterNames.filter((name) => isOfKind(name, 'flag'));
export const traitNames = filterNames.filter((name) => isOfKind(name, 'traits'));

/** Whether a filter is set to anything but prices. */
export function isNarrower(filter: Pick<ProductFilter | ListedFilter, FilterName>): boolean {
  return filterNames.some((name) => {
    if (isOfKind(name, 'priceRange')) return false;
    return isOfKind(name, 'flag') ? filter[name] : (filter[name] ?? []).length > 0;
  });
}

/** The text of a filter's chip. For all but flags, the text before each value. */
export const filterChips = {
  sizes: 'Size ',
  colors: '',
  families: 'All ',
  inStock: 'In stock',
  types: 'Type ',
  brands: 'Brand ',
  genders: '',
  ownOptions: '',
  labels: 'Tag ',
} satisfies Record<Exclude<FilterName, FilterOf<'priceRange'>>, string>;

/** A filter for lists of products. Empty lists, open ranges and nulls have no effect. */
export type ProductFilter = {
  /** The id of a category. */
  category: string | null;
  /** The id of a collection by hand. */
  collection: string | null;
  /** A product needs all of them. */
  tags: string[];
  /** The beginnings of words of the name and the brand. */
  name: string | null;
} & { [Name in FilterName]: FilterValues[Filters[Name]['kind']] };

/** A filter whose groups were replaced by their values, as the database knows them. */
export type ListedFilter = Omit<ProductFilter, FilterOf<'groups'>> & {
  [Name in FilterOf<'groups'>]?: undefined;
};

const unset: { [Kind in FilterKind]: () => FilterValues[Kind] } = {
  options: () => [],
  groups: () => [],
  traits: () => [],
  priceRange: () => ({ minMinor: null, maxMinor: null }),
  flag: () => false,
};

/** A filter that includes every product. */
export function noFilter(): ProductFilter {
  const values = filterNames.map((name) => [name, unset[productFilters[name].kind]()]);
  const all = { category: null, collection: null, tags: [], name: null };
  return { ...all, ...Object.fromEntries(values) } as ProductFilter;
}

/** A filter that requires both: that of a section, and the one that a visitor chose. */
export function narrow(scope: ProductFilter, asked: ProductFilter): ProductFilter {
  const { price } = scope;
  const flags = flagNames.map((name) => [name, scope[name] || asked[name]]);
  return {
    ...asked,
    ...(Object.fromEntries(flags) as Pick<ProductFilter, FilterOf<'flag'>>),
    category: scope.category ?? asked.category,
    collection: scope.collection ?? asked.collection,
    tags: [...scope.tags, ...asked.tags],
    price: {
      minMinor: extreme(Math.max, price.minMinor, asked.price.minMinor),
      maxMinor: extreme(Math.min, price.maxMinor, asked.price.maxMinor),
    },
  };
}

function extreme(pick: (...of: number[]) => number, ...ends: (number | null)[]): number | null {
  const set = ends.filter((end) => end !== null);
  return set.length > 0 ? pick(...set) : null;
}
