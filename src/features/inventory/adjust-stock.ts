/**
 * Changes of stock by staff. Promises: units that orders reserve stay reserved; a repeat under the
 * same key changes nothing; each adjustment is a movement and an entry of the audit log.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { brokenConstraint } from '#db/database-error.ts';
import { AppError } from '#shared/errors.ts';
import { withThousands } from '#shared/thousands.ts';
import type { Actor } from '../actor.ts';
import { findAudit, recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import {
  addUnits,
  lockVariantBySku,
  type NewMovement,
  selectAdjustment,
} from './adjust-stock.store.ts';
import type { StockAdjustment } from './adjustment.schema.ts';
import { MAX_UNITS, type ShelfLevel, type StockLevel } from './inventory.schema.ts';
import { insertMovements, selectPromised } from './inventory.store.ts';

const ADJUST = 'stock.adjust';

/** The stock after an adjustment. `onHand` and `toShip` together lie on the shelf. */
export interface AdjustedStock extends ShelfLevel {
  sku: string;
}

/**
 * Adds units to a variant, takes some, or sets the number on hand (admin). A counted number
 * includes units that are still to be shipped, because they lie on the shelf too, so they are
 * subtracted. `key` identifies the adjustment: a repeat returns the current stock. 409
 * `stock_reserved` when more units would be taken than are available, and when fewer were counted
 * than are promised.
 */
export async function adjustStock(
  ctx: Ctx,
  actor: Actor,
  adjustment: StockAdjustment & { key: string | null },
): Promise<AdjustedStock> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, (tx) => adjustLocked(ctx, tx, admin.id, adjustment)).catch(
    (error: unknown) => {
      if (brokenConstraint(error) === 'stock_movements_one_per_key') throw keyUsed();
      throw error;
    },
  );
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
    return { sku, ...before };
  }
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
  return { sku, ...after };
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
  if (!isSame) throw keyUsed();
  const { actor, requestKey: key } = earlier;
  const recorded = await findAudit(tx, ADJUST, variantId, { actor, detail: { key } });
  if (recorded && recorded.setTo !== (wanted.setTo ?? null)) throw keyUsed();
}

function keyUsed(): AppError {
  return new AppError('invalid_request', 'That key was used for another adjustment.');
}

function countedTooFew(sku: string, counted: number, level: ShelfLevel): AppError {
  const { reserved, toShip } = level;
  const promised = withThousands(reserved + toShip);
  const message = `${withThousands(counted)} of ${sku} were counted, but ${promised} are promised: ${withThousands(reserved)} to orders that wait for payment, ${withThousands(toShip)} to paid orders that are not shipped. Please count again, or cancel units of these orders first.`;
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
