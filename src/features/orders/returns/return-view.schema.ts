import type { VariantOptions } from '#shared/variant-options.ts';
import type { PostagePayer } from '../../catalog/postage-payers.schema.ts';
import type { ExchangeState, ReleaseReason } from '../../order-tables/exchange-state.schema.ts';
import type { ExtraReturnKind } from '../../order-tables/extra-returns.schema.ts';
import type {
  ReturnCondition,
  ReturnReason,
  ReturnState,
} from '../../order-tables/return-status.schema.ts';

/** Units that the customer sends back. Times in ISO 8601. */
export interface ReturnView {
  id: string;
  /** The earlier return whose exchange comes back; null when what was bought does. */
  ofReturnId: string | null;
  /** The key of the request. */
  key: string;
  state: ReturnState;
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
 * `waived`: staff waived it.
 */
export interface ExtraPaymentView {
  state: 'open' | 'paid' | 'refunded' | 'waived';
  /** Whether it can be paid now. */
  isPayable: boolean;
  /** What exchanges that are reserved or sent cost more. */
  dueMinor: number;
  /** What such exchanges would cost more, and staff waived. */
  waivedMinor: number;
  /** What was captured; null while nothing was. */
  payment: {
    /** Null for a payment outside of the shop. */
    transaction: string | null;
    amountMinor: number;
    last4: string | null;
    /** Whether it came outside of the shop, and staff recorded it. */
    isOutside: boolean;
    /** What staff wrote about such a payment; null for customers. */
    reference: string | null;
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
  /** What the variant cost when it was asked for, less what staff waived of it. */
  unitPriceMinor: number;
  /** How much of its price staff waived: the difference to what came back, or nothing. */
  waivedUnitMinor: number;
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
