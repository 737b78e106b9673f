/**
 * The filters and sorts of the console's table of orders. Selects and addresses are made from these
 * tables; the first entry is the default. Their SQL is in `staff-orders.store.ts`.
 */
import type { FulfillmentStatus } from '../../order-tables/fulfillment-status.schema.ts';
import type { OrderEventKind } from '../../order-tables/order-events.schema.ts';
import type { ReturnStatus } from '../../order-tables/return-status.schema.ts';
import { returnLabels } from '../returns/return-labels.schema.ts';
import type { PaymentStatus } from './payment-status.schema.ts';

export const paymentLabels: Record<PaymentStatus, string> = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  voided: 'Cancelled',
};

export const fulfillmentLabels: Record<FulfillmentStatus, string> = {
  unfulfilled: 'Not shipped',
  partly_fulfilled: 'Partly shipped',
  fulfilled: 'Shipped',
  delivered: 'Delivered',
  on_hold: 'On hold',
  cancelled: 'Cancelled',
};

/** To ship: paid, not on hold, and with units that are still to be shipped and were not refunded. */
export const fulfillmentFilters = {
  any: 'Any',
  to_ship: 'To ship',
  ...fulfillmentLabels,
} as const;

/** Open: the return waits for the shop or for a parcel. To send: its exchange can be sent now. */
export const returnFilters = {
  any: 'Any',
  open: 'Open',
  to_send: 'Exchange to send',
  ...returnLabels,
} as const;

export const staffOrderSorts = { newest: 'Newest', oldest: 'Oldest' } as const;

/** The most orders of the table that staff fulfill, print, tag or export at a time. */
export const MAX_SELECTED = 100;

export type StaffOrderSort = keyof typeof staffOrderSorts;

export interface StaffOrderFilter {
  /** What staff typed to find orders: see `order-text.ts`. */
  text: string | null;
  /** A product in it, by its name or an SKU: see `product-conditions.ts`. */
  product: string | null;
  /** The id of a product in it. */
  productId: string | null;
  /** The id of its account. */
  customer: string | null;
  /** Any of these, or any at all if there are none. */
  payment: readonly PaymentStatus[];
  fulfillment: keyof typeof fulfillmentFilters;
  returns: keyof typeof returnFilters;
  /** The code of the country of its delivery address. */
  country: string | null;
  /** A tag that it has. */
  tag: string | null;
  /** Only orders that are still to be shipped and have no address. */
  missingAddress: boolean;
  /** Only orders that were deleted from the lists, which have no others. */
  deleted: boolean;
  /** The first and the last day on which it was placed, in the shop's time zone, such as 2026-11-23. */
  from: string | null;
  to: string | null;
}

export const EVERY_ORDER: StaffOrderFilter = {
  ...{ text: null, product: null, productId: null, customer: null },
  ...{ payment: [], fulfillment: 'any', returns: 'any' },
  ...{ country: null, tag: null, missingAddress: false, deleted: false, from: null, to: null },
};

/** What waits for staff, a carrier or a payment. Each has a list of its own in the table. */
export const openWork = {
  toShip: { fulfillment: 'to_ship' },
  withoutAddress: { fulfillment: 'to_ship', missingAddress: true },
  onTheWay: { fulfillment: 'fulfilled' },
  openReturns: { returns: 'open' },
  exchanges: { returns: 'to_send' },
  unpaid: { payment: ['unpaid'] },
} as const satisfies Record<string, Partial<StaffOrderFilter>>;

/** A row of the table. */
export interface StaffOrderRow {
  id: string;
  number: string;
  version: number;
  name: string;
  /** The city of its address, or of the estimate. */
  city: string;
  /** The name of the country of its address; null without one. */
  country: string | null;
  /** Whether it is still to be shipped and has no address. */
  missingAddress: boolean;
  /** ISO 8601. */
  createdAt: string;
  units: number;
  totalMinor: number;
  paymentStatus: PaymentStatus;
  fulfillmentStatus: FulfillmentStatus;
  returnStatus: ReturnStatus;
  /** Whether something is reserved in exchange for a return, and is to be sent. */
  awaitsExchange: boolean;
  tags: string[];
}

/** A country that the table can be filtered by. */
export interface OrderCountry {
  code: string;
  name: string;
}

/** An event of an order's history, or a comment of staff on it, as staff read it. */
export interface TimelineEntry {
  id: string;
  /** Null for an event. */
  commentId: string | null;
  /** The key of the request that added the comment; null for an event. */
  commentKey: string | null;
  /** `comment` for a comment, whose text is the detail. */
  event: OrderEventKind | 'comment';
  /** The name of the person, or of the job or command. */
  actor: string;
  detail: string | null;
  /** Of a refund its units and its reason, of a parcel its carrier and tracking number. */
  about: string | null;
  /** ISO 8601. */
  at: string;
}
