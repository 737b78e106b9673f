import { z } from 'zod';
import { LONGEST_CITY } from '#shared/field-lengths.ts';
import { WHOLE_UNITS } from '#shared/field-messages.ts';
import { oneLine } from '#shared/one-line.ts';
import type { OrderTaxes, TaxRate } from '#shared/taxes.ts';
import type { Estimated } from '../delivery/delivery.schema.ts';
import { CITY_NEEDED, ZIP_HAS_DIGITS, ZIP_NEEDED } from './destination-words.schema.ts';

/** The largest quantity of a line, and the most lines of a cart or order. */
export const MAX_QUANTITY = 99;
export const MAX_LINES = 50;

export type Destination = Estimated;

/** A destination as it is stored. */
export type StoredDestination = Required<Destination>;

export interface CartView {
  /** Null until something is added. */
  id: string | null;
  lines: CartLine[];
  /** Units of all lines. */
  count: number;
  currency: string;
  subtotalMinor: number;
  /** Null before the shipping estimate. */
  city: string | null;
  zip: string | null;
  /** The country and region of an estimate abroad; null in the shop's own country. */
  country: string | null;
  region: string | null;
  /** The way of delivery that was chosen at checkout; null means the cheapest. */
  methodId: string | null;
  /** The price of delivery; null before the estimate, and where the shop does not deliver. */
  shippingMinor: number | null;
  /** What is taxed at the city of the estimate, and how; null before the estimate. */
  taxRates: { isIncluded: boolean; shipping: TaxRate | null } | null;
  taxes: OrderTaxes;
  /** Subtotal, shipping and taxes that prices do not include; null before the estimate. */
  totalMinor: number | null;
  /** Of all units; those without a weight count as 0. */
  weightGrams: number;
}

export interface CartLine {
  variantId: string;
  productId: string;
  slug: string;
  sku: string;
  name: string;
  category: string;
  /** Null for a product that left the shop and lost its category since. */
  categoryId: string | null;
  /** The rate at the city of the estimate. */
  taxRate: TaxRate | null;
  /** What the variant is called, by `variantName`. */
  variantName: string;
  image: string | null;
  unitPriceMinor: number;
  /** The price that the customer last saw. The cart announces a change before payment. */
  seenPriceMinor: number;
  quantity: number;
  lineTotalMinor: number;
  /** Units that can be sold now. Until checkout a line may hold more. */
  available: number;
  /** False when the product or this variant is no longer sold. */
  onSale: boolean;
  /** Whether customers can neither return nor exchange it. */
  isFinalSale: boolean;
}

/**
 * The result of adding units: all, fewer, or none because the cart already holds all that are
 * available.
 */
export interface Added {
  code: 'added' | 'added-fewer' | 'added-none';
  message: string;
}

const wholeNumber = z.coerce.number({ message: 'A quantity must be a number.' }).int(WHOLE_UNITS);

export const cartAdd = z.object({
  variantId: z.string().min(1).max(80),
  quantity: wholeNumber.min(1, 'At least one.').max(MAX_QUANTITY, `At most ${MAX_QUANTITY}.`),
});

export const cartDelete = z.object({ variantId: z.string().min(1).max(80) });

/** The city of an order: one line without invisible characters. */
export const cityName = z
  .string({ message: CITY_NEEDED })
  .max(1_000)
  .refine((text) => !text.includes('\0'), 'A city cannot have control characters.')
  .transform((text) => oneLine(text, 1_000))
  .pipe(
    z
      .string()
      .min(1, CITY_NEEDED)
      .max(LONGEST_CITY, `A city can have at most ${LONGEST_CITY} characters.`),
  );

/** The shipping estimate in the shop's own country. The zip code is text, because of leading zeros. */
export const destination = z.object({
  city: cityName,
  zip: z
    .string({ message: ZIP_NEEDED })
    .trim()
    .regex(/^\d{1,12}$/, ZIP_HAS_DIGITS),
});
