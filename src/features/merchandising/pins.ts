/**
 * Products that come first in a search, as staff choose them. Promises: a change counts from the next
 * search on, in every process; the audit log has every change.
 */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { fold, searchKey, wordsOf } from '../catalog/catalog.ts';
import { LONGEST_SEARCH } from '../catalog/product-list.schema.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import type { SentenceOf } from '../refusal-of-constraint.ts';
import { selectBoosts } from './boosts.store.ts';
import {
  MAX_PINNED,
  MAX_PINS,
  type Pins,
  type PinsInList,
  type PinsWithProducts,
} from './pins.schema.ts';
import {
  countPins,
  deletePins,
  insertPins,
  replacePinned,
  selectAllPins,
  selectPinned,
  selectPins,
  selectPinsByKey,
} from './pins.store.ts';

/** All searches with pinned products (admin). */
export async function listPins(ctx: Ctx, actor: Actor): Promise<PinsInList[]> {
  requireAdmin(actor);
  return selectAllPins(ctx.db);
}

/** A search with its pinned products in their order (admin). 404 for none. */
export async function getPins(ctx: Ctx, actor: Actor, id: string): Promise<PinsWithProducts> {
  requireAdmin(actor);
  const pins = await selectPins(ctx.db, id);
  if (!pins) throw gone('not_found');
  const products = await selectPinned(ctx.db, id);
  return { ...pins, products, boosts: await selectBoosts(ctx.db, id) };
}

/**
 * Adds a search without pinned products yet (admin). Returns the one that is there where only
 * plurals differ, because both are one.
 */
export async function addPins(ctx: Ctx, actor: Actor, text: string): Promise<Pins> {
  return change(ctx, actor, async (tx, adminId) => {
    const query = fold(text.toWellFormed());
    const key = searchKey(wordsOf(text));
    if (key === '' || query.length > LONGEST_SEARCH) {
      throw refused(`Please write a search of 1 to ${LONGEST_SEARCH} letters.`);
    }
    const known = await selectPinsByKey(tx, key);
    if (known) return known;
    if ((await countPins(tx)) >= MAX_PINS) {
      throw refused(`A shop has at most ${MAX_PINS} searches with pinned products.`);
    }
    const added = { id: newId('pin'), query };
    await insertPins(tx, { ...added, key });
    await recordAudit(tx, adminId, 'pins.add', added.id, { query });
    return added;
  });
}

/**
 * Pins these products, given by their ids, in this order (admin). `shown` has the ids that the editor
 * saw: 412 `edit_conflict` when somebody else changed them meanwhile.
 */
export async function editPins(
  ctx: Ctx,
  actor: Actor,
  { id, shown, products }: { id: string; shown: readonly string[]; products: readonly string[] },
): Promise<void> {
  await change(ctx, actor, async (tx, adminId) => {
    const { query, pinned } = await requireShown(tx, id, shown);
    const wanted = [...new Set(products)];
    if (wanted.length > MAX_PINNED) {
      throw refused(`At most ${MAX_PINNED} products come first in a search. Take one out first.`);
    }
    if (wanted.join() === pinned.join()) return;
    await replacePinned(tx, id, wanted);
    const changed = { products: [pinned, wanted] };
    await recordAudit(tx, adminId, 'pins.edit', id, { query, changed });
  });
}

/** Removes a search with its boosts and its pinned products, which stay in the shop (admin). */
export async function removePins(
  ctx: Ctx,
  actor: Actor,
  { id, shown }: { id: string; shown: readonly string[] },
): Promise<void> {
  await change(ctx, actor, async (tx, adminId) => {
    const { query, pinned } = await requireShown(tx, id, shown);
    const boosts = await selectBoosts(tx, id);
    await deletePins(tx, id);
    await recordAudit(tx, adminId, 'pins.remove', id, { query, products: pinned, boosts });
  });
}

const sentenceOf: SentenceOf = {
  search_pinned_products_product_id_products_id_fk:
    'This product is not there any more. Choose another one.',
};

// One change at a time: there are few, and a text must not exist twice.
export function change<T>(
  ctx: Ctx,
  actor: Actor,
  work: (tx: Tx, adminId: string) => Promise<T>,
): Promise<T> {
  return editAsAdmin(ctx, actor, { locks: ['pins'], sentenceOf }, work);
}

async function requireShown(
  tx: Tx,
  id: string,
  shown: readonly string[],
): Promise<{ query: string; pinned: string[] }> {
  const pins = await selectPins(tx, id);
  if (!pins) throw gone('edit_conflict');
  const pinned = (await selectPinned(tx, id)).map((product) => product.id);
  if (pinned.join() === shown.join()) return { query: pins.query, pinned };
  throw new AppError(
    'edit_conflict',
    'Somebody else has changed these products. They are shown as they are now: please look at them and try again.',
  );
}

export function gone(code: 'not_found' | 'edit_conflict'): AppError {
  return new AppError(code, 'There are no pinned products of this search any more.');
}

export function refused(message: string): AppError {
  return new AppError('invalid_request', message);
}
