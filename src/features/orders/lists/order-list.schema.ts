/**
 * The filters and sorts of the list of all orders. Selects and addresses are made from these
 * tables; the first entry is the default. Their SQL is in `order-search.store.ts`.
 */

/** `deleted` is the archive; the others leave it out. */
export const orderStates = {
  all: 'All',
  paid: 'Paid',
  open: 'Not Payed',
  cancelled: 'Cancelled',
  deleted: 'Deleted',
} as const;

export const orderSorts = { newest: 'Newest', oldest: 'Oldest', total: 'Highest total' } as const;

export type OrderState = keyof typeof orderStates;
export type OrderSort = keyof typeof orderSorts;

// Separate, because browsers do not need it.
/** The column of each sort, and whether it is descending. */
export const sortOrders = {
  newest: { by: 'createdAt', down: true },
  oldest: { by: 'createdAt', down: false },
  total: { by: 'total', down: true },
} as const satisfies Record<OrderSort, { by: string; down: boolean }>;

export interface OrderSearch {
  /** What staff typed to find orders: see `order-text.ts`. */
  text: string | null;
  state: OrderState;
  sort: OrderSort;
  /** The orders that were placed from the first moment on and before the second one; ISO 8601. */
  placedFrom?: string | undefined;
  placedBefore?: string | undefined;
}
