import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startCardPayment, undoDeletion } from '#features/checkout/checkout.ts';
import { deleteOrder, reconcilePayments, settle } from '#features/orders/orders.ts';
import { confirmCard } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 40 });
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

/** An order of three of five shirts by somebody new. */
async function place() {
  count += 1;
  const client = await shop.shopper(`Racing Undo ${count}`);
  const shirt = await stock(shop, { name: `Raced Shirt ${count}`, inventory: 5 });
  const order = await (await client.post('/orders', orderOf(shirt, 3))).json();
  return { client, actor: actorOf(client), id: order._id as string, shirt };
}

const listed = async (client: Client) =>
  (await client.get(`/orders?${new URLSearchParams({ email: client.email })}`)).json();
const onHand = async ({ id }: { id: string }) => {
  const ask = 'select on_hand from variants where product_id = $1';
  return (await shop.database.pool.query(ask, [id])).rows[0].on_hand;
};

test('undoing a deletion twenty times at once, in two processes, places one order', async () => {
  const { client, actor, id, shirt } = await place();
  await client.delete(`/orders/${id}`);
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) => undoDeletion(n % 2 ? ctx : other, actor, id)),
  );
  expect(results).toEqual(Array(20).fill({ placedAgain: true }));
  expect(await listed(client)).toHaveLength(1);
  expect(await onHand(shirt)).toBe(2);
});

test('one of two who want the last units has them, the one who undoes or the one who orders', async () => {
  const { client, actor, id, shirt } = await place();
  await client.delete(`/orders/${id}`);
  const other = await shop.shopper('Racing Buyer');
  const [undone, ordered] = await Promise.all([
    undoDeletion(shop.context.ctx, actor, id).then(
      () => true,
      ({ code }) => code,
    ),
    other.post('/orders', orderOf(shirt, 4)),
  ]);
  expect([
    [true, 409],
    ['out_of_stock', 201],
  ]).toContainEqual([undone, ordered.status]);
  expect(await onHand(shirt)).toBe(undone === true ? 2 : 1);
});

test('deleting, paying, hearing of the payment and undoing at once keep order and money together', async () => {
  const { ctx } = shop.context;
  for (let round = 0; round < 6; round += 1) {
    const { client, actor, id, shirt } = await place();
    const { clientSecret } = await startCardPayment(ctx, actor, id);
    const pay = async () => {
      const paid = await confirmCard(client, clientSecret);
      if (paid.status !== 200) return;
      const { id: transaction } = await paid.json();
      // Refused when the order was cancelled: then the money goes back.
      await settle(ctx, transaction, { actor: 'provider' }).catch(() => undefined);
    };
    const remove = async () => {
      await deleteOrder(ctx, actor, id, { shown: 'pending' }).catch(() => undefined);
      await Promise.allSettled([undoDeletion(ctx, actor, id), undoDeletion(ctx, actor, id)]);
    };
    await Promise.all([pay(), remove(), reconcilePayments(ctx)]);
    const orders = await listed(client);
    // Paid and kept, or cancelled and placed again: one order, either way, and its units.
    expect(orders).toHaveLength(1);
    expect(orders[0].status === 'Paid').toBe(orders[0]._id === id);
    expect(await onHand(shirt)).toBe(2);
    await expectSoundLedger(shop);
  }
});
