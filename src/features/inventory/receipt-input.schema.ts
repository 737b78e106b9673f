/** The input of a receipt of stock. */

import { z } from 'zod';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { WHOLE_UNITS } from '#shared/field-messages.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { MAX_RECEIVED } from './inventory.schema.ts';

const receivedVariant = z.strictObject({
  _id: z.string().min(1).max(120),
  /** Units that came. */
  units: z.int(WHOLE_UNITS).min(1, 'At least one unit of each variant.').max(MAX_UNITS),
});

export const stockReceipt = z
  .strictObject({
    variants: z.array(receivedVariant).min(1, 'Please add something first.').max(MAX_RECEIVED),
    /** Such as the number of a delivery note. */
    note: z.string().trim().max(LONGEST_NOTE).default(''),
  })
  .refine(
    ({ variants }) => new Set(variants.map(({ _id }) => _id)).size === variants.length,
    'A variant is in the list twice.',
  );

export type StockReceipt = z.infer<typeof stockReceipt>;
