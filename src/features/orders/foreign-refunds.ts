/** Refunds that were made at the provider, without the shop. */
import { inTransaction, type Tx } from '#db/client.ts';
import { formatMoney } from '#shared/money.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import {
  findPaymentOfIntent,
  lockPaymentOfOrder,
  recordForeignRefund,
  refundsOf,
  requirePayments,
} from '../payments/payments.ts';
import { insertEvent, lockOrder, type OrderRow } from './orders.store.ts';

/** Who gives money back by the provider's own pages. */
const PROVIDER = 'provider';

/** Brings them into the books, and lets the customer know. */
export async function noteForeignRefunds(ctx: Ctx, intentId: string): Promise<void> {
  const intent = await requirePayments(ctx).findIntent(intentId);
  if (!intent || intent.refundedMinor === 0) return;
  const orderId = (await findPaymentOfIntent(ctx, intent))?.orderId;
  if (!orderId) return;
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const payment = await lockPaymentOfOrder(tx, orderId);
    // What could not be kept was given back by the shop itself.
    if (!order || payment?.intentId !== intentId) return;
    const { throughProviderMinor } = await refundsOf(tx, payment);
    const amountMinor = intent.refundedMinor - throughProviderMinor;
    if (amountMinor <= 0) return;
    const at = ctx.now();
    const id = await recordForeignRefund(tx, payment, amountMinor, at);
    await noteRefund(tx, order, { amountMinor, actor: PROVIDER, at });
    await enqueue(tx, { kind: 'payment.refunded', payload: { refundId: id } }, at);
  });
}

/** Writes into an order's history that money of it goes back. */
export async function noteRefund(
  tx: Tx,
  order: OrderRow,
  refund: { amountMinor: number; actor: string; at: Date },
): Promise<void> {
  const { amountMinor, actor, at } = refund;
  await insertEvent(tx, {
    orderId: order.id,
    event: 'refund',
    fromStatus: order.status,
    toStatus: order.status,
    actor,
    detail: formatMoney(amountMinor),
    at,
  });
}
