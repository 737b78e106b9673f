import { z } from 'zod';
import type { Taxed, TaxSum } from '#shared/taxes.ts';
import type { VariantOptions } from '#shared/variant-options.ts';
import { email } from '../accounts/accounts.schema.ts';
import type { AddressView } from '../addresses/addresses.schema.ts';
import { price } from '../catalog/catalog.schema.ts';
import type { PostagePayer } from '../catalog/postage-payers.schema.ts';
import type { DocumentSummary } from '../documents/documents.schema.ts';
import type { ExchangeState, ReleaseReason } from '../order-tables/exchange-state.schema.ts';
import type { ExtraReturnKind } from '../order-tables/extra-returns.schema.ts';
import type { FulfillmentStatus } from '../order-tables/fulfillment-status.schema.ts';
import type {
  ReturnCondition,
  ReturnReason,
  ReturnStatus,
  returnStateOf,
} from '../order-tables/return-status.schema.ts';

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
    transaction: string;
    amountMinor: number;
    created: number;
    last4: string | null;
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

/** Units that the customer sends back. Times in ISO 8601. */
export interface ReturnView {
  id: string;
  /** The earlier return whose exchange comes back; null when what was bought does. */
  ofReturnId: string | null;
  /** The key of the request. */
  key: string;
  state: ReturnType<typeof returnStateOf>;
  /** What the customer wrote. */
  note: string | null;
  /**
   * Who pays the postage of its way back, as of the request; null for returns of earlier versions.
   */
  postagePaidBy: PostagePayer | null;
  /** What the customer shows. */
  photos: ReturnPhotoView[];
  requestedAt: string;
  approvedAt: string | null;
  declinedAt: string | null;
  /** Why staff declined it. */
  declineReason: string | null;
  withdrawnAt: string | null;
  receivedAt: string | null;
  closedAt: string | null;
  /** Units of the order's lines, which are counted from 0. */
  lines: ReturnLineView[];
  /** What its customer pays in addition for dearer variants; null when there is nothing to pay. */
  extra: ExtraPaymentView | null;
  /** What extra payments of earlier returns give back because of this one. */
  extraReturns: ExtraReturnView[];
}

/** A part of an extra payment that goes back, because its item came back. */
export interface ExtraReturnView {
  position: number;
  /** The earlier return with the extra payment. */
  paidBy: string;
  kind: ExtraReturnKind;
  /** The share of the units in the payment, without tax. */
  netMinor: number;
  /** How much of their share goes back, with its tax. */
  amountMinor: number;
}

/** What comes back: the variant that was bought, or the one that an earlier exchange sent. */
export interface ReturnItem extends VariantOptions {
  variantId: string;
  sku: string;
  variantName: string;
  /** Its image; null where it has none. */
  image: string | null;
  /** What a unit has cost by now, with what was paid or refunded for its exchanges. */
  unitPriceMinor: number;
}

/**
 * The extra payment of a return. `open`: it is to be paid, once the return is approved. `paid`: the
 * exchange can be sent. `refunded`: the exchange ended or came back, and what was paid goes back.
 */
export interface ExtraPaymentView {
  state: 'open' | 'paid' | 'refunded';
  /** Whether it can be paid now. */
  isPayable: boolean;
  /** What exchanges that are reserved or sent cost more. */
  dueMinor: number;
  /** What was captured; null while nothing was. */
  payment: {
    transaction: string;
    amountMinor: number;
    last4: string | null;
    /** What was refunded. */
    refundedMinor: number;
    /** Requested refunds that are not done yet. */
    refundOpenMinor: number;
  } | null;
}

/** A photo of a return, without its file. */
export interface ReturnPhotoView {
  id: string;
  width: number;
  height: number;
}

export interface ReturnLineView {
  position: number;
  item: ReturnItem;
  quantity: number;
  reason: ReturnReason;
  /** How many came; null until the return is received. */
  received: number | null;
  condition: ReturnCondition | null;
  restocked: boolean;
  /** What goes out for it; null when the customer wants the money. */
  exchange: ExchangeView | null;
}

/** What goes out for a line of a return: another variant of the same product. */
export interface ExchangeView extends VariantOptions {
  variantId: string;
  sku: string;
  /** What the variant is called, by `variantName`. */
  variantName: string;
  /** Its image; null where it has none. */
  image: string | null;
  /** What the variant cost when it was asked for. */
  unitPriceMinor: number;
  state: ExchangeState;
  /** Units that were asked for. */
  quantity: number;
  /** Units that went back into the stock. */
  released: number;
  /** Why all of them did; null when they did not. */
  releasedBecause: ReleaseReason | null;
  /** The difference of the prices that was refunded when the return was received. */
  refundedMinor: number;
  /** Its parcel. */
  fulfillmentId: string | null;
}

/** A refund of an order. `reason` is for the shop's own records, so it is not here. */
export interface OrderRefundView {
  id: string;
  /** The key of the request; null for one that was made at the provider. */
  key: string | null;
  /**
   * `failed`: the provider refuses it, and staff decide. `settled`: staff returned the money in
   * another way. `withdrawn`: staff returned nothing, and the refund counts no more.
   */
  status: 'requested' | 'done' | 'failed' | 'settled' | 'withdrawn';
  amountMinor: number;
  /** How much of it is for the shipping, and how much of that is tax. */
  shippingMinor: number;
  shippingTaxMinor: number;
  createdAt: string;
  /** Units of the order's lines, which are counted from 0. Their amounts include the tax. */
  lines: {
    position: number;
    quantity: number;
    amountMinor: number;
    taxMinor: number;
    restocked: boolean;
  }[];
}

/** How much of a refund is tax. */
export const taxOfRefund = ({ shippingTaxMinor, lines }: OrderRefundView): number =>
  lines.reduce((sum, { taxMinor }) => sum + taxMinor, shippingTaxMinor);

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

/** The key of a customer's own cancellation. It has a space, which keys of staff can't have. */
export const OWN_CANCELLATION = 'by the customer';

/** A cancellation and a refund of one order may have the same key. */
export function refundKeyOfCancellation(key: string): string {
  return `cancellation ${key}`;
}

/** Units that were cancelled at once. */
export interface CancellationView {
  /** The key of the request. */
  key: string;
  /** Whether they went back into the stock. */
  restocked: boolean;
  cancelledAt: string;
  /** Units of the order's lines, which are counted from 0. */
  lines: { position: number; quantity: number }[];
}

/** A parcel. */
export interface FulfillmentView {
  id: string;
  /** Null for a parcel that somebody brings without a carrier. */
  carrier: string | null;
  trackingNumber: string | null;
  /** The carrier's page of the parcel. */
  trackingUrl: string | null;
  shippedAt: string;
  deliveredAt: string | null;
  /** Units of the order's lines, which are counted from 0. A parcel of exchanges has none. */
  lines: { position: number; quantity: number }[];
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

export interface OrderLineView extends OrderLine {
  /** What the variant is called, by `variantName`. */
  variantName: string;
  /** Units that were cancelled before they were shipped. */
  cancelledQuantity: number;
  /** Units in parcels. */
  fulfilledQuantity: number;
  /** Units that are still to be shipped. */
  unfulfilledQuantity: number;
  /** How many of these were refunded, as `refundedUnits` says. */
  refundedToShipQuantity: number;
  /** Units that were shipped or cancelled, and neither refunded nor exchanged. */
  unrefundedQuantity: number;
  /** Units that were cancelled and that refunds are for. */
  cancelledAndRefundedQuantity: number;
  /** Units that refunds are for, the amount of these refunds, and how much of that is tax. */
  refundedQuantity: number;
  refundedMinor: number;
  refundedTaxMinor: number;
  /** Shipped units that refunds put back into the stock. */
  restockedQuantity: number;
  /** Units in parcels that arrived. */
  deliveredQuantity: number;
  /** Units that returns take back: received ones, and those that may still come. */
  returnedQuantity: number;
}

/** What a guest types to get the link of their order. */
export const orderLookup = z.object({
  number: z
    .string({ message: 'The number of the order is needed.' })
    .transform((text) => text.toUpperCase().replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^[0-9A-Z]{8}$/, 'An order number looks like 7K3M-2Q9D.'))
    .transform((bare) => `${bare.slice(0, 4)}-${bare.slice(4)}`),
  email,
});

export type OrderLookup = z.infer<typeof orderLookup>;

/** The fields of a refund. `amount` is a decimal in requests and in minor units inside. */
export const refundRequest = z
  .object({
    amount: price.pipe(z.number().int().min(1, 'An amount must be more than zero.')),
    /** For the shop's own records. */
    reason: z.string().trim().min(1, 'A reason is needed.').max(500),
  })
  .transform(({ amount, reason }) => ({ amountMinor: amount, reason }));

export type RefundRequest = z.infer<typeof refundRequest>;

/** Who reserves stock: an account by its id, or a network as `siteOf` writes it. */
export const holderKey = z.object({
  kind: z.enum(['account', 'network']),
  key: z.string().min(1).max(200),
});

export type HolderKey = z.infer<typeof holderKey>;

/** What an account or a network reserves by unpaid orders, as staff see it. */
export interface HolderView extends HolderKey {
  /** An account's name and email, or the network. */
  label: string;
  /** Null for networks. */
  emailVerified: boolean | null;
  orders: number;
  units: number;
  minor: number;
  /** Percent of all units in the shop, including reserved ones; rounded down. */
  percent: number;
  /** ISO 8601. */
  firstDueAt: string;
  /** How many of its orders are being released. */
  releasing: number;
}
