/** Stores the provider's refunds: the shop's own, and those made without the shop. */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import type { Ctx } from '../../context.ts';
import {
  findOrderOfPayment,
  findPaymentOfIntent,
  fingerprintOfRefunds,
  issueCreditNotesOf,
  reconcileRefunds,
  requirePayments,
} from '../../payments/payments.ts';
import { insertEvent, lockOrder, type OrderRow } from '../orders.store.ts';

/** The actor of refunds made on the provider's own pages. */
const PROVIDER = 'provider';

/** Reads all refunds of an intent from the provider and stores them. */
export async function recordProviderRefunds(ctx: Ctx, intentId: string): Promise<void> {
  const provider = requirePayments(ctx);
  const intent = await provider.findIntent(intentId);
  const payment = intent && (await findPaymentOfIntent(ctx, intent));
  if (!payment) return;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const fingerprint = await fingerprintOfRefunds(ctx.db, payment.id);
    const existingRefunds = await provider.listRefunds(intentId);
    const isDone = await inTransaction(ctx.db, async (tx) => {
      const orderId = await findOrderOfPayment(tx, payment);
      const order = orderId === null ? null : await lockOrder(tx, orderId);
      const changes = await reconcileRefunds(ctx, tx, payment.id, {
        fingerprint,
        existingRefunds,
      });
      for (const amountMinor of changes?.added ?? []) {
        const refund = { amountMinor, actor: PROVIDER, at: ctx.now() };
        if (order) await recordRefund(tx, order, refund, payment.returnId !== null);
      }
      await issueCreditNotesOf(ctx, tx, changes?.done ?? []);
      return changes !== null;
    });
    if (isDone) return;
  }
  throw new AppError('unavailable', 'This payment is being refunded right now. Please try again.');
}

/** Writes into an order's history that money is refunded. */
export async function recordRefund(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status'>,
  refund: { amountMinor: number; actor: string; at: Date },
  isExtra = false,
): Promise<void> {
  const { amountMinor, actor, at } = refund;
  await insertEvent(tx, {
    orderId: order.id,
    event: isExtra ? 'exchange-refunded' : 'refund',
    fromStatus: order.status,
    toStatus: order.status,
    actor,
    detail: formatMoney(amountMinor),
    at,
  });
}
