/**
 * Collections, as staff add, change, order and remove them. Promises: a collection has a rule or
 * chosen products, never both; removing one removes no product; the audit log has every changed
 * field with before and after.
 */
import type { Tx } from '#db/client.ts';
import { nextPosition } from '#db/row-order.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { categoryIdOf } from '../catalog/categories.table.ts';
import { collections } from '../catalog/collections.table.ts';
import type { Ctx } from '../context.ts';
import { markImageUsed, releaseImage } from '../images/images.ts';
import { requireAdmin } from '../permissions.ts';
import { requireVersion } from '../record-version.ts';
import { imageAfter } from './categories.ts';
import {
  deleteCollection,
  insertCollection,
  replaceChosen,
  selectChosen,
  selectCollections,
  selectStaffCollection,
  updateCollection,
} from './collections.store.ts';
import {
  type ChosenProduct,
  type CollectionChanges,
  type CollectionInput,
  MAX_COLLECTIONS,
  type StaffCollection,
} from './merchandising.schema.ts';
import {
  changesBetween,
  reorderSections,
  requirePlaceInMenu,
  slugAfter,
  withSections,
} from './section-edits.ts';
import { freeSlug, takeSlug } from './section-slugs.ts';
import { countRows } from './sections.store.ts';

/** A collection with the products that staff chose; none for one by rules. */
export interface CollectionWithProducts extends StaffCollection {
  products: ChosenProduct[];
}

/** All collections in the order of staff (admin). */
export async function listCollections(ctx: Ctx, actor: Actor): Promise<StaffCollection[]> {
  requireAdmin(actor);
  return selectCollections(ctx.db);
}

export async function getCollection(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<CollectionWithProducts> {
  requireAdmin(actor);
  return read(ctx.db, id);
}

/** Adds a collection at the end (admin): by hand, or with a rule. */
export async function addCollection(
  ctx: Ctx,
  actor: Actor,
  input: CollectionInput,
): Promise<CollectionWithProducts> {
  await requireCategoryOfRule(ctx, input);
  return withSections(ctx, actor, async (tx, adminId) => {
    if ((await countRows(tx, collections)) >= MAX_COLLECTIONS) {
      throw new AppError('invalid_request', `A shop has at most ${MAX_COLLECTIONS} collections.`);
    }
    const { name, description = '', inMenu = false } = input;
    const id = newId('col');
    const at = ctx.now();
    const slug = input.slug ?? (await freeSlug(tx, 'collection', name));
    const imageUrl = input.image ? await markImageUsed(ctx, tx, input.image) : null;
    const position = await nextPosition(tx, collections);
    const row = { id, name, slug, description, imageUrl, inMenu, position, byHand: true };
    await insertCollection(tx, { ...row, updatedAt: at });
    await takeSlug(tx, 'collection', { id, slug, at });
    await writeContent(tx, id, input);
    if (inMenu) await requirePlaceInMenu(tx);
    await recordAudit(tx, adminId, 'collection.add', id, { name });
    return read(tx, id);
  });
}

/**
 * Applies these changes to the given version of a collection (admin). 412 `edit_conflict` with the
 * current record in `details.current` when it changed meanwhile.
 */
export async function editCollection(
  ctx: Ctx,
  actor: Actor,
  id: string,
  version: number,
  changes: CollectionChanges,
): Promise<CollectionWithProducts> {
  await requireCategoryOfRule(ctx, changes);
  const [before, after] = await withSections(ctx, actor, async (tx, adminId) => {
    const old = await read(tx, id);
    requireVersion(old, version);
    await change(ctx, tx, old, changes);
    const edited = await read(tx, id);
    const changed = changesBetween(forAudit(old), forAudit(edited));
    if (Object.keys(changed).length === 0) return [old, old];
    await updateCollection(tx, id, { version: version + 1, updatedAt: ctx.now() });
    await recordAudit(tx, adminId, 'collection.edit', id, { name: old.name, changed });
    return [old, await read(tx, id)];
  });
  const { imageUrl } = before;
  if (imageUrl && imageUrl !== after.imageUrl) await releaseImage(ctx, imageUrl);
  return after;
}

async function change(
  ctx: Ctx,
  tx: Tx,
  before: CollectionWithProducts,
  changes: CollectionChanges,
): Promise<void> {
  const { id } = before;
  const { name = before.name, description = before.description } = changes;
  const { inMenu = before.inMenu } = changes;
  const wanted = slugAfter(before, changes, 'collection');
  const slug = wanted === 'new' ? await freeSlug(tx, 'collection', name) : wanted;
  if (slug !== before.slug) await takeSlug(tx, 'collection', { id, slug, at: ctx.now() });
  const imageUrl = await imageAfter(ctx, tx, before, changes.image);
  await updateCollection(tx, id, { name, slug, description, inMenu, imageUrl });
  await writeContent(tx, id, changes);
  if (inMenu && !before.inMenu) await requirePlaceInMenu(tx);
}

/** Writes the rule and the chosen products. A collection by hand gets no rule. */
async function writeContent(
  tx: Tx,
  id: string,
  { rule, products }: Pick<CollectionChanges, 'rule' | 'products'>,
): Promise<void> {
  if (rule !== undefined) await updateCollection(tx, id, ruleColumns(rule));
  if (rule && products && products.length > 0) {
    throw new AppError('invalid_request', 'A collection has a rule or chosen products, not both.');
  }
  if (rule) await replaceChosen(tx, id, []);
  else if (products) await choose(tx, id, products);
}

async function choose(tx: Tx, id: string, products: string[]): Promise<void> {
  const { rule } = (await selectStaffCollection(tx, id)) ?? notFound();
  if (rule) {
    throw new AppError('invalid_request', 'A collection has a rule or chosen products, not both.');
  }
  await replaceChosen(tx, id, [...new Set(products)]);
}

function ruleColumns(rule: CollectionChanges['rule']) {
  const { category = null, tags = [], min = null, max = null, inStock = false } = rule ?? {};
  const isEmpty = !category && tags.length === 0 && min === null && max === null && !inStock;
  if (rule && isEmpty) {
    throw new AppError('invalid_request', 'A rule needs at least one condition.');
  }
  if (min !== null && max !== null && min > max) {
    throw new AppError('invalid_request', 'The lowest price of a rule is above its highest.');
  }
  return {
    byHand: !rule,
    ruleCategory: category === null ? null : categoryIdOf(category),
    ruleTags: [...new Set(tags)],
    ruleMinMinor: min,
    ruleMaxMinor: max,
    ruleInStock: inStock,
  };
}

async function requireCategoryOfRule(ctx: Ctx, { rule }: Pick<CollectionChanges, 'rule'>) {
  if (!rule?.category) return;
  const { categories } = await ctx.siteContent.read();
  if (categories.some(({ name }) => name === rule.category)) return;
  throw new AppError('invalid_request', `There is no category "${rule.category}".`);
}

/** Puts the collections into this order (admin): all of them, each once. */
export function reorderCollections(ctx: Ctx, actor: Actor, ids: string[]): Promise<void> {
  return reorderSections(ctx, actor, 'collection', collections, ids);
}

/** Removes a collection (admin), with its addresses; its products stay. A repeat does nothing. */
export async function removeCollection(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ deletedCount: number }> {
  const removed = await withSections(ctx, actor, async (tx, adminId) => {
    if (!(await selectStaffCollection(tx, id))) return null;
    const collection = await read(tx, id);
    await deleteCollection(tx, id);
    const { version: _, updatedAt: __, id: ___, ...detail } = forAudit(collection);
    await recordAudit(tx, adminId, 'collection.remove', id, detail);
    return collection;
  });
  if (removed?.imageUrl) await releaseImage(ctx, removed.imageUrl);
  return { deletedCount: removed ? 1 : 0 };
}

async function read(db: Ctx['db'] | Tx, id: string): Promise<CollectionWithProducts> {
  const collection = (await selectStaffCollection(db, id)) ?? notFound();
  return { ...collection, products: collection.rule ? [] : await selectChosen(db, id) };
}

/** The audit log gets only the ids of the products, not their images and states. */
function forAudit({ products, rule, ...rest }: CollectionWithProducts) {
  const conditions = Object.fromEntries(
    Object.entries(rule ?? {}).map(([name, value]) => [`rule ${name}`, value]),
  );
  const none = { category: null, tags: [], minMinor: null, maxMinor: null, inStock: false };
  const empty = Object.fromEntries(Object.entries(none).map(([name, v]) => [`rule ${name}`, v]));
  return { ...rest, ...empty, ...conditions, products: products.map(({ id }) => id) };
}

function notFound(): never {
  throw new AppError('not_found', 'There is no such collection.');
}
