/** Takes the first categories of a database from `shop.config.ts`, and a new shop's synonyms. */
import { asc, eq, sql } from 'drizzle-orm';
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import { slugify } from '#shared/slugify.ts';
import type { Ctx } from '../context.ts';
import { categories, categorySlugs } from './categories.table.ts';
import { searchSynonyms } from './search.table.ts';

type Row = typeof categories.$inferInsert;

/**
 * Writes the categories of `shop.config.ts` into a database that has none yet. Later starts leave
 * them alone. Categories that an earlier version of the shop stored are completed. If the file no
 * longer has one of these, it stays out of the menu and keeps its products. A shop without any gets
 * `synonyms` as well; its staff may remove them.
 */
export async function setUpCategories(
  ctx: Ctx,
  synonyms: readonly (readonly string[])[] = [],
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, 'sections');
    const stored = await tx
      .select({ id: categories.id, version: categories.version })
      .from(categories)
      .orderBy(asc(categories.id));
    if (stored.some(({ version }) => version > 0)) return;
    const first = firstCategories(ctx.shop);
    const others = stored.filter(({ id }) => !first.some((one) => one.id === id));
    const rows = withFreeSlugs([...first, ...others.map(({ id }) => leftOver(id))]);
    await writeAll(tx, rows);
    if (stored.length === 0) await writeSynonyms(tx, synonyms);
  });
  await ctx.siteContent.read();
}

/** The offers' category is in the menu only if the file lists it there too. */
function firstCategories({ categories: listed, offerCategory, offerPage }: ShopConfig): Row[] {
  const isOffer = (name: string) => name === offerCategory;
  const inMenu = listed.map(({ name, slug, blurb, image }) => ({
    id: name,
    name,
    slug,
    description: blurb,
    imageUrl: image ?? `/pictures/banner-${slug}-800.webp`,
    inMenu: true,
    offers: isOffer(name),
    position: 0,
  }));
  if (listed.some(({ name }) => isOffer(name))) return inMenu;
  const { slug, blurb } = offerPage;
  const offers = { name: offerCategory, slug, description: blurb, inMenu: false, offers: true };
  return [...inMenu, { id: offerCategory, ...offers, position: 0 }];
}

function leftOver(id: string): Row {
  return { id, name: id, slug: slugify(id, 'category'), inMenu: false, position: 0 };
}

function withFreeSlugs(rows: Row[]): Row[] {
  const taken = new Set<string>();
  return rows.map((row, position) => {
    const slug = /^[a-z0-9_-]{1,120}$/i.test(row.slug)
      ? row.slug.toLowerCase()
      : slugify(row.slug, 'category');
    const free = taken.has(slug) ? `${slug}-${position + 1}` : slug;
    taken.add(free);
    return { ...row, slug: free, position, version: 1 };
  });
}

async function writeSynonyms(tx: Tx, groups: readonly (readonly string[])[]): Promise<void> {
  const rows = groups.map((words) => ({ id: newId('syn'), words: [...words] }));
  if (rows.length > 0) await tx.insert(searchSynonyms).values(rows).onConflictDoNothing();
}

async function writeAll(tx: Tx, rows: Row[]): Promise<void> {
  // The migration gave existing categories a provisional slug.
  await tx.delete(categorySlugs);
  for (const row of rows) {
    await tx
      .insert(categories)
      .values({ ...row, slug: `unset ${row.position}`, version: 1 })
      .onConflictDoUpdate({ target: categories.id, set: row });
    await tx.update(categories).set({ slug: row.slug }).where(eq(categories.id, row.id));
    await tx
      .insert(categorySlugs)
      .values({ slug: row.slug, categoryId: row.id, createdAt: sql`now()` });
  }
}
