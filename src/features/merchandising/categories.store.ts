import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { isoTime } from '#db/iso-time.ts';
import { products } from '../catalog/catalog.table.ts';
import { categories, categorySlugs } from '../catalog/categories.table.ts';
import { collections } from '../catalog/collections.table.ts';
import { taxRates } from '../taxes/taxes.table.ts';
import type { StaffCategory } from './merchandising.schema.ts';

type Columns = Partial<typeof categories.$inferInsert>;

const columns = {
  id: categories.id,
  name: categories.name,
  slug: categories.slug,
  formerSlugs: sql<string[]>`array(
    select former.slug from ${categorySlugs} former
    where former.category_id = categories.id and former.slug <> categories.slug
    order by former.created_at desc, former.slug
  )`,
  description: categories.description,
  imageUrl: categories.imageUrl,
  inMenu: categories.inMenu,
  offers: categories.offers,
  version: categories.version,
  updatedAt: isoTime(categories.updatedAt),
};

/** The names of all categories in the order of staff. */
export function selectNames(db: Executor): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id));
}

export function selectCategories(db: Executor): Promise<StaffCategory[]> {
  return db.select(columns).from(categories).orderBy(asc(categories.position), asc(categories.id));
}

export async function selectCategory(db: Executor, id: string): Promise<StaffCategory | undefined> {
  const [row] = await db.select(columns).from(categories).where(eq(categories.id, id));
  return row;
}

export async function insertCategory(
  db: Executor,
  row: typeof categories.$inferInsert,
): Promise<void> {
  await db.insert(categories).values(row);
}

export async function updateCategory(db: Executor, id: string, set: Columns): Promise<void> {
  await db.update(categories).set(set).where(eq(categories.id, id));
}

/** Takes the home page's offers from every other category. Their versions increase. */
export async function takeOffers(db: Executor, id: string): Promise<void> {
  await db
    .update(categories)
    .set({ offers: false, version: sql`${categories.version} + 1` })
    .where(and(categories.offers, ne(categories.id, id)));
}

export async function deleteCategory(db: Executor, id: string): Promise<void> {
  await db.delete(categories).where(eq(categories.id, id));
}

/** How many products a category has, in any status; stops at `most`. */
export async function countProductsUpTo(
  db: Executor,
  categoryId: string,
  most: number,
): Promise<number> {
  const few = db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.categoryId, categoryId))
    .limit(most);
  return db.$count(few.as('few'));
}

/** The names of the collections whose rule names a category; at most ten. */
export async function selectRulesOf(db: Executor, categoryId: string): Promise<string[]> {
  const rows = await db
    .select({ name: collections.name })
    .from(collections)
    .where(eq(collections.ruleCategory, categoryId))
    .orderBy(collections.name)
    .limit(10);
  return rows.map(({ name }) => name);
}

/** Whether a tax rate is for a category alone. */
export async function hasTaxRate(db: Executor, categoryId: string): Promise<boolean> {
  return (await db.$count(taxRates, eq(taxRates.categoryId, categoryId))) > 0;
}

/**
 * Locks the first products of a category, by id after the given one, and moves them. Returns their
 * ids in order.
 */
export async function moveSome(
  db: Executor,
  {
    from,
    to,
    after,
    limit,
    at,
  }: { from: string; to: string; after: string; limit: number; at: Date },
): Promise<string[]> {
  const next: SQL = sql`
    select id from ${products} where category = ${from} and id > ${after}
    order by id limit ${limit} for no key update`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with next as (${next})
    update ${products} set category = ${to}, version = version + 1, updated_at = ${at.toISOString()}
    from next where products.id = next.id returning products.id`);
  return rows.map(({ id }) => id).sort();
}
