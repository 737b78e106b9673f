/**
 * Categories, as staff add, change, order and remove them. Promises: products carry an id that
 * stays, so a rename changes one row; a category with products is not removed; the audit log has
 * every changed field with before and after.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { nextPosition } from '#db/row-order.ts';
import { MOST_COUNTED } from '#shared/counted.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { withThousands } from '#shared/thousands.ts';
import { sameLook } from '#shared/visible-text.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { categories } from '../catalog/categories.table.ts';
import type { Ctx } from '../context.ts';
import { markImageUsed, releaseImage } from '../images/images.ts';
import { requireAdmin } from '../permissions.ts';
import { requireVersion } from '../record-version.ts';
import {
  countProductsUpTo,
  deleteCategory,
  hasTaxRate,
  insertCategory,
  moveSome,
  selectCategories,
  selectCategory,
  selectNames,
  selectRulesOf,
  takeOffers,
  updateCategory,
} from './categories.store.ts';
import {
  type CategoryChanges,
  type CategoryInput,
  MAX_CATEGORIES,
  MAX_MOVED,
  type StaffCategory,
} from './merchandising.schema.ts';
import {
  asRefusal,
  changesBetween,
  reorderSections,
  requirePlaceInMenu,
  slugAfter,
  withSections,
} from './section-edits.ts';
import { freeSlug, takeSlug } from './section-slugs.ts';
import { countRows } from './sections.store.ts';

/** Products that one transaction moves. */
const MOVED_AT_ONCE = 500;

/** All categories in the order of staff (admin). */
export async function listCategories(ctx: Ctx, actor: Actor): Promise<StaffCategory[]> {
  requireAdmin(actor);
  return selectCategories(ctx.db);
}

export async function getCategory(ctx: Ctx, actor: Actor, id: string): Promise<StaffCategory> {
  requireAdmin(actor);
  return (await selectCategory(ctx.db, id)) ?? notFound();
}

/** Adds a category at the end (admin). It is in the menu unless the input says otherwise. */
export async function addCategory(
  ctx: Ctx,
  actor: Actor,
  input: CategoryInput,
): Promise<StaffCategory> {
  return withSections(ctx, actor, async (tx, adminId) => {
    if ((await countRows(tx, categories)) >= MAX_CATEGORIES) {
      throw new AppError('invalid_request', `A shop has at most ${MAX_CATEGORIES} categories.`);
    }
    const id = await insertNew(ctx, tx, adminId, input);
    return (await selectCategory(tx, id)) ?? notFound();
  });
}

/** Adds a category in a transaction that has the lock of sections. Returns its id. */
export async function insertNew(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  input: CategoryInput,
): Promise<string> {
  const { name, description = '', inMenu = true, offers = false } = input;
  const id = newId('cat');
  const at = ctx.now();
  await requireFreeName(tx, name);
  const slug = input.slug ?? (await freeSlug(tx, 'category', name));
  if (offers) await takeOffers(tx, id);
  const imageUrl = input.image ? await markImageUsed(ctx, tx, input.image) : null;
  const position = await nextPosition(tx, categories);
  const row = { id, name, slug, description, imageUrl, inMenu, offers, position };
  await insertCategory(tx, { ...row, updatedAt: at });
  await takeSlug(tx, 'category', { id, slug, at });
  if (inMenu) await requirePlaceInMenu(tx);
  await recordAudit(tx, actorId, 'category.add', id, { name });
  return id;
}

/**
 * Applies these changes to the given version of a category (admin). 412 `edit_conflict` with the
 * current record in `details.current` when it changed meanwhile.
 */
export async function editCategory(
  ctx: Ctx,
  actor: Actor,
  id: string,
  version: number,
  changes: CategoryChanges,
): Promise<StaffCategory> {
  const [before, after] = await withSections(ctx, actor, async (tx, adminId) => {
    const old = (await selectCategory(tx, id)) ?? notFound();
    requireVersion(old, version);
    const edited = await change(ctx, tx, old, changes);
    const changed = changesBetween(old, edited);
    if (Object.keys(changed).length === 0) return [old, old];
    await updateCategory(tx, id, { version: version + 1, updatedAt: ctx.now() });
    await recordAudit(tx, adminId, 'category.edit', id, { name: old.name, changed });
    return [old, (await selectCategory(tx, id)) ?? notFound()];
  });
  const { imageUrl } = before;
  if (imageUrl && imageUrl !== after.imageUrl) await releaseImage(ctx, imageUrl);
  return after;
}

async function change(
  ctx: Ctx,
  tx: Tx,
  before: StaffCategory,
  changes: CategoryChanges,
): Promise<StaffCategory> {
  const { id } = before;
  const { name = before.name, description = before.description } = changes;
  const { inMenu = before.inMenu, offers = before.offers } = changes;
  if (name !== before.name) await requireFreeName(tx, name, id);
  const wanted = slugAfter(before, changes, 'category');
  const slug = wanted === 'new' ? await freeSlug(tx, 'category', name) : wanted;
  if (slug !== before.slug) await takeSlug(tx, 'category', { id, slug, at: ctx.now() });
  if (offers && !before.offers) await takeOffers(tx, id);
  const imageUrl = await imageAfter(ctx, tx, before, changes.image);
  await updateCategory(tx, id, { name, slug, description, inMenu, offers, imageUrl });
  if (inMenu && !before.inMenu) await requirePlaceInMenu(tx);
  return (await selectCategory(tx, id)) ?? notFound();
}

/**
 * Refuses a name that looks like that of another category: customers could not tell them apart.
 * The transaction has the lock of sections, so no other one adds the name meanwhile.
 */
async function requireFreeName(tx: Tx, name: string, ownId?: string): Promise<void> {
  const same = (await selectNames(tx)).find(
    (one) => one.id !== ownId && sameLook(one.name) === sameLook(name),
  );
  if (!same) return;
  throw new AppError(
    'invalid_request',
    `There is a category "${same.name}" already. Please choose another name.`,
  );
}

/**
 * The image after an edit. One that is shown already stays, even if its host is no longer
 * configured.
 */
export async function imageAfter(
  ctx: Ctx,
  tx: Tx,
  before: { imageUrl: string | null },
  image: string | null | undefined,
): Promise<string | null> {
  if (image === undefined || image === before.imageUrl) return before.imageUrl;
  return image === null ? null : markImageUsed(ctx, tx, image);
}

/** Puts the categories into this order (admin): all of them, each once. */
export function reorderCategories(ctx: Ctx, actor: Actor, ids: string[]): Promise<void> {
  return reorderSections(ctx, actor, 'category', categories, ids);
}

/** Why a category can't be removed now, as a sentence (admin); null when it can be. */
export async function whyNotRemoved(ctx: Ctx, actor: Actor, id: string): Promise<string | null> {
  requireAdmin(actor);
  const category = await selectCategory(ctx.db, id);
  return category ? reasonToKeep(ctx.db, category) : null;
}

export async function reasonToKeep(
  db: Ctx['db'] | Tx,
  category: StaffCategory,
): Promise<string | null> {
  const { id, name } = category;
  const products = await countProductsUpTo(db, id, MOST_COUNTED + 1);
  if (products > 0) {
    const count =
      products > MOST_COUNTED ? `more than ${withThousands(MOST_COUNTED)}` : String(products);
    const them = products === 1 ? 'product' : 'products';
    return `${name} has ${count} ${them}, archived ones included. Move them to another category first.`;
  }
  const rules = await selectRulesOf(db, id);
  if (rules.length > 0) {
    return `These collections have a rule that names ${name}: ${rules.join(', ')}. Change them first.`;
  }
  if (await hasTaxRate(db, id)) {
    return `A tax rate is for ${name} alone. Remove it first.`;
  }
  if (category.offers) {
    return `The home page's offers come from ${name}. Choose another category for them first.`;
  }
  const isOnly = (await countRows(db, categories)) === 1;
  return isOnly ? 'A shop needs at least one category.' : null;
}

/** Removes a category without products (admin), with its addresses. A repeat does nothing. */
export async function removeCategory(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ deletedCount: number }> {
  const removed = await withSections(ctx, actor, async (tx, adminId) => {
    const category = await selectCategory(tx, id);
    if (!category) return null;
    const reason = await reasonToKeep(tx, category);
    if (reason) throw new AppError('category_in_use', reason);
    await removeOne(tx, adminId, category);
    return category;
  });
  if (removed?.imageUrl) await releaseImage(ctx, removed.imageUrl);
  return { deletedCount: removed ? 1 : 0 };
}

/** Removes a category that nothing needs, in a transaction that has the lock of sections. */
export async function removeOne(tx: Tx, actorId: string, category: StaffCategory): Promise<void> {
  const { id, name, slug, formerSlugs, description, imageUrl } = category;
  await deleteCategory(tx, id);
  const detail = { name, slug, formerSlugs, description, imageUrl };
  await recordAudit(tx, actorId, 'category.remove', id, detail);
}

/**
 * Moves products of a category to another one (admin), those in any status, at most 5,000; each
 * batch of 500 is a transaction with a row in the audit log. Returns how many were moved, and
 * whether more are left.
 */
export async function moveProducts(
  ctx: Ctx,
  actor: Actor,
  from: string,
  to: string,
): Promise<{ moved: number; isMoreLeft: boolean }> {
  const admin = requireAdmin(actor);
  const source = (await selectCategory(ctx.db, from)) ?? notFound();
  const target = (await selectCategory(ctx.db, to)) ?? notFound();
  if (from === to) throw new AppError('invalid_request', 'Please choose another category.');
  let moved = 0;
  let after = '';
  while (moved < MAX_MOVED) {
    const ids = await inTransaction(ctx.db, async (tx) => {
      const at = ctx.now();
      const limit = MOVED_AT_ONCE;
      const some = await moveSome(tx, { from, to, after, limit, at });
      if (some.length === 0) return some;
      const [first, last] = [some[0], some.at(-1)];
      const detail = { name: source.name, to: target.name, count: some.length, first, last };
      await recordAudit(tx, admin.id, 'category.move', from, detail);
      return some;
    }).catch((error: unknown) => {
      throw asRefusal(error);
    });
    moved += ids.length;
    after = ids.at(-1) ?? '';
    if (ids.length < MOVED_AT_ONCE) break;
  }
  return { moved, isMoreLeft: (await countProductsUpTo(ctx.db, from, 1)) > 0 };
}

function notFound(): never {
  throw new AppError('not_found', 'There is no such category.');
}
