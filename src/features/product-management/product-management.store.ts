import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { productImages, products, variants } from '../catalog/catalog.table.ts';

/** Which of these slugs listed products use. */
export async function selectTakenSlugs(db: Executor, slugs: string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(and(isNull(products.archivedAt), inArray(products.slug, slugs)));
  return new Set(rows.map((row) => row.slug));
}

/** The names of products by id, including removed ones. */
export async function selectNames(db: Executor, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function insertProduct(
  db: Executor,
  product: typeof products.$inferInsert,
  variantRows: (typeof variants.$inferInsert)[],
  imageRows: (typeof productImages.$inferInsert)[],
): Promise<void> {
  await db.insert(products).values(product);
  await db.insert(variants).values(variantRows);
  if (imageRows.length > 0) await db.insert(productImages).values(imageRows);
}

/**
 * Removes a product from every list and takes its variants off sale. Locks the variants, so that a
 * concurrent order is placed completely before or refused after. Returns how many rows were
 * removed.
 */
export async function markRemoved(db: Executor, id: string, at: Date): Promise<number> {
  const removed = await db
    .update(products)
    .set({ archivedAt: at, updatedAt: at, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, id), isNull(products.archivedAt)))
    .returning({ id: products.id });
  if (removed.length === 0) return 0;
  await db.update(variants).set({ active: false }).where(eq(variants.productId, id));
  return 1;
}

export async function countProducts(db: Executor): Promise<number> {
  return db.$count(products);
}
