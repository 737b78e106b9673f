import { z } from 'zod';
import { amountHint } from '#shared/amount-hint.ts';
import {
  AT_LEAST_ZERO,
  CATEGORY_NEEDED,
  DETAILS_NEEDED,
  GENDER_NEEDED,
  INVISIBLE_NAME,
  NAME_NEEDED,
  SKU_NEEDED,
  WHOLE_UNITS,
} from '#shared/field-messages.ts';
import { parseMoney } from '#shared/parse-money.ts';
import {
  LONGEST_BARCODE,
  LONGEST_DETAILS,
  LONGEST_SKU,
  MAX_UNITS,
  productLimits,
} from '#shared/product-limits.ts';
import { withThousands } from '#shared/thousands.ts';
import type { VariantOptions } from '#shared/variant-options.ts';
import { isColorName, isSizeName } from '#shared/variant-rules.ts';
import { hasVisibleCharacter, withoutInvisible } from '#shared/visible-text.ts';
import type { ColorFamily } from './color-families.ts';
import type { PriceSpread } from './price-buckets.ts';
import type { FilterOf } from './product-list.schema.ts';

/** A product in a list. Money in minor units. */
export interface ProductCard {
  id: string;
  slug: string;
  name: string;
  category: string;
  gender: string;
  /** The lowest price of its variants. */
  priceMinor: number;
  /** True when the prices of its variants differ, so that a list says 'from'. */
  priceVaries: boolean;
  /** The price before it was reduced, if that is the same for all variants. */
  formerMinor: number | null;
  currency: string;
  descriptions: string;
  image: ResponsiveImage | null;
  colors: string[];
  /** What its third option is called; empty where it has none. */
  optionName: string;
  /** True when no variant can be bought. */
  soldOut: boolean;
  variants: Variant[];
}

/** A product on its own page. */
export interface ProductDetail extends ProductCard {
  images: ProductImage[];
  version: number;
}

/** A product with what only its own page shows. */
export interface ProductOnPage extends ProductDetail {
  /** The formatted description; empty for plain details. */
  descriptionHtml: string;
  /** The ids of the products that staff chose to show with it. */
  relatedIds: string[];
  /** Its own brand; empty where it has none. */
  brand: string;
  /** The addresses of its images that have a larger rendition for zooming. */
  zoomable: string[];
  /** Whether customers can neither return nor exchange it. */
  isFinalSale: boolean;
  /** For search engines; empty where they get the name and the details. */
  seoTitle: string;
  seoDescription: string;
}

/** A product in a filtered list, with the image and the price of the variants that fit. */
export interface BrowsedProduct extends ProductDetail {
  /** The color to show, when the filter has colors. */
  shown: {
    color: string;
    /** The variant, when this color leaves no other choice. */
    sku: string | null;
    /** True when nothing of this color can be bought. */
    soldOut: boolean;
  } | null;
}

/** A product's position in the list of all products, newest first. */
export interface ProductMark {
  createdAt: string;
  id: string;
}

export interface ResponsiveImage {
  url: string;
  alt: string;
  /** What a cropped view centers on, in percent from the left and the top; absent: the middle. */
  focus?: { x: number; y: number };
}

/** An image in the list of its product. */
export interface ProductImage extends ResponsiveImage {
  /** The color that it shows; absent when it belongs to all. */
  color?: string;
}

export interface Variant extends VariantOptions {
  id: string;
  sku: string;
  priceMinor: number;
  /** The price before it was reduced; null if that was not higher. */
  formerMinor: number | null;
  /** Units that can be sold now. */
  available: number;
  imageUrl: string | null;
}

/** The filter options of the newest products of a list; sizes from small to large. */
export type ProductOptions = {
  /** Listed products in it, counted up to a limit. */
  total: number;
  /** The families of its colors. */
  families: ColorFamily[];
} & PriceSpread &
  Record<FilterOf<'options' | 'traits'>, string[]>;

/**
 * A price in a request: in the shop's currency, as a number or text, with that currency's decimals.
 */
export const price = z.union([z.number(), z.string()]).transform((amount, ctx) => {
  const minor = parseMoney(amount);
  if (minor !== null) return minor;
  ctx.addIssue({ code: 'custom', message: amountHint('A price') });
  return z.NEVER;
});

const digits = z
  .string()
  .trim()
  .regex(/^\d{1,7}$/, WHOLE_UNITS)
  .transform(Number);
/** Units of a variant in stock. */
export const stockUnits = z
  .int(WHOLE_UNITS)
  .min(0, AT_LEAST_ZERO)
  .max(MAX_UNITS, `Units can be ${withThousands(MAX_UNITS)} at most.`);
const inventory = z.union([z.number(), digits]).pipe(stockUnits);
export const sku = z.string().trim().min(1, SKU_NEEDED).max(LONGEST_SKU);
export const barcode = z.string().trim().min(1).max(LONGEST_BARCODE);
const option = z.string().trim().min(1).max(productLimits.option);

/** The name of a third option; empty for none. */
export const optionName = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .max(productLimits.optionName)
  .refine(
    (name) => !isSizeName(name) && !isColorName(name),
    'Size and colour are options of their own. Please choose another name.',
  );

const DETAILS_TOO_LONG = `Details can have ${withThousands(LONGEST_DETAILS)} characters at most.`;

export const newVariant = z.object({
  sku: sku.optional(),
  size: option.nullish(),
  color: option.nullish(),
  option: option.nullish(),
  price: price.nullish(),
  /** Only staff see it. */
  barcode: barcode.nullish(),
  inventory,
});

/**
 * The fields of `POST /products` and of the Add New Product form. `category` is checked against the
 * shop's.
 */
export const newProduct = z.object({
  name: z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .min(1, NAME_NEEDED)
    .max(productLimits.name)
    .refine(hasVisibleCharacter, INVISIBLE_NAME),
  category: z.string().min(1, CATEGORY_NEEDED),
  price,
  descriptions: z.string().trim().min(1, DETAILS_NEEDED).max(LONGEST_DETAILS, DETAILS_TOO_LONG),
  gender: z.string().trim().min(1, GENDER_NEEDED).max(productLimits.gender),
  img: z.string().trim().max(productLimits.imageUrl).nullish(),
  /** Units of the single default variant. */
  inventory: inventory.nullish(),
  variants: z.array(newVariant).min(1).max(100).optional(),
  /** What the third option of the variants is called. */
  optionName: optionName.optional(),
});

export type NewProduct = z.infer<typeof newProduct>;
