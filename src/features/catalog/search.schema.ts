import type { PriceSpread } from './price-buckets.ts';
import type { ProductJson } from './product-json.ts';
import {
  type FilterOf,
  type FilterParamOf,
  filterNames,
  flagNames,
  isOfKind,
  productFilters,
  productSorts,
} from './product-list.schema.ts';

/** The sorts of a search. The first is the default where there are words. */
export const searchSorts = { relevance: 'Best match', ...productSorts } as const;

export type SearchSort = keyof typeof searchSorts;

/** What staff may raise or lower in a search, and the label of each. */
export const boostKinds = {
  category: 'Category',
  brand: 'Brand',
  tag: 'Tag',
  product: 'Product',
} as const;

export type BoostKind = keyof typeof boostKinds;

/** The most steps of a boost, in both directions. A product moves by no more. */
export const MOST_STEPS = 3;

/** What moves up in a search, or down with fewer than no steps. */
export interface Boost {
  kind: BoostKind;
  /** The id of a category or product, a brand in any case, or a tag. */
  value: string;
  /** From -3 to 3, and not 0. */
  steps: number;
}

/** A value of a filter, and how many products it would leave. */
export interface FacetValue {
  value: string;
  count: number;
}

/** The category, the values of options, groups and traits, and each flag. */
export type FacetName =
  | 'category'
  | FilterParamOf<'options' | 'groups' | 'traits'>
  | FilterOf<'flag'>;

export const facetNames: FacetName[] = [
  'category',
  ...filterNames.flatMap((name) =>
    isOfKind(name, 'priceRange') || isOfKind(name, 'flag') ? [] : productFilters[name].params,
  ),
  ...flagNames,
];

/** The most values of a facet, the most frequent ones. */
export const MOST_VALUES = 200;

export interface Facet {
  name: FacetName;
  values: FacetValue[];
  /** False where there are too many products: then each count is a lower limit. */
  exact: boolean;
}

/** How many products a search leaves, and each value of its filters. Prices in minor units. */
export interface Facets {
  /** Counted up to one more than `countedTo`. */
  total: number;
  /** Less for frequent words. */
  countedTo: number;
  /** Whether the counts of all filters are exact. */
  exact: boolean;
  facets: Facet[];
  /** The prices without the limits of the filter itself. */
  prices: PriceSpread;
}

/** What `GET /search/suggestions` returns. */
export interface SuggestionsJson {
  products: ProductJson[];
  categories: { name: string; path: string }[];
  collections: { name: string; path: string }[];
  pages: { name: string; path: string }[];
  /** Searches that begin with what was typed. */
  queries: string[];
}
