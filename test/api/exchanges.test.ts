import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { markDelivered } from '#features/fulfillment/fulfillment.ts';
import { findByCode } from '#features/inventory/inventory.ts';
import { forgetBuyer, viewOrder } from '#features/orders/orders.ts';
import {
  approveReturn,
  cancelExchange,
  closeReturn,
  declineReturn,
  exchangeableFor,
  receiveReturn,
  releaseLateExchanges,
  requestReturn,
  shipExchange,
  withdrawReturn,
} from '#features/returns/returns.ts';
import { payIntent } from '../support/cards.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const DAY_MS = 86_400_000;

let shop: TestShop;
let sam: Client;
let eve: Client;
let admin: Client;
let staff: ReturnType<typeof actorOf>;
let count = 0;
let shift = 0;

beforeAll(async () => {
  shop = await openTestShop({
    maxConnections: 30,
    now: () => new Date(Date.now() + shift),
    shopConfig: {
      emails: WITHOUT_LIMITS,
      returns: { days: 90, requestsPerDay: 500, exchangeDays: 14 },
    },
  });
  sam = await shop.shopper('Sam Exchanging');
  eve = await shop.shopper('Eve Exchanging');
  admin = await shop.admin('Ada Exchanging');
  staff = actorOf(admin, 'admin');
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows;
const newKey = () => {
  count += 1;
  return `exchange-${count}`;
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, constraint, message }) => String(code === '23514' ? constraint : (code ?? message)),
  );
const shown = { version: null };
const tracking = { carrier: 'RedX', trackingNumber: 'RX1' };

async function post(who: Client, path: string, body: unknown = {}, key = newKey()) {
  const response = await who.post(`/api/v1${path}`, body, { 'idempotency-key': key });
  return { status: response.status, body: await response.json() };
}
const act = (id: string, what: string, body: unknown = {}) =>
  post(admin, `/returns/${id}/${what}`, body);

interface Shirts {
  id: string;
  /** SKUs: what was bought (20), as dear, cheaper (15), dearer (25), with one unit, of another product. */
  m: string;
  l: string;
  s: string;
  xl: string;
  last: string;
  hat: string;
}

/** A delivered order of so many shirts in M, which have other sizes. */
async function delivered(units = 1, client = sam): Promise<Shirts> {
  count += 1;
  const start = `E${count}`;
  const skus = { m: `${start}-M`, l: `${start}-L`, s: `${start}-S`, xl: `${start}-XL` };
  const last = `${start}-LAST`;
  const hat = `${start}-HAT`;
  const product = await stock(shop, {
    name: `Exchanged Shirt ${count}`,
    variants: [
      { sku: skus.m, size: 'M', inventory: 10 },
      { sku: skus.l, size: 'L', inventory: 5 },
      { sku: skus.s, size: 'S', priceMinor: 1_500, inventory: 5 },
      { sku: skus.xl, size: 'XL', priceMinor: 2_500, inventory: 5 },
      { sku: last, size: 'XS', inventory: 1 },
      { sku: `${start}-GONE`, size: 'XXL', inventory: 0 },
    ],
  });
  await stock(shop, { name: `Hat ${count}`, variants: [{ sku: hat, size: 'One', inventory: 3 }] });
  const grandTotalAmount = 20 * units;
  const totalAmount = grandTotalAmount + 120;
  const cart = [{ _id: product.id, sku: skus.m, price: 20, quantity: units }];
  const placed = await client.post('/orders', {
    ...{ cart, city: 'Dhaka', shippingCost: 120, grandTotalAmount, totalAmount, status: 'Pending' },
  });
  const { _id: id } = await placed.json();
  const transaction = await payIntent(client, { totalAmount, orderId: id });
  await client.put(`/orders/${id}`, { transaction });
  const sent = await post(admin, `/orders/${id}/fulfillments`);
  await markDelivered(shop.context.ctx, staff, sent.body.fulfillments[0]._id, shown);
  return { id, ...skus, last, hat };
}

/** Asks for an exchange by the call. */
const ask = (
  { id, m }: Shirts,
  exchangeForSku: string,
  { quantity = 1, who = sam, ...more }: Record<string, unknown> & { who?: Client } = {},
  key?: string,
) => {
  const lines = [{ sku: m, quantity, reason: 'too_small', exchangeForSku, ...more }];
  return post(who, `/orders/${id}/returns`, { lines }, key);
};
const asked = async (...args: Parameters<typeof ask>) => {
  const { body } = await ask(...args);
  return String(body.returns.at(-1)._id);
};
const onHand = async (sku: string) =>
  Number((await query('select on_hand from variants where sku = $1', [sku]))[0].on_hand);
const exchangeOf = async ({ id }: Shirts) =>
  (await viewOrder(shop.context.ctx, id)).returns.at(-1)?.lines[0]?.exchange;
const emailsAbout = async ({ id }: Shirts) => {
  const { number } = await viewOrder(shop.context.ctx, id);
  await deliverDue(shop.context.ctx);
  const rows = await query('select subject, text from mailbox_mails where subject like $1', [
    `%${number}%`,
  ]);
  return new Map(rows.map(({ subject, text }) => [subject.replace(number, 'N'), text]));
};

test('an exchange is reserved with its request and sent as a parcel; the difference goes back', async () => {
  const { ctx } = shop.context;
  const order = await delivered(3);
  const [offered] = await exchangeableFor(ctx, await viewOrder(ctx, order.id));
  // Neither the dearer one, nor what is sold out, nor the size that was bought.
  expect(offered?.map(({ sku, differenceMinor }) => [sku, differenceMinor])).toEqual([
    [order.l, 0],
    [order.s, 500],
    [order.last, 0],
  ]);
  const first = await ask(order, order.s, { quantity: 2, exchangePrice: 15 }, 'once');
  expect(first.status).toBe(201);
  const { _id: id } = first.body.returns[0];
  const reserved = { sku: order.s, status: 'reserved', quantity: 2, price: 15, refundedAmount: 0 };
  expect(first.body.returns[0].lines[0].exchange).toMatchObject(reserved);
  expect(await onHand(order.s)).toBe(3);
  expect(await findByCode(ctx, staff, order.s)).toMatchObject([{ available: 3, toShip: 2 }]);
  // The same once more is the same return; for something else the key was used.
  const again = await ask(order, order.s, { quantity: 2, exchangePrice: 15 }, 'once');
  expect(again.body).toEqual(first.body);
  expect((await ask(order, order.l, { quantity: 2 }, 'once')).status).toBe(422);
  expect(await onHand(order.s)).toBe(3);

  const atFirst = await emailsAbout(order);
  expect(atFirst.get('Your return for order N')).toMatch(/reserved for you:\s+- 2 × Exch.*, S\n/);
  expect(atFirst.get('A return for order N')).toMatch(/in exchange for 2 × Exchanged.*, S/);
  expect((await act(id, 'ship-exchange', tracking)).body.code).toBe('return_state');
  await act(id, 'approve');
  const approved = await emailsAbout(order);
  expect(approved.get('Please send back the items of order N')).toMatch(
    /reserved for you if.*, S/s,
  );
  const came = { lines: [{ sku: order.m, quantity: 2, condition: 'as_new', restock: true }] };
  const received = await act(id, 'receive', came);
  expect(received.body).toMatchObject({
    refundedAmount: 10,
    refunds: [{ amount: 10, status: 'done', lines: [] }],
  });
  expect(received.body.returns[0].lines[0].exchange.refundedAmount).toBe(10);
  expect((await act(id, 'receive', came)).body.refundedAmount).toBe(10);
  expect(await onHand(order.m)).toBe(9);
  const here = await emailsAbout(order);
  expect(here.get('We received your return for order N')).toMatch(/in exchange.*2 × Exch.*, S/s);
  // It is neither refunded nor closed before the exchange is sent.
  expect((await act(id, 'refund')).body.code).toBe('return_state');
  expect((await act(id, 'close')).body.code).toBe('return_state');
  await query('update orders set held_at = now() where id = $1', [order.id]);
  expect((await act(id, 'ship-exchange', tracking)).body.code).toBe('order_on_hold');
  await query('update orders set held_at = null where id = $1', [order.id]);
  const sent = await act(id, 'ship-exchange', tracking);
  expect(sent.body).toMatchObject({
    returnStatus: 'closed',
    fulfillmentStatus: 'delivered',
    fulfillments: [{}, { carrier: 'RedX', trackingNumber: 'RX1', lines: [] }],
  });
  const parcel = sent.body.fulfillments[1]._id;
  const { exchange } = sent.body.returns[0].lines[0];
  expect(exchange).toMatchObject({ status: 'sent', quantity: 2, fulfillmentId: parcel });
  expect((await act(id, 'ship-exchange', tracking)).body).toEqual(sent.body);
  const other = { ...tracking, trackingNumber: 'RX2' };
  expect((await act(id, 'ship-exchange', other)).body.code).toBe('return_state');
  expect((await act(id, 'cancel-exchange')).body.code).toBe('return_state');
  expect(await onHand(order.s)).toBe(3);
  const done = await post(admin, `/fulfillments/${parcel}/delivered`);
  expect(done.body.fulfillmentStatus).toBe('delivered');
  // What is exchanged does not come back once more.
  expect((await ask(order, order.l, { quantity: 2 })).body.code).toBe('not_returnable');

  const mails = await emailsAbout(order);
  expect(mails.get('Your exchange for order N is on its way')).toMatch(/RX1.*2 × Exchanged.*, S/s);
  const arrived = mails.get('A parcel of your order N is delivered');
  expect(arrived).toMatch(/2 × Exchanged.*, S/);
  expect(arrived).not.toContain('send it back');
  const events = await query(
    `select event from order_events where order_id = $1 and event like 'exchange%'`,
    [order.id],
  );
  expect(events).toEqual([{ event: 'exchange-shipped' }]);
  const audited = await query(
    `select action from audit_log where subject = $1 and action like '%exchange'`,
    [order.id],
  );
  expect(audited).toEqual([{ action: 'return.ship-exchange' }]);
});

test('only another variant of the product that is there and not dearer can be had, at the shown price', async () => {
  const order = await delivered(2);
  expect((await ask(order, order.xl)).body.code).toBe('not_exchangeable');
  expect((await ask(order, order.m)).body.code).toBe('not_exchangeable');
  expect((await ask(order, order.hat)).body.code).toBe('not_exchangeable');
  expect((await ask(order, 'NONE')).body.code).toBe('not_exchangeable');
  expect((await ask(order, order.last, { quantity: 2 })).body).toMatchObject({
    code: 'out_of_stock',
    short: [{ sku: order.last, wanted: 2, left: 1 }],
  });
  expect((await ask(order, order.l, { exchangePrice: 19 })).body.code).toBe('price_changed');
  expect((await ask(order, order.l, { quantity: 3 })).body.code).toBe('not_returnable');
  expect((await ask(order, order.l, { who: eve })).status).toBe(404);
  await query('update variants set active = false, archived_at = now() where sku = $1', [order.l]);
  expect((await ask(order, order.l)).body.code).toBe('not_exchangeable');
  await query('update variants set active = true, archived_at = null where sku = $1', [order.l]);
  const closed = { ...shop.context.ctx.shop, returns: { days: 90, requestsPerDay: 500 } };
  const ctx = { ...shop.context.ctx, shop: closed };
  const line = { sku: order.m, quantity: 1, reason: 'quality' as const, exchangeForSku: order.l };
  const request = { key: newKey(), lines: [line], note: null };
  expect(await codeOf(requestReturn(ctx, actorOf(sam), order.id, request))).toBe(
    'not_exchangeable',
  );
  expect(await exchangeableFor(ctx, await viewOrder(ctx, order.id))).toEqual([[]]);
  expect([await onHand(order.l), await onHand(order.last)]).toEqual([5, 1]);
  expect((await viewOrder(ctx, order.id)).returns).toEqual([]);
});

test('what is reserved goes back when the return ends without it, and the return becomes a refund', async () => {
  const { ctx } = shop.context;
  const buyer = actorOf(sam);
  const order = await delivered(1);
  const reason = { ...shown, reason: 'It was worn' };
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    declined: (id) => declineReturn(ctx, staff, id, reason),
    withdrawn: (id) => withdrawReturn(ctx, buyer, id),
    closed: (id) =>
      approveReturn(ctx, staff, id, shown).then(() => closeReturn(ctx, staff, id, shown)),
  };
  for (const [because, end] of Object.entries(ends)) {
    const id = await asked(order, order.l);
    expect(await onHand(order.l)).toBe(4);
    await end(id);
    expect(await onHand(order.l)).toBe(5);
    expect(await exchangeOf(order)).toMatchObject({ state: 'released', releasedBecause: because });
  }
  // Staff cancel it after the cheaper one's difference was refunded: the rest is refunded.
  const id = await asked(order, order.s);
  await approveReturn(ctx, staff, id, shown);
  await receiveReturn(ctx, staff, id, shown);
  expect((await viewOrder(ctx, order.id)).payment?.refundedMinor).toBe(500);
  await cancelExchange(ctx, staff, id, shown);
  await cancelExchange(ctx, staff, id, shown);
  expect(await onHand(order.s)).toBe(5);
  expect((await act(id, 'refund')).body).toMatchObject({
    refundedAmount: 20,
    returnStatus: 'closed',
  });
});

test('items that do not come are not exchanged, and an exchange that was sent early counts as returned', async () => {
  const { ctx } = shop.context;
  const order = await delivered(3);
  const id = await asked(order, order.s, { quantity: 3 });
  await approveReturn(ctx, staff, id, shown);
  const one = { ...shown, lines: [{ sku: order.m, quantity: 1, restock: false }] };
  await receiveReturn(ctx, staff, id, one);
  expect(await exchangeOf(order)).toMatchObject({
    state: 'reserved',
    released: 2,
    refundedMinor: 500,
  });
  expect(await onHand(order.s)).toBe(4);
  await shipExchange(ctx, staff, id, { ...tracking, ...shown });
  expect((await viewOrder(ctx, order.id)).returnStatus).toBe('closed');

  // Two units are left. One is exchanged before it comes, and never does.
  const early = await asked(order, order.l);
  await approveReturn(ctx, staff, early, shown);
  await shipExchange(ctx, staff, early, { ...tracking, ...shown });
  expect((await viewOrder(ctx, order.id)).returnStatus).toBe('in_transit');
  await closeReturn(ctx, staff, early, shown);
  expect(await onHand(order.l)).toBe(4);
  expect((await ask(order, order.l, { quantity: 2 })).body.code).toBe('not_returnable');
  // Nothing came of the last one.
  const none = await asked(order, order.l);
  await approveReturn(ctx, staff, none, shown);
  await receiveReturn(ctx, staff, none, { ...shown, lines: [] });
  expect(await exchangeOf(order)).toMatchObject({ releasedBecause: 'not_received' });
  expect(await onHand(order.l)).toBe(4);
});

test('a job releases exchanges whose return is late or whose account is gone, and no others', async () => {
  const { ctx } = shop.context;
  const order = await delivered(3);
  const late = await asked(order, order.l);
  const waiting = await asked(order, order.l);
  const here = await asked(order, order.l);
  for (const id of [late, here]) await approveReturn(ctx, staff, id, shown);
  await receiveReturn(ctx, staff, here, shown);
  shift = 13 * DAY_MS;
  await releaseLateExchanges(ctx);
  expect(await onHand(order.l)).toBe(2);
  shift = 15 * DAY_MS;
  expect(await releaseLateExchanges(ctx)).toBe(1);
  expect(await releaseLateExchanges(ctx)).toBe(0);
  expect(await onHand(order.l)).toBe(3);
  const { returns } = await viewOrder(ctx, order.id);
  expect(returns.map(({ lines }) => lines[0]?.exchange?.releasedBecause)).toEqual([
    'late',
    null,
    null,
  ]);
  // It may come after all, and is then refunded.
  await receiveReturn(ctx, staff, late, shown);
  expect((await act(late, 'refund')).body.refundedAmount).toBe(20);
  await shipExchange(ctx, staff, here, { ...tracking, ...shown });
  expect(waiting).toBe(returns[1]?.id);
  shift = 0;

  const gone = await shop.shopper('Gia Gone');
  const theirs = await delivered(1, gone);
  await asked(theirs, theirs.l, { who: gone });
  await inTransaction(ctx.db, (tx) => forgetBuyer(tx, gone.id, ctx.now()));
  await query('update orders set user_id = null where id = $1', [theirs.id]);
  expect(await releaseLateExchanges(ctx)).toBe(1);
  expect(await exchangeOf(theirs)).toMatchObject({ releasedBecause: 'account_deleted' });
});

test('of many who want the last unit at once one gets it, and no exchange ends twice', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const buyer = actorOf(sam);
  const order = await delivered(6);
  const request = (sku: string) => ({
    key: newKey(),
    lines: [{ sku: order.m, quantity: 1, reason: 'too_large' as const, exchangeForSku: sku }],
    note: null,
  });
  const codes = await Promise.all([
    ...Array.from({ length: 5 }, (_, n) =>
      codeOf(requestReturn(n % 2 ? ctx : other, buyer, order.id, request(order.last))),
    ),
    // An order of somebody else for the same unit.
    eve
      .post('/orders', {
        cart: [{ _id: await productOf(order.last), sku: order.last, price: 20, quantity: 1 }],
        ...{ city: 'Dhaka', shippingCost: 120, grandTotalAmount: 20, totalAmount: 140 },
        status: 'Pending',
      })
      .then(async (response) => (response.ok ? 'done' : (await response.json()).code)),
  ]);
  expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  expect(codes.filter((code) => code === 'out_of_stock')).toHaveLength(5);
  expect(await onHand(order.last)).toBe(0);

  for (let round = 0; round < 4; round += 1) {
    const before = await onHand(order.l);
    const { id } = await requestReturn(ctx, buyer, order.id, request(order.l));
    const decided = await Promise.all([
      codeOf(approveReturn(ctx, staff, id, shown)),
      codeOf(withdrawReturn(other, buyer, id)),
      codeOf(declineReturn(ctx, staff, id, { ...shown, reason: 'Worn' })),
    ]);
    expect(decided.filter((code) => code === 'done')).toHaveLength(1);
    if (decided[0] !== 'done') {
      expect(await onHand(order.l)).toBe(before);
      continue;
    }
    const parcel = { ...tracking, ...shown };
    const ended = await Promise.all([
      ...[ctx, other, ctx].map((process) => codeOf(shipExchange(process, staff, id, parcel))),
      codeOf(cancelExchange(other, staff, id, shown)),
      codeOf(receiveReturn(other, staff, id, shown)),
    ]);
    const isSent = (await exchangeOf(order))?.state === 'sent';
    expect(ended.slice(0, 4)).toEqual(
      isSent
        ? ['done', 'done', 'done', 'return_state']
        : ['return_state', 'return_state', 'return_state', 'done'],
    );
    expect(await onHand(order.l)).toBe(before - (isSent ? 1 : 0));
    await closeReturn(ctx, staff, id, shown);
  }
});

const productOf = async (sku: string) =>
  (await query('select product_id from variants where sku = $1', [sku]))[0].product_id;

test('the database itself refuses an exchange that does not fit, and keeps what happened', async () => {
  const order = await delivered(2);
  const id = await asked(order, order.l);
  const plain = await post(sam, `/orders/${order.id}/returns`, {
    lines: [{ sku: order.m, quantity: 1, reason: 'quality' }],
  });
  const bare = plain.body.returns[1]._id;
  const insert = (sku: string, quantity = 1, price = 'price_minor') =>
    codeOf(
      query(
        `insert into exchanges (return_id, position, order_id, variant_id, sku, unit_price_minor, quantity)
         select '${bare}', 0, '${order.id}', id, sku, coalesce(${price}, 2000), ${quantity}
         from variants where sku = '${sku}'`,
      ),
    );
  expect(await insert(order.hat)).toBe('exchanges_fit_lines');
  expect(await insert(order.m)).toBe('exchanges_fit_lines');
  expect(await insert(order.l, 2)).toBe('exchanges_fit_lines');
  expect(await insert(order.xl)).toBe('exchanges_fit_lines');
  const fault = (change: string) =>
    codeOf(query(`update exchanges set ${change} where return_id = '${id}'`));
  expect(await fault('quantity = 2')).toBe('23001');
  expect(await fault('released = 1')).toBe('exchanges_released_say_why');
  expect(await codeOf(query('delete from exchanges'))).not.toBe('done');
  expect(await codeOf(query(`update returns set withdrawn_at = now() where id = '${id}'`))).toBe(
    'reserved_while_return_is_open',
  );
});
