/** A product under the specification's field names. */
import { z } from '@hono/zod-openapi';
import { toDecimal } from '#shared/money.ts';
import { unitsOf } from '#shared/stock.ts';
import type { ProductDetail } from './catalog.schema.ts';

const image = z.object({ url: z.string(), alt: z.string() });

export const product = z
  .object({
    _id: z.string(),
    name: z.string(),
    category: z.string(),
    price: z.number().openapi({ description: 'In `currency`; the lowest of its variants.' }),
    descriptions: z.string(),
    gender: z.string(),
    img: z.string().nullable(),
    stock: z.boolean().openapi({
      description: "True: 'Not In Stock', no variant can be bought. False: 'In Stock'.",
    }),
    slug: z.string(),
    currency: z.string(),
    inventory: z.int().openapi({ description: 'Units of all variants that can be sold now.' }),
    images: z.array(image),
    optionName: z.string().optional().openapi({
      description: "What its third option is called, such as 'Length'; absent where it has none.",
    }),
    variants: z.array(
      z.object({
        _id: z.string(),
        sku: z.string(),
        size: z.string().nullable(),
        color: z.string().nullable(),
        option: z.string().optional().openapi({ description: 'Its value of `optionName`.' }),
        price: z.number(),
        inventory: z.int(),
        img: z.string().nullable(),
      }),
    ),
  })
  .openapi('Product');

export type ProductJson = z.infer<typeof product>;

export function toProductJson(detail: ProductDetail): ProductJson {
  return {
    _id: detail.id,
    name: detail.name,
    category: detail.category,
    price: toDecimal(detail.priceMinor),
    descriptions: detail.descriptions,
    gender: detail.gender,
    img: detail.image?.url ?? null,
    stock: detail.soldOut,
    slug: detail.slug,
    currency: detail.currency,
    inventory: unitsOf(detail.variants),
    images: detail.images.map(({ url, alt }) => ({ url, alt })),
    ...(detail.optionName === '' ? {} : { optionName: detail.optionName }),
    variants: detail.variants.map((variant) => ({
      _id: variant.id,
      sku: variant.sku,
      size: variant.size,
      color: variant.color,
      ...(variant.option === null ? {} : { option: variant.option }),
      price: toDecimal(variant.priceMinor),
      inventory: variant.available,
      img: variant.imageUrl,
    })),
  };
}
