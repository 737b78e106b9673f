/**
 * Changes of stock by staff. Promises: units that orders reserve stay reserved; a repeat under the
 * same key changes nothing; each adjustment is a movement and an entry of the audit log.
 */

import { inTransaction, type Tx } from '#db/client.ts';
import { brokenConstraint } from '#db/database-error.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { withThousands } from '#shared/thousands.ts';
import type { Actor } from '../actor.ts';
import { findAudit, recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { keyUsed } from '../key-used.ts';
import { requireAdmin } from '../permissions.ts';
import {
  addUnits,
  lockVariantBySku,
  type NewMovement,
  selectAdjustedSince,
  selectAdjustment,
} from './adjust-stock.store.ts';
import type { StockAdjustment } from './adjustment.schema.ts';
import {
  changedSince,
  FIND_OTHERS,
  movementLabels,
  type ShelfLevel,
  type StockLevel,
} from './inventory.schema.ts';
import { insertMovements, lockVariants, selectPromised } from './inventory.store.ts';

export const ADJUST = 'stock.adjust';

/** The stock after an adjustment. `onHand` and `toShip` together lie on the shelf. */
export interface AdjustedStock extends ShelfLevel {
  sku: string;
  /** The units that the adjustment added, or took when negative. */
  quantity: number;
}

/**
 * Adds units to a variant, takes some, or sets the number on hand (admin). A counted number
 * includes units that are still to be shipped, because they lie on the shelf too, so they are
 * subtracted. `key` identifies the adjustment: a repeat returns the current stock. 412
 * `edit_conflict` when the number to replace was shown and is another one now. 409 `stock_reserved`
 * when more units would be taken than are available, and when fewer were counted than are promised.
 */
export async function adjustStock(
  ctx: Ctx,
  actor: Actor,
  adjustment: StockAdjustment & { key: string | null },
): Promise<AdjustedStock> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, (tx) => adjustLocked(ctx, tx, admin.id, adjustment)).catch(
    (error: unknown) => {
      if (brokenConstraint(error) === 'stock_movements_one_per_key') throw keyUsed('adjustment');
      throw error;
    },
  );
}

/**
 * Takes an adjustment back that this person made under this key (admin): as many units the other way,
 * as a correction. A repeat returns the current stock. 409 `stock_reserved` when units that it added
 * are no longer available, 422 when staff counted or adjusted the variant after it.
 */
export async function undoAdjustment(ctx: Ctx, actor: Actor, key: string): Promise<AdjustedStock> {
  const admin = requireAdmin(actor);
  const undoKey = undoOf(key);
  return inTransaction(ctx.db, async (tx) => {
    const made = await selectAdjustment(tx, admin.id, key);
    if (!made || made.orderId || made.quantity === 0) throw nothingToUndo();
    const [variant] = await lockVariants(tx, [made.variantId]);
    if (!variant) throw nothingToUndo();
    const { sku } = variant;
    const isDone = (await selectAdjustment(tx, admin.id, undoKey)) !== undefined;
    if (!isDone && (await isAdjustedAfter(tx, made))) {
      const message = `${sku} was counted or adjusted again after this adjustment, so its stock stays as it is.`;
      throw new AppError('invalid_request', message);
    }
    const { quantity, reason: earlier } = made;
    const reason = 'correction';
    const note = `Undo: ${movementLabels[earlier]}`;
    return adjustLocked(ctx, tx, admin.id, {
      sku,
      quantity: -quantity,
      reason,
      note,
      key: undoKey,
    });
  });
}

const undoOf = (key: string) => `undo ${key}`;

async function isAdjustedAfter(
  tx: Tx,
  { id, variantId }: { id: number; variantId: string },
): Promise<boolean> {
  return (await selectAdjustedSince(tx, [{ variantId, movement: id }])).size > 0;
}

function nothingToUndo(): AppError {
  return new AppError('not_found', 'There is no such adjustment to undo.');
}

async function adjustLocked(
  ctx: Ctx,
  tx: Tx,
  adminId: string,
  adjustment: StockAdjustment & { key: string | null },
): Promise<AdjustedStock> {
  const { sku, reason, note, key } = adjustment;
  const variant = await lockVariantBySku(tx, sku);
  if (!variant) throw new AppError('not_found', `There is no variant with the SKU ${sku}.`);
  // This is a statement after the lock. One that is sent with the lock would not see the order that
  // the lock waited for.
  const before = await levelOf(tx, variant);
  const earlier = key === null ? undefined : await selectAdjustment(tx, adminId, key);
  if (earlier) {
    await requireSame(tx, earlier, variant.id, adjustment);
    if (key !== null && (await selectAdjustment(tx, adminId, undoOf(key)))) {
      const message = 'This adjustment was undone. Please load the page again to repeat it.';
      throw new AppError('invalid_request', message);
    }
    return { sku, quantity: earlier.quantity, ...before };
  }
  requireShown(adjustment, before);
  const { reserved, toShip } = before;
  const counted = reason === 'counted' ? (adjustment.setTo ?? null) : null;
  if (counted !== null && counted < reserved + toShip) throw countedTooFew(sku, counted, before);
  const setTo = counted === null ? (adjustment.setTo ?? 0) : counted - toShip;
  const quantity = adjustment.quantity ?? setTo - before.onHand;
  if (-quantity > before.available) throw reservedUnitsNeeded(sku, before);
  if (before.onHand + quantity > MAX_UNITS) {
    const message = `A variant has at most ${withThousands(MAX_UNITS)} units.`;
    throw new AppError('invalid_request', message);
  }
  await addUnits(tx, variant.id, quantity);
  const createdAt = ctx.now();
  await insertMovements(tx, [
    { variantId: variant.id, quantity, reason, note, requestKey: key, actor: adminId, createdAt },
  ]);
  const after = {
    onHand: before.onHand + quantity,
    reserved,
    available: before.available + quantity,
    toShip,
  };
  await recordAudit(tx, adminId, ADJUST, variant.id, {
    sku,
    before: before.onHand,
    after: after.onHand,
    reason,
    ...(counted === null ? {} : { counted, toShip }),
    ...(note ? { note } : {}),
    ...(key === null ? {} : { key, setTo: adjustment.setTo ?? null }),
  });
  return { sku, quantity, ...after };
}

/** Refuses a number that would replace another one than was shown: what was sold stays sold. */
function requireShown({ sku, from, reason }: StockAdjustment, level: ShelfLevel): void {
  if (from === undefined) return;
  const isShelf = reason === 'counted';
  const now = isShelf ? level.onHand + level.toShip : level.onHand;
  if (now === from) return;
  const what = changedSince(from, now, isShelf ? 'on the shelf' : 'on hand');
  const message = `${sku}: ${what} Please check the number, and apply it again.`;
  throw new AppError('edit_conflict', message, { details: { ...level } });
}

async function levelOf(
  tx: Tx,
  { id, available }: { id: string; available: number },
): Promise<ShelfLevel> {
  const [promised] = await selectPromised(tx, [id]);
  const { reserved = 0, toShip = 0 } = promised ?? {};
  return { onHand: available + reserved, reserved, available, toShip };
}

/**
 * Refuses a key of another adjustment. A movement does not store the number of `setTo`, so the
 * audit log is read. It lacks the number for adjustments of earlier versions.
 */
async function requireSame(
  tx: Tx,
  earlier: NewMovement,
  variantId: string,
  wanted: StockAdjustment,
): Promise<void> {
  const isSame =
    earlier.variantId === variantId &&
    earlier.reason === wanted.reason &&
    earlier.note === wanted.note &&
    (wanted.quantity === undefined || wanted.quantity === earlier.quantity);
  if (!isSame) throw keyUsed('adjustment');
  const { actor, requestKey: key } = earlier;
  const recorded = await findAudit(tx, ADJUST, variantId, { actor, detail: { key } });
  if (recorded && recorded.setTo !== (wanted.setTo ?? null)) throw keyUsed('adjustment');
}

export function countedTooFew(sku: string, counted: number, level: ShelfLevel): AppError {
  const { reserved, toShip } = level;
  const promised = reserved + toShip;
  const message = `${withThousands(counted)} of ${sku} ${counted === 1 ? 'was' : 'were'} counted, but ${withThousands(promised)} ${promised === 1 ? 'is' : 'are'} promised: ${withThousands(reserved)} to orders that wait for payment, ${withThousands(toShip)} to paid orders that are not shipped, also deleted and refunded ones. Please count again, or cancel units of these orders first. ${FIND_OTHERS}`;
  return new AppError('stock_reserved', message, { details: { ...level } });
}

function reservedUnitsNeeded(sku: string, level: StockLevel): AppError {
  const { available, reserved } = level;
  const most =
    available === 0
      ? `No units of ${sku} can be taken`
      : `At most ${withThousands(available)} of ${sku} can be taken`;
  const why =
    reserved === 0
      ? 'there are no more.'
      : `orders that wait for payment reserve ${withThousands(reserved)}.`;
  return new AppError('stock_reserved', `${most}: ${why}`, { details: { ...level } });
}
