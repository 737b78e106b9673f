import { sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { insertRows } from '#db/insert-rows.ts';
import {
  descriptionImages,
  productImages,
  productSlugs,
  relatedProducts,
  variants,
} from '../catalog/catalog.table.ts';
import { categories } from '../catalog/categories.table.ts';
import type { StaffProduct } from './product-management.schema.ts';

/**
 * Writes the fields of these products, in one statement for any number of them. Does not write
 * variants, images, related products and former slugs.
 */
export async function updateProducts(db: Executor, rows: StaffProduct[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  const fields = rows.map(
    ({ variants: _v, images: _i, related: _r, formerSlugs: _f, ...fields }) => fields,
  );
  await db.execute(sql`
    update products set slug = given.slug, name = given.name,
      -- One that was removed meanwhile stays what it is now.
      category = coalesce(
        (select id from categories where categories.name = given.category), products.category
      ),
      descriptions = given.descriptions, description_html = given."descriptionHtml",
      gender = given.gender, brand = given.brand,
      product_type = given."productType", material = given.material, care = given.care,
      tags = given.tags,
      -- A record that was kept before products had third options does not say it.
      option_name = coalesce(given."optionName", products.option_name), seo_title = given."seoTitle", seo_description = given."seoDescription",
      status = given.status, publish_at = given."publishAt", price_minor = given."priceMinor",
      compare_at_minor = given."compareAtMinor", cost_minor = given."costMinor",
      weight_grams = given."weightGrams", version = given.version, updated_at = ${at.toISOString()},
      deleted_at = case when given.status = 'archived'
        then coalesce(products.deleted_at, ${at.toISOString()}::timestamptz) end
    from json_to_recordset(${JSON.stringify(fields)}) as given(
      id text, slug text, name text, category text, descriptions text,
      "descriptionHtml" text, gender text, brand text,
      "productType" text, material text, care text, tags text[], "optionName" text, "seoTitle" text,
      "seoDescription" text, status text, "publishAt" timestamptz, "priceMinor" bigint,
      "compareAtMinor" bigint, "costMinor" bigint, "weightGrams" int, version int)
    where products.id = given.id`);
}

/** The given names that a category has now. */
export async function selectCategoryNames(db: Executor, names: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ name: categories.name })
    .from(categories)
    .where(anyOf(categories.name, [...new Set(names)]));
  return new Set(rows.map(({ name }) => name));
}

/** Replaces all images of these products. */
export async function replaceImagesOf(
  db: Executor,
  productIds: string[],
  rows: (typeof productImages.$inferInsert)[],
): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(productImages).where(anyOf(productImages.productId, productIds));
  await insertRows(db, productImages, rows);
}

/** Replaces the lists of images that the descriptions of these products show. */
export async function replaceDescriptionImagesOf(
  db: Executor,
  productIds: string[],
  rows: (typeof descriptionImages.$inferInsert)[],
): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(descriptionImages).where(anyOf(descriptionImages.productId, productIds));
  await insertRows(db, descriptionImages, rows);
}

/** Replaces all products that the pages of these products show. */
export async function replaceRelatedOf(
  db: Executor,
  productIds: string[],
  rows: (typeof relatedProducts.$inferInsert)[],
): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(relatedProducts).where(anyOf(relatedProducts.productId, productIds));
  await insertRows(db, relatedProducts, rows);
}

/** Adds variants after the existing ones of their products. */
export async function appendVariants(
  db: Executor,
  rows: (typeof variants.$inferInsert)[],
): Promise<void> {
  await insertRows(db, variants, rows);
}

/** Makes former slugs of these products free again. */
export async function deleteFormerSlugs(db: Executor, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(productSlugs).where(anyOf(productSlugs.productId, productIds));
}
