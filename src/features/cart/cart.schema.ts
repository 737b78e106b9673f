import { z } from 'zod';
import { oneLine } from '#shared/one-line.ts';

/** The largest quantity of one line, and the most lines of one cart or order. */
export const MAX_QUANTITY = 99;
export const MAX_LINES = 50;

export interface CartView {
  /** Null while nothing was ever added. */
  id: string | null;
  lines: CartLine[];
  /** Units of all lines. */
  count: number;
  currency: string;
  subtotalMinor: number;
  /** Null until the shipping estimate is made. */
  city: string | null;
  zip: string | null;
  shippingMinor: number | null;
  /** Sub total and shipping; null until the estimate is made. */
  totalMinor: number | null;
}

export interface CartLine {
  variantId: string;
  productId: string;
  slug: string;
  sku: string;
  name: string;
  category: string;
  size: string | null;
  color: string | null;
  img: string | null;
  unitPriceMinor: number;
  /** The price that the shopper was last shown for it; another one is told before it is paid. */
  seenPriceMinor: number;
  quantity: number;
  lineTotalMinor: number;
  /** Units that can be sold now; a line may ask for more than that until checkout. */
  inventory: number;
  /** False when the product or this variant left the shop. */
  available: boolean;
}

/** What came of adding units: all of them, fewer, or none because all that is left was there. */
export interface Added {
  code: 'added' | 'added-fewer' | 'added-none';
  message: string;
}

const wholeNumber = z.coerce
  .number({ message: 'A quantity is a number.' })
  .int('Whole units only.');

export const cartAdd = z.object({
  variantId: z.string().min(1).max(80),
  quantity: wholeNumber.min(1, 'At least one.').max(MAX_QUANTITY, `At most ${MAX_QUANTITY}.`),
});

export const cartDelete = z.object({ variantId: z.string().min(1).max(80) });

/** Where an order goes: one line, in which nothing is invisible. */
export const cityName = z
  .string({ message: 'A city is needed.' })
  .max(1_000)
  .refine((text) => !text.includes('\0'), 'A city cannot have control characters.')
  .transform((text) => oneLine(text, 1_000))
  .pipe(z.string().min(1, 'A city is needed.').max(120, 'A city can have at most 120 characters.'));

/** The shipping estimate. Zip stays text, so that leading zeros stay. */
export const destination = z.object({
  city: cityName,
  zip: z
    .string({ message: 'A zip code is needed.' })
    .trim()
    .regex(/^\d{1,12}$/, 'A zip code has digits only.'),
});

export type Destination = z.infer<typeof destination>;
