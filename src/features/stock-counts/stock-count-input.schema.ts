/** The input of stock counts. */

import { z } from 'zod';
import { WHOLE_UNITS } from '#shared/field-messages.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { MAX_COUNTED } from './stock-counts.schema.ts';

const countedVariant = z.strictObject({
  _id: z.string().min(1).max(120),
  /** Units on the shelf. */
  counted: z.int(WHOLE_UNITS).min(0).max(MAX_UNITS),
  /** Units that were expected there: on hand, and to be shipped. */
  expected: z
    .int(WHOLE_UNITS)
    .min(-MAX_UNITS)
    .max(2 * MAX_UNITS),
  /** The newest movement of its stock when it was compared. */
  movement: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

export const stockCount = z.strictObject({
  variants: z.array(countedVariant).min(1, 'Please count something first.').max(MAX_COUNTED),
});

export type CountedVariant = z.infer<typeof countedVariant>;
