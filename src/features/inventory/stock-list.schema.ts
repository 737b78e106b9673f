/**
 * The filters and sorts of the list of stock. Selects and addresses are made from these tables; the
 * first entry is the default. Their SQL is in `stock-list.store.ts`.
 */

/** `archived` shows what is no longer for sale; the others leave it out. */
export const stockFilters = {
  all: 'All',
  low: 'Low stock',
  soldOut: 'Sold out',
  archived: 'Archived',
} as const;

export const stockSorts = {
  sku: 'SKU',
  fewest: 'Fewest available',
  most: 'Most available',
} as const;

export type StockFilter = keyof typeof stockFilters;
export type StockSort = keyof typeof stockSorts;

/** The column of each sort, and whether it is descending. */
export const sortOrders = {
  sku: { by: 'sku', down: false },
  fewest: { by: 'available', down: false },
  most: { by: 'available', down: true },
} as const satisfies Record<StockSort, { by: string; down: boolean }>;

export interface StockSearch {
  /** The beginning of an SKU, a barcode, or the beginnings of words of a product's name and brand. */
  text: string | null;
  filter: StockFilter;
  /** The id of a category. */
  category: string | null;
  sort: StockSort;
}
