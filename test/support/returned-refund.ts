import { inTransaction } from '#db/client.ts';
import { withdrawFailedRefund } from '#features/orders/orders.ts';
import { selectById } from '#features/payments/payments.store.ts';
import { selectRefunds } from '#features/payments/refunds.store.ts';
import { recordRefundReturned } from '#features/payments/refunds.ts';
import { actorOf, type Client, type TestShop } from './shop.ts';

/** The bank returns the last refund of an order's own payment, in the books and at the sandbox. */
export async function returnRefund(shop: TestShop, orderId: string): Promise<string> {
  const { db, pool } = shop.database;
  const paid = 'select id from payments where order_id = $1';
  const paymentId = (await pool.query(paid, [orderId])).rows[0].id;
  const refundId = await inTransaction(db, async (tx) => {
    const payment = await selectById(tx, paymentId);
    const refunds = await selectRefunds(tx, paymentId);
    const last = refunds
      .filter(({ status }) => status === 'done')
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      .at(-1);
    if (!payment || !last) throw new Error('There is no refund.');
    await recordRefundReturned(tx, payment, last, { failure: 'closed', at: new Date() });
    return last.id;
  });
  await pool.query(
    `with gone as (delete from sandbox_refunds where reference = $1 returning intent_id, amount_minor)
     update sandbox_intents i set refunded_minor = i.refunded_minor - gone.amount_minor
     from gone where i.id = gone.intent_id`,
    [refundId],
  );
  return refundId;
}

/** The bank returns the last refund of an order, and staff withdraw it. */
export async function withdrawReturnedRefund(
  shop: TestShop,
  admin: Client,
  orderId: string,
): Promise<void> {
  const refundId = await returnRefund(shop, orderId);
  const { ctx } = shop.context;
  await withdrawFailedRefund(ctx, actorOf(admin, 'admin'), refundId, 'The card is closed.');
}
