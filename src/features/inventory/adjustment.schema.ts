import { z } from 'zod';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { AT_LEAST_ZERO, WHOLE_UNITS } from '#shared/field-messages.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { sku } from '../catalog/catalog.schema.ts';
import { adjustmentReasons } from './inventory.schema.ts';

/** An adjustment of a variant: units to add or take, or the number on hand. */
export const stockAdjustment = z
  .strictObject({
    sku,
    /** Units to add, or to take when negative. */
    quantity: z
      .int(WHOLE_UNITS)
      .min(-MAX_UNITS)
      .max(MAX_UNITS)
      .refine((units) => units !== 0, 'An adjustment adds or takes at least one unit.')
      .optional(),
    /** Available and reserved units together. With `counted`, all units on the shelf. */
    setTo: z.int(WHOLE_UNITS).min(0, AT_LEAST_ZERO).max(MAX_UNITS).optional(),
    /**
     * The number that `setTo` replaces, as it was shown: on hand, and with `counted` all units on the
     * shelf.
     */
    from: z
      .int(WHOLE_UNITS)
      .min(0)
      .max(2 * MAX_UNITS)
      .optional(),
    reason: z.enum(adjustmentReasons, 'Please choose a reason.'),
    note: z.string().trim().max(LONGEST_NOTE).default(''),
  })
  .refine(
    ({ quantity, setTo }) => (quantity === undefined) !== (setTo === undefined),
    'Send either `quantity` or `setTo`.',
  )
  .refine(
    ({ from, setTo }) => from === undefined || setTo !== undefined,
    'Send `from` only with `setTo`.',
  );

export type StockAdjustment = z.infer<typeof stockAdjustment>;
