import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reopenOrder, startCardPayment, undoDeletion } from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { listCapturedEmails } from '#features/emails/emails.ts';
import {
  deleteOrder,
  expireOverdueOrders,
  listMyCancelledOrders,
  restoreOrder,
  searchOrders,
} from '#features/orders/orders.ts';
import { removeProduct } from '#features/product-management/product-management.ts';
import { confirmCard } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const DAY = 86_400_000;
let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let now = Date.parse('2026-11-21T10:00:00Z');
let count = 0;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  ctx = shop.context.ctx;
  admin = await shop.admin();
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const staff = () => actorOf(admin, 'admin');
const refusal = (work: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  work.then(
    () => ({}),
    ({ code, message }) => ({ code, message }),
  );

/** An order of three of five shirts by somebody new. */
async function place() {
  count += 1;
  const client = await shop.shopper(`Second Thought ${count}`);
  const shirt = await stock(shop, { name: `Undone Shirt ${count}`, inventory: 5 });
  const response = await client.post('/orders', orderOf(shirt, 3, { city: 'Sylhet' }));
  const order = await response.json();
  return { client, actor: actorOf(client), shirt, order, id: order._id as string };
}

async function pay(client: Client, id: string): Promise<string> {
  const { clientSecret } = await startCardPayment(ctx, actorOf(client), id);
  const { id: transaction } = await (await confirmCard(client, clientSecret)).json();
  await client.put(`/orders/${id}`, { transaction });
  return transaction;
}

const onHand = async (product: { id: string }) =>
  (
    await shop.database.pool.query('select on_hand from variants where product_id = $1', [
      product.id,
    ])
  ).rows[0].on_hand;
const listed = async (client: Client) =>
  (await client.get(`/orders?${new URLSearchParams({ email: client.email })}`)).json();
const cancelled = async (client: Client, after: string | null = null, limit = 10) =>
  listMyCancelledOrders(ctx, actorOf(client), { limit, after });
const inAllOrders = async (text: string, state: 'all' | 'deleted' = 'all') => {
  const search = { text, state, sort: 'newest', limit: 10, after: null } as const;
  return (await searchOrders(ctx, staff(), search)).items.map(({ id }) => id);
};

describe('undoing the deletion of an unpaid order', () => {
  test('places the same again, once, due when the first one was; the first stays cancelled', async () => {
    const { client, actor, shirt, order, id } = await place();
    now += 10_000;
    await client.delete(`/orders/${id}`);
    expect([await onHand(shirt), await listed(client)]).toEqual([5, []]);
    now += 10_000;
    expect(await undoDeletion(ctx, actor, id)).toEqual({ placedAgain: true });
    expect(await undoDeletion(ctx, actor, id)).toEqual({ placedAgain: true });
    const [again, ...more] = await listed(client);
    expect(more).toEqual([]);
    const { _id, number, createdAt, ...same } = again;
    expect(order).toMatchObject(same);
    expect(_id).not.toBe(id);
    expect([number, createdAt]).not.toContain(order.number);
    expect(await onHand(shirt)).toBe(2);
    const page = await cancelled(client);
    expect(page.items).toMatchObject([{ id, cancelledBy: 'owner', replacedBy: number }]);
    expect(await inAllOrders(client.email)).toEqual([_id]);
  });

  test('leaves the first payment stopped, and the new order can be paid', async () => {
    const { client, actor, id } = await place();
    const { clientSecret } = await startCardPayment(ctx, actor, id);
    await client.delete(`/orders/${id}`);
    await undoDeletion(ctx, actor, id);
    expect((await confirmCard(client, clientSecret)).status).toBe(402);
    const [again] = await listed(client);
    await pay(client, again._id);
    expect((await listed(client))[0]).toMatchObject({ _id: again._id, status: 'Paid' });
  });

  test('is possible for a moment only', async () => {
    const { client, actor, id, shirt } = await place();
    await client.delete(`/orders/${id}`);
    now += ctx.shop.undoSeconds * 1000 + 1;
    const { code, message } = await refusal(undoDeletion(ctx, actor, id));
    expect([code, message]).toEqual(['order_closed', expect.stringContaining('too late')]);
    expect([await onHand(shirt), await listed(client)]).toEqual([5, []]);
  });

  test('does not hold stock beyond the day on which it was to be paid', async () => {
    const { client, actor, id } = await place();
    now += 7 * DAY - 1_000;
    await client.delete(`/orders/${id}`);
    now += 2_000;
    expect(await refusal(undoDeletion(ctx, actor, id))).toMatchObject({ code: 'order_closed' });
  });

  test('says so when somebody bought it meanwhile, and changes nothing', async () => {
    const { client, actor, id, shirt } = await place();
    await client.delete(`/orders/${id}`);
    const other = await shop.shopper(`Quick Buyer ${count}`);
    await other.post('/orders', orderOf(shirt, 4));
    const { code, message } = await refusal(undoDeletion(ctx, actor, id));
    expect([code, message]).toEqual([
      'out_of_stock',
      `The order stays cancelled. There is not enough left of: ${shirt.name} (1 left).`,
    ]);
    expect([await onHand(shirt), await listed(client)]).toEqual([1, []]);
    // Back on sale within the moment: a second try is as good as the first.
    await other.delete(`/orders/${(await listed(other))[0]._id}`);
    expect(await undoDeletion(ctx, actor, id)).toEqual({ placedAgain: true });
  });

  test('says so when a price has changed, or when it has left the shop', async () => {
    const { client, actor, id, shirt } = await place();
    await client.delete(`/orders/${id}`);
    const reprice = 'update products set price_minor = $2 where id = $1';
    await shop.database.pool.query(reprice, [shirt.id, 1_900]);
    expect(await refusal(undoDeletion(ctx, actor, id))).toEqual({
      code: 'price_changed',
      message: 'The order stays cancelled. A price has changed since it was placed.',
    });
    await shop.database.pool.query(reprice, [shirt.id, 2_000]);
    await removeProduct(ctx, staff(), shirt.id);
    const { code } = await refusal(undoDeletion(ctx, actor, id));
    expect([code, await listed(client)]).toEqual(['product_unavailable', []]);
  });

  test('is told of the new order, and never of the cancellation', async () => {
    const { client, actor, id } = await place();
    const kept = await place();
    await client.delete(`/orders/${id}`);
    await kept.client.delete(`/orders/${kept.id}`);
    const subjectsTo = async ({ email }: Client) => {
      await deliverDue(ctx);
      const page = await listCapturedEmails(ctx, staff(), { limit: 100, after: null });
      const theirs = page?.items.filter(({ to }) => to === email) ?? [];
      return theirs.map(({ subject }) => subject).filter((subject) => subject.includes('order'));
    };
    await undoDeletion(ctx, actor, id);
    const [again] = await listed(client);
    // Of the first one nobody was told before it was cancelled.
    const placed = [`Your order ${again.number}`];
    expect(await subjectsTo(client)).toEqual(placed);
    // Nobody is told of a cancellation that can still be undone.
    const placedKept = `Your order ${kept.order.number}`;
    expect(await subjectsTo(kept.client)).toEqual([]);
    now += ctx.shop.undoSeconds * 1000 + 1;
    expect(await subjectsTo(client)).toEqual(placed);
    expect(await subjectsTo(kept.client)).toEqual([`${placedKept} is cancelled`]);
  });

  test('is for who deleted it: neither others, nor staff, nor the owner of what staff deleted', async () => {
    const { client, actor, id } = await place();
    await client.delete(`/orders/${id}`);
    const other = actorOf(await shop.shopper(`Not Theirs ${count}`));
    expect(await refusal(undoDeletion(ctx, other, id))).toMatchObject({ code: 'not_found' });
    expect(await refusal(undoDeletion(ctx, other, 'ord_none'))).toMatchObject({
      code: 'not_found',
    });
    expect(await refusal(undoDeletion(ctx, staff(), id))).toMatchObject({ code: 'order_closed' });
    expect(await listed(client)).toEqual([]);
    await undoDeletion(ctx, actor, id);
    const [again] = await listed(client);
    await admin.delete(`/orders/${again._id}`);
    const { code } = await refusal(undoDeletion(ctx, actor, again._id));
    expect([code, await listed(client)]).toEqual(['order_closed', []]);
  });

  test('by staff places it again for its buyer, with a row in the audit log [2.106]', async () => {
    const { client, id } = await place();
    await admin.delete(`/orders/${id}`);
    await undoDeletion(ctx, staff(), id);
    const [again] = await listed(client);
    expect(again).toMatchObject({ status: 'Pending', name: client.user?.name });
    expect(await inAllOrders(client.email)).toEqual([again._id]);
    expect((await cancelled(client)).items).toMatchObject([{ id, cancelledBy: 'staff' }]);
    const { rows } = await shop.database.pool.query(
      "select actor, subject from audit_log where action = 'order.undo' and subject = $1",
      [id],
    );
    expect(rows).toEqual([{ actor: admin.id, subject: id }]);
  });

  test('does not bring back what was deleted again since, nor what is in the cart', async () => {
    const { client, actor, id } = await place();
    await client.delete(`/orders/${id}`);
    await undoDeletion(ctx, actor, id);
    const [again] = await listed(client);
    await client.delete(`/orders/${again._id}`);
    expect(await refusal(undoDeletion(ctx, actor, id))).toMatchObject({ code: 'order_closed' });
    await undoDeletion(ctx, actor, again._id);
    const [third] = await listed(client);
    await reopenOrder(ctx, actor, third._id);
    const { code } = await refusal(undoDeletion(ctx, actor, third._id));
    expect([code, await listed(client)]).toEqual(['order_closed', []]);
  });
});

describe('undoing the deletion of a paid order', () => {
  test('brings it back into My Orders for its owner, whenever that is', async () => {
    const { client, actor, id } = await place();
    await pay(client, id);
    await client.delete(`/orders/${id}`);
    expect(await listed(client)).toEqual([]);
    now += DAY;
    expect(await undoDeletion(ctx, actor, id)).toEqual({ placedAgain: false });
    expect(await undoDeletion(ctx, actor, id)).toEqual({ placedAgain: false });
    expect(await listed(client)).toMatchObject([{ _id: id, status: 'Paid' }]);
    const { rows } = await shop.database.pool.query(
      'select event, actor from order_events where order_id = $1 order by id',
      [id],
    );
    expect(rows.slice(2)).toEqual([
      { event: 'deleted', actor: client.id },
      { event: 'restored', actor: client.id },
    ]);
  });

  test('by staff brings it back into All Orders, and leaves My Orders as they are', async () => {
    const { client, actor, id } = await place();
    await pay(client, id);
    await client.delete(`/orders/${id}`);
    await admin.delete(`/orders/${id}`);
    expect(await inAllOrders(client.email)).toEqual([]);
    await undoDeletion(ctx, staff(), id);
    expect([await inAllOrders(client.email), await listed(client)]).toEqual([[id], []]);
    await undoDeletion(ctx, actor, id);
    expect(await listed(client)).toMatchObject([{ _id: id }]);
  });

  test('brings it back into My Orders of a customer who is staff and restored it for staff first', async () => {
    const shirt = await stock(shop, { name: 'Own Shirt', inventory: 5 });
    const { _id: id } = await (await admin.post('/orders', orderOf(shirt, 1))).json();
    await pay(admin, id);
    await admin.delete(`/orders/${id}`);
    await restoreOrder(ctx, staff(), id);
    expect(await listed(admin)).toEqual([]);
    await undoDeletion(ctx, staff(), id);
    expect(await listed(admin)).toMatchObject([{ _id: id }]);

    // Undoing a deletion brings it back into both lists; the button of its page names one.
    const lists = async () => [
      (await listed(admin)).length,
      (await inAllOrders(admin.email)).length,
    ];
    await admin.delete(`/orders/${id}`);
    expect(await lists()).toEqual([0, 0]);
    await undoDeletion(ctx, staff(), id, { onlyMyOrders: true });
    await undoDeletion(ctx, staff(), id, { onlyMyOrders: true });
    expect(await lists()).toEqual([1, 0]);
    await admin.delete(`/orders/${id}`);
    await restoreOrder(ctx, staff(), id);
    await admin.delete(`/orders/${id}`);
    expect(await lists()).toEqual([0, 0]);
    // The last deletion was of All Orders alone.
    await undoDeletion(ctx, staff(), id);
    expect(await lists()).toEqual([0, 1]);
    expect(await undoDeletion(ctx, staff(), id)).toEqual({ placedAgain: false });
    expect(await lists()).toEqual([0, 1]);
    await undoDeletion(ctx, staff(), id, { onlyMyOrders: true });
    expect(await lists()).toEqual([1, 1]);
  });
});

test('an order that was paid while its buyer was asked is not deleted as an unpaid one', async () => {
  const { client, actor, id } = await place();
  await pay(client, id);
  expect(await refusal(deleteOrder(ctx, actor, id, { shown: 'pending' }))).toMatchObject({
    code: 'already_paid',
  });
  expect(await listed(client)).toMatchObject([{ _id: id, status: 'Paid' }]);
});

test('cancelled orders are found page by page, with when and by whom they were cancelled [4.31]', async () => {
  const { client, actor, shirt, id: deleted } = await place();
  const more = async () => {
    now += 1_000;
    const response = await client.post('/orders', orderOf(shirt, 1), {
      'idempotency-key': crypto.randomUUID(),
    });
    return (await response.json())._id as string;
  };
  await client.delete(`/orders/${deleted}`);
  const [byStaff, reopened, expired] = [await more(), await more(), await more()];
  await admin.delete(`/orders/${byStaff}`);
  now += 1_000;
  await reopenOrder(ctx, actor, reopened);
  now += 8 * DAY;
  await expireOverdueOrders(ctx);
  const at = new Date(now).toISOString();
  // Deleting what had expired takes it out of My Orders, and not out of here; nor does undoing that.
  expect(await listed(client)).toMatchObject([{ _id: expired, status: 'Cancelled' }]);
  await client.delete(`/orders/${expired}`);
  expect(await listed(client)).toEqual([]);
  expect(await undoDeletion(ctx, actor, expired)).toEqual({ placedAgain: false });
  expect(await listed(client)).toMatchObject([{ _id: expired }]);

  const first = await cancelled(client, null, 3);
  expect(first.items).toMatchObject([
    { id: expired, cancelledBy: 'expiry', cancelledAt: at },
    { id: reopened, cancelledBy: 'owner-into-cart' },
    { id: byStaff, cancelledBy: 'staff' },
  ]);
  const second = await cancelled(client, first.next, 3);
  expect(second.items).toMatchObject([{ id: deleted, cancelledBy: 'owner', replacedBy: null }]);
  expect(second.next).toBeNull();
  const other = await shop.shopper('Nothing Cancelled');
  expect((await cancelled(other)).items).toEqual([]);
});
