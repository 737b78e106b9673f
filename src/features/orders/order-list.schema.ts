/**
 * What the list of all orders is narrowed and sorted by: its selects and addresses are made from these
 * tables, of which the first entry is the usual one. Their SQL is in `order-search.store.ts`.
 */

/** `deleted` is the archive; the others are without it. */
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

// On its own, because browsers do not need it.
/** What each sorts by, and whether from the highest to the lowest. */
export const sortOrders = {
  newest: { by: 'createdAt', down: true },
  oldest: { by: 'createdAt', down: false },
  total: { by: 'total', down: true },
} as const satisfies Record<OrderSort, { by: string; down: boolean }>;

export interface OrderSearch {
  /** A part of an order's number, or of the buyer's name or e-mail. */
  text: string | null;
  state: OrderState;
  sort: OrderSort;
}
