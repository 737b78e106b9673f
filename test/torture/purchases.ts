/** What customers believe about what they wanted to buy; the checks compare it with the books. */

import type { Shopper } from './shopper.ts';
import { type Taxes, totalOf } from './taxes.ts';

/** A unit for sale. */
export interface Goods {
  productId: string;
  variantId: string;
  sku: string;
  /** Minor units. */
  priceMinor: number;
  /** What the shop started with. */
  opening: number;
  /** Another size of it, for exchanges; nobody buys it. */
  other: Size;
  /** A larger size that costs more. */
  dear: Size;
}

interface Size {
  variantId: string;
  sku: string;
  opening: number;
}

/** Units that staff asked for; `isSure` once the shop said so. */
export interface RequestedUnits {
  quantity: number;
  /** What is refunded with them. */
  refundMinor: number;
  isSure: boolean;
}

/** A refund that staff asked for, of units of the line or of an amount alone. */
export interface RequestedRefund {
  /** Null: what the shop proposes. */
  amountMinor: number | null;
  quantity: number;
  restock: boolean;
  isSure: boolean;
}

export const returnSteps = [
  'approve',
  'decline',
  'withdraw',
  'receive',
  'refund',
  'close',
  'ship-exchange',
  'cancel-exchange',
  'waive-difference',
] as const;

export type ReturnStep = (typeof returnSteps)[number];

/** A step of a return that somebody asked for. */
export interface RequestedStep {
  step: ReturnStep;
  /** What it said, in the words of `checkAfterSale`; null fits everything. */
  what: string | null;
  isSure: boolean;
}

/** Units that were asked to come back. */
export interface RequestedReturn {
  quantity: number;
  reason: string;
  /** The size that was wanted instead of money. */
  wanted: 'other' | 'dear' | null;
  /** The key of the earlier return whose exchange comes back; null for what was bought. */
  ofKey: string | null;
  /** Whether the shop said that the difference is paid. */
  isPaid: boolean;
  isSure: boolean;
  /** Its id, once somebody saw it. */
  id: string | null;
  steps: RequestedStep[];
}

export interface Purchase {
  /** Also the city it goes to: no two purchases have the same, so an order shows whose it is. */
  tag: string;
  email: string;
  buyer: Shopper;
  goods: Goods;
  quantity: number;
  totalMinor: number;
  /** Null: this client sends none. */
  key: string | null;
  /** The order, once the shop said so. */
  orderId: string | null;
  /**
   * Every order that the shop named. A second one is right only if the first was cancelled before
   * it was placed, as by the clock that is a week on; the books show that.
   */
  acknowledged: Set<string>;
  /** A request that may have placed it ended without a response. */
  mayExist: boolean;
  /** The shop said no to every request that could have placed it. */
  wasRefused: boolean;
  /** The shop said that it is paid. */
  isPaid: boolean;
  /** The shop said that it is deleted. */
  isDeleted: boolean;
  /** A request that may have deleted it ended without a response. */
  mayBeDeleted: boolean;
  /** The shop said that its deletion is undone: it is placed again. */
  isUndone: boolean;
  /** A request that may have undone its deletion was sent. */
  mayBeUndone: boolean;
  /** What was asked to be refunded, sent, cancelled and returned, by key. */
  refunds: Map<string, RequestedRefund>;
  parcels: Map<string, RequestedUnits>;
  cancellations: Map<string, RequestedUnits>;
  returns: Map<string, RequestedReturn>;
  /** Ids of parcels that the shop said are delivered. */
  delivered: Set<string>;
  /** The provider's id of the payment that succeeded. */
  transaction: string | null;
}

/** How much cheaper the other size is, in minor units. */
export const CHEAPER_MINOR = 100;

/** How much the dear size costs more, in minor units. */
export const DEARER_MINOR = 250;

/** What a size costs more than the bought one, in minor units; null is the bought one. */
export const moreOf = (size: RequestedReturn['wanted']): number =>
  ({ bought: 0, other: -CHEAPER_MINOR, dear: DEARER_MINOR })[size ?? 'bought'];

/** Shipping to every city but one, in minor units. */
export const SHIPPING_MINOR = 12_000;

export function newPurchase(
  taxes: Taxes,
  what: Pick<Purchase, 'tag' | 'buyer' | 'goods' | 'quantity' | 'key'>,
): Purchase {
  return {
    ...what,
    email: what.buyer.email,
    totalMinor: totalOf(taxes, what.goods.priceMinor * what.quantity, SHIPPING_MINOR),
    orderId: null,
    acknowledged: new Set(),
    mayExist: false,
    wasRefused: false,
    isPaid: false,
    isDeleted: false,
    mayBeDeleted: false,
    isUndone: false,
    mayBeUndone: false,
    refunds: new Map(),
    parcels: new Map(),
    cancellations: new Map(),
    returns: new Map(),
    delivered: new Set(),
    transaction: null,
  };
}

/** The purchase as the specification's client sends it. */
export function toSubmission({ goods, quantity, tag, totalMinor }: Purchase) {
  const price = goods.priceMinor / 100;
  return {
    cart: [{ _id: goods.productId, sku: goods.sku, price, quantity }],
    city: tag,
    shippingCost: SHIPPING_MINOR / 100,
    grandTotalAmount: (goods.priceMinor * quantity) / 100,
    totalAmount: totalMinor / 100,
    status: 'Pending',
  };
}
