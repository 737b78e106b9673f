import { z } from 'zod';
import { price } from '../catalog/catalog.schema.ts';

/** An order as pages show it. Money in minor units, times in ISO 8601. */
export interface OrderView {
  id: string;
  /** Short and readable, such as `7K3M-2Q9D`. */
  number: string;
  status: 'pending' | 'paid' | 'cancelled';
  email: string;
  name: string;
  city: string;
  zip: string | null;
  country: string;
  currency: string;
  subtotalMinor: number;
  shippingMinor: number;
  totalMinor: number;
  createdAt: string;
  paymentDueAt: string;
  /** When payment of a pending order is due once its owner verifies their email; null: no later. */
  verifiedDueAt: string | null;
  paidAt: string | null;
  cancelledAt: string | null;
  archivedAt: string | null;
  payment: {
    transaction: string;
    amountMinor: number;
    created: number;
    last4: string | null;
    /** What was given back. */
    refundedMinor: number;
    /** What is to be given back, and is not yet: the provider was not reached, or refuses. */
    refundOpenMinor: number;
    /** What may still be given back. */
    refundableMinor: number;
  } | null;
  lines: OrderLineView[];
}

/** Who cancelled an order: its owner, by deleting it or taking it into the cart; staff; the due date. */
export type CancelledBy = 'owner' | 'owner-into-cart' | 'staff' | 'expiry';

/** An order that was cancelled, as its owner sees it. */
export interface CancelledOrderView extends OrderView {
  cancelledAt: string;
  cancelledBy: CancelledBy;
  /** The number of the order that was placed in place of it. */
  replacedBy: string | null;
}

export interface OrderLineView {
  productId: string;
  variantId: string;
  sku: string;
  name: string;
  category: string;
  size: string | null;
  color: string | null;
  img: string | null;
  unitPriceMinor: number;
  quantity: number;
  lineTotalMinor: number;
}

/** What giving money back takes; `amount` is a decimal at the edge, in minor units behind it. */
export const refundRequest = z
  .object({
    amount: price.pipe(z.number().int().min(1, 'An amount must be more than zero.')),
    /** For the shop's own records. */
    reason: z.string().trim().min(1, 'A reason is needed.').max(500),
  })
  .transform(({ amount, reason }) => ({ amountMinor: amount, reason }));

export type RefundRequest = z.infer<typeof refundRequest>;

/** Names a refund, so that sending it twice gives the money back once. */
export const refundKey = z.string().trim().min(1, 'A key is needed.').max(200);

/** Who holds stock: an account by its id, or a network as `siteOf` writes it. */
export const holderKey = z.object({
  kind: z.enum(['account', 'network']),
  key: z.string().min(1).max(200),
});

export type HolderKey = z.infer<typeof holderKey>;

/** What an account or a network holds by orders that nobody paid yet, as staff see it. */
export interface HolderView extends HolderKey {
  /** An account's name and email; a network itself. */
  label: string;
  /** Null for networks. */
  emailVerified: boolean | null;
  orders: number;
  units: number;
  minor: number;
  /** Of all units in the shop, with those that orders hold; rounded down. */
  percent: number;
  /** ISO 8601. */
  firstDueAt: string;
  /** So many of its orders are being released. */
  releasing: number;
}
