/**
 * Owns pages with the owner's own text, such as 'Privacy'. Promises: their HTML has only the tags of
 * a product's description, and no images; a change applies from the next request on, in every
 * process, and is in the audit log; an address that a page gave up leads to it.
 */
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { brokenConstraint } from '#db/database-error.ts';
import { AppError } from '#shared/errors.ts';
import { toFormattedText } from '#shared/formatted-text.ts';
import { newId } from '#shared/ids.ts';
import { slugify } from '#shared/slugify.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';

import { requireVersion } from '../record-version.ts';
import { MAX_PAGES, type PageChanges, type PageInput, type ShopPage } from './shop-pages.schema.ts';
import {
  deletePage,
  forgetFormerSlug,
  insertPage,
  selectPage,
  selectPageAt,
  selectPages,
  selectSlugs,
  updatePage,
  writePageOrder,
} from './shop-pages.store.ts';

/** The most addresses of a page that redirect to it. */
const MOST_FORMER = 20;

/** The page at this address, for anybody; null if there is none. A former address finds it too. */
export async function findShopPage(ctx: Ctx, slug: string): Promise<ShopPage | null> {
  return (await selectPageAt(ctx.db, slug)) ?? null;
}

/** The paths of all pages, for search engines. */
export async function shopPagePaths(ctx: Ctx): Promise<string[]> {
  return (await selectSlugs(ctx.db)).map((slug) => `/pages/${slug}`);
}

/** All pages in the order of staff (admin). */
export async function listShopPages(ctx: Ctx, actor: Actor): Promise<ShopPage[]> {
  requireAdmin(actor);
  return selectPages(ctx.db);
}

export async function getShopPage(ctx: Ctx, actor: Actor, id: string): Promise<ShopPage> {
  requireAdmin(actor);
  return (await selectPage(ctx.db, id)) ?? notFound();
}

/** Adds a page at the end (admin). Without a slug, its address is made from the name. */
export function addShopPage(ctx: Ctx, actor: Actor, input: PageInput): Promise<ShopPage> {
  return withPages(ctx, actor, async (tx, adminId) => {
    const pages = await selectPages(tx);
    if (pages.length >= MAX_PAGES) {
      throw new AppError('invalid_request', `A shop has at most ${MAX_PAGES} pages.`);
    }
    const { name, inFooter = true } = input;
    const id = newId('pag');
    const slug = input.slug ?? freeSlug(pages, name);
    const body = await bodyAfter({ text: '', html: '' }, input);
    await forgetFormerSlug(tx, slug);
    await insertPage(tx, { id, name, slug, inFooter, ...body, updatedAt: ctx.now() });
    await recordAudit(tx, adminId, 'page.add', id, { name });
    return (await selectPage(tx, id)) ?? notFound();
  });
}

/**
 * Applies these changes to the given version of a page (admin). 412 `edit_conflict` with the current
 * record in `details.current` when it changed meanwhile.
 */
export function editShopPage(
  ctx: Ctx,
  actor: Actor,
  id: string,
  version: number,
  changes: PageChanges,
): Promise<ShopPage> {
  return withPages(ctx, actor, async (tx, adminId) => {
    const before = (await selectPage(tx, id)) ?? notFound();
    requireVersion(before, version);
    const { name = before.name, slug = before.slug, inFooter = before.inFooter } = changes;
    const formerSlugs = [before.slug, ...before.formerSlugs]
      .filter((one) => one !== slug)
      .slice(0, MOST_FORMER);
    const after = { name, slug, inFooter, ...(await bodyAfter(before, changes)) };
    const changed = changesOf(before, after);
    if (Object.keys(changed).length === 0) return before;
    const next = { ...after, formerSlugs, version: version + 1, updatedAt: ctx.now() };
    if (slug !== before.slug) await forgetFormerSlug(tx, slug);
    await updatePage(tx, id, next);
    await recordAudit(tx, adminId, 'page.edit', id, { name: before.name, changed });
    return (await selectPage(tx, id)) ?? notFound();
  });
}

/** Removes a page (admin). A repeat does nothing. */
export function removeShopPage(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ deletedCount: number }> {
  return withPages(ctx, actor, async (tx, adminId) => {
    const page = await selectPage(tx, id);
    if (!page) return { deletedCount: 0 };
    await deletePage(tx, id);
    const { name, slug, text } = page;
    await recordAudit(tx, adminId, 'page.remove', id, { name, slug, text });
    return { deletedCount: 1 };
  });
}

/** Puts the pages into this order (admin): all of them, each once. */
export function orderShopPages(ctx: Ctx, actor: Actor, ids: string[]): Promise<void> {
  return withPages(ctx, actor, async (tx, adminId) => {
    const before = await selectPages(tx);
    const nameOf = new Map(before.map(({ id, name }) => [id, name]));
    const isSame = ids.length === before.length && new Set(ids).size === ids.length;
    if (!isSame || !ids.every((id) => nameOf.has(id))) {
      throw new AppError('invalid_request', 'The list has changed. Please look at it again.');
    }
    if (before.every(({ id }, index) => id === ids[index])) return;
    await writePageOrder(tx, ids);
    const order = [before.map(({ name }) => name), ids.map((id) => nameOf.get(id))];
    await recordAudit(tx, adminId, 'page.order', 'pages', { changed: { order } });
  });
}

/** Runs one edit of pages at a time (admin), in a transaction: there are few. */
async function withPages<T>(
  ctx: Ctx,
  actor: Actor,
  work: (tx: Tx, adminId: string) => Promise<T>,
): Promise<T> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, 'shop-pages');
    return work(tx, admin.id);
  }).catch((error: unknown) => {
    if (brokenConstraint(error) !== 'shop_pages_slug_unique') throw error;
    const sentence = 'Another page has that address. Please choose another one.';
    throw new AppError('invalid_request', sentence, { cause: error });
  });
}

/** The text after an edit. Formatting stays while its plain text is not changed. */
async function bodyAfter(
  before: Pick<ShopPage, 'text' | 'html'>,
  { text, html }: Pick<PageChanges, 'text' | 'html'>,
): Promise<Pick<ShopPage, 'text' | 'html'>> {
  if (html !== undefined) return toFormattedText(html, 'page');
  if (text === undefined || text === before.text) return { text: before.text, html: before.html };
  return { text, html: '' };
}

function freeSlug(pages: ShopPage[], name: string): string {
  const base = /[a-z0-9]/i.test(name.normalize('NFKD')) ? slugify(name) : 'page';
  const taken = new Set(pages.map(({ slug }) => slug));
  const wanted = [base, ...Array.from({ length: MAX_PAGES }, (_, at) => `${base}-${at + 2}`)];
  return wanted.find((slug) => !taken.has(slug)) ?? base;
}

function changesOf<T extends object>(before: T, after: Partial<T>) {
  const names = Object.keys(after) as (keyof T & string)[];
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, [before[name], after[name]]]),
  );
}

function notFound(): never {
  throw new AppError('not_found', 'There is no such page.');
}
