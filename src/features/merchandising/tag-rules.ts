/**
 * The rules of collections and the boosts of searches that name a tag. They follow when it is renamed
 * on all products, and go back when that is undone, unless staff changed them since.
 */

import { type Executor, lockInTransaction, type Tx } from '#db/client.ts';
import { isSame } from '#shared/differences.ts';
import { LONGEST_BOOST_VALUE } from '#shared/field-lengths.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Boost } from '../catalog/search.schema.ts';
import type { Ctx } from '../context.ts';
import { replaceBoosts, selectBoosts } from './boosts.store.ts';
import { plain, textOf } from './boosts.ts';
import { selectStaffCollection, updateCollection } from './collections.store.ts';
import { selectPins } from './pins.store.ts';
import { selectCollectionsWithTag, selectSearchesWithTag } from './tag-rules.store.ts';

/** What a rename changed, for its undo. */
export interface RenamedRules {
  collections: { id: string; before: string[]; after: string[] }[];
  searches: { id: string; before: Boost[]; after: Boost[] }[];
}

/** The collections and searches that name a tag, by id and name. */
export async function findTagRules(db: Executor, tag: string) {
  const collections = await selectCollectionsWithTag(db, tag);
  return { collections, searches: await selectSearchesWithTag(db, tag) };
}

/** Renames a tag in all rules and boosts that name it, in the caller's transaction. */
export async function renameInRules(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  { tag, to }: { tag: string; to: string },
): Promise<RenamedRules> {
  await lockRules(tx);
  const named = await findTagRules(tx, tag);
  const renamed: RenamedRules = { collections: [], searches: [] };
  for (const { id } of named.collections) {
    const before = (await selectStaffCollection(tx, id))?.rule?.tags ?? [];
    const after = [...new Set(before.map((one) => (one === tag ? to : one)))];
    await setRuleTags(ctx, tx, actorId, { id, before, after });
    renamed.collections.push({ id, before, after });
  }
  for (const { id } of named.searches) {
    if (to.length > LONGEST_BOOST_VALUE) break;
    const before = (await selectBoosts(tx, id)).map(plain);
    const after = renamedBoosts(before, tag, to);
    await setBoosts(tx, actorId, { id, before, after });
    renamed.searches.push({ id, before, after });
  }
  return renamed;
}

/**
 * Gives rules and boosts back what they had before a rename, in the caller's transaction. Returns
 * those that stay, because they were changed since, and their names.
 */
export async function takeBackRules(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  { collections, searches }: RenamedRules,
): Promise<{ names: string[]; left: RenamedRules }> {
  await lockRules(tx);
  const names: string[] = [];
  const left: RenamedRules = { collections: [], searches: [] };
  for (const { id, before, after } of collections) {
    const now = await selectStaffCollection(tx, id);
    if (!now) continue;
    if (!isSame(now.rule?.tags ?? [], after)) {
      names.push(now.name);
      left.collections.push({ id, before, after });
    } else await setRuleTags(ctx, tx, actorId, { id, before: after, after: before });
  }
  for (const { id, before, after } of searches) {
    const pins = await selectPins(tx, id);
    if (!pins) continue;
    const now = (await selectBoosts(tx, id)).map(plain);
    if (textOf(now) !== textOf(after)) {
      names.push(pins.query);
      left.searches.push({ id, before, after });
    } else await setBoosts(tx, actorId, { id, before: after, after: before });
  }
  return { names, left };
}

/** The locks of edits of sections and of pins. */
function lockRules(tx: Tx): Promise<void> {
  return lockInTransaction(tx, 'sections', 'pins');
}

/** Where a search has a boost of both tags, that of the new name stays. */
function renamedBoosts(boosts: Boost[], tag: string, to: string): Boost[] {
  const isOf = (name: string) => (boost: Boost) => boost.kind === 'tag' && boost.value === name;
  if (boosts.some(isOf(to))) return boosts.filter((boost) => !isOf(tag)(boost));
  return boosts.map((boost) => (isOf(tag)(boost) ? { ...boost, value: to } : boost));
}

async function setRuleTags(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  { id, before, after }: RenamedRules['collections'][number],
): Promise<void> {
  const collection = await selectStaffCollection(tx, id);
  if (!collection) return;
  const { name, version } = collection;
  await updateCollection(tx, id, {
    ruleTags: after,
    version: version + 1,
    updatedAt: ctx.now(),
  });
  const changed = { 'rule tags': [before, after] };
  await recordAudit(tx, actorId, 'collection.edit', id, { name, changed });
}

async function setBoosts(
  tx: Tx,
  actorId: string,
  { id, before, after }: RenamedRules['searches'][number],
): Promise<void> {
  const pins = await selectPins(tx, id);
  if (!pins) return;
  await replaceBoosts(tx, id, after);
  await recordAudit(tx, actorId, 'pins.boost', id, {
    query: pins.query,
    changed: { boosts: [before, after] },
  });
}
