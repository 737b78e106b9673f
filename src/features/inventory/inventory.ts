/**
 * Owns quantities on hand. Promises: a quantity is never negative; every change is a movement with
 * reason, order and actor; an order takes its units once and gives each back at most once. The
 * constraints of `variants` and `stock_movements` enforce this.
 */
import type { Executor, Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { isShort } from '#shared/stock.ts';
import { variantName } from '#shared/variant-options.ts';
import {
  correctUnits,
  insertMovements,
  lockVariantRows,
  lockVariants,
  moveUnits,
  selectCountedSince,
  selectHeld,
  selectMoved,
  selectMovedSince,
  selectNewestMovement,
  selectNewestMovements,
  selectVariants,
} from './inventory.store.ts';

export { type AdjustedStock, adjustStock, undoAdjustment } from './adjust-stock.ts';
export { applyCounts, takeBackCounts } from './apply-counts.ts';
export { pricesAsOf } from './prices-as-of.ts';
export { findReceipt, receiveStock } from './receive-stock.ts';
export { listMovements, stockAsOf } from './stock-history.ts';
export { findByCode, getStock, listStock, streamStockIds, valueStock } from './stock-list.ts';

/** A variant as an order needs it. Only under a lock it stays like that. */
export type VariantForSale = Awaited<ReturnType<typeof lockVariants>>[number];

/** Locks variants until the transaction ends. The result has no unknown ids. */
export async function lockForSale(
  tx: Tx,
  variantIds: string[],
): Promise<Map<string, VariantForSale>> {
  return byId(await lockVariants(tx, [...new Set(variantIds)]));
}

/** Reads variants without locks. The result has no unknown ids. */
export async function readForSale(
  db: Executor,
  variantIds: string[],
): Promise<Map<string, VariantForSale>> {
  return byId(await selectVariants(db, [...new Set(variantIds)]));
}

const byId = (rows: VariantForSale[]) => new Map(rows.map((row) => [row.variantId, row]));

/** Refuses lines without enough stock. One entry per variant. */
export function requireStock(
  lines: { variantId: string; quantity: number }[],
  variants: Map<string, VariantForSale>,
): void {
  const short = lines.filter(({ variantId, quantity }) => {
    const variant = variants.get(variantId);
    return variant !== undefined && isShort(variant.available, quantity);
  });
  if (short.length > 0) throw outOfStock(short, variants);
}

/** The 409 that names what is short and how many units are available. */
function outOfStock(
  lines: { variantId: string; quantity: number }[],
  variants: Map<string, VariantForSale>,
): AppError {
  const short = lines.flatMap(({ variantId, quantity }) => {
    const variant = variants.get(variantId);
    if (!variant) return [];
    const { productId, sku, name, available } = variant;
    return [{ _id: productId, sku, name, wanted: quantity, left: available }];
  });
  const said = lines.flatMap(({ variantId }) => {
    const variant = variants.get(variantId);
    return variant ? [shortWords(variant)] : [];
  });
  return new AppError('out_of_stock', `There is not enough left of: ${said.join(', ')}.`, {
    details: { short },
  });
}

/** 'Linen Shirt, Navy / M (2 left)'. */
function shortWords({ available, ...variant }: VariantForSale): string {
  const name = [variant.name, variantName(variant)].filter(Boolean).join(', ');
  return `${name} (${available > 0 ? available : 'none'} left)`;
}

/**
 * Takes units for an order, all or nothing. Call it after `requireStock`, with variants locked by
 * `lockForSale` and one entry per variant. Still refuses what is short.
 */
export async function takeStock(
  tx: Tx,
  order: { id: string; actor: string; at: Date },
  lines: { variantId: string; quantity: number }[],
): Promise<void> {
  const changes = lines.map(({ variantId, quantity }) => ({ variantId, quantity: -quantity }));
  const { id: orderId, actor, at: createdAt } = order;
  const taken = await moveUnits(tx, changes, { reason: 'sold', orderId, actor, createdAt });
  const short = lines.filter(({ variantId }) => !taken.has(variantId));
  if (short.length === 0) return;
  const ids = short.map(({ variantId }) => variantId);
  throw outOfStock(short, await lockForSale(tx, ids));
}

/** Gives an order's units back once; skips what was given back before. */
export async function giveBackStock(
  tx: Tx,
  order: { id: string; actor: string; at: Date },
): Promise<void> {
  const held = await selectHeld(tx, order.id);
  if (held.length === 0) return;
  await lockVariantRows(
    tx,
    held.map(({ variantId }) => variantId),
  );
  const { id: orderId, actor, at: createdAt } = order;
  await moveUnits(tx, held, { reason: 'given_back', orderId, actor, createdAt });
}

interface RestockedOrder {
  id: string;
  actor: string;
  at: Date;
}

/** Puts units of a paid order back into the stock that the request with this key cancelled. */
export function restockCancelled(
  tx: Tx,
  order: RestockedOrder,
  key: string,
  lines: { variantId: string; quantity: number }[],
): Promise<void> {
  return restock(tx, order, { reason: 'cancelled', key }, lines);
}

/** Puts units of an order into the stock that came back under this key. */
export function restockReturned(
  tx: Tx,
  order: RestockedOrder,
  key: string,
  lines: { variantId: string; quantity: number }[],
): Promise<void> {
  return restock(tx, order, { reason: 'returned', key }, lines);
}

async function restock(
  tx: Tx,
  { id: orderId, actor, at: createdAt }: RestockedOrder,
  why: { reason: 'cancelled' | 'returned'; key: string },
  lines: { variantId: string; quantity: number }[],
): Promise<void> {
  await lockVariantRows(
    tx,
    lines.map(({ variantId }) => variantId),
  );
  await moveUnits(tx, lines, { ...why, orderId, actor, createdAt });
}

/**
 * Locks variants in the fixed order until the transaction ends, so that a caller which moves them by
 * several calls can't deadlock with an order.
 */
export async function lockStock(tx: Tx, variantIds: string[]): Promise<void> {
  if (variantIds.length > 0) await lockVariantRows(tx, variantIds);
}

/** Units of a variant that an exchange moves; `key` names what it does. */
export interface ExchangedUnits {
  variantId: string;
  quantity: number;
  key: string;
}

/**
 * Takes units that go out in exchange for returned ones. Call it after `requireStock`, with variants
 * locked by `lockForSale`. Still refuses what is short.
 */
export async function takeForExchange(
  tx: Tx,
  { id: orderId, actor, at: createdAt }: RestockedOrder,
  units: ExchangedUnits[],
): Promise<void> {
  for (const { variantId, quantity, key } of units) {
    const change = [{ variantId, quantity: -quantity }];
    const why = { reason: 'exchanged', key, orderId, actor, createdAt } as const;
    const taken = await moveUnits(tx, change, why);
    if (!taken.has(variantId)) throw outOfStock(units, await lockForSale(tx, [variantId]));
  }
}

/** Puts units back that an exchange took and does not send. */
export async function releaseFromExchange(
  tx: Tx,
  { id: orderId, actor, at: createdAt }: RestockedOrder,
  units: ExchangedUnits[],
): Promise<void> {
  await lockVariantRows(
    tx,
    units.map(({ variantId }) => variantId),
  );
  for (const { key, ...change } of units) {
    await moveUnits(tx, [change], { reason: 'exchanged', key, orderId, actor, createdAt });
  }
}

/**
 * Writes the first movement of new variants. From then on the quantity on hand is the sum of
 * movements.
 */
export async function recordOpeningStock(
  tx: Tx,
  variants: { id: string; available: number }[],
  actor: string,
  at: Date,
): Promise<void> {
  const stocked = variants.filter(({ available }) => available > 0);
  await insertMovements(
    tx,
    stocked.map(({ id, available }) => ({
      variantId: id,
      quantity: available,
      reason: 'opening',
      actor,
      createdAt: at,
    })),
  );
}

/** Adds these units to locked variants, or takes them when negative. */
export async function correctStock(
  tx: Tx,
  changes: { variantId: string; quantity: number }[],
  why: { actor: string; note: string; at: Date },
): Promise<void> {
  const moving = changes.filter(({ quantity }) => quantity !== 0);
  if (moving.length === 0) return;
  await correctUnits(tx, moving, { actor: why.actor, note: why.note, createdAt: why.at });
}

/**
 * The newest movement. While the caller holds the locks of variants, later ones of these variants
 * have higher numbers.
 */
export function newestMovement(db: Executor): Promise<number> {
  return selectNewestMovement(db);
}

/** The newest movement of each of these variants that is committed; 0 without one. */
export function newestMovements(db: Executor, variantIds: string[]): Promise<Map<string, number>> {
  return selectNewestMovements(db, variantIds);
}

/** The variants of these products that staff counted after the given movement of each. */
export function countedSince(
  db: Executor,
  since: { productId: string; movement: number }[],
): Promise<Set<string>> {
  return since.length === 0 ? Promise.resolve(new Set()) : selectCountedSince(db, since);
}

/**
 * Which of these products have moved after the given movement of each, not counting as many
 * movements as were undone.
 */
export function haveMoved(
  db: Executor,
  since: { productId: string; movement: number }[],
  undone: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  return since.length === 0 ? Promise.resolve(new Set()) : selectMoved(db, since, undone);
}

/**
 * The reasons of the movements of these products, each after the given movement. Leaves out products
 * that have no more movements than were undone.
 */
export function movedSince(
  tx: Executor,
  since: { productId: string; movement: number }[],
  undone: ReadonlyMap<string, number>,
): Promise<Map<string, string[]>> {
  return since.length === 0 ? Promise.resolve(new Map()) : selectMovedSince(tx, since, undone);
}
