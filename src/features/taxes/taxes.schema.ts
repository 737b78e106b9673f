/** What staff write about taxes. */
import { z } from 'zod';
import { LONGEST_PERCENT, LONGEST_REGION, LONGEST_TAX_NAME } from '#shared/field-lengths.ts';
import { singleLine } from '#shared/single-line.schema.ts';
import { MAX_TAX_PPM } from '#shared/taxes.ts';

export const MAX_RATES = 500;

const orNull = (most: number) =>
  singleLine(most)
    .nullable()
    .default(null)
    .transform((text) => text || null);

/** Percent with up to four decimals, as parts per million. */
const percent = z
  .union([z.number(), z.string().max(LONGEST_PERCENT)])
  .transform((typed) => String(typed).trim().replace(/\s*%$/, '').replace(',', '.'))
  .pipe(
    z
      .string()
      .regex(/^\d{1,3}(\.\d{1,4})?$/, 'A rate is percent with up to four decimals, such as 9.975.'),
  )
  .transform((text) => Math.round(Number(text) * 10_000))
  .pipe(z.number().max(MAX_TAX_PPM, 'A rate is at most 100 percent.'));

export const rateInput = z
  .strictObject({
    _id: z.string().min(1).max(80).optional(),
    name: singleLine(LONGEST_TAX_NAME).pipe(z.string().min(1, 'A tax needs a name, such as VAT.')),
    rate: percent,
    country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'A country is two letters, such as BD.'),
    region: orNull(LONGEST_REGION),
    categoryId: orNull(80),
    coversShipping: z.boolean().default(false),
  })
  .refine(({ categoryId, coversShipping }) => !coversShipping || categoryId === null, {
    path: ['coversShipping'],
    message: 'Only a rate of all categories can cover shipping.',
  });

/** Everything about taxes. What is stored is replaced by it. */
export const taxesInput = z.strictObject({
  pricesIncludeTax: z.boolean(),
  rates: z.array(rateInput).max(MAX_RATES, `A shop has at most ${MAX_RATES} rates.`),
});

export type RateInput = z.output<typeof rateInput>;
export type TaxesInput = z.output<typeof taxesInput>;
