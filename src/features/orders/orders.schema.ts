import type { Taxed, TaxSum } from '#shared/taxes.ts';
import type { VariantOptions } from '#shared/variant-options.ts';
import type { AddressView } from '../addresses/addresses.schema.ts';
import type { DocumentSummary } from '../documents/documents.schema.ts';
import type { FulfillmentStatus } from '../order-tables/fulfillment-status.schema.ts';
import type { ReturnStatus } from '../order-tables/return-status.schema.ts';
import type { OrderRefundView } from './refunds/refund-view.schema.ts';
import type { ReturnView } from './returns/return-view.schema.ts';
import type { CancellationView, FulfillmentView } from './view/parcel-view.schema.ts';

/** An order as pages show it. Money in minor units, times in ISO 8601. */
export interface OrderView {
  id: string;
  /** Rises with each event of its history. Staff act on the version that they saw. */
  version: number;
  /** Words of staff; null for customers. */
  tags: string[] | null;
  /** The id of its account, for staff; null for customers, and without an account. */
  customerId: string | null;
  /** Short and readable, such as `7K3M-2Q9D`. */
  number: string;
  status: 'pending' | 'paid' | 'cancelled';
  /** Whether it was placed without an account, and has none yet. */
  isGuest: boolean;
  email: string;
  name: string;
  city: string;
  zip: string | null;
  country: string;
  /** Null for an order that was placed with only a city, so that its address is missing. */
  address: (AddressView & { version: number }) | null;
  /** Null where it is the same as the delivery address. */
  billingAddress: AddressView | null;
  /** How it gets there; null for orders from before there were ways of delivery. */
  delivery: OrderDelivery | null;
  currency: string;
  subtotalMinor: number;
  shippingMinor: number;
  /** Whether lines and shipping include their taxes. If not, the total has them in addition. */
  taxesIncluded: boolean;
  /** All taxes. */
  taxMinor: number;
  /** All taxes by their rate. */
  taxes: TaxSum[];
  shippingTax: Taxed;
  totalMinor: number;
  createdAt: string;
  paymentDueAt: string;
  /**
   * The due time of a pending order once its owner verifies their email, a guest with an account;
   * null when it stays the same.
   */
  verifiedDueAt: string | null;
  paidAt: string | null;
  cancelledAt: string | null;
  archivedAt: string | null;
  payment: {
    /** Null for a payment outside of the shop. */
    transaction: string | null;
    amountMinor: number;
    created: number;
    last4: string | null;
    /** Whether it came outside of the shop, in cash or by bank transfer, and staff recorded it. */
    isOutside: boolean;
    /** What staff wrote about such a payment; null for customers. */
    reference: string | null;
    /** What was refunded. */
    refundedMinor: number;
    /** Requested refunds that are not done yet: the provider was not reached, or refused. */
    refundOpenMinor: number;
    /** The part of them that the provider refused, or that the bank returned. */
    refundFailedMinor: number;
    /** What may still be refunded. */
    refundableMinor: number;
  } | null;
  lines: OrderLineView[];
  fulfillmentStatus: FulfillmentStatus;
  /** Since when staff keep it from being shipped; null when they do not. */
  heldAt: string | null;
  /** Its parcels, the first one first. */
  fulfillments: FulfillmentView[];
  /** Units that were cancelled before they were shipped, the first ones first. */
  cancellations: CancellationView[];
  /** What was refunded or is to be, the first one first. */
  refunds: OrderRefundView[];
  /** How much of the shipping these refunds are for, and how much of that is tax. */
  refundedShippingMinor: number;
  refundedShippingTaxMinor: number;
  returnStatus: ReturnStatus;
  /** The first one first. */
  returns: ReturnView[];
  /** Its invoice and its credit notes, the first one first. */
  documents: DocumentSummary[];
}

/** An order as staff see it. */
export type StaffOrderView = OrderView & { tags: string[] };

/** The way of delivery of an order, as it was promised. */
export interface OrderDelivery {
  method: string;
  isPickUp: boolean;
  /** Days such as '2026-11-24'; null for a method without days. */
  arrivesFrom: string | null;
  arrivesTo: string | null;
  /** In words, as long as the promise applies. An order that was paid too late has none. */
  arrives: string | null;
}

/**
 * How an order was cancelled: by its owner, who deleted it or turned it into a cart; by staff; or
 * by its due date.
 */
export type CancelledBy = 'owner' | 'owner-into-cart' | 'staff' | 'expiry';

/** A cancelled order, as its owner sees it. */
export interface CancelledOrderView extends OrderView {
  cancelledAt: string;
  cancelledBy: CancelledBy;
  /** The number of the order that replaces it. */
  replacedBy: string | null;
}

/** A line as it was when the order was placed. */
export interface OrderLine extends VariantOptions, Taxed {
  productId: string;
  variantId: string;
  sku: string;
  name: string;
  category: string;
  image: string | null;
  unitPriceMinor: number;
  quantity: number;
  lineTotalMinor: number;
  /** Whether its customer can neither return nor exchange it. */
  isFinalSale: boolean;
}

/** A refund that lowered the price of some units of a line. */
export interface LoweredPrice {
  units: number;
  amountMinor: number;
  taxMinor: number;
}

export interface OrderLineView extends OrderLine {
  /** What the variant is called, by `variantName`. */
  variantName: string;
  /** Units that were cancelled before they were shipped. */
  cancelledQuantity: number;
  /** Units in parcels. */
  fulfilledQuantity: number;
  /** Units that are still to be shipped. */
  unfulfilledQuantity: number;
  /** How many of the units that are still to be shipped were refunded, as `refundedUnits` says. */
  refundedToShipQuantity: number;
  /** Units that were shipped or cancelled, and neither refunded nor exchanged. */
  unrefundedQuantity: number;
  /** Units that were cancelled and that refunds are for. */
  cancelledAndRefundedQuantity: number;
  /** Units that refunds are for, the amount of these refunds, and how much of that is tax. */
  refundedQuantity: number;
  refundedMinor: number;
  refundedTaxMinor: number;
  /** Those of these refunds that lowered the price of units instead of refunding them, in order. */
  lowered: LoweredPrice[];
  /** Shipped units that refunds put back into the stock. */
  restockedQuantity: number;
  /** Units in parcels that arrived. */
  deliveredQuantity: number;
  /** Units that returns take back: received ones, and those that may still come. */
  returnedQuantity: number;
}
