import { and, asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { isoTime } from '#db/iso-time.ts';
import type { ShopPage } from './shop-pages.schema.ts';
import { shopPages } from './shop-pages.table.ts';

const columns = {
  id: shopPages.id,
  name: shopPages.name,
  slug: shopPages.slug,
  formerSlugs: shopPages.formerSlugs,
  text: shopPages.text,
  html: shopPages.html,
  status: shopPages.status,
  inFooter: shopPages.inFooter,
  version: shopPages.version,
  updatedAt: isoTime(shopPages.updatedAt),
};

/** All pages in the order of staff; there are few. */
export function selectPages(db: Executor): Promise<ShopPage[]> {
  return db.select(columns).from(shopPages).orderBy(asc(shopPages.position), asc(shopPages.id));
}

/** The names and plain texts of published pages, for searches. */
export function selectPageTexts(db: Executor): Promise<Pick<ShopPage, 'id' | 'name' | 'text'>[]> {
  const { id, name, text } = shopPages;
  return db.select({ id, name, text }).from(shopPages).where(isPublished);
}

/** The names of all pages in the order of staff. */
export function selectNames(db: Executor): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: shopPages.id, name: shopPages.name })
    .from(shopPages)
    .orderBy(asc(shopPages.position), asc(shopPages.id));
}

export async function selectPage(db: Executor, id: string): Promise<ShopPage | undefined> {
  const [row] = await db.select(columns).from(shopPages).where(eq(shopPages.id, id));
  return row;
}

const isPublished = eq(shopPages.status, 'published');

/** The published page with this slug, or else one that gave it up. */
export async function selectPageAt(db: Executor, slug: string): Promise<ShopPage | undefined> {
  const [row] = await db
    .select(columns)
    .from(shopPages)
    .where(
      and(
        isPublished,
        sql`(${shopPages.slug} = ${slug} or ${slug} = any(${shopPages.formerSlugs}))`,
      ),
    )
    .orderBy(sql`${shopPages.slug} = ${slug} desc`, asc(shopPages.id))
    .limit(1);
  return row;
}

export async function insertPage(db: Executor, row: typeof shopPages.$inferInsert): Promise<void> {
  await db.insert(shopPages).values(row);
}

export async function updatePage(
  db: Executor,
  id: string,
  change: Partial<typeof shopPages.$inferInsert>,
): Promise<void> {
  await db.update(shopPages).set(change).where(eq(shopPages.id, id));
}

/** Ends the redirect from an address that another page has now. */
export async function forgetFormerSlug(db: Executor, slug: string): Promise<void> {
  await db
    .update(shopPages)
    .set({ formerSlugs: sql`array_remove(${shopPages.formerSlugs}, ${slug})` })
    .where(sql`${slug} = any(${shopPages.formerSlugs})`);
}

/** The addresses of all published pages, in the order of staff. */
export async function selectSlugs(db: Executor): Promise<string[]> {
  const rows = await db
    .select({ slug: shopPages.slug })
    .from(shopPages)
    .where(isPublished)
    .orderBy(asc(shopPages.position), asc(shopPages.id));
  return rows.map(({ slug }) => slug);
}

export async function deletePage(db: Executor, id: string): Promise<void> {
  await db.delete(shopPages).where(eq(shopPages.id, id));
}
