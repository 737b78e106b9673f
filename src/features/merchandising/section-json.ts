/** Categories and collections as the staff's calls write them. */
import { z } from '@hono/zod-openapi';
import { toDecimalOrNull } from '#shared/money.ts';
import type { CollectionWithProducts } from './collections.ts';
import type { StaffCategory, StaffCollection } from './merchandising.schema.ts';

const section = {
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  formerSlugs: z.array(z.string()).openapi({ description: 'They redirect to its page.' }),
  description: z.string(),
  image: z.string().nullable(),
  inMenu: z.boolean(),
  version: z.int(),
  updatedAt: z.string().openapi({ format: 'date-time' }),
};

export const category = z
  .object({
    ...section,
    offers: z.boolean().openapi({ description: "Whether the home page's offers are from it." }),
  })
  .openapi('Category');

const rule = z
  .object({
    category: z.string().nullable(),
    tags: z.array(z.string()).openapi({ description: 'A product needs all of them.' }),
    min: z.number().nullable(),
    max: z.number().nullable(),
    inStock: z.boolean(),
  })
  .nullable()
  .openapi({ description: 'Null for a collection by hand.' });

export const collectionRow = z.object({ ...section, rule }).openapi('CollectionRow');

export const collection = z
  .object({
    ...section,
    rule,
    products: z
      .array(z.string())
      .openapi({ description: 'The ids of the chosen products, in order.' }),
  })
  .openapi('Collection');

function toSectionJson({ id, imageUrl, ...rest }: StaffCategory | StaffCollection) {
  const { name, slug, formerSlugs, description, inMenu, version, updatedAt } = rest;
  const texts = { name, slug, formerSlugs, description, image: imageUrl };
  return { _id: id, ...texts, inMenu, version, updatedAt };
}

export function toCategoryJson(one: StaffCategory): z.infer<typeof category> {
  return { ...toSectionJson(one), offers: one.offers };
}

export function toCollectionRowJson(one: StaffCollection): z.infer<typeof collectionRow> {
  if (!one.rule) return { ...toSectionJson(one), rule: null };
  const { minMinor, maxMinor, ...conditions } = one.rule;
  const amounts = { min: toDecimalOrNull(minMinor), max: toDecimalOrNull(maxMinor) };
  return { ...toSectionJson(one), rule: { ...conditions, ...amounts } };
}

export function toCollectionJson(one: CollectionWithProducts): z.infer<typeof collection> {
  return { ...toCollectionRowJson(one), products: one.products.map(({ id }) => id) };
}
