import { decodeTimeCursor, type Page } from '#shared/cursor.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../../permissions.ts';
import { INTO_CART } from '../deletion/deletion.ts';
import type { CancelledBy, CancelledOrderView } from '../orders.schema.ts';
import { toView } from '../view/order-view.ts';
import { selectCancelled } from './cancelled-orders.store.ts';
import { type OrderPageSize, toOrderPage } from './order-page.ts';

/**
 * The caller's own cancelled orders, including deleted ones, and paid ones without remaining units.
 * The order that was cancelled last comes first.
 */
export async function listMyCancelledOrders(
  ctx: Ctx,
  actor: Actor,
  { after, ...size }: OrderPageSize & { after: string | null },
): Promise<Page<CancelledOrderView>> {
  const user = requireUser(actor);
  const rows = await selectCancelled(ctx.db, user.id, size.limit + 1, decodeTimeCursor(after));
  const page = toOrderPage(rows, size, ({ order, cancelledAt }) => [
    cancelledAt.toISOString(),
    order.id,
  ]);
  const items = page.items.map((row) => ({
    ...toView(row),
    cancelledAt: row.cancelledAt.toISOString(),
    cancelledBy: cancelledBy(row.cancellation, user.id),
    replacedBy: row.replacedBy,
  }));
  return { items, next: page.next };
}

function cancelledBy(
  { event, actor, detail }: { event: string; actor: string; detail: string | null },
  ownerId: string,
): CancelledBy {
  if (event === 'expire') return 'expiry';
  if (actor !== ownerId) return 'staff';
  return detail === INTO_CART ? 'owner-into-cart' : 'owner';
}
