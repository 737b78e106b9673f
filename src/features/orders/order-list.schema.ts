/**
 * What the list of all orders is narrowed and sorted by: its selects and addresses are made from these
 * tables, of which the first entry is the usual one. Their SQL is in `order-search.store.ts`.
 */

/** `deleted` is the archive; the others are without it. */
export const orderStates = {
  all: { label: 'All' },
  paid: { label: 'Paid' },
  open: { label: 'Not Payed' },
  cancelled: { label: 'Cancelled' },
  deleted: { label: 'Deleted' },
} as const;

export const orderSorts = {
  newest: { label: 'Newest', by: 'createdAt', down: true },
  oldest: { label: 'Oldest', by: 'createdAt', down: false },
  total: { label: 'Highest total', by: 'total', down: true },
} as const;

export type OrderState = keyof typeof orderStates;
export type OrderSort = keyof typeof orderSorts;

export interface OrderSearch {
  /** A part of an order's number, or of the buyer's name or e-mail. */
  text: string | null;
  state: OrderState;
  sort: OrderSort;
}
