import { z } from 'zod';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { LONGEST_SKU } from '#shared/product-limits.ts';
import { singleLine } from '#shared/single-line.schema.ts';
import { MAX_QUANTITY } from '../cart/cart.schema.ts';
import { price } from '../catalog/catalog.schema.ts';
import { returnConditions, returnReasons } from '../order-tables/return-status.schema.ts';
import { refundAmount } from '../orders/order-requests.schema.ts';
import { eachSkuOnce, linesOf, requestedLine } from '../orders/refunds/requested-lines.schema.ts';

const note = singleLine(LONGEST_NOTE)
  .nullish()
  .transform((text) => text || null);

/**
 * What a customer sends back, each line with its reason, and with what they want for it instead of
 * money. `exchangePrice` is what a unit of that cost when it was shown: a decimal in requests.
 * `ofReturn` is the earlier return whose exchange comes back; its lines are named as in that return.
 */
export const returnRequest = z.object({
  ofReturn: z.string().min(1).max(100).optional(),
  lines: linesOf(
    requestedLine.extend({
      reason: z.enum(returnReasons, 'Please choose why each item comes back.'),
      exchangeForSku: z.string().trim().min(1).max(LONGEST_SKU).optional(),
      exchangePrice: price.optional(),
    }),
  ),
  note,
});

export type ReturnRequest = z.infer<typeof returnRequest>;

/** Why staff decline a return. The customer reads it. */
export const declineRequest = z.object({
  reason: singleLine(LONGEST_NOTE).refine(
    (text) => text !== '',
    'Please write a reason. The customer reads it.',
  ),
});

const receivedLine = requestedLine.extend({
  quantity: z.number().int().min(0).max(MAX_QUANTITY),
  condition: z.enum(returnConditions).nullish(),
  restock: z.boolean().default(false),
});

/**
 * What arrived. Without `lines`, everything arrived, and nothing goes into the stock. A line that
 * is left out did not arrive.
 */
export const receiveRequest = z.object({
  lines: z
    .array(receivedLine)
    .max(100)
    .refine(...eachSkuOnce)
    .optional(),
});

export type ReceiveRequest = z.infer<typeof receiveRequest>;

/**
 * The refund of a received return. Without `amount`, it is the price of what arrived, and of the
 * shipping if that is chosen.
 */
export const returnRefundRequest = z
  .object({
    shipping: z.boolean().default(false),
    amount: refundAmount.optional(),
  })
  .transform(({ shipping, amount }) => ({ shipping, amountMinor: amount ?? null }));

export type ReturnRefundRequest = z.infer<typeof returnRefundRequest>;
