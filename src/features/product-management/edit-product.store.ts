import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import {
  descriptionImages,
  productImages,
  productSlugs,
  products,
  relatedProducts,
  variants,
} from '../catalog/catalog.table.ts';
import type { StaffVariant } from './product-management.schema.ts';
import { selectTakenSlugs } from './product-management.store.ts';
import { type MarkedRecord, writtenBy } from './staff-product.store.ts';

/**
 * Locks products until the transaction ends, in a fixed order. New order lines may refer to them
 * meanwhile.
 */
export async function lockProducts(db: Executor, ids: string[]): Promise<void> {
  await db
    .select({ id: products.id })
    .from(products)
    .where(anyOf(products.id, ids))
    .orderBy(products.id)
    .for('no key update');
}

/**
 * Locks all variants of locked products in the order of ids, as orders lock theirs, so that an edit
 * and an order can't deadlock.
 */
export async function lockVariantsOf(db: Executor, productIds: string[]): Promise<void> {
  await db
    .select({ id: variants.id })
    .from(variants)
    .where(anyOf(variants.productId, productIds))
    .orderBy(variants.id)
    .for('update');
}

/**
 * Locks these products, and their variants in the order of ids, as `lockVariantsOf` does. Returns
 * the ids of those that changed after they were read.
 */
export async function lockRecords(db: Executor, read: MarkedRecord[]): Promise<string[]> {
  const ids = read.map(({ record }) => record.id);
  const rows = await db
    .select({ id: products.id, mark: writtenBy(products) })
    .from(products)
    .where(anyOf(products.id, ids))
    .orderBy(products.id)
    .for('no key update');
  const variantRows = await db
    .select({ id: variants.id, productId: variants.productId, mark: writtenBy(variants) })
    .from(variants)
    .where(anyOf(variants.productId, ids))
    .orderBy(variants.id)
    .for('update');
  const counts = new Map<string, number>();
  for (const { productId } of variantRows) counts.set(productId, (counts.get(productId) ?? 0) + 1);
  const marks = new Map([...rows, ...variantRows].map(({ id, mark }) => [id, mark]));
  const isSame = ({ record, mark, variantMarks }: MarkedRecord) =>
    marks.get(record.id) === mark &&
    (counts.get(record.id) ?? 0) === record.variants.length &&
    record.variants.every(({ id }, index) => marks.get(id) === variantMarks[index]);
  return read.filter((one) => !isSame(one)).map(({ record }) => record.id);
}

/** Columns of a product to write. */
export type ProductColumns = PgUpdateSetSource<typeof products>;

export async function insertProductRow(
  db: Executor,
  row: PgInsertValue<typeof products>,
): Promise<void> {
  await db.insert(products).values(row);
}

export async function updateProduct(
  db: Executor,
  id: string,
  columns: ProductColumns,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await db.update(products).set(columns).where(eq(products.id, id));
}

/** Marks a product as changed, so that edits of an earlier version are refused. */
export async function writeVersion(
  db: Executor,
  id: string,
  version: number,
  at: Date,
): Promise<void> {
  await db.update(products).set({ updatedAt: at, version }).where(eq(products.id, id));
}

/** The fields of a variant that an edit writes. */
export type VariantFields = Omit<StaffVariant, 'available' | 'reserved'>;

/** Writes these fields of variants, in one statement for any number of them. */
export async function updateVariants(db: Executor, rows: VariantFields[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    update variants set sku = given.sku, size = given.size, colour = given.color,
      option_value = given.option,
      price_minor = given."priceMinor", compare_at_minor = given."compareAtMinor",
      cost_minor = given."costMinor", weight_grams = given."weightGrams", barcode = given.barcode,
      low_stock_at = given."lowStockAt", image_url = given."imageUrl",
      archived_at = case when given.archived
        then coalesce(variants.archived_at, ${at.toISOString()}::timestamptz) end,
      active = variants.active and not given.archived
    from json_to_recordset(${JSON.stringify(rows)}) as given(
      id text, sku text, size text, color text, option text, "priceMinor" bigint, "compareAtMinor" bigint,
      "costMinor" bigint, "weightGrams" int, barcode text, "lowStockAt" int, "imageUrl" text,
      archived boolean)
    where variants.id = given.id`);
}

/**
 * Gives variants provisional unique SKUs and options, so that they can swap values. A unique index
 * is checked at each row.
 */
export async function clearUniqueValues(db: Executor, ids: string[]): Promise<void> {
  await db
    .update(variants)
    .set({ sku: sql`'moving ' || ${variants.id}`, size: sql`'moving ' || ${variants.id}` })
    .where(inArray(variants.id, ids));
}

/** Gives these variants their places in this list as positions. */
export async function updatePositions(db: Executor, ids: string[]): Promise<void> {
  await db.execute(sql`
    update variants set position = given.place - 1
    from unnest(${sql.param(ids)}::text[]) with ordinality as given(id, place)
    where variants.id = given.id and variants.position <> given.place - 1`);
}

export async function insertVariants(
  db: Executor,
  rows: (typeof variants.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(variants).values(rows);
}

/**
 * Puts the variants of these products on sale, or takes them off. A variant is on sale if its
 * product is active and it is not archived. The variants have to be locked.
 */
export async function updateOnSale(db: Executor, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute(sql`
    update variants set active = not variants.active
    from products
    where products.id = variants.product_id
      and products.id = any(${sql.param(productIds)}::text[])
      and variants.active <> (variants.archived_at is null and products.status = 'active')`);
}

export async function replaceImages(
  db: Executor,
  productId: string,
  rows: (typeof productImages.$inferInsert)[],
): Promise<void> {
  await db.delete(productImages).where(eq(productImages.productId, productId));
  if (rows.length > 0) await db.insert(productImages).values(rows);
}

/** Takes these images from the variants of a product. */
export async function takeFromVariants(
  db: Executor,
  productId: string,
  urls: string[],
): Promise<void> {
  if (urls.length === 0) return;
  await db
    .update(variants)
    .set({ imageUrl: null })
    .where(and(eq(variants.productId, productId), inArray(variants.imageUrl, urls)));
}

/** Replaces the list of images that the description of a product shows. */
export async function replaceDescriptionImages(
  db: Executor,
  productId: string,
  urls: string[],
): Promise<void> {
  await db.delete(descriptionImages).where(eq(descriptionImages.productId, productId));
  const rows = urls.map((url) => ({ productId, url }));
  if (rows.length > 0) await db.insert(descriptionImages).values(rows);
}

/** Replaces the products that the page of a product shows. */
export async function replaceRelated(
  db: Executor,
  productId: string,
  ids: string[],
): Promise<void> {
  await db.delete(relatedProducts).where(eq(relatedProducts.productId, productId));
  const rows = ids.map((relatedId, position) => ({ productId, relatedId, position }));
  if (rows.length > 0) await db.insert(relatedProducts).values(rows);
}

/**
 * Stores a slug that a product gave up. A slug that the product takes back is no longer a former
 * one. Neither is a slug that another product took while this one was archived.
 */
export async function storeFormerSlug(
  db: Executor,
  productId: string,
  slugs: { former: string; taken: string },
  at: Date,
): Promise<void> {
  await db
    .delete(productSlugs)
    .where(and(eq(productSlugs.productId, productId), eq(productSlugs.slug, slugs.taken)));
  if ((await selectTakenSlugs(db, [slugs.former], productId)).size > 0) return;
  await db
    .insert(productSlugs)
    .values({ slug: slugs.former, productId, createdAt: at })
    .onConflictDoNothing();
}

/** The scheduled products whose time has come, after the given one; at most `limit`. */
export async function selectDueProducts(
  db: Executor,
  now: Date,
  limit: number,
  after: string,
): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(
      sql`products.status = 'scheduled' and products.publish_at <= ${now.toISOString()}
        and products.id > ${after}`,
    )
    .orderBy(products.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}
