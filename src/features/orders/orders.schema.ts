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
  paidAt: string | null;
  cancelledAt: string | null;
  archivedAt: string | null;
  payment: {
    transaction: string;
    amountMinor: number;
    created: number;
    last4: string | null;
    /** What was given back, or is about to be. */
    refundedMinor: number;
  } | null;
  lines: OrderLineView[];
}

/** Which orders of the shop an admin looks at; `deleted` is the archive, the others are without it. */
export type OrderState = 'all' | 'paid' | 'open' | 'cancelled' | 'deleted';

export type OrderSort = 'newest' | 'oldest' | 'total';

export interface OrderSearch {
  /** A part of an order's number, or of the buyer's name or e-mail. */
  text: string | null;
  state: OrderState;
  sort: OrderSort;
}

export interface OrderLineView {
  productId: string;
  variantId: string;
  sku: string;
  name: string;
  category: string;
  size: string | null;
  colour: string | null;
  img: string | null;
  unitPriceMinor: number;
  quantity: number;
  lineTotalMinor: number;
}

/** What giving money back takes; `amount` in dollars at the edge, in minor units behind it. */
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
