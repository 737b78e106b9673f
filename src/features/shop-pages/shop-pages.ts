/**
 * Owns pages with the owner's own text, such as 'Privacy'. Promises: their HTML has only the tags of
 * a product's description, and no images; a change applies from the next request on, in every
 * process, and is in the audit log; an address that a page gave up leads to it until staff give it to
 * another page; no two pages have the same name; customers see no draft, neither in the footer nor in
 * the sitemap.
 */
import type { Tx } from '#db/client.ts';
import { nextPosition } from '#db/row-order.ts';
import { differencesBetween } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import { fitsWords } from '#shared/fits-words.ts';
import { toFormattedText } from '#shared/formatted-text.ts';
import { newId } from '#shared/ids.ts';
import { numberedSlugs, slugify } from '#shared/slugify.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import { requireVersion } from '../record-version.ts';
import type { SentenceOf } from '../refusal-of-constraint.ts';
import { reorderRows } from '../reorder-rows.ts';
import {
  MAX_PAGES,
  type PageChanges,
  type PageInput,
  type ShopPage,
  type ShownPage,
} from './shop-pages.schema.ts';
import {
  deletePage,
  forgetFormerSlug,
  insertPage,
  selectNames,
  selectPage,
  selectPageAt,
  selectPages,
  selectPageTexts,
  selectSlugs,
  updatePage,
} from './shop-pages.store.ts';
import { shopPages } from './shop-pages.table.ts';

/** The most addresses of a page that redirect to it. */
const MOST_FORMER = 20;
const NO_TEXT = { text: '', html: '' };

/**
 * The published page at this address, for anybody; null if there is none. A former address finds it
 * too.
 */
export async function findShopPage(ctx: Ctx, slug: string): Promise<ShopPage | null> {
  return (await selectPageAt(ctx.db, slug)) ?? null;
}

/**
 * What customers would see of a page after this input, which is not saved (admin). `id` is null for a
 * new page.
 */
export async function previewShopPage(
  ctx: Ctx,
  actor: Actor,
  id: string | null,
  input: PageInput,
): Promise<ShownPage> {
  const formatted = await readFormatted(actor, input);
  const before = id === null ? NO_TEXT : ((await selectPage(ctx.db, id)) ?? notFound());
  return { name: input.name, ...(formatted ?? bodyAfter(before, input)) };
}

/** The paths of all published pages, for search engines. */
export async function shopPagePaths(ctx: Ctx): Promise<string[]> {
  return (await selectSlugs(ctx.db)).map((slug) => `/pages/${slug}`);
}

/** The names and plain texts of all pages, for searches. */
export async function readPageTexts(ctx: Ctx): Promise<Pick<ShopPage, 'id' | 'name' | 'text'>[]> {
  return selectPageTexts(ctx.db);
}

/** All pages in the order of staff (admin). */
export async function listShopPages(ctx: Ctx, actor: Actor): Promise<ShopPage[]> {
  requireAdmin(actor);
  return selectPages(ctx.db);
}

/** The first pages whose names have a word for each word of a text, by its beginning (admin). */
export async function findShopPages(
  ctx: Ctx,
  actor: Actor,
  text: string,
  most: number,
): Promise<{ id: string; name: string }[]> {
  requireAdmin(actor);
  const all = await selectNames(ctx.db);
  return all.filter(({ name }) => fitsWords(text, name)).slice(0, most);
}

/** The names of all pages, by id (admin). A shop has few. */
export async function nameShopPages(ctx: Ctx, actor: Actor): Promise<Map<string, string>> {
  requireAdmin(actor);
  return new Map((await selectNames(ctx.db)).map(({ id, name }) => [id, name]));
}

export async function getShopPage(ctx: Ctx, actor: Actor, id: string): Promise<ShopPage> {
  requireAdmin(actor);
  return (await selectPage(ctx.db, id)) ?? notFound();
}

/** Adds a page at the end (admin). Without a slug, its address is made from the name. */
export async function addShopPage(ctx: Ctx, actor: Actor, input: PageInput): Promise<ShopPage> {
  const formatted = await readFormatted(actor, input);
  return withPages(ctx, actor, async (tx, adminId) => {
    const pages = await selectPages(tx);
    if (pages.length >= MAX_PAGES) {
      throw new AppError('invalid_request', `A shop has at most ${MAX_PAGES} pages.`);
    }
    const { name, status = 'published', inFooter = true } = input;
    const id = newId('pag');
    const slug = input.slug ?? freeSlug(pages, name);
    const body = formatted ?? bodyAfter(NO_TEXT, input);
    const takenOver = status === 'draft' ? {} : await takeOver(tx, pages, id, slug);
    const position = await nextPosition(tx, shopPages);
    const shown = { status, inFooter, position };
    await insertPage(tx, { id, name, slug, ...shown, ...body, updatedAt: ctx.now() });
    const draft = status === 'draft' ? { status } : {};
    await recordAudit(tx, adminId, 'page.add', id, { name, ...draft, ...takenOver });
    return (await selectPage(tx, id)) ?? notFound();
  });
}

/**
 * Applies these changes to the given version of a page (admin). 412 `edit_conflict` with the current
 * record in `details.current` when it changed meanwhile.
 */
export async function editShopPage(
  ctx: Ctx,
  actor: Actor,
  id: string,
  version: number,
  changes: PageChanges,
): Promise<ShopPage> {
  const formatted = await readFormatted(actor, changes);
  return withPages(ctx, actor, async (tx, adminId) => {
    const before = (await selectPage(tx, id)) ?? notFound();
    requireVersion(before, version);
    const { name = before.name, slug = before.slug } = changes;
    const { status = before.status, inFooter = before.inFooter } = changes;
    const formerSlugs = [before.slug, ...before.formerSlugs]
      .filter((one) => one !== slug)
      .slice(0, MOST_FORMER);
    const edited = { name, slug, status, inFooter, ...(formatted ?? bodyAfter(before, changes)) };
    const changed = differencesBetween(before, { ...before, ...edited });
    if (Object.keys(changed).length === 0) return before;
    const next = { ...edited, formerSlugs, version: version + 1, updatedAt: ctx.now() };
    // A draft leaves the redirects of others to customers.
    const comesToBeThere =
      status === 'published' && (slug !== before.slug || before.status === 'draft');
    const takenOver = comesToBeThere ? await takeOver(tx, await selectPages(tx), id, slug) : {};
    await updatePage(tx, id, next);
    await recordAudit(tx, adminId, 'page.edit', id, { name: before.name, ...takenOver, changed });
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
export function reorderShopPages(ctx: Ctx, actor: Actor, ids: string[]): Promise<void> {
  return withPages(ctx, actor, async (tx, adminId) => {
    const changed = await reorderRows(tx, shopPages, await selectPages(tx), ids);
    if (changed) await recordAudit(tx, adminId, 'page.order', 'pages', { changed });
  });
}

/** Runs one edit of pages at a time (admin), in a transaction: there are few. */
function withPages<T>(
  ctx: Ctx,
  actor: Actor,
  work: (tx: Tx, adminId: string) => Promise<T>,
): Promise<T> {
  return editAsAdmin(ctx, actor, { locks: ['shop-pages'], sentenceOf }, work);
}

const sentenceOf: SentenceOf = {
  shop_pages_name_unique: 'Another page has that name.',
  shop_pages_slug_unique: 'Another page has that address. Please choose another one.',
};

/**
 * The formatted text of an input (admin), if it has one. Sanitizing takes a while, so call it before
 * the transaction, where other edits would wait for it.
 */
async function readFormatted(
  actor: Actor,
  { html }: Pick<PageChanges, 'html'>,
): Promise<Pick<ShopPage, 'text' | 'html'> | null> {
  requireAdmin(actor);
  return html === undefined ? null : toFormattedText(html, 'page');
}

/** The text after an edit without a formatted one. Formatting stays while its plain text does. */
function bodyAfter(
  before: Pick<ShopPage, 'text' | 'html'>,
  { text }: Pick<PageChanges, 'text'>,
): Pick<ShopPage, 'text' | 'html'> {
  if (text === undefined || text === before.text) return { text: before.text, html: before.html };
  return { text, html: '' };
}

/** A slug made from a name that no page has or had: an address that nobody typed ends no redirect. */
function freeSlug(pages: ShopPage[], name: string): string {
  const base = slugify(name, 'page');
  const taken = new Set(pages.flatMap(({ slug, formerSlugs }) => [slug, ...formerSlugs]));
  return numberedSlugs(base, taken.size + 1).find((slug) => !taken.has(slug)) ?? base;
}

/** Ends the redirect of another page that gave this slug up. Returns what the audit log says of it. */
async function takeOver(
  tx: Tx,
  pages: ShopPage[],
  id: string,
  slug: string,
): Promise<{ addressTakenFrom?: string }> {
  const former = pages.find((page) => page.id !== id && page.formerSlugs.includes(slug));
  if (!former) return {};
  await forgetFormerSlug(tx, slug);
  return { addressTakenFrom: former.name };
}

function notFound(): never {
  throw new AppError('not_found', 'There is no such page.');
}
