import { z } from 'zod';
import { LONGEST_SKU } from '#shared/product-limits.ts';
import { MAX_LINES, MAX_QUANTITY } from '../../cart/cart.schema.ts';

/** Units of an order's line. The SKU names the line. */
export const requestedLine = z.object({
  sku: z.string().trim().min(1).max(LONGEST_SKU),
  quantity: z.number().int().min(1).max(MAX_QUANTITY),
});

export type RequestedLine = z.infer<typeof requestedLine>;

/** The check of a list of lines, and what is said of one that names a SKU twice. */
export const eachSkuOnce = [
  (lines: { sku: string }[]) => new Set(lines.map(({ sku }) => sku)).size === lines.length,
  'Please name each SKU once.',
] as const;

/** A list of lines, each named once. */
export function linesOf<T extends typeof requestedLine>(line: T) {
  return z
    .array(line)
    .min(1, 'Please choose at least one item.')
    .max(MAX_LINES)
    .refine(...eachSkuOnce);
}

export const requestedLines = linesOf(requestedLine);
