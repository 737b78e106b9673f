/**
 * The categories that an import adds, and that its undo removes. They are not in the menu: staff
 * decide what customers see there. The callers have checked the role.
 */
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { LONGEST_SECTION_NAME } from '#shared/field-lengths.ts';
import { sameLook } from '#shared/visible-text.ts';
import type { Ctx } from '../context.ts';
import { selectCategories, selectCategory } from './categories.store.ts';
import { insertNew, reasonToKeep, removeOne } from './categories.ts';
import { MAX_CATEGORIES } from './merchandising.schema.ts';

/** The first of these names that no category has, each once: as many as the shop has room for. */
export async function findNewCategories(tx: Tx, names: Iterable<string>): Promise<string[]> {
  const existing = await selectCategories(tx);
  const known = new Set(existing.map(({ name }) => sameLook(name)));
  const added: string[] = [];
  for (const name of names) {
    const isNew = name.length <= LONGEST_SECTION_NAME && !known.has(sameLook(name));
    if (!isNew || existing.length + added.length >= MAX_CATEGORIES) continue;
    known.add(sameLook(name));
    added.push(name);
  }
  return added;
}

/**
 * Adds the categories of `findNewCategories` in the transaction of the caller, and returns them.
 */
export async function addNewCategories(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  names: Iterable<string>,
): Promise<{ id: string; name: string }[]> {
  await lockInTransaction(tx, 'sections');
  const added: { id: string; name: string }[] = [];
  for (const name of await findNewCategories(tx, names)) {
    added.push({ id: await insertNew(ctx, tx, actorId, { name, inMenu: false }), name });
  }
  return added;
}

/**
 * Removes these categories, except those that have products, are used otherwise or were edited.
 * Returns those.
 */
export async function removeUnusedCategories(
  ctx: Ctx,
  actorId: string,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return inTransaction(ctx.db, async (tx) => {
    const kept: { id: string; name: string }[] = [];
    await lockInTransaction(tx, 'sections');
    for (const id of ids) {
      const category = await selectCategory(tx, id);
      if (!category) continue;
      const stays = category.version !== 1 || (await reasonToKeep(tx, category)) !== null;
      if (stays) kept.push({ id, name: category.name });
      else await removeOne(tx, actorId, category);
    }
    return kept;
  });
}
