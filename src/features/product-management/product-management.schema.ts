/** What staff see and change of a product. Money in minor units, times in ISO 8601. */

import { z } from 'zod';
import { WHOLE_GRAMS } from '#shared/field-messages.ts';
import { MAX_RELATED, productLimits } from '#shared/product-limits.ts';
import { LONGEST_SLUG, NOT_A_SLUG, SLUG } from '#shared/slugify.ts';
import { productTagList } from '#shared/tag.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import type { VariantOptions } from '#shared/variant-options.ts';
import { MAX_VARIANTS } from '#shared/variant-rules.ts';
import { MAX_GRAMS } from '#shared/variant-values.ts';
import { hasVisibleCharacter } from '#shared/visible-text.ts';
import type { ProductImage } from '../catalog/catalog.schema.ts';
import {
  barcode,
  newProduct,
  optionName,
  price,
  sku,
  stockUnits,
} from '../catalog/catalog.schema.ts';
import { LONGEST_TRAIT } from '../catalog/product-list.schema.ts';
import { type ProductStatus, productStatuses } from './product-status.schema.ts';

/** A product with everything that staff may see. */
export interface StaffProduct {
  id: string;
  slug: string;
  /** Slugs that it gave up, which redirect to it. */
  formerSlugs: string[];
  name: string;
  /** Empty while a product that is not in the shop has none. */
  category: string;
  descriptions: string;
  /** The formatted description; empty for plain details. */
  descriptionHtml: string;
  gender: string;
  brand: string;
  productType: string;
  material: string;
  care: string;
  tags: string[];
  /** What its third option is called; empty where it has none. */
  optionName: string;
  seoTitle: string;
  seoDescription: string;
  status: ProductStatus;
  publishAt: string | null;
  /** Null while a product that is not in the shop has none. */
  priceMinor: number | null;
  compareAtMinor: number | null;
  costMinor: number | null;
  weightGrams: number | null;
  currency: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  images: ProductImage[];
  /** The ids of the products that its page shows, in their order. */
  related: string[];
  /** Includes archived ones. */
  variants: StaffVariant[];
}

/** The part of a product that a bulk edit reads and changes. */
export type EditedProduct = Pick<
  StaffProduct,
  | 'id'
  | 'name'
  | 'version'
  | 'status'
  | 'publishAt'
  | 'descriptions'
  | 'category'
  | 'tags'
  | 'priceMinor'
  | 'compareAtMinor'
  | 'costMinor'
  | 'variants'
>;

/** A product as files have it. */
export interface ExportedProduct extends StaffProduct {
  /**
   * The slugs of the products in `related` that are not archived; empty for an archived product.
   */
  relatedSlugs: string[];
}

/** A product in a list of staff. */
export interface StaffProductRow
  extends Pick<
    StaffProduct,
    | 'id'
    | 'slug'
    | 'name'
    | 'category'
    | 'status'
    | 'publishAt'
    | 'priceMinor'
    | 'compareAtMinor'
    | 'currency'
    | 'version'
    | 'createdAt'
    | 'updatedAt'
  > {
  imageUrl: string | null;
  /** Variants that are not archived. */
  variantCount: number;
  /** The available units of all variants that are not archived. */
  available: number;
}

/** Which products of any status staff look for. */
export interface StaffProductFilter {
  status?: ProductStatus | undefined;
  category?: string | undefined;
  /** Beginnings of words of the name and the brand, the beginning of an SKU, a barcode or the slug. */
  q?: string | undefined;
}

export interface StaffVariant extends VariantOptions {
  id: string;
  sku: string;
  /** Null means the product's. The same is true of compare-at price, cost and weight. */
  priceMinor: number | null;
  compareAtMinor: number | null;
  costMinor: number | null;
  weightGrams: number | null;
  barcode: string | null;
  lowStockAt: number | null;
  imageUrl: string | null;
  available: number;
  /** Units of orders that wait for payment. */
  reserved: number;
  archived: boolean;
  /** The newest movement of its stock. Only a product that is read alone has it. */
  movement?: number;
}

export const MAX_IMAGES = 50;

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `This text can have ${withThousands(longest)} characters at most.`);
export const imageText = text(productLimits.alt);
const optionValue = z
  .string()
  .trim()
  .min(1)
  .max(productLimits.option)
  .refine(hasVisibleCharacter, 'The value of an option needs at least one visible character.');
const option = optionValue.nullable();
const amount = price.nullable();
const weight = z.int(WHOLE_GRAMS).min(0).max(MAX_GRAMS).nullable();
const imageAddress = z.string().trim().min(1).max(productLimits.imageUrl);

const slug = z.string().trim().max(LONGEST_SLUG).regex(SLUG, NOT_A_SLUG);

/** Units on hand, available and reserved ones together: those that were shown, and the wanted number. */
export const onHand = z.strictObject({ from: z.int(), to: stockUnits });

/** Changes of one variant, matched by `_id` or else by `sku`. One that matches none is added. */
const variantChanges = z.strictObject({
  _id: z.string().max(120).optional(),
  sku: sku.optional(),
  size: option.optional(),
  color: option.optional(),
  option: option.optional(),
  price: amount.optional(),
  compareAtPrice: amount.optional(),
  cost: amount.optional(),
  weight: weight.optional(),
  barcode: barcode.nullish(),
  lowStockAt: stockUnits.nullable().optional(),
  img: imageAddress.nullable().optional(),
  archived: z.boolean().optional(),
  /** Opening stock of an added variant. */
  inventory: stockUnits.optional(),
  /** The units on hand of a variant that is there already. */
  onHand: onHand.optional(),
});

const { name, category } = newProduct.shape;

const percent = z.int('Whole percent only.').min(0).max(100);

const image = z.strictObject({
  url: imageAddress,
  alt: imageText,
  focus: z.strictObject({ x: percent, y: percent }).optional(),
  color: option.optional(),
});

/** Changes of a product. What is absent stays as it is. `images` replaces the whole list. */
export const productChanges = z.strictObject({
  name: name.optional(),
  slug: slug.optional(),
  /** These three are empty, or null, only for a product that is neither active nor scheduled. */
  category: category.or(z.literal('')).optional(),
  descriptions: text(productLimits.descriptions).optional(),
  /** Takes precedence over `descriptions`, which become its text. Empty for plain details. */
  descriptionHtml: text(productLimits.descriptions).optional(),
  gender: text(productLimits.gender).optional(),
  brand: text(LONGEST_TRAIT).optional(),
  productType: text(LONGEST_TRAIT).optional(),
  material: text(productLimits.material).optional(),
  care: text(productLimits.care).optional(),
  tags: productTagList.optional(),
  /** Empty for no third option. Then no variant may have a value of it. */
  optionName: optionName.optional(),
  seoTitle: text(productLimits.seoTitle).optional(),
  seoDescription: text(productLimits.seoDescription).optional(),
  status: z.enum(productStatuses).optional(),
  /** For the status 'scheduled'. */
  publishAt: z.iso.datetime({ offset: true }).nullable().optional(),
  price: amount.optional(),
  compareAtPrice: amount.optional(),
  cost: amount.optional(),
  weight: weight.optional(),
  images: z.array(image).max(MAX_IMAGES).optional(),
  related: z.array(z.string().min(1).max(120)).max(MAX_RELATED).optional(),
  variants: z.array(variantChanges).max(MAX_VARIANTS).optional(),
  /** The order of the colors, and of the third option's values. What is left out comes last. */
  colors: z.array(optionValue).max(MAX_VARIANTS).optional(),
  options: z.array(optionValue).max(MAX_VARIANTS).optional(),
});

/** A product that the console adds: the fields of an edit. A draft needs only its name. */
export const staffProductInput = productChanges.required({ name: true });

/**
 * The id that the form of a new product gives it, which makes a repeat add one product. A page of
 * an earlier version of the shop has none.
 */
export const givenProductId = z
  .string()
  .regex(/^prd_[0-7][0-9a-hjkmnp-tv-z]{25}$/, 'That is not the id of a new product.')
  .nullable()
  .transform((id) => id ?? undefined);

export type StaffProductInput = z.infer<typeof staffProductInput>;
export type ProductChanges = z.infer<typeof productChanges>;
export type OnHand = z.infer<typeof onHand>;
export type VariantChanges = z.infer<typeof variantChanges>;
