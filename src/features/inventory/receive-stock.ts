/**
 * Adds what a supplier delivered to the stock of many variants. Promises: all of it is added or
 * nothing; a repeat under the same key adds nothing; each variant gets a movement and an entry of the
 * audit log, as by an adjustment.
 */

import { inTransaction, type Tx } from '#db/client.ts';
import { brokenConstraint } from '#db/database-error.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { withThousands } from '#shared/thousands.ts';
import type { Actor } from '../actor.ts';
import { recordAudits } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { keyUsed } from '../key-used.ts';
import { requireAdmin } from '../permissions.ts';
import { selectAdjustments, writeAdjustments } from './adjust-stock.store.ts';
import { ADJUST } from './adjust-stock.ts';
import { MAX_RECEIVED, type ShelfLevel } from './inventory.schema.ts';
import { lockVariants, selectPromised } from './inventory.store.ts';
import type { StockReceipt } from './receipt-input.schema.ts';

/** The stock of a variant after a receipt. */
export interface ReceivedStock extends ShelfLevel {
  id: string;
  sku: string;
  /** The units that came. */
  units: number;
}

const REASON = 'received';

/**
 * Adds the units of a receipt (admin), all or none. Without a key a repeat adds them again. Returns the
 * present stock in the order of the receipt.
 */
export async function receiveStock(
  ctx: Ctx,
  actor: Actor,
  receipt: StockReceipt & { key: string | null },
): Promise<ReceivedStock[]> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, (tx) => receiveLocked(ctx, tx, admin.id, receipt)).catch(
    (error: unknown) => {
      if (brokenConstraint(error) === 'stock_movements_one_per_key') throw keyUsed('receipt');
      throw error;
    },
  );
}

/**
 * What a receipt added that was sent under a key (admin). It is looked for among those of `sender`, or of
 * the one that asks.
 */
export async function findReceipt(
  ctx: Ctx,
  actor: Actor,
  { key, sender }: { key: string; sender: string | undefined },
): Promise<StockReceipt> {
  const admin = requireAdmin(actor);
  const keys = Array.from({ length: MAX_RECEIVED }, (_, index) => keyOf(key, index));
  const movements = await selectAdjustments(ctx.db, sender ?? admin.id, keys);
  const [first] = movements;
  if (!first) throw new AppError('not_found', 'No receipt was sent under that key.');
  const variants = movements.map(({ variantId, quantity }) => ({
    _id: variantId,
    units: quantity,
  }));
  return { note: first.note, variants };
}

async function receiveLocked(
  ctx: Ctx,
  tx: Tx,
  actor: string,
  { variants: received, note, key }: StockReceipt & { key: string | null },
): Promise<ReceivedStock[]> {
  const ids = received.map(({ _id }) => _id);
  const locked = new Map((await lockVariants(tx, ids)).map((row) => [row.variantId, row]));
  // This is a statement after the lock, as in an adjustment.
  const promised = new Map((await selectPromised(tx, ids)).map((row) => [row.variantId, row]));
  const before = received.map(({ _id: id, units }) => {
    const variant = locked.get(id);
    if (!variant) {
      throw new AppError('not_found', `The variant ${id} is no longer in the shop.`);
    }
    const { reserved = 0, toShip = 0 } = promised.get(id) ?? {};
    const { sku, available } = variant;
    return { id, sku, units, onHand: available + reserved, reserved, available, toShip };
  });
  if (key !== null && (await isReceived(tx, actor, key, received, note))) return before;
  const full = before.find(({ onHand, units }) => onHand + units > MAX_UNITS);
  if (full) {
    const message = `${full.sku} would have more than ${withThousands(MAX_UNITS)} units.`;
    throw new AppError('invalid_request', message);
  }
  const createdAt = ctx.now();
  await writeAdjustments(
    tx,
    before.map(({ id: variantId, units: quantity }, index) => ({
      ...{ variantId, quantity, reason: REASON, note, actor, createdAt },
      requestKey: key === null ? null : keyOf(key, index),
    })),
  );
  await recordAudits(
    tx,
    actor,
    ADJUST,
    before.map(({ id: subject, sku, onHand, units }) => ({
      subject,
      detail: {
        ...{ sku, before: onHand, after: onHand + units, reason: REASON },
        ...(note ? { note } : {}),
      },
    })),
  );
  return before.map((one) => ({
    ...one,
    onHand: one.onHand + one.units,
    available: one.available + one.units,
  }));
}

/** The key of the movement at a place of a receipt. No key that was sent has a space. */
const keyOf = (key: string, index: number) => `received ${key} ${index + 1}`;

/** Whether the receipt with this key was added already. Refuses a key of another receipt. */
async function isReceived(
  tx: Tx,
  actor: string,
  key: string,
  received: StockReceipt['variants'],
  note: string,
): Promise<boolean> {
  // One place more, so that a longer receipt is noticed.
  const keys = [...received, null].map((_, index) => keyOf(key, index));
  const movements = await selectAdjustments(tx, actor, keys);
  if (movements.length === 0) return false;
  const byKey = new Map(movements.map((movement) => [movement.requestKey, movement]));
  const isSame = received.every(({ _id, units }, index) => {
    const made = byKey.get(keyOf(key, index));
    return made?.variantId === _id && made.quantity === units && made.note === note;
  });
  if (!isSame || movements.length > received.length) throw keyUsed('receipt');
  return true;
}
