import { z } from 'zod';
import { refundAmount, refundReason } from '../order-requests.schema.ts';
import { requestedLines } from './requested-lines.schema.ts';

/**
 * What a refund of an order is for: lines, the shipping, or an amount alone. Without `amount`, it
 * is what `proposedRefund` returns.
 */
export const lineRefundRequest = z
  .object({
    lines: requestedLines.optional(),
    shipping: z.boolean().default(false),
    amount: refundAmount.optional(),
    restock: z.boolean().default(false),
    reason: refundReason,
  })
  .refine(
    ({ lines, shipping, amount }) => lines || shipping || amount !== undefined,
    'Please choose what is refunded: lines, the shipping, or an amount.',
  )
  .refine(
    ({ lines, restock }) => lines || !restock,
    'Please choose the items that are put back into the stock.',
  )
  .transform(({ amount, lines, ...request }) => ({
    ...request,
    lines: lines ?? [],
    amountMinor: amount ?? null,
  }));

export type LineRefundRequest = z.infer<typeof lineRefundRequest>;
