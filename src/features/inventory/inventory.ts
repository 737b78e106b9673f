/**
 * Owns the quantities on hand. Promises: a quantity is never negative, every change of it is a
 * movement with reason, order and actor, an order takes its units once and gives them back at most
 * once. The constraints of `variants` and `stock_movements` hold that; this code only asks nicely.
 */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import {
  insertMovements,
  lockVariantRows,
  lockVariants,
  moveUnits,
  selectHeld,
} from './inventory.store.ts';

/** A variant as it stands under the lock of the caller's transaction. */
export type LockedVariant = Awaited<ReturnType<typeof lockVariants>>[number];

/** Locks variants until the transaction ends; unknown ids are not in the answer. */
export async function lockForSale(
  tx: Tx,
  variantIds: string[],
): Promise<Map<string, LockedVariant>> {
  const rows = await lockVariants(tx, [...new Set(variantIds)]);
  return new Map(rows.map((row) => [row.variantId, row]));
}

/**
 * Takes units off the shelf for an order, all or nothing; 409 `out_of_stock` names what is short.
 * Call with variants locked by `lockForSale`, one entry a variant.
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
  if (short.length > 0) {
    throw new AppError('out_of_stock', 'There is not enough left of something in this order.', {
      details: { variants: short.map(({ variantId }) => variantId) },
    });
  }
}

/** Puts an order's units back, once: what was given back already is not given back again. */
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

/** The first movement of new variants; quantity on hand is the sum of movements from then on. */
export async function recordOpeningStock(
  tx: Tx,
  variants: { id: string; onHand: number }[],
  actor: string,
  at: Date,
): Promise<void> {
  const stocked = variants.filter(({ onHand }) => onHand > 0);
  await insertMovements(
    tx,
    stocked.map(({ id, onHand }) => ({
      variantId: id,
      quantity: onHand,
      reason: 'opening',
      actor,
      createdAt: at,
    })),
  );
}
