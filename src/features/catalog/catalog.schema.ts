import { z } from 'zod';
import { amountHint } from '#shared/amount-hint.ts';
import { parseMoney } from '#shared/money.ts';
import { hasVisibleCharacter } from '#shared/visible-text.ts';
import type { FilterOf } from './product-list.schema.ts';

/** A product as lists show it. Money in minor units. */
export interface ProductCard {
  id: string;
  slug: string;
  name: string;
  category: string;
  gender: string;
  /** The lowest price of its variants. */
  priceMinor: number;
  /** True when variants differ in price, so that a list says 'from'. */
  priceVaries: boolean;
  currency: string;
  descriptions: string;
  image: ResponsiveImage | null;
  colors: string[];
  /** True when no variant can be bought. */
  soldOut: boolean;
  variants: Variant[];
}

/** A product as its own page shows it. */
export interface ProductDetail extends ProductCard {
  images: ResponsiveImage[];
  version: number;
}

/** A product as a filtered list shows it: its image and its price are those of what fits. */
export interface BrowsedProduct extends ProductDetail {
  /** Where colors were asked for: the one that is shown. */
  shown: {
    color: string;
    /** The variant, where nothing of this color is left to choose. */
    sku: string | null;
    /** True when nothing of this color can be bought. */
    soldOut: boolean;
  } | null;
}

/** A product's place in the list of all, newest first. */
export interface ProductMark {
  createdAt: string;
  id: string;
}

export interface ResponsiveImage {
  url: string;
  alt: string;
}

export interface Variant {
  id: string;
  sku: string;
  size: string | null;
  color: string | null;
  priceMinor: number;
  /** Units that can be sold now. */
  inventory: number;
  imageUrl: string | null;
}

/** What there is to choose from in a category; sizes from the smallest to the largest. */
export type ProductOptions = {
  /** Listed products of the category. */
  total: number;
  lowestMinor: number | null;
  highestMinor: number | null;
} & Record<FilterOf<'options'>, string[]>;

/** A price at the edge: the shop's currency, as a number or text, with the decimals that it has. */
export const price = z.union([z.number(), z.string()]).transform((amount, ctx) => {
  const minor = parseMoney(amount);
  if (minor !== null) return minor;
  ctx.addIssue({ code: 'custom', message: amountHint('A price') });
  return z.NEVER;
});

const digits = z
  .string()
  .trim()
  .regex(/^\d{1,7}$/, 'Whole units only.')
  .transform(Number);
const inventory = z
  .union([z.number(), digits])
  .pipe(z.number().int('Whole units only.').min(0).max(1_000_000));
const option = z.string().trim().min(1).max(60);

export const newVariant = z.object({
  sku: z.string().trim().min(1).max(80).optional(),
  size: option.nullish(),
  color: option.nullish(),
  price: price.nullish(),
  inventory,
});

/** What `POST /products` and the Add New Product form take. `category` is checked against the shop's. */
export const newProduct = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'A name is needed.')
    .max(200)
    .refine(hasVisibleCharacter, 'A name needs letters that can be seen.'),
  category: z.string().min(1, 'Please choose a category.'),
  price,
  descriptions: z.string().trim().min(1, 'Details are needed.').max(5_000),
  gender: z.string().trim().min(1, 'A gender is needed.').max(40),
  img: z.string().trim().max(2_000).nullish(),
  /** Units of the single default variant. */
  inventory: inventory.nullish(),
  variants: z.array(newVariant).min(1).max(100).optional(),
});

export type NewProduct = z.infer<typeof newProduct>;
