import { z } from 'zod';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { price } from '../../catalog/catalog.schema.ts';
import { requestedLines } from './requested-lines.schema.ts';

/**
 * What a refund of an order is for: lines, the shipping, or an amount alone. Without `amount`, it
 * is what `proposedRefund` returns. `amount` is a decimal in requests and in minor units inside.
 */
export const lineRefundRequest = z
  .object({
    lines: requestedLines.optional(),
    shipping: z.boolean().default(false),
    amount: price.pipe(z.number().int().min(1, 'An amount must be more than zero.')).optional(),
    restock: z.boolean().default(false),
    /** For the shop's own records. */
    reason: z.string().trim().min(1, 'A reason is needed.').max(LONGEST_NOTE),
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
