import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { productImages, productSlugs, products, variants } from '../catalog/catalog.table.ts';

/**
 * Locks a product until the transaction ends; returns its version. New order lines may refer to it
 * meanwhile.
 */
export async function lockProduct(db: Executor, id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ version: products.version })
    .from(products)
    .where(eq(products.id, id))
    .for('no key update');
  return row?.version;
}

export async function insertProductRow(
  db: Executor,
  row: typeof products.$inferInsert,
): Promise<void> {
  await db.insert(products).values(row);
}

export async function updateProduct(
  db: Executor,
  id: string,
  columns: Partial<typeof products.$inferInsert>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await db.update(products).set(columns).where(eq(products.id, id));
}

/** Marks a product as changed, so that edits of the earlier version are refused. */
export async function writeNewVersion(db: Executor, id: string, at: Date): Promise<void> {
  await db
    .update(products)
    .set({ updatedAt: at, version: sql`${products.version} + 1` })
    .where(eq(products.id, id));
}

export async function updateVariant(
  db: Executor,
  id: string,
  columns: Partial<typeof variants.$inferInsert>,
): Promise<void> {
  await db.update(variants).set(columns).where(eq(variants.id, id));
}

export async function insertVariants(
  db: Executor,
  rows: (typeof variants.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(variants).values(rows);
}

/**
 * Puts the variants of a product that are not archived on sale when the product is active, and all
 * others off sale. Waits for orders that hold them.
 */
export async function updateOnSale(db: Executor, productId: string): Promise<void> {
  const onSale = sql`(${variants.archivedAt} is null and (
    select ${products.status} from ${products} where ${products.id} = ${productId}
  ) = 'active')`;
  const differing = db
    .select({ id: variants.id })
    .from(variants)
    .where(and(eq(variants.productId, productId), sql`${variants.active} <> ${onSale}`))
    .orderBy(variants.id)
    .for('update');
  await db.update(variants).set({ active: onSale }).where(inArray(variants.id, differing));
}

export async function replaceImages(
  db: Executor,
  productId: string,
  rows: (typeof productImages.$inferInsert)[],
): Promise<void> {
  await db.delete(productImages).where(eq(productImages.productId, productId));
  if (rows.length > 0) await db.insert(productImages).values(rows);
}

/** Stores a slug that a product gave up. One that it takes again is no former one. */
export async function storeFormerSlug(
  db: Executor,
  productId: string,
  slugs: { former: string; taken: string },
  at: Date,
): Promise<void> {
  await db
    .delete(productSlugs)
    .where(and(eq(productSlugs.productId, productId), eq(productSlugs.slug, slugs.taken)));
  await db
    .insert(productSlugs)
    .values({ slug: slugs.former, productId, createdAt: at })
    .onConflictDoNothing();
}

/** The scheduled products whose time has come, locked; at most `limit`. */
export async function lockDueProducts(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(sql`products.status = 'scheduled' and products.publish_at <= ${now.toISOString()}`)
    .orderBy(products.publishAt, products.id)
    .limit(limit)
    .for('no key update', { skipLocked: true });
  return rows.map(({ id }) => id);
}
