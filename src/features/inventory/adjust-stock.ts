/**
 * Changes of stock by staff. Promises: what orders reserve stays; a repeat under the same key
 * changes nothing; each adjustment is a movement and an entry of the audit log.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { brokenConstraint } from '#db/database-error.ts';
import { AppError } from '#shared/errors.ts';
import { withThousands } from '#shared/thousands.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import { findAudit, recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import {
  addUnits,
  lockVariantBySku,
  type NewMovement,
  selectAdjustment,
} from './adjust-stock.store.ts';
import type { StockAdjustment } from './adjustment.schema.ts';
import { MOST_UNITS, type StockLevel } from './inventory.schema.ts';
import { insertMovements } from './inventory.store.ts';
import { readReserved } from './reserved.ts';

const ADJUST = 'stock.adjust';

/**
 * Adds units to a variant, takes some, or sets the number on hand (admin). `key` identifies the
 * adjustment: a repeat returns the present stock. 409 `stock_reserved` when more would be taken
 * than is available.
 */
export async function adjustStock(
  ctx: Ctx,
  actor: Actor,
  adjustment: StockAdjustment & { key: string | null },
): Promise<StockLevel & { sku: string }> {
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
): Promise<StockLevel & { sku: string }> {
  const { sku, reason, note, key } = adjustment;
  const variant = await lockVariantBySku(tx, sku);
  if (!variant) throw new AppError('not_found', `There is no variant with the SKU ${sku}.`);
  // A statement after the lock: one together with it would not see the order that it waited for.
  const before = await levelOf(tx, variant);
  const earlier = key === null ? undefined : await selectAdjustment(tx, adminId, key);
  if (earlier) {
    await requireSame(tx, earlier, variant.id, adjustment);
    return { sku, ...before };
  }
  const quantity = adjustment.quantity ?? (adjustment.setTo ?? 0) - before.onHand;
  if (-quantity > before.available) throw reservedUnitsNeeded(sku, before);
  if (before.onHand + quantity > MOST_UNITS) {
    const message = `A variant has at most ${withThousands(MOST_UNITS)} units.`;
    throw new AppError('invalid_request', message);
  }
  await addUnits(tx, variant.id, quantity);
  const createdAt = ctx.now();
  await insertMovements(tx, [
    { variantId: variant.id, quantity, reason, note, requestKey: key, actor: adminId, createdAt },
  ]);
  const { reserved } = before;
  const after = {
    onHand: before.onHand + quantity,
    reserved,
    available: before.available + quantity,
  };
  await recordAudit(tx, adminId, ADJUST, variant.id, {
    sku,
    before: before.onHand,
    after: after.onHand,
    reason,
    ...(note ? { note } : {}),
    ...(key === null ? {} : { key, setTo: adjustment.setTo ?? null }),
  });
  return { sku, ...after };
}

async function levelOf(tx: Tx, { id, available }: { id: string; available: number }) {
  const reserved = (await readReserved(tx, [id])).get(id) ?? 0;
  return { onHand: available + reserved, reserved, available };
}

/**
 * Refuses a key of another adjustment. A movement does not say which number `setTo` was; the audit
 * log does, except for the adjustments of earlier versions.
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
