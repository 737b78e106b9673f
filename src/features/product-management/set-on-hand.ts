/**
 * Units on hand that staff typed beside the number that they were shown, in the sheet and in the
 * editor. What was sold since then stays sold: a number that is no longer the shown one is not
 * replaced, and what orders reserve is not taken.
 */
import type { Tx } from '#db/client.ts';
import { counted } from '#shared/counted.ts';
import type { Differences } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { changedSince } from '../inventory/inventory.schema.ts';
import { correctStock } from '../inventory/inventory.ts';
import { findMatches } from './match-variants.ts';
import type {
  OnHand,
  StaffProduct,
  StaffVariant,
  VariantChanges,
} from './product-management.schema.ts';

type Units = Pick<StaffVariant, 'available' | 'reserved'>;

/** Why the wanted number can't be set, and whether that is because another one was shown. */
export function problemOfUnits(
  { available, reserved }: Units,
  { from, to }: OnHand,
): { reason: string; isChanged: boolean } | null {
  const now = available + reserved;
  if (from !== now) {
    return { reason: changedSince(from, now, 'on hand'), isChanged: true };
  }
  if (to >= reserved) return null;
  const reason = `Orders that wait for payment reserve ${counted(reserved, 'unit')} of it.`;
  return { reason, isChanged: false };
}

/**
 * Sets the units on hand that an edit names, each as a movement. `now` is the product as it is under
 * the locks of its variants. Returns what changed, for the audit log. 412 `edit_conflict` with the
 * product when other units were shown; 409 `stock_reserved` when orders reserve more.
 */
export async function setOnHand(
  ctx: Ctx,
  tx: Tx,
  actor: string,
  now: StaffProduct,
  changes: VariantChanges[],
): Promise<Differences> {
  const moved: { variantId: string; quantity: number }[] = [];
  const found: Differences = {};
  for (const { change, variant } of findMatches(now, changes)) {
    const { onHand } = change;
    if (!onHand) continue;
    if (!variant) {
      const message = 'A new variant has its units as `inventory`.';
      throw new AppError('invalid_request', message);
    }
    const problem = problemOfUnits(variant, onHand);
    if (problem) throw refusal(variant, now, problem);
    if (onHand.to === onHand.from) continue;
    moved.push({ variantId: variant.id, quantity: onHand.to - onHand.from });
    found[`${variant.sku} onHand`] = [onHand.from, onHand.to];
  }
  await correctStock(tx, moved, { actor, note: 'Edit of the product', at: ctx.now() });
  return found;
}

function refusal(
  { sku }: StaffVariant,
  current: StaffProduct,
  { reason, isChanged }: { reason: string; isChanged: boolean },
): AppError {
  const message = `${sku}: ${reason}`;
  return isChanged
    ? new AppError('edit_conflict', message, { details: { current } })
    : new AppError('stock_reserved', message);
}
