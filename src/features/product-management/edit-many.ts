/**
 * Changes several products at once, in one transaction. Promises: all of them change or none; each
 * change is in the audit log like that of a single edit; one undo restores what they had before,
 * except where a product was changed since.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { MAX_TAGS } from '#shared/tags.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import { findAudit, recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { lockVariantsOf } from './edit-product.store.ts';
import { changeLocked, lockRecord } from './edit-product.ts';
import {
  MAX_EDITED,
  type ManyChange,
  type ManyPreview,
  type ProductChanges,
  type StaffProduct,
} from './product-management.schema.ts';
import { selectLabels } from './product-management.store.ts';
import { asRefusal, requireKnownCategory } from './refusals.ts';

/** The fields that bulk edits change. */
type Labels = Pick<StaffProduct, 'status' | 'category' | 'tags'>;

/** A changed product in the audit row of a bulk edit, as it was before. */
interface Earlier extends Labels {
  id: string;
  publishAt: string | null;
  /** The version that the bulk edit made. */
  version: number;
}

const EDIT = 'product.editMany';

/** What a bulk edit would do now (admin). */
export async function previewMany(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
  change: ManyChange,
): Promise<ManyPreview> {
  requireAdmin(actor);
  const products = await selectLabels(ctx.db, await checkedIds(ctx, ids, change));
  const changing = products.filter((product) => changesOf(product, change) !== null);
  return {
    changing: changing.map(({ name }) => name),
    unchanged: products.length - changing.length,
  };
}

/**
 * Applies a change to these products (admin), at most 100. Returns how many changed, and the id of
 * the bulk edit for `undoMany`; null when none changed.
 */
export async function editMany(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
  change: ManyChange,
): Promise<{ batch: string | null; changed: number }> {
  const admin = requireAdmin(actor);
  const sorted = await checkedIds(ctx, ids, change);
  return inTransaction(ctx.db, async (tx) => {
    const records = await lockRecords(tx, sorted);
    const earlier: Earlier[] = [];
    for (const before of records) {
      const changes = changesOf(before, change);
      if (changes === null) continue;
      const { version } = await changeLocked(ctx, tx, admin.id, before, changes);
      const { id, status, publishAt, category, tags } = before;
      earlier.push({ id, version, status, publishAt, category, tags });
    }
    if (earlier.length === 0) return { batch: null, changed: 0 };
    const batch = newId('bat');
    await recordAudit(tx, admin.id, EDIT, batch, { ...change, earlier });
    return { batch, changed: earlier.length };
  }).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

/**
 * Undoes a bulk edit (admin). Restores the earlier values of all products that were not changed
 * since, and names the others.
 */
export async function undoMany(
  ctx: Ctx,
  actor: Actor,
  batch: string,
): Promise<{ restored: number; notRestored: string[] }> {
  const admin = requireAdmin(actor);
  const detail = await findAudit(ctx.db, EDIT, batch);
  if (!detail) throw new AppError('not_found', 'There is no such change.');
  const { change, earlier } = detail as unknown as ManyChange & { earlier: Earlier[] };
  const byId = new Map(earlier.map((one) => [one.id, one]));
  return inTransaction(ctx.db, async (tx) => {
    const notRestored: string[] = [];
    for (const now of await lockRecords(tx, [...byId.keys()])) {
      const was = byId.get(now.id);
      if (!was || was.version !== now.version) notRestored.push(now.name);
      else await changeLocked(ctx, tx, admin.id, now, restoring(ctx, change, was));
    }
    const restored = earlier.length - notRestored.length;
    if (restored > 0) await recordAudit(tx, admin.id, 'product.undoMany', batch, { restored });
    return { restored, notRestored };
  }).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

/** The ids once each, in the order in which they are locked. */
async function checkedIds(ctx: Ctx, ids: string[], change: ManyChange): Promise<string[]> {
  const sorted = [...new Set(ids)].sort();
  if (sorted.length === 0) throw new AppError('invalid_request', 'Please select a product first.');
  if (sorted.length > MAX_EDITED) {
    const message = `Please change at most ${MAX_EDITED} products at a time.`;
    throw new AppError('invalid_request', message);
  }
  if (change.change === 'category') await requireKnownCategory(ctx, change.category);
  return sorted;
}

/** The records of these products, locked with their variants until the transaction ends. */
async function lockRecords(tx: Tx, sortedIds: string[]): Promise<StaffProduct[]> {
  const records: StaffProduct[] = [];
  for (const id of sortedIds) records.push(await lockRecord(tx, id));
  await lockVariantsOf(tx, sortedIds);
  return records;
}

/** The changes of a product; null when it has that status, category or tag already. */
function changesOf(product: Labels & { name: string }, change: ManyChange): ProductChanges | null {
  if (change.change === 'category') {
    return product.category === change.category ? null : { category: change.category };
  }
  if (change.change !== 'tag') {
    return product.status === change.change ? null : { status: change.change };
  }
  if (product.tags.includes(change.tag)) return null;
  if (product.tags.length >= MAX_TAGS) {
    const message = `${product.name} has ${MAX_TAGS} tags, which is the most.`;
    throw new AppError('invalid_request', message);
  }
  return { tags: [...product.tags, change.tag] };
}

function restoring(ctx: Ctx, change: ManyChange['change'], was: Earlier): ProductChanges {
  if (change === 'category') return { category: was.category };
  if (change === 'tag') return { tags: was.tags };
  if (was.status !== 'scheduled' || was.publishAt === null) return { status: was.status };
  // Its time may have passed meanwhile. Without the bulk edit, the job would have made it active.
  return new Date(was.publishAt) <= ctx.now()
    ? { status: 'active' }
    : { status: 'scheduled', publishAt: was.publishAt };
}
