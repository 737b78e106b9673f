import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { lockOrder, selectOrder, selectOverdue } from '../orders.store.ts';
import { callProviderForEach } from '../payment/call-provider-for-each.ts';
import { withPaymentStopped } from '../payment/settle.ts';
import { cancelOrder } from './close-order.ts';

/** The actor that cancels overdue orders. */
const EXPIRY = 'expiry';

/**
 * Cancels overdue orders and gives their stock back; returns how many. Payments are stopped first,
 * so an order that is paid at the last moment stays paid. Safe in many processes, because each
 * order is read again under its lock.
 */
export async function expireOverdueOrders(ctx: Ctx): Promise<number> {
  const overdue = await selectOverdue(ctx.db, ctx.now(), { limit: 100 });
  if (!(await expireEach(ctx, overdue))) {
    // Orders without a payment expire even while payments can't be stopped.
    await expireEach(
      ctx,
      await selectOverdue(ctx.db, ctx.now(), { limit: 100, withoutPayment: true }),
    );
  }
  return overdue.length;
}

/**
 * Ends each of these orders. False when it ended early, because the payment provider is
 * unreachable.
 */
async function expireEach(ctx: Ctx, overdue: { id: string }[]): Promise<boolean> {
  const left = await callProviderForEach(
    overdue,
    ({ id }) => expire(ctx, id),
    (error, { id }) => logFault(ctx.log, 'order.expire', error, { id }),
  );
  return left.length === 0;
}

async function expire(ctx: Ctx, id: string): Promise<void> {
  const seen = await selectOrder(ctx.db, id);
  if (seen?.status !== 'pending') return;
  await withPaymentStopped(ctx, id, EXPIRY, async (tx, stopped) => {
    const order = await lockOrder(tx, id);
    const at = ctx.now();
    // A confirmed email address may have extended its time meanwhile.
    if (order?.status !== 'pending' || order.paymentDueAt > at) return;
    await cancelOrder(ctx, tx, order, { event: 'expire', actor: EXPIRY, stopped, at });
  });
}
