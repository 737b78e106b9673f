import { type Page, readCursor, toPage } from '#shared/cursor.ts';
import { nameAccounts, shownName } from '../accounts/accounts.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import type { MovementView, StockLevel } from './inventory.schema.ts';
import { selectMovements, sumAsOf } from './stock-history.store.ts';

/**
 * The movements of a variant, newest first, with what was available after each (admin). The cursor
 * says what was available before the last one, so that no page sums up the movements of the others.
 */
export async function listMovements(
  ctx: Ctx,
  actor: Actor,
  variantId: string,
  { limit, after }: { limit: number; after: string | null },
): Promise<Page<MovementView>> {
  requireAdmin(actor);
  const from = readMovementCursor(after);
  const rows = await selectMovements(ctx.db, variantId, limit + 1, from?.id ?? null);
  let units = from ? from.units : (rows[0]?.available ?? 0);
  const counted = rows.map((row) => {
    const [before, after] = [units - row.quantity, units];
    units = before;
    return { ...row, before, after };
  });
  const { items, next } = toPage(counted, limit, ({ id, before }) => [String(id), String(before)]);
  const names = await nameAccounts(
    ctx,
    actor,
    items.map((row) => row.actor),
  );
  const views = items.map(({ id, quantity, reason, note, orderId, orderNumber, ...row }) => ({
    id: String(id),
    quantity,
    after: row.after,
    reason,
    note,
    order: orderId && orderNumber ? { id: orderId, number: orderNumber } : null,
    actor: shownName(names, row.actor),
    at: row.at.toISOString(),
  }));
  return { items: views, next };
}

/** The movement before which a page begins, and what was available before it. */
function readMovementCursor(after: string | null): { id: number; units: number } | null {
  const [id, units] = ((after && readCursor(after, 2)) || []).map(Number);
  return Number.isSafeInteger(id) && Number.isSafeInteger(units)
    ? { id: id ?? 0, units: units ?? 0 }
    : null;
}

/** The stock of a variant at a past moment (admin). */
export async function stockAsOf(
  ctx: Ctx,
  actor: Actor,
  variantId: string,
  at: Date,
): Promise<StockLevel> {
  requireAdmin(actor);
  const { available, reserved } = await sumAsOf(ctx.db, variantId, at);
  return { onHand: available + reserved, reserved, available };
}
