import { and, inArray, isNull, ne } from 'drizzle-orm';
import { type PgInsertValue, union } from 'drizzle-orm/pg-core';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { productImages, productSlugs, products, variants } from '../catalog/catalog.table.ts';

/** The slugs among these that other products have or had. */
export async function selectTakenSlugs(
  db: Executor,
  slugs: string[],
  exceptOf = '',
): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const live = db
    .select({ slug: products.slug })
    .from(products)
    .where(
      and(isNull(products.archivedAt), inArray(products.slug, slugs), ne(products.id, exceptOf)),
    );
  const former = db
    .select({ slug: productSlugs.slug })
    .from(productSlugs)
    .where(and(inArray(productSlugs.slug, slugs), ne(productSlugs.productId, exceptOf)));
  const rows = await union(live, former);
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

/** The versions of products by id, including archived ones. */
export async function selectVersions(db: Executor, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: products.id, version: products.version })
    .from(products)
    .where(anyOf(products.id, ids));
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export async function insertProduct(
  db: Executor,
  product: PgInsertValue<typeof products>,
  variantRows: (typeof variants.$inferInsert)[],
  imageRows: (typeof productImages.$inferInsert)[],
): Promise<void> {
  await db.insert(products).values(product);
  await db.insert(variants).values(variantRows);
  if (imageRows.length > 0) await db.insert(productImages).values(imageRows);
}

export async function countProducts(db: Executor): Promise<number> {
  return db.$count(products);
}
