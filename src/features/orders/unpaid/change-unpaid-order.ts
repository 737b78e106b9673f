import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import { noSuchOrder } from '../access/order-access.ts';
import type { StaffOrderView } from '../orders.schema.ts';
import { selectView } from '../orders.store.ts';
import { withPaymentStopped } from '../payment/settle.ts';
import { lockForStaff, requireSeenVersion } from '../staff-change.ts';

/**
 * Runs `work` in a transaction with the order locked, for staff who end that it is unpaid. An open
 * payment is stopped at the provider before. If it was captured first, the order is paid by then, so
 * `work` looks at its state. 404 for an unknown id. 409 `order_changed` before a payment is stopped,
 * if the order is another one than `version`; `work` compares it again.
 */
export async function changeUnpaidOrder(
  ctx: Ctx,
  { id, actor, version }: { id: string; actor: string; version: number | null },
  work: (tx: Tx, order: StaffOrderView, stopped: string | null) => Promise<void>,
): Promise<void> {
  const seen = await selectView(ctx.db, id);
  if (!seen) throw noSuchOrder();
  const change = async (tx: Tx, stopped: string | null) =>
    work(tx, await lockForStaff(tx, id), stopped);
  if (seen.order.status !== 'pending') return inTransaction(ctx.db, (tx) => change(tx, null));
  requireSeenVersion(seen, version);
  return withPaymentStopped(ctx, id, actor, change);
}
