import { and, eq, inArray, isNull } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import { insertRows } from '#db/insert-rows.ts';
import { productImages, productSlugs, products, variants } from '../../catalog/catalog.table.ts';
import type { ProductRows } from './product-rows.ts';

/** The product that has each of these slugs, or gave it up. */
export async function selectSlugOwners(
  db: Executor,
  slugs: string[],
): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const live = db
    .select({ slug: products.slug, productId: products.id })
    .from(products)
    .where(and(isNull(products.archivedAt), inArray(products.slug, slugs)));
  const former = db
    .select({ slug: productSlugs.slug, productId: productSlugs.productId })
    .from(productSlugs)
    .where(inArray(productSlugs.slug, slugs));
  const rows = await unionAll(live, former);
  return new Map(rows.map(({ slug, productId }) => [slug, productId]));
}

/** The product of each of these SKUs. */
export async function selectSkuOwners(
  db: Executor,
  skus: string[],
): Promise<Map<string, { slug: string; isArchived: boolean }>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .select({ sku: variants.sku, slug: products.slug, status: products.status })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(inArray(variants.sku, skus));
  return new Map(
    rows.map(({ sku, slug, status }) => [sku, { slug, isArchived: status === 'archived' }]),
  );
}

/** Inserts products with variants, images and former slugs: one statement for each table. */
export async function insertProducts(db: Executor, rows: ProductRows[]): Promise<void> {
  await insertRows(
    db,
    products,
    rows.map(({ product }) => product),
  );
  await insertRows(
    db,
    variants,
    rows.flatMap((row) => row.variants),
  );
  await insertRows(
    db,
    productImages,
    rows.flatMap(({ images }) => images),
  );
  await insertRows(
    db,
    productSlugs,
    rows.flatMap(({ formerSlugs }) => formerSlugs),
  );
}
