import { type Page, readCursor, toPage } from '#shared/pagination.ts';
import { nameAccounts } from '../accounts/accounts.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { MovementView, StockLevel } from './inventory.schema.ts';
import { selectMovements, sumAsOf, sumUpTo } from './stock-history.store.ts';

/** The movements of a variant, newest first, with what was available after each (admin). */
export async function listMovements(
  ctx: Ctx,
  actor: Actor,
  variantId: string,
  { limit, after }: { limit: number; after: string | null },
): Promise<Page<MovementView>> {
  requireAdmin(actor);
  const before = after ? Number(readCursor(after, 1)?.[0]) : null;
  const rows = await selectMovements(
    ctx.db,
    variantId,
    limit + 1,
    Number.isSafeInteger(before) ? before : null,
  );
  const { items, next } = toPage(rows, limit, ({ id }) => [String(id)]);
  const [newest] = items;
  let units = newest ? await sumUpTo(ctx.db, variantId, newest.id) : 0;
  const ids = items.map((row) => row.actor);
  const names = await nameAccounts(ctx, actor, ids);
  const views = items.map(({ id, quantity, reason, note, orderId, orderNumber, ...row }) => {
    const view = {
      id: String(id),
      quantity,
      after: units,
      reason,
      note,
      order: orderId && orderNumber ? { id: orderId, number: orderNumber } : null,
      actor: names.get(row.actor) ?? row.actor,
      at: row.at.toISOString(),
    };
    units -= quantity;
    return view;
  });
  return { items: views, next };
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
