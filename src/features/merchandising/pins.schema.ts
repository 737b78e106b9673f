/** What staff see of pinned products and boosts of searches. */
import type { Boost } from '../catalog/search.schema.ts';

/** The most products that are pinned in one search; the table has the same limit. */
export const MAX_PINNED = 12;
/** The most boosts of one search. */
export const MAX_BOOSTS = 12;
/** The most texts with pinned products or boosts. */
export const MAX_PINS = 500;

/** A search whose first products staff chose. */
export interface Pins {
  id: string;
  /** In lower case, without accents. */
  query: string;
}

export interface PinsInList extends Pins {
  /** How many products are pinned, and how many of them have their place now. */
  count: number;
  shown: number;
  boosts: number;
}

/** A boost as staff read it. */
export interface NamedBoost extends Boost {
  /** Null for a category or product that is not there any more. */
  name: string | null;
}

export interface PinnedProduct {
  id: string;
  name: string;
  imageUrl: string | null;
  /** A product that is not listed is in no search; one that is sold out has no place in this one. */
  state: 'shown' | 'unlisted' | 'soldOut';
}

export interface PinsWithProducts extends Pins {
  /** In the order of staff. */
  products: PinnedProduct[];
  /** From the most steps to the fewest. */
  boosts: NamedBoost[];
}
