import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import { forgetBuyer, listOrdersForStaff, viewOrder } from '#features/orders/orders.ts';
import { isReturnable, previewReturnRefund } from '#features/returns/returns.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const DAY_MS = 86_400_000;

let shop: TestShop;
let sam: Client;
let eve: Client;
let admin: Client;
let shift = 0;

beforeAll(async () => {
  shop = await openTestShop({
    now: () => new Date(Date.now() + shift),
    shopConfig: { emails: WITHOUT_LIMITS, returns: { days: 30, requestsPerDay: 25 } },
  });
  sam = await shop.shopper('Sam Returning');
  eve = await shop.shopper('Eve Returning');
  admin = await shop.admin('Ada Receiving');
  await shop.query(`update users set email_verified = true where email = $1`, [sam.email]);
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const ask = (order: PaidOrder, body: unknown, who = sam, how = {}) =>
  who.change(`orders/${order.id}/returns`, body, how);
const act = (id: string, what: string, body: unknown = {}, how = {}) =>
  admin.change(`returns/${id}/${what}`, body, how);
const one = (order: PaidOrder, quantity = 1, line = 0) => ({
  lines: [{ sku: order.skus[line], quantity, reason: 'too_small' }],
});

/** An order of which all is delivered. */
async function delivered(quantities: number[]): Promise<PaidOrder> {
  const order = await placeOrderOf(shop, sam, quantities);
  const sent = await admin.change(`orders/${order.id}/fulfillments`);
  await admin.change(`fulfillments/${sent.body.fulfillments[0]._id}/delivered`);
  return order;
}

const waitsForLock = () =>
  expect
    .poll(
      async () =>
        (await shop.query('select count(*)::int as n from pg_locks where not granted'))[0].n,
    )
    .toBeGreaterThan(0);

const onHand = async (order: PaidOrder) => {
  const rows = await shop.query('select id, on_hand from variants where id = any($1)', [
    order.variants,
  ]);
  return order.variants.map((id) => rows.find((row) => row.id === id).on_hand);
};
const emailsAbout = async (number: string) => {
  await deliverDue(shop.context.ctx);
  const rows = await shop.query(`select subject, text from mailbox_mails where subject like $1`, [
    `%${number}%`,
  ]);
  return new Map(rows.map(({ subject, text }) => [subject.replace(number, 'N'), text]));
};

test('a return goes from the request to the refund: stock, money, history, audit log, emails', async () => {
  const order = await delivered([3, 1]);
  const [first, second] = order.skus;
  const before = await onHand(order);
  const lines = [
    { sku: first, quantity: 2, reason: 'too_small' },
    { sku: second, quantity: 1, reason: 'changed_mind' },
  ];
  const asked = await ask(order, { lines, note: 'See https://evil.example' }, sam, { key: 'once' });
  expect(asked.status).toBe(201);
  expect(asked.body.returnStatus).toBe('requested');
  const [{ _id: id }] = asked.body.returns;
  // The same request once more is the same return, and another one under its key is refused.
  const again = await ask(order, { lines, note: 'Other' }, sam, { key: 'once' });
  expect(again.body).toEqual(asked.body);
  expect((await ask(order, one(order), sam, { key: 'once' })).status).toBe(422);

  const atFirst = await emailsAbout(asked.body.number);
  expect(atFirst.get('A return for order N')).toMatch(/2 × Sent.*: Too small.*Changed my mind/s);
  expect(atFirst.get('A return for order N')).not.toContain('evil');

  expect((await act(id, 'receive')).body.code).toBe('return_state');
  const approved = await act(id, 'approve', {}, { version: asked.body.version });
  expect(approved.body.returnStatus).toBe('in_transit');
  expect((await act(id, 'approve', {}, { version: asked.body.version })).body).toEqual(
    approved.body,
  );
  expect((await act(id, 'decline', { reason: 'No' })).body.code).toBe('return_state');
  const came = { lines: [{ sku: first, quantity: 2, condition: 'as_new', restock: true }] };
  const stale = await act(id, 'receive', came, { version: asked.body.version });
  expect(stale.body.code).toBe('order_changed');
  const tooMany = { lines: [{ sku: first, quantity: 3 }] };
  expect((await act(id, 'receive', tooMany)).body.code).toBe('not_returnable');
  const received = await act(id, 'receive', came);
  expect(received.body).toMatchObject({
    returnStatus: 'received',
    returns: [
      {
        status: 'received',
        lines: [
          { sku: first, received: 2, condition: 'as_new', restocked: true },
          { sku: second, received: 0, condition: null, restocked: false },
        ],
      },
    ],
  });
  expect((await act(id, 'receive', came)).body).toEqual(received.body);
  expect((await act(id, 'receive', { lines: [] })).body.code).toBe('return_state');
  expect(await onHand(order)).toEqual([before[0] + 2, before[1]]);

  const done = await act(id, 'refund');
  expect(done.body).toMatchObject({
    returnStatus: 'closed',
    refundedAmount: 40,
    refunds: [{ amount: 40, lines: [{ sku: first, quantity: 2, restocked: false }] }],
  });
  expect((await act(id, 'refund')).body).toEqual(done.body);
  expect((await act(id, 'refund', { amount: 39 })).body.code).toBe('return_state');
  expect((await act(id, 'refund', { shipping: true })).body.code).toBe('return_state');
  expect(await onHand(order)).toEqual([before[0] + 2, before[1]]);
  const mails = await emailsAbout(asked.body.number);
  expect(mails.get('Please send back the items of order N')).toMatch(/2 × Sent.*Agrabad Avenue/s);
  expect(mails.get('We received your return for order N')).toMatch(/2 × Sent/);
  expect(mails.get('Your return for order N')).toMatch(/2 × Sent.*1 × Sent/s);
  for (const text of mails.values()) expect(text).not.toContain('evil');
  // What came is back; the unit that did not come may be asked for again.
  expect((await ask(order, one(order, 2))).body.code).toBe('not_returnable');
  expect((await ask(order, one(order, 1, 1))).status).toBe(201);

  const events = await shop.query(
    `select event from order_events where order_id = $1 and event like 'ret%' order by id`,
    [order.id],
  );
  expect(events.map(({ event }) => event)).toEqual(
    ['requested', 'approved', 'received', 'closed', 'requested'].map((name) => `return-${name}`),
  );
  const audited = await shop.query(
    `select action from audit_log where subject = $1 and action like 'return.%' order by id`,
    [order.id],
  );
  expect(audited.map(({ action }) => action)).toEqual(
    ['approve', 'receive', 'refund'].map((name) => `return.${name}`),
  );
});

test('only what was delivered in time comes back, once, and only to its owner', async () => {
  const order = await placeOrderOf(shop, sam, [2]);
  expect((await ask(order, one(order))).body.code).toBe('not_returnable');
  const lines = [{ sku: order.skus[0], quantity: 1 }];
  const parcel = await admin.change(`orders/${order.id}/fulfillments`, { lines });
  expect((await ask(order, one(order))).body.code).toBe('not_returnable');
  await admin.change(`fulfillments/${parcel.body.fulfillments[0]._id}/delivered`);
  expect((await ask(order, one(order), eve)).status).toBe(404);
  expect((await ask(order, one(order, 2))).body.code).toBe('not_returnable');
  const wrong = [
    { lines: [] },
    { lines: [{ sku: order.skus[0], quantity: 1 }] },
    { lines: [{ sku: order.skus[0], quantity: 1, reason: 'bored' }] },
    { lines: [{ sku: 'NONE', quantity: 1, reason: 'damaged' }] },
  ];
  for (const body of wrong) expect((await ask(order, body)).status).toBe(422);
  const { ctx } = shop.context;
  const view = await viewOrder(ctx, order.id);
  expect(isReturnable(ctx, view)).toBe(true);
  const without = { ...ctx.shop, returns: { ...ctx.shop.returns, days: 0 } };
  expect(isReturnable({ ...ctx, shop: without }, view)).toBe(false);
  shift = 31 * DAY_MS;
  expect(isReturnable(ctx, view)).toBe(false);
  expect((await ask(order, one(order))).body.code).toBe('not_returnable');
  // Staff may take it back later than that.
  const late = await ask(order, one(order), admin);
  expect(late.status).toBe(201);
  shift = 29 * DAY_MS;
  expect((await ask(order, one(order))).body.code).toBe('not_returnable');
  shift = 0;
  // A unit that is on its way back is not put back by a refund as well.
  const refund = { lines, restock: true, reason: 'Back' };
  expect((await admin.change(`orders/${order.id}/refunds`, refund)).body.code).toBe(
    'not_returnable',
  );
  const unpaid = await placeOrderOf(shop, sam, [1], { isPaid: false });
  expect((await ask(unpaid, one(unpaid))).body.code).toBe('payment_incomplete');
  await sam.delete(`/orders/${unpaid.id}`);
});

test('a request is taken back before it is approved, or declined with a reason, and frees its units', async () => {
  const order = await delivered([1]);
  const key = crypto.randomUUID();
  const first = (await ask(order, one(order), sam, { key })).body.returns[0]._id;
  expect((await eve.change(`returns/${first}/withdraw`)).status).toBe(404);
  const withdrawn = await sam.change(`returns/${first}/withdraw`);
  expect(withdrawn.body.returnStatus).toBe('none');
  expect((await ask(order, one(order), sam, { key })).body.code).toBe('return_state');
  expect((await act(first, 'approve')).body.code).toBe('return_state');
  const second = (await ask(order, one(order))).body.returns[1]._id;
  expect((await act(second, 'decline', { reason: ' ' })).status).toBe(422);
  const declined = await act(second, 'decline', { reason: 'It was worn' });
  expect(declined.body).toMatchObject({
    returnStatus: 'closed',
    returns: [{ status: 'withdrawn' }, { status: 'declined', declineReason: 'It was worn' }],
  });
  const third = (await ask(order, one(order))).body.returns[2]._id;
  await act(third, 'approve');
  expect((await sam.change(`returns/${third}/withdraw`)).body.code).toBe('return_state');
  // Its parcel does not come.
  expect((await act(third, 'close')).body.returnStatus).toBe('closed');
  expect((await ask(order, one(order))).status).toBe(201);
  const mails = await emailsAbout(declined.body.number);
  expect(mails.get('Your return for order N is declined')).toContain('It was worn');
});

test('one account asks for so many returns in a day', async () => {
  const order = await placeOrderOf(shop, eve, [1]);
  const codes = new Set<string>();
  for (let n = 0; n < 26; n += 1) codes.add((await ask(order, one(order), eve)).body.code);
  expect([...codes]).toEqual(['not_returnable', 'rate_limited']);
});

test('an order has so many returns, and what was written to them goes with the account', async () => {
  const order = await delivered([1]);
  await shop.query(
    `with many as (insert into returns (id, order_id, key, note, requested_at, withdrawn_at)
       select 'ret_many_' || n, $1, 'many ' || n, 'Private', now(), now() from generate_series(1, 50) n
       returning id),
     events as (insert into order_events (order_id, event, from_status, to_status, actor, at)
       select $1, event, 'paid', 'paid', 'somebody', now()
       from generate_series(1, 50), unnest(array['return-requested', 'return-withdrawn']) event)
     insert into return_lines (return_id, order_id, position, quantity, reason)
     select id, $1, 0, 1, 'quality' from many`,
    [order.id],
  );
  const mails = `insert into outbox (id, kind, payload, created_at, send_after, sent_at)
    select 'msg_' || kind || r.id, kind, json_build_object('returnId', r.id), now(), now(), now()
    from returns r, unnest(array['return.requested', 'staff.return-requested']) kind
    where r.order_id = $1`;
  await shop.query(mails, [order.id]);
  expect((await ask(order, one(order))).body.code).toBe('not_returnable');
  await inTransaction(shop.context.ctx.db, (tx) => forgetBuyer(tx, sam.id, shop.context.ctx.now()));
  const kept = await shop.query(
    'select count(note)::int as notes, count(*)::int as rows from returns',
  );
  expect(kept[0].notes).toBe(0);
  expect(kept[0].rows).toBeGreaterThan(50);
});

test('the status of an order is that of its rows in the code, the database and the filter of staff', async () => {
  const seen = new Map<string, string[]>();
  const rows = await shop.query(
    'select id, return_status, return_status_of(id) as now from orders',
  );
  for (const { id, return_status: copy, now } of rows) {
    const { returnStatus } = await viewOrder(shop.context.ctx, id);
    expect([copy, now]).toEqual([returnStatus, returnStatus]);
    seen.set(returnStatus, [...(seen.get(returnStatus) ?? []), id]);
  }
  const order = await delivered([1]);
  const [{ _id: id }] = (await ask(order, one(order))).body.returns;
  await act(id, 'approve');
  seen.set('in_transit', [order.id]);
  const received = await delivered([1]);
  const [{ _id: other }] = (await ask(received, one(received))).body.returns;
  await act(other, 'approve');
  await act(other, 'receive');
  seen.set('received', [received.id]);
  const closed = await delivered([1]);
  const [{ _id: declined }] = (await ask(closed, one(closed))).body.returns;
  await act(declined, 'decline', { reason: 'Worn' });
  seen.set('closed', [closed.id]);
  expect([...seen.keys()].sort()).toEqual([
    'closed',
    'in_transit',
    'none',
    'received',
    'requested',
  ]);
  for (const returns of ['requested', 'in_transit', 'received', 'closed'] as const) {
    const filter = { ...EVERY_ORDER, returns };
    const how = { filter, sort: 'newest', limit: 100, after: null, counted: 100 } as const;
    const { items } = await listOrdersForStaff(shop.context.ctx, actorOf(admin, 'admin'), how);
    expect(items.map((row) => row.id).sort()).toEqual(seen.get(returns)?.toSorted());
  }
});

describe('the database', () => {
  test('itself refuses more than was delivered, and keeps what happened', async () => {
    const order = await delivered([2]);
    const [{ _id: id }] = (await ask(order, one(order))).body.returns;
    const fault = (text: string) =>
      shop.query(text).then(
        () => 'done',
        ({ constraint, message }) => constraint ?? message,
      );
    const line = (quantity: number) => `insert into returns (id, order_id, key, requested_at)
      values ('ret_2', '${order.id}', 'two', now());
      insert into return_lines (return_id, order_id, position, quantity, reason)
      values ('ret_2', '${order.id}', 0, ${quantity}, 'quality')`;
    expect(await fault(line(2))).toBe('returned_at_most_delivered');
    const sent = await placeOrderOf(shop, sam, [1]);
    await admin.change(`orders/${sent.id}/fulfillments`);
    expect(await fault(line(1).replaceAll(order.id, sent.id))).toBe('returned_at_most_delivered');
    expect(
      await fault(`insert into returns (id, order_id, key, requested_at)
        values ('ret_3', '${order.id}', 'three', now())`),
    ).toBe('returns_fit_lines');
    const money = { amount: 100, reason: 'Back' };
    const { refunds } = (await admin.change(`orders/${order.id}/refunds`, money)).body;
    expect(
      await fault(
        `insert into refund_lines values ('${refunds[0]._id}', '${order.id}', 0, 2, 1, true)`,
      ),
    ).toBe('back_at_most_shipped');
    const change = (set: string) => fault(`update returns set ${set} where id = '${id}'`);
    expect(await change('received_at = now()')).toBe('returns_go_in_order');
    expect(await change('declined_at = now()')).toBe('returns_declined_has_reason');
    await act(id, 'approve');
    expect(await change('approved_at = null')).toMatch(/stays/);
    expect(await change('withdrawn_at = now()')).toBe('returns_have_one_decision');
    expect(await change('received_at = now()')).toBe('returns_fit_lines');
    expect(await fault(`update return_lines set quantity = 2 where return_id = '${id}'`)).toMatch(
      /stays/,
    );
    expect(await fault(`delete from returns where id = '${id}'`)).toMatch(/returns/);
  });
});

test('a unit that came is refunded once, by its line or with its return', async () => {
  const order = await delivered([3]);
  const id = (await ask(order, one(order))).body.returns[0]._id;
  await act(id, 'approve');
  await act(id, 'receive');
  const byLine = { lines: [{ sku: order.skus[0], quantity: 1 }], reason: 'Came back' };
  expect((await admin.change(`orders/${order.id}/refunds`, byLine)).status).toBe(201);
  expect((await act(id, 'refund')).body.code).toBe('amount_mismatch');
  // Another unit is back, which a refund put into the stock.
  const restocked = { ...byLine, restock: true };
  expect((await admin.change(`orders/${order.id}/refunds`, restocked)).status).toBe(201);
  expect((await act(id, 'refund')).body.code).toBe('amount_mismatch');
  const view = await viewOrder(shop.context.ctx, order.id);
  const typed = { shipping: false, amountMinor: 500, version: null };
  expect(previewReturnRefund(view, id, typed)).toMatchObject({ isForUnits: false });
  expect((await act(id, 'refund', { amount: 5 })).body.refundedAmount).toBe(45);
});

test.each([
  { letter: '👨‍👩‍👧‍👦', carrier: 422 },
  // Short enough, and nothing is left to be sent.
  { letter: 'কি্ঁ', carrier: 409 },
])(
  'texts are as long as the database allows, however $letter is written',
  async ({ letter, carrier }) => {
    const order = await delivered([1]);
    const note = letter.repeat(300);
    expect((await ask(order, { ...one(order), note })).status).toBe(422);
    const id = (await ask(order, { ...one(order), note: letter.repeat(40) })).body.returns[0]._id;
    expect((await act(id, 'decline', { reason: note })).status).toBe(422);
    expect((await act(id, 'decline', { reason: letter.repeat(40) })).status).toBe(200);
    const sent = { carrier: letter.repeat(15), trackingNumber: letter.repeat(15) };
    expect((await admin.change(`orders/${order.id}/fulfillments`, sent)).status).toBe(carrier);
  },
);

test('a request beside the deletion of its account is refused, and keeps no note', async () => {
  const order = await delivered([1]);
  const blocker = await shop.database.pool.connect();
  await blocker.query('begin');
  await blocker.query('update orders set user_id = null where id = $1', [order.id]);
  const asked = ask(order, { ...one(order), note: 'Carol, 9 Lane' });
  await waitsForLock();
  await blocker.query('commit');
  blocker.release();
  expect((await asked).status).toBe(404);
  expect(await shop.query('select id from returns where order_id = $1', [order.id])).toEqual([]);
});
