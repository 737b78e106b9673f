import { afterAll, afterEach, expect, test } from 'vitest';
import { findByCode } from '#features/inventory/inventory.ts';
import { countOpenWork, viewOrder } from '#features/orders/orders.ts';
import { reservedOf } from '#features/orders/returns/exchange-units.schema.ts';
import { exchangeRefusal } from '#features/returns/exchange-refusal.schema.ts';
import { proposedReturnRefund } from '#features/returns/refundable-lines.schema.ts';
import {
  approveReturn,
  cancelExchange,
  exchangeableFor,
  receiveReturn,
  requestReturn,
} from '#features/returns/returns.ts';
import { changeOrder } from '#web/routes/console/order/change-order.ts';
import type { Visit } from '#web/shop-context.ts';
import { codeOf } from '../support/code-of.ts';
import { openExchangeShop, shown, tracking } from '../support/exchanges.ts';
import { actorOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { AWAY } from '../support/taxes.ts';

const {
  shop,
  query,
  newKey,
  post,
  act,
  delivered,
  ask,
  asked,
  onHand,
  emailsAbout,
  sam,
  eve,
  admin,
  staff,
} = await openExchangeShop();
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

test('an exchange is reserved with its request and sent as a parcel; the difference goes back', async () => {
  const { ctx } = shop.context;
  const order = await delivered(3);
  const [offered] = await exchangeableFor(ctx, await viewOrder(ctx, order.id));
  // Neither what is sold out, nor the size that was bought; sizes in their natural order.
  expect(offered?.map(({ sku, differenceMinor }) => [sku, differenceMinor])).toEqual([
    [order.last, 0],
    [order.s, 500],
    [order.l, 0],
    [order.xl, -500],
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
  expect((await countOpenWork(ctx, staff, 10)).exchanges).toBe(0);
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
  // It waits to be shipped, unless the order is on hold.
  const exchangesToSend = async () => {
    const view = await viewOrder(ctx, order.id);
    const sendable = view.returns.filter(
      (one) => one.receivedAt && reservedOf(one).length > 0 && !exchangeRefusal(view, one),
    );
    const { exchanges } = await countOpenWork(ctx, staff, 10);
    // The list of orders and the page of one have the same.
    expect(exchanges).toBe(sendable.length);
    return exchanges;
  };
  expect(await exchangesToSend()).toBe(1);
  // It is neither refunded nor closed before the exchange is sent.
  expect((await act(id, 'refund')).body.code).toBe('return_state');
  expect((await act(id, 'close')).body.code).toBe('return_state');
  await query('update orders set held_at = now() where id = $1', [order.id]);
  expect((await act(id, 'ship-exchange', tracking)).body.code).toBe('order_on_hold');
  expect(await exchangesToSend()).toBe(0);
  await query('update orders set held_at = null where id = $1', [order.id]);
  const sent = await act(id, 'ship-exchange', tracking);
  expect(sent.body).toMatchObject({
    returnStatus: 'closed',
    fulfillmentStatus: 'delivered',
    fulfillments: [{}, { carrier: 'RedX', trackingNumber: 'RX1', lines: [] }],
  });
  expect(await exchangesToSend()).toBe(0);
  const parcel = sent.body.fulfillments[1]._id;
  const { exchange } = sent.body.returns[0].lines[0];
  expect(exchange).toMatchObject({ status: 'sent', quantity: 2, fulfillmentId: parcel });
  expect((await act(id, 'ship-exchange', tracking)).body).toEqual(sent.body);
  const takenBack = await post(admin, `/fulfillments/${parcel}/taken-back`);
  expect(takenBack.body.code).toBe('parcel_of_exchange');
  await expect(query('delete from fulfillments where id = $1', [parcel])).rejects.toMatchObject({
    constraint: 'parcels_of_exchanges_stay',
  });
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
  expect(arrived).toContain('You can send it back within 90 days');
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

test('only another variant of the product that is there can be had, at the shown price', async () => {
  const order = await delivered(2);
  expect((await ask(order, order.m)).body.code).toBe('not_exchangeable');
  expect((await ask(order, order.hat)).body.code).toBe('not_exchangeable');
  expect((await ask(order, 'NONE')).body.code).toBe('not_exchangeable');
  expect((await ask(order, order.last, { quantity: 2 })).body).toMatchObject({
    code: 'out_of_stock',
    detail: expect.stringMatching(/^There is not enough left of: .+, .+ \(1 left\)\.$/),
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

test('a return that staff record is approved at once, with one email about it', async () => {
  const { ctx } = shop.context;
  const order = await delivered(1);
  const line = { sku: order.m, quantity: 1, reason: 'quality' as const, exchangeForSku: order.l };
  const request = { key: newKey(), lines: [line], note: null, isApproved: true };
  const { id } = await requestReturn(ctx, staff, order.id, request);
  expect(await requestReturn(ctx, staff, order.id, request)).toEqual({ id });
  const [recorded] = (await viewOrder(ctx, order.id)).returns;
  expect(recorded).toMatchObject({ state: 'in_transit', approvedAt: recorded?.requestedAt });
  const subjects = [...(await emailsAbout(order)).keys()];
  expect(subjects.filter((subject) => /return|send back/.test(subject))).toEqual([
    'Please send back the items of order N',
  ]);
  // A customer can't approve their own.
  const other = await delivered(1);
  const own = {
    ...request,
    key: newKey(),
    lines: [{ ...line, sku: other.m, exchangeForSku: other.l }],
  };
  await requestReturn(ctx, actorOf(sam), other.id, own);
  expect((await viewOrder(ctx, other.id)).returns).toMatchObject([{ state: 'requested' }]);
});

test('units that were refunded are not exchanged, neither when it is asked nor when it is sent', async () => {
  const { ctx } = shop.context;
  const order = await delivered(2);
  const refund = { lines: [{ sku: order.m, quantity: 1 }], reason: 'goodwill' };
  expect((await post(admin, `/orders/${order.id}/refunds`, refund)).status).toBe(201);
  expect((await ask(order, order.l, { quantity: 2 })).body.code).toBe('not_exchangeable');
  const id = await asked(order, order.s);
  await approveReturn(ctx, staff, id, shown);
  expect((await post(admin, `/orders/${order.id}/refunds`, refund)).status).toBe(201);
  const other = await ask(order, order.l);
  expect(other.body.code).toBe('not_exchangeable');
  const [offered] = await exchangeableFor(ctx, await viewOrder(ctx, order.id));
  expect(offered).toEqual([]);
  const before = (await viewOrder(ctx, order.id)).payment?.refundedMinor;
  expect((await act(id, 'ship-exchange', tracking)).body.code).toBe('return_state');
  await receiveReturn(ctx, staff, id, shown);
  expect((await viewOrder(ctx, order.id)).payment?.refundedMinor).toBe(before);
  await cancelExchange(ctx, staff, id, shown);
  expect(await onHand(order.s)).toBe(5);
});

test('an address can be added while an exchange is to be sent; a unit whose exchange was sent is not refunded by line', async () => {
  const { ctx } = shop.context;
  const order = await delivered(2);
  await query('delete from order_addresses where order_id = $1', [order.id]);
  const add = () => sam.put(`/api/v1/orders/${order.id}/address`, AWAY);
  expect((await (await add()).json()).code).toBe('already_shipped');
  const id = await asked(order, order.l);
  const seen = await viewOrder(ctx, order.id);
  const form = { intent: 'exchange-ship', key: id, return: id, version: String(seen.version) };
  const posted = new FormData();
  for (const [name, value] of Object.entries({ ...form, ...tracking })) posted.set(name, value);
  const refused = await changeOrder({ ctx, actor: staff } as Visit, order.id, posted);
  // Nobody is asked about the address of what cannot be sent anyway.
  expect(refused).toMatchObject({ data: { message: expect.stringMatching('not approved') } });
  expect((await add()).status).toBe(200);
  await approveReturn(ctx, staff, id, shown);
  expect((await act(id, 'ship-exchange', tracking)).status).toBe(200);
  const refund = (quantity: number, key?: string) => {
    const body = { lines: [{ sku: order.m, quantity }], reason: 'goodwill' };
    return post(admin, `/orders/${order.id}/refunds`, body, key);
  };
  expect((await refund(2)).body.code).toBe('amount_mismatch');
  // The keys that the shop makes itself have a space, and those that people send have none.
  expect((await refund(1, `exchange ${id}`)).status).toBe(422);
  expect((await refund(1, `return ${id}`)).status).toBe(422);
  expect((await refund(1)).status).toBe(201);
  expect((await refund(1)).body.code).toBe('amount_mismatch');
});

test('a difference whose refund was withdrawn is not deducted from the refund of the return', async () => {
  const { ctx } = shop.context;
  const order = await delivered(1);
  const id = await asked(order, order.s);
  await approveReturn(ctx, staff, id, shown);
  await receiveReturn(ctx, staff, id, shown);
  await cancelExchange(ctx, staff, id, shown);
  const view = await viewOrder(ctx, order.id);
  const [one] = view.returns;
  if (!one) throw new Error('There is no return.');
  expect(proposedReturnRefund(view, one, { shipping: false })).toBe(1_500);
  const refunds = view.refunds.map((refund) => ({ ...refund, status: 'withdrawn' as const }));
  expect(proposedReturnRefund({ ...view, refunds }, one, { shipping: false })).toBe(2_000);
});

test('prices with tax and prices without are not compared', async () => {
  const { ctx } = shop.context;
  const order = await delivered(1);
  const set = async (pricesIncludeTax: boolean) => {
    const { version } = await (await admin.get('/api/v1/taxes')).json();
    const change = { pricesIncludeTax, rates: [] };
    const response = await admin.put('/api/v1/taxes', change, { 'if-match': `"${version}"` });
    expect(response.status).toBe(200);
  };
  await set(true);
  expect(await exchangeableFor(ctx, await viewOrder(ctx, order.id))).toEqual([[]]);
  expect((await ask(order, order.l)).body.code).toBe('not_exchangeable');
  await set(false);
  expect((await ask(order, order.l)).status).toBe(201);
});

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
  const fault = (change: string) =>
    codeOf(query(`update exchanges set ${change} where return_id = '${id}'`));
  expect(await fault('quantity = 2')).toBe('23001');
  expect(await fault('released = 1')).toBe('exchanges_released_say_why');
  expect(await codeOf(query('delete from exchanges'))).not.toBe('done');
  expect(await codeOf(query(`update returns set withdrawn_at = now() where id = '${id}'`))).toBe(
    'reserved_while_return_is_open',
  );
});
