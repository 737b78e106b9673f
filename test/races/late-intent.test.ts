import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireOverdueOrders, reconcilePayments } from '#features/orders/orders.ts';
import {
  claimPaymentsToCheck,
  closePayment,
  requirePayments,
} from '#features/payments/payments.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let ahead = 0;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(Date.now() + ahead) });
  sam = await shop.shopper('Sam Late');
});
afterAll(() => shop.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const endings: [string, (orderId: string) => Promise<unknown>][] = [
  ['deleted', (orderId) => sam.delete(`/orders/${orderId}`)],
  [
    'expired',
    () => {
      ahead += 8 * DAY;
      return expireOverdueOrders(shop.context.ctx);
    },
  ],
];

test.each(endings)('an intent that comes while its order is %s can not be paid', async (_, end) => {
  const { pool } = shop.database;
  const { ctx } = shop.context;
  const shirt = await stock(shop, { name: 'Late Shirt' });
  const key = { 'idempotency-key': crypto.randomUUID() };
  const order = await (await sam.post('/orders', orderOf(shirt), key)).json();
  const paymentId = `pay_${crypto.randomUUID()}`;
  await pool.query(
    `insert into payments (id, provider, order_id, user_id, status, amount_minor, currency,
       idempotency_key, created_at, next_check_at)
     values ($1, 'sandbox', $2, $3, 'created', 14000, 'USD', $1, now(), now() + interval '1 year')`,
    [paymentId, order._id, sam.id],
  );
  const intent = await requirePayments(ctx).createIntent({
    amountMinor: 14_000,
    currency: 'USD',
    reference: paymentId,
    idempotencyKey: paymentId,
  });

  // The order is held while it is being ended, after its payment was looked at.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from orders where id = $1 for update', [order._id]);
  const ending = end(order._id);
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length;
    })
    .toBe(1);
  await pool.query('update payments set intent_id = $1 where id = $2', [intent.id, paymentId]);
  await holder.query('commit');
  holder.release();
  await ending;

  expect((await requirePayments(ctx).findIntent(intent.id))?.status).toBe('canceled');
  const { rows } = await pool.query('select status from orders where id = $1', [order._id]);
  expect(rows).toEqual([{ status: 'cancelled' }]);
  await expectSoundLedger(shop);
});

test('an intent that comes while its payment is given up is not lost sight of', async () => {
  const { pool } = shop.database;
  const { ctx } = shop.context;
  const transaction = await payIntent(sam, { totalAmount: 50 });
  await pool.query('update payments set intent_id = null where intent_id = $1', [transaction]);
  ahead += 2 * HOUR;
  const claimed = await claimPaymentsToCheck(ctx);
  const seen = claimed.find(({ amountMinor }) => amountMinor === 5_000);
  if (!seen) throw new Error('The payment is not due.');
  expect(seen.intentId).toBeNull();

  await pool.query('update payments set intent_id = $1 where id = $2', [transaction, seen.id]);
  await closePayment(ctx, seen);
  ahead += 12 * HOUR;
  await reconcilePayments(ctx);
  const { rows } = await pool.query('select status from payments where id = $1', [seen.id]);
  expect(rows).toEqual([{ status: 'refunded' }]);
  await expectSoundLedger(shop);
});
