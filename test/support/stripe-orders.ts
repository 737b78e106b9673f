import { expect } from 'vitest';
import { CARDS } from './cards.ts';
import type { StripeFake } from './fake-stripe.ts';
import { orderOf, stock } from './goods.ts';
import type { Client, TestShop } from './shop.ts';

/** Orders of $140 of a shop with Stripe, their payments and refunds. */
export function stripeOrders(
  world: () => { shop: TestShop; sam: Client; admin: Client; fake: StripeFake },
) {
  async function place() {
    const product = await stock(world().shop, { name: 'Faulty Shirt' });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const order = await (await world().sam.post('/orders', orderOf(product), key)).json();
    const request = { totalAmount: 140, orderId: order._id };
    return { orderId: String(order._id), request };
  }
  const ask = async (request: unknown) => {
    const response = await world().sam.post('/create-payment-intent', request);
    return { status: response.status, body: await response.json(), response };
  };
  /** An order of $140 that is paid. */
  async function paid() {
    const { orderId, request } = await place();
    const { body } = await ask(request);
    const intentId = String(body.clientSecret).split('_secret_')[0] ?? '';
    world().fake.confirm(intentId, CARDS.good);
    expect((await world().sam.put(`/orders/${orderId}`, { transaction: intentId })).status).toBe(
      200,
    );
    return { orderId, intentId };
  }
  const refund = async (orderId: string, amount: number, key: string = crypto.randomUUID()) => {
    const body = { amount, reason: 'Came back' };
    const response = await world().admin.post(`/orders/${orderId}/refunds`, body, {
      'idempotency-key': key,
    });
    return { status: response.status, body: await response.json() };
  };
  const refundsOf = async (orderId: string) =>
    (
      await world().shop.database.pool.query(
        `select r.id, r.status, r.amount_minor::int as amount,
           (select count(*)::int from outbox m where m.kind = 'payment.refunded'
             and m.payload->>'refundId' = r.id) as emails
         from refunds r join payments p on p.id = r.payment_id where p.order_id = $1
         order by r.created_at, r.id`,
        [orderId],
      )
    ).rows;
  return { place, ask, paid, refund, refundsOf };
}
