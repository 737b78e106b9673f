/** Collections as customers see them. */
import { eq, sql } from 'drizzle-orm';
import { escaped } from '#db/pattern.ts';
import type { Ctx } from '../context.ts';
import { collectionProducts, collectionSlugs, collections } from './collections.table.ts';
import { noFilter, type ProductFilter } from './product-list.schema.ts';

/** A collection, and in `scope` the filter that its products fit. */
export interface Collection {
  name: string;
  slug: string;
  description: string;
  imageUrl: string | null;
  scope: ProductFilter;
}

/** The collection that has this slug or had it; null for none. */
export async function findCollection(ctx: Ctx, slug: string): Promise<Collection | null> {
  if (slug.includes('\0')) return null;
  const owner = ctx.db
    .select({ id: collectionSlugs.collectionId })
    .from(collectionSlugs)
    .where(eq(collectionSlugs.slug, slug));
  const [row] = await ctx.db
    .select()
    .from(collections)
    .where(eq(collections.id, sql`(${owner})`));
  if (!row) return null;
  const { name, slug: current, description, imageUrl } = row;
  return { name, slug: current, description, imageUrl, scope: scopeOf(row) };
}

/** Collections with a word that begins so, by their names. No index, because there are few. */
export async function collectionsNamed(
  ctx: Ctx,
  start: string,
  limit: number,
): Promise<{ name: string; path: string }[]> {
  const rows = await ctx.db
    .select({ name: collections.name, slug: collections.slug })
    .from(collections)
    .where(sql`' ' || search_fold(${collections.name}) like ${`% ${escaped(start)}%`}`)
    .orderBy(collections.name, collections.id)
    .limit(limit);
  return rows.map(({ name, slug }) => ({ name, path: `/collections/${slug}` }));
}

/** The ids of the products of a collection by hand, which are few. */
export async function chosenProducts(ctx: Ctx, collection: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: collectionProducts.productId })
    .from(collectionProducts)
    .where(eq(collectionProducts.collectionId, collection));
  return rows.map(({ id }) => id);
}

/** The paths of all collections, of which there are a few hundred at most. */
export async function collectionPaths(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.select({ slug: collections.slug }).from(collections);
  return rows.map(({ slug }) => `/collections/${slug}`).sort();
}

function scopeOf(row: typeof collections.$inferSelect): ProductFilter {
  const { byHand, ruleCategory, ruleTags, ruleMinMinor, ruleMaxMinor, ruleInStock } = row;
  if (byHand) return { ...noFilter(), collection: row.id };
  const price = { minMinor: ruleMinMinor, maxMinor: ruleMaxMinor };
  return { ...noFilter(), category: ruleCategory, tags: ruleTags, inStock: ruleInStock, price };
}
