/** A product as staff see it, under the field names of `catalog/product-json.ts`. */

import { z } from '@hono/zod-openapi';
import { toDecimalOrNull } from '#shared/money.ts';
import { unitsOf } from '#shared/stock.ts';
import type { StaffProduct, StaffProductRow, StaffVariant } from './product-management.schema.ts';
import { productStatuses } from './product-status.schema.ts';

const amount = z.number().nullable();
const time = z.string().openapi({ format: 'date-time' });
const status = z.enum(productStatuses);
const publishAt = time.nullable().openapi({ description: "For the status 'scheduled'." });

const variant = z.object({
  _id: z.string(),
  sku: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  option: z.string().nullable().openapi({ description: 'Its value of `optionName`.' }),
  price: amount.openapi({ description: "Null means the product's; so for the next three." }),
  compareAtPrice: amount,
  cost: amount,
  weight: z.int().nullable().openapi({ description: 'In grams.' }),
  barcode: z.string().nullable(),
  lowStockAt: z.int().nullable(),
  img: z.string().nullable(),
  inventory: z.int().openapi({ description: 'Units that can be sold now.' }),
  reserved: z.int().openapi({ description: 'Units of orders that wait for payment.' }),
  archived: z.boolean(),
});

const listed = {
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.string().openapi({
    description: 'Empty while a product that is not in the shop has none.',
  }),
  status,
  publishAt,
  price: amount.openapi({ description: 'Null while a product that is not in the shop has none.' }),
  compareAtPrice: amount,
  currency: z.string(),
  img: z.string().nullable(),
  inventory: z.int().openapi({
    description: 'Units that can be sold now, of all variants that are not archived.',
  }),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
};

export const staffProductRow = z
  .object({
    ...listed,
    variantCount: z.int().openapi({ description: 'Variants that are not archived.' }),
  })
  .openapi('StaffProductRow');

export const staffProduct = z
  .object({
    ...listed,
    formerSlugs: z.array(z.string()).openapi({ description: 'They redirect to the product.' }),
    descriptions: z.string().openapi({ description: 'Of a formatted description, its text.' }),
    descriptionHtml: z.string().openapi({
      description: 'The formatted description as sanitized HTML; empty for plain details.',
    }),
    gender: z.string(),
    brand: z.string(),
    productType: z.string(),
    material: z.string(),
    care: z.string(),
    tags: z.array(z.string()),
    optionName: z.string().openapi({
      description: "What its third option is called, such as 'Length'; empty where it has none.",
    }),
    seoTitle: z.string(),
    seoDescription: z.string(),
    cost: amount,
    weight: z.int().nullable().openapi({ description: 'In grams.' }),
    images: z.array(
      z.object({
        url: z.string(),
        alt: z.string(),
        focus: z.object({ x: z.int(), y: z.int() }).optional().openapi({
          description: 'What cropped views center on, in percent from the left and the top.',
        }),
        color: z.string().optional().openapi({ description: 'The color that it shows.' }),
      }),
    ),
    related: z.array(z.string()).openapi({
      description: 'The ids of the products that its page shows, in their order.',
    }),
    variants: z.array(variant),
  })
  .openapi('StaffProduct');

export type StaffProductJson = z.infer<typeof staffProduct>;

export function toStaffProductRowJson(row: StaffProductRow): z.infer<typeof staffProductRow> {
  const { id, priceMinor, compareAtMinor, imageUrl, available, ...same } = row;
  return {
    _id: id,
    ...same,
    price: toDecimalOrNull(priceMinor),
    compareAtPrice: toDecimalOrNull(compareAtMinor),
    img: imageUrl,
    inventory: available,
  };
}

export function toStaffProductJson(product: StaffProduct): StaffProductJson {
  const { id, priceMinor, compareAtMinor, costMinor, weightGrams, variants, ...same } = product;
  return {
    _id: id,
    ...same,
    price: toDecimalOrNull(priceMinor),
    compareAtPrice: toDecimalOrNull(compareAtMinor),
    cost: toDecimalOrNull(costMinor),
    weight: weightGrams,
    img: product.images[0]?.url ?? null,
    inventory: unitsOf(variants.filter(({ archived }) => !archived)),
    variants: variants.map(toVariantJson),
  };
}

function toVariantJson(one: StaffVariant): z.infer<typeof variant> {
  const { movement: _, id, imageUrl, available, ...fields } = one;
  const { priceMinor, compareAtMinor, costMinor, weightGrams, ...same } = fields;
  return {
    _id: id,
    ...same,
    price: toDecimalOrNull(priceMinor),
    compareAtPrice: toDecimalOrNull(compareAtMinor),
    cost: toDecimalOrNull(costMinor),
    weight: weightGrams,
    img: imageUrl,
    inventory: available,
  };
}
