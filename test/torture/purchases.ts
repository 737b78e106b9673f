/** What customers believe about what they wanted to buy; the checks compare it with the books. */

/** A unit for sale. */
export interface Goods {
  productId: string;
  variantId: string;
  sku: string;
  /** Minor units. */
  priceMinor: number;
  /** What the shop started with. */
  opening: number;
}

/** Units that staff asked for; `isSure` once the shop said so. */
export interface Asked {
  quantity: number;
  /** What is refunded with them. */
  refundMinor: number;
  isSure: boolean;
}

export interface Purchase {
  /** Also the city it goes to: no two purchases have the same, so an order shows whose it is. */
  tag: string;
  email: string;
  goods: Goods;
  quantity: number;
  totalMinor: number;
  /** Null: this client sends none. */
  key: string | null;
  /** The order, once the shop said so. */
  orderId: string | null;
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
  /** What the shop said it gave back of it, in minor units, by key; null: it may have. */
  refunds: Map<string, { amountMinor: number; isSure: boolean }>;
  /** What staff asked to be sent, and to be cancelled, by key. */
  parcels: Map<string, Asked>;
  cancellations: Map<string, Asked>;
  /** The provider's id of the payment that succeeded. */
  transaction: string | null;
}

/** Shipping to every city but one, in minor units. */
export const SHIPPING_MINOR = 12_000;

export function newPurchase(
  what: Pick<Purchase, 'tag' | 'email' | 'goods' | 'quantity' | 'key'>,
): Purchase {
  return {
    ...what,
    totalMinor: what.goods.priceMinor * what.quantity + SHIPPING_MINOR,
    orderId: null,
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
