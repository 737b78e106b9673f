import type { VariantOptions } from '#shared/variant-options.ts';

/** Whose carts the table of carts shows; the first is the default. */
export const ownerFilters = { all: 'Everyone', customers: 'Customers', guests: 'Guests' } as const;

export type OwnerFilter = keyof typeof ownerFilters;

/** The most items of a cart that a row names. */
export const MOST_NAMED = 2;

/** A line of a cart in its row. */
export interface NamedItem extends VariantOptions {
  variantId: string;
  productId: string;
  name: string;
}

/** A row of the table: an open cart that has something in it. */
export interface OpenCart {
  id: string;
  /** Null for the cart of a guest. */
  customer: { id: string; name: string; email: string } | null;
  /** The first lines of the cart, at most `MOST_NAMED`. */
  items: NamedItem[];
  /** How many lines it has besides. */
  moreItems: number;
  units: number;
  /** What it costs at the prices of now, without delivery and added taxes. */
  valueMinor: number;
  /** ISO 8601: when it was last changed. A guest who looks at the cart counts, once a day. */
  lastUsedAt: string;
}
