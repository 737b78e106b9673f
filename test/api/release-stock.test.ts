import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { writeEmail } from '#features/emails/write-email.ts';
import {
  alertOnHeldStock,
  getHolder,
  listHolders,
  releaseHeldStock,
  releaseMarkedOrders,
} from '#features/orders/orders.ts';
import { AppError } from '#shared/errors.ts';
import { confirmCard, payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let admin: ReturnType<typeof actorOf>;
let coat: ProductDetail;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  const client = await shop.admin();
  admin = actorOf(client, 'admin');
  coat = await stock(shop, { name: 'Held Coat', inventory: 1_000 });
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const left = async () => (await getProduct(shop.context.ctx, coat.id)).variants[0]?.available;
const statuses = async (userId: string) =>
  (
    await shop.database.pool.query('select status from orders where user_id = $1 order by id', [
      userId,
    ])
  ).rows.map(({ status }) => status);

let key = 0;
async function orders(client: Client, count: number, quantity = 1) {
  const placed: { _id: string; totalAmount: number }[] = [];
  for (let nr = 1; nr <= count; nr += 1) {
    key += 1;
    const headers = { 'idempotency-key': `order-${key}` };
    const response = await client.post('/orders', orderOf(coat, quantity), headers);
    expect(response.status).toBe(201);
    placed.push(await response.json());
  }
  return placed;
}

const account = ({ id }: Client) => ({ kind: 'account', key: id }) as const;

test('staff release all that an account holds in one action, on the record', async () => {
  const { ctx } = shop.context;
  const hal = await shop.shopper('Hal Holder');
  const before = await left();
  const [, , payable] = await orders(hal, 4, 5);
  const intent = await hal.post('/create-payment-intent', {
    totalAmount: payable?.totalAmount,
    orderId: payable?._id,
  });
  expect(await getHolder(ctx, admin, account(hal))).toMatchObject({
    label: 'Hal Holder, hal.holder@example.com',
    emailVerified: false,
    orders: 4,
    units: 20,
    minor: 4 * 22_000,
    firstDueAt: '2026-11-21T16:00:00.000Z',
  });
  expect(await releaseHeldStock(ctx, admin, account(hal))).toEqual({ cancelled: 4, left: 0 });
  expect(await statuses(hal.id)).toEqual(Array(4).fill('cancelled'));
  expect(await left()).toBe(before);
  // The payment was stopped first.
  const { clientSecret } = await intent.json();
  expect((await confirmCard(hal, clientSecret)).status).not.toBe(200);
  const { rows } = await shop.database.pool.query(
    "select actor, subject, detail from audit_log where action = 'stock.release'",
  );
  expect(rows).toEqual([
    { actor: admin.user?.id, subject: hal.id, detail: { orders: 4, units: 20, minor: 88_000 } },
  ]);
  // Again: nothing is left to do, and nothing is written down.
  expect(await releaseHeldStock(ctx, admin, account(hal))).toEqual({ cancelled: 0, left: 0 });
});

test('what a network holds is released, and what others hold is not', async () => {
  const { ctx } = shop.context;
  const people = await Promise.all(['Nia', 'Noel', 'Ned'].map((name) => shop.shopper(name)));
  const [nia, noel, ned] = people as [Client, Client, Client];
  nia.address = '203.0.113.9';
  noel.address = '203.0.113.9';
  for (const person of people) await orders(person, 2);
  const key = { kind: 'network', key: '203.0.113.9' } as const;
  expect(await releaseHeldStock(ctx, admin, key)).toEqual({ cancelled: 4, left: 0 });
  expect(await statuses(noel.id)).toEqual(['cancelled', 'cancelled']);
  expect(await statuses(ned.id)).toEqual(['pending', 'pending']);
  const { rows } = await shop.database.pool.query(
    "select * from audit_log where subject = 'network'",
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('203.0.113.9');
  await releaseHeldStock(ctx, admin, account(ned));
});

test('an order whose money came first is kept', async () => {
  const { ctx } = shop.context;
  const pam = await shop.shopper('Pam Payer');
  const [paid] = await orders(pam, 2);
  await payIntent(pam, { totalAmount: paid?.totalAmount ?? 0, orderId: paid?._id ?? '' });
  expect(await releaseHeldStock(ctx, admin, account(pam))).toEqual({ cancelled: 1, left: 0 });
  expect((await statuses(pam.id)).sort()).toEqual(['cancelled', 'paid']);
});

test('paying and releasing at once ends every order one way', async () => {
  const { ctx } = shop.context;
  const rae = await shop.shopper('Rae Racer');
  const placed = await orders(rae, 6);
  const before = await left();
  const paying = placed.map(async ({ _id, totalAmount }) => {
    const transaction = await payIntent(rae, { totalAmount, orderId: _id }).catch(() => null);
    return transaction && (await rae.put(`/orders/${_id}`, { transaction })).status;
  });
  await Promise.all([...paying, releaseHeldStock(ctx, admin, account(rae))]);
  await releaseMarkedOrders(ctx);
  const ended = await statuses(rae.id);
  expect(ended.filter((status) => status === 'pending')).toEqual([]);
  const cancelled = ended.filter((status) => status === 'cancelled').length;
  expect(await left()).toBe((before ?? 0) + cancelled);
});

test('a request cancels a few, and the jobs the others', async () => {
  const { ctx } = shop.context;
  const max = await shop.shopper('Max Many');
  await orders(max, 20);
  await shop.database.pool.query('update users set email_verified = true where id = $1', [max.id]);
  max.address = '203.0.113.50';
  const mia = await shop.shopper('Mia Many');
  mia.address = '203.0.113.50';
  await orders(mia, 5);
  await shop.database.pool.query("update orders set network = '203.0.113.50' where user_id = $1", [
    max.id,
  ]);
  const key = { kind: 'network', key: '203.0.113.50' } as const;
  expect(await releaseHeldStock(ctx, admin, key)).toEqual({ cancelled: 20, left: 5 });
  expect(await releaseMarkedOrders(ctx)).toBe(5);
  expect(await listHolders(ctx, admin)).not.toContainEqual(expect.objectContaining(key));
});

test('while the card provider is away the orders stay marked, and go when it is back', async () => {
  const { ctx } = shop.context;
  const ada = await shop.shopper('Ada Away');
  const placed = await orders(ada, 3);
  for (const { _id: orderId, totalAmount } of placed) {
    await ada.post('/create-payment-intent', { totalAmount, orderId });
  }
  let asked = 0;
  const cancelIntent = () => {
    asked += 1;
    return Promise.reject(new AppError('payments_unavailable', 'Away.'));
  };
  const payments = ctx.payments && { ...ctx.payments, cancelIntent };
  expect(await releaseHeldStock({ ...ctx, payments }, admin, account(ada))).toEqual({
    cancelled: 0,
    left: 3,
  });
  expect(asked).toBe(1);
  expect(await releaseMarkedOrders(ctx)).toBe(3);
  expect(await statuses(ada.id)).toEqual(Array(3).fill('cancelled'));
});

test('only admins see and release what is held', async () => {
  const { ctx } = shop.context;
  const sly = await shop.shopper('Sly Shopper');
  for (const [who, code] of [
    [actorOf(sly), 'forbidden'],
    [actorOf(shop.guest()), 'unauthenticated'],
  ] as const) {
    await expect(listHolders(ctx, who)).rejects.toMatchObject({ code });
    await expect(getHolder(ctx, who, account(sly))).rejects.toMatchObject({ code });
    await expect(releaseHeldStock(ctx, who, account(sly))).rejects.toMatchObject({ code });
  }
  await expect(getHolder(ctx, admin, account(sly))).rejects.toMatchObject({ code: 'not_found' });
});

test('the shop is told once a day of whoever holds an unusual share', async () => {
  const { ctx } = shop.context;
  const alerts = async () =>
    (
      await shop.database.pool.query(
        "select id, kind, payload from outbox where kind = 'stock.held' order by created_at, id",
      )
    ).rows;
  const hugo = await shop.shopper('Hugo Half');
  await orders(hugo, 2, 5);
  await alertOnHeldStock(ctx);
  expect(await alerts()).toEqual([]);
  await orders(hugo, 2, 50);
  await Promise.all([alertOnHeldStock(ctx), alertOnHeldStock(ctx)]);
  await alertOnHeldStock(ctx);
  const [first, second, ...more] = await alerts();
  expect([first, second].map(({ payload }) => payload.by).sort()).toEqual(['account', 'network']);
  expect(more).toEqual([]);
  const written = await writeEmail(ctx, {
    ...first,
    payload: { ...first.payload, by: 'account' },
  });
  expect(written?.mail).toMatchObject({
    to: 'hello@example.com',
    subject: 'One account holds 11% of the stock',
  });
  expect(written?.mail.text).toContain('It holds 110 units in 4 unpaid orders');
  expect(written?.mail.text).toContain('Hugo Half, hugo.half@example.com');
  expect(written?.mail.text).toContain('/admin/held-stock');
  now += 24 * 3_600_000 + 1;
  await alertOnHeldStock(ctx);
  expect(await alerts()).toHaveLength(4);
  await releaseHeldStock(ctx, admin, account(hugo));
  // Nothing is told of what is over when the email is written.
  expect(await writeEmail(ctx, first)).toBeNull();
});
