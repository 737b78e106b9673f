import type { SavedAddress } from '../addresses/addresses.schema.ts';

/**
 * The sorts of the table of customers; the first is the default. Each is by a unique value with an
 * index: see `customers.store.ts`.
 */
export const customerSorts = { newest: 'Newest', name: 'Name', email: 'Email' } as const;

export type CustomerSort = keyof typeof customerSorts;

/** The most orders of one customer that are summed for a page: the newest. */
export const MOST_SUMMED = 1_000;

/**
 * The sums of a customer's orders. Cancelled orders are left out; one whose items were all cancelled
 * later counts.
 */
export interface OrderSums {
  orders: number;
  /** What was paid less refunds, in minor units. */
  spentMinor: number;
  /** ISO 8601; null without orders. */
  lastOrderAt: string | null;
  /** Whether there are older orders, which are not summed. */
  hasMore: boolean;
}

/** A row of the table. */
export interface CustomerRow extends OrderSums {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** ISO 8601. */
  joinedAt: string;
}

/** An account as its page shows it to staff. */
export interface CustomerView extends CustomerRow {
  /** Staff have such a page too, because they may have orders. */
  isStaff: boolean;
  unpaidOrders: number;
  /** Orders that staff deleted, which no list of orders has. They count, as their money does. */
  deletedOrders: number;
  /** Orders with an open return. */
  openReturns: number;
  /** What is in the cart, at the prices of now. */
  cart: { units: number; valueMinor: number };
  addresses: SavedAddress[];
}
