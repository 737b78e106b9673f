import { z } from 'zod';
import { LONGEST_EMAIL } from '#shared/field-lengths.ts';
import { WHOLE_UNITS } from '#shared/field-messages.ts';
import { MAX_MINOR } from '#shared/parse-money.ts';
import { LONGEST_SKU } from '#shared/product-limits.ts';
import { cityName, MAX_LINES, MAX_QUANTITY } from '../cart/cart.schema.ts';

/** A decimal amount that a client expects. It is compared, never stored. */
const expectedAmount = z.number().min(0).max(MAX_MINOR);

/**
 * A line as the specification's client sends it. `sku` is required when there are several variants.
 */
export const submittedLine = z.object({
  _id: z.string().min(1).max(80),
  quantity: z.number().int(WHOLE_UNITS).min(1).max(MAX_QUANTITY),
  price: expectedAmount.optional(),
  sku: z.string().min(1).max(LONGEST_SKU).optional(),
  totalAmount: expectedAmount.optional(),
});

/**
 * The ids of a provider's payments. They become a part of its addresses, where '..' would mean
 * another one.
 */
const TRANSACTION = /^[A-Za-z0-9_-]{1,200}$/;

/** Whether a text can be a provider's payment. */
export const isTransaction = (text: string): boolean => TRANSACTION.test(text);

/** The payment as the client received it from the provider. */
export const expectedPayment = z.object({
  transaction: z.string().regex(TRANSACTION, 'That is not the id of a payment.'),
  /** Minor units. */
  amount: z.number().int().min(0).optional(),
  /** Unix seconds. */
  created: z.number().int().min(0).optional(),
  last4: z.string().max(4).optional(),
});

export const orderSubmission = z.object({
  cart: z.array(submittedLine).min(1).max(MAX_LINES),
  city: cityName,
  email: z.string().max(LONGEST_EMAIL).optional(),
  name: z.string().max(200).optional(),
  /** The sum of the lines. */
  grandTotalAmount: expectedAmount.optional(),
  /** The id or the name of a way of delivery; the cheapest one without it. */
  deliveryMethod: z.string().trim().min(1).max(80).optional(),
  shippingCost: expectedAmount.optional(),
  /** All taxes, whether prices include them or not. */
  taxAmount: expectedAmount.optional(),
  /** The charged amount: lines, shipping, and taxes that prices do not include. */
  totalAmount: expectedAmount.optional(),
  status: z.string().max(40).optional(),
  ...expectedPayment.partial().shape,
});

export type OrderSubmission = z.infer<typeof orderSubmission>;
export type ExpectedPayment = z.infer<typeof expectedPayment>;
export type SubmittedLine = z.infer<typeof submittedLine>;

export const intentRequest = z.object({
  totalAmount: expectedAmount,
  orderId: z.string().min(1).max(80).optional(),
});

/** What an order costs, in decimals, as responses name it. */
export interface Quote {
  grandTotalAmount: number;
  shippingCost: number;
  /** All taxes, whether prices include them or not. */
  taxAmount: number;
  totalAmount: number;
  lines: { _id: string; sku: string; price: number; quantity: number; totalAmount: number }[];
}
