import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fulfillmentStatusOf } from '#features/order-tables/fulfillment-status.schema.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type How, type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ shopConfig: { emails: WITHOUT_LIMITS } });
  sam = await shop.shopper('Sam Shipped');
  admin = await shop.admin('Ada Packer');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

/** A call of staff. */
const act = (path: string, body?: unknown, { who = admin, ...how }: How = {}) =>
  who.change(path, body, how);

const send = (order: PaidOrder, body: unknown = {}, options: How = {}) =>
  act(`orders/${order.id}/fulfillments`, body, options);

const view = async ({ id }: PaidOrder) => (await admin.get(`/orders/${id}`)).json();

/** No address can have it. */
const HALF_A_PAIR = { carrier: 'DHL', trackingNumber: 'a\ud800' };

describe('a parcel', () => {
  test('holds some of an order or all that is left, is in the order, history and audit log, and counts once', async () => {
    const order = await placeOrderOf(shop, sam, [2, 1]);
    const [first = '', second = ''] = order.skus;
    expect(await view(order)).toMatchObject({ fulfillmentStatus: 'unfulfilled', fulfillments: [] });
    const part = {
      lines: [{ sku: first, quantity: 1 }],
      carrier: 'd.h.l',
      trackingNumber: ' JD 0146 ',
    };
    const sent = await send(order, part, { key: 'once' });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      fulfillmentStatus: 'partly_fulfilled',
      fulfillments: [
        {
          carrier: 'DHL',
          trackingNumber: 'JD 0146',
          trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0146',
          deliveredAt: null,
          lines: [{ sku: first, quantity: 1 }],
        },
      ],
    });
    expect((await send(order, part, { key: 'once' })).body.fulfillments).toHaveLength(1);
    const other = { ...part, lines: [{ sku: first, quantity: 2 }] };
    expect((await send(order, other, { key: 'once' })).status).toBe(422);

    const rest = await send(order, { carrier: 'Uncle Karim' });
    expect(rest.body.fulfillments[1]).toMatchObject({
      carrier: 'Uncle Karim',
      trackingNumber: null,
      trackingUrl: null,
      lines: [
        { sku: first, quantity: 1 },
        { sku: second, quantity: 1 },
      ],
    });
    expect(rest.body.fulfillmentStatus).toBe('fulfilled');
    expect(await send(order)).toMatchObject({ status: 409, body: { code: 'already_shipped' } });
    const events = await shop.query(
      `select event, actor, detail from order_events where order_id = $1 and event = 'fulfill' order by id`,
      [order.id],
    );
    expect(events).toEqual([
      { event: 'fulfill', actor: admin.id, detail: '1' },
      { event: 'fulfill', actor: admin.id, detail: '2' },
    ]);
    const audited = await shop.query(
      `select detail from audit_log where subject = $1 and action = 'order.fulfill' order by id`,
      [order.id],
    );
    expect(audited.map(({ detail }) => detail)).toEqual(
      rest.body.fulfillments.map(({ _id }: { _id: string }, n: number) => ({
        fulfillmentId: _id,
        units: n + 1,
      })),
    );
  });

  test('is delivered once, and the order with the last one', async () => {
    const order = await placeOrderOf(shop, sam, [2]);
    const lines = [{ sku: order.skus[0], quantity: 1 }];
    await send(order, { lines });
    const { fulfillments } = (await send(order)).body;
    const arrive = (n: number) => act(`fulfillments/${fulfillments[n]._id}/delivered`, undefined);
    expect((await arrive(1)).body.fulfillmentStatus).toBe('fulfilled');
    const { body } = await arrive(0);
    expect(body.fulfillmentStatus).toBe('delivered');
    expect((await arrive(0)).body).toEqual(body);
    expect((await act('fulfillments/ful_none/delivered', undefined)).status).toBe(404);
  });

  test('gets another carrier and number once, which neither history nor audit log repeats', async () => {
    const order = await placeOrderOf(shop, sam, [1]);
    const sent = await send(order, { carrier: 'UPS', trackingNumber: '1Z-WRONG' });
    const { version, fulfillments } = sent.body;
    const path = `/api/v1/fulfillments/${fulfillments[0]._id}/tracking`;
    const correct = async (body: unknown, shown = version) => {
      const response = await admin.put(path, body, { 'if-match': `"${shown}"` });
      return { status: response.status, body: await response.json() };
    };
    const right = { carrier: 'dhl', trackingNumber: 'JD-RIGHT' };
    expect((await correct(right)).body.fulfillments).toMatchObject([
      {
        carrier: 'DHL',
        trackingNumber: 'JD-RIGHT',
        trackingUrl: expect.stringContaining('JD-RIGHT'),
      },
    ]);
    // The same once more is no change; anything else is one of an order that has changed.
    expect((await correct(right)).status).toBe(200);
    expect((await correct({ carrier: null }, version)).body.code).toBe('order_changed');
    expect((await correct({ trackingNumber: 'X' }, version + 1)).status).toBe(422);
    const bare = await correct({ carrier: null, trackingNumber: null }, version + 1);
    expect(bare.body.fulfillments).toMatchObject([
      { carrier: null, trackingNumber: null, trackingUrl: null },
    ]);
    const kept = await shop.query(
      `select event as what, detail from order_events where order_id = $1
       union all select action, detail::text from audit_log where subject = $1`,
      [order.id],
    );
    const corrected = kept.filter(({ what }) => /correct-tracking/.test(what));
    expect(corrected).toHaveLength(4);
    expect(JSON.stringify(kept)).not.toMatch(/WRONG|RIGHT/);
  });

  test('has no more than is left, nothing else, and a carrier where it has a tracking number', async () => {
    const order = await placeOrderOf(shop, sam, [2]);
    const [sku = ''] = order.skus;
    const codeOf = async (body: unknown) => {
      const sent = await send(order, body);
      return [sent.status, sent.body.code];
    };
    expect(await codeOf({ lines: [{ sku, quantity: 3 }] })).toEqual([409, 'already_shipped']);
    expect(await codeOf({ lines: [{ sku: 'NONE', quantity: 1 }] })).toEqual([
      422,
      'invalid_request',
    ]);
    const twice = [
      { sku, quantity: 1 },
      { sku, quantity: 1 },
    ];
    for (const body of [{ lines: twice }, { lines: [] }, { trackingNumber: 'X1' }, HALF_A_PAIR]) {
      expect((await codeOf(body))[0]).toBe(422);
    }
    const keyless = await admin.post(`/api/v1/orders/${order.id}/fulfillments`, {});
    expect(keyless.status).toBe(422);
    expect((await send(order, {}, { who: sam })).status).toBe(403);
    expect((await send({ ...order, id: 'ord_none' })).status).toBe(404);
    expect((await view(order)).fulfillments).toEqual([]);
  });

  test('is of a paid order that is not deleted, not on hold and not refunded in full', async () => {
    const unpaid = await placeOrderOf(shop, sam, [1], { isPaid: false });
    expect((await send(unpaid)).body.code).toBe('payment_incomplete');
    expect((await act(`orders/${unpaid.id}/hold`)).body.code).toBe('payment_incomplete');
    await sam.delete(`/orders/${unpaid.id}`);
    expect((await send(unpaid)).body.code).toBe('order_closed');

    // No list of what is to be shipped has it, but its units can be given back.
    const deleted = await placeOrderOf(shop, sam, [2]);
    await admin.delete(`/orders/${deleted.id}`);
    const { body } = await send(deleted);
    expect([body.code, body.detail]).toEqual(['order_closed', expect.stringMatching(/restore it/)]);
    expect((await act(`orders/${deleted.id}/hold`)).body.code).toBe('order_closed');
    const cancelling = { lines: [{ sku: deleted.skus[0], quantity: 1 }], restock: true };
    expect((await act(`orders/${deleted.id}/cancellations`, cancelling)).status).toBe(201);

    const order = await placeOrderOf(shop, sam, [1]);
    const refund = (amount: number) =>
      admin.post(
        `/orders/${order.id}/refunds`,
        { amount, reason: 'Asked for' },
        { 'idempotency-key': crypto.randomUUID() },
      );
    expect((await refund(139)).status).toBe(201);
    const held = await act(`orders/${order.id}/hold`, { reason: 'Waits for a shoe' }, { key: 'h' });
    expect(held.body.fulfillmentStatus).toBe('on_hold');
    expect((await send(order)).body.code).toBe('order_on_hold');
    expect((await act(`orders/${order.id}/release`)).body.fulfillmentStatus).toBe('unfulfilled');
    // The request that put it on hold, once more and late.
    const late = await act(`orders/${order.id}/hold`, { reason: 'Waits for a shoe' }, { key: 'h' });
    expect(late.body.fulfillmentStatus).toBe('unfulfilled');
    expect((await refund(1)).status).toBe(201);
    expect((await send(order)).body.code).toBe('order_closed');
  });

  test('is refused when the order has changed since staff saw it', async () => {
    const order = await placeOrderOf(shop, sam, [2]);
    const { version } = await view(order);
    const lines = [{ sku: order.skus[0], quantity: 1 }];
    expect((await send(order, { lines }, { version })).status).toBe(201);
    const late = await send(order, { lines }, { version });
    expect(late).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    expect(late.body.detail).toMatch(/has changed since you opened it/);
    const { body } = await act(`orders/${order.id}/hold`, {}, { version });
    expect(body.code).toBe('order_changed');
    const { version: now, fulfillments } = await view(order);
    const path = `fulfillments/${fulfillments[0]._id}/delivered`;
    expect((await act(path, undefined, { version })).body.code).toBe('order_changed');
    expect((await act(path, undefined, { version: now })).status).toBe(200);
  });
});

describe('the database', () => {
  const refused = (text: string) =>
    shop.database.pool.query(text).then(
      () => 'done',
      ({ constraint, message }) => constraint ?? message,
    );
  const parcel = (id: string, order: string, lines: [position: number, quantity: number][]) => `
    with parcel as (insert into fulfillments (id, order_id, shipped_at, key)
      values ('${id}', '${order}', now(), '${id}'))
    insert into fulfillment_lines (fulfillment_id, order_id, position, quantity) values
    ${lines.map(([position, quantity]) => `('${id}', '${order}', ${position}, ${quantity})`).join()}`;

  test('itself refuses what must not be sent, and changes of what was', async () => {
    const order = await placeOrderOf(shop, sam, [2, 1]);
    const unpaid = await placeOrderOf(shop, sam, [1], { isPaid: false });
    const { id } = order;
    expect(await refused(parcel('ful_a', unpaid.id, [[0, 1]]))).toBe('only_paid_orders_ship');
    expect(await refused(parcel('ful_a', id, [[0, 3]]))).toBe('shipped_at_most_bought');
    expect(await refused(parcel('ful_a', id, [[2, 1]]))).toBe('fulfillment_lines_of_line');
    const cancel = (quantity: number, key: string) =>
      `insert into order_cancellations values ('${id}', 1, ${quantity}, '${key}', now())`;
    expect(await refused(cancel(2, 'a'))).toBe('shipped_at_most_bought');
    expect(await refused(`update orders set held_at = now() where id = '${unpaid.id}'`)).toBe(
      'orders_only_paid_are_held',
    );
    await shop.query(`update orders set held_at = now() where id = '${id}'`);
    expect(await refused(parcel('ful_a', id, [[0, 1]]))).toBe('only_paid_orders_ship');
    await shop.query(`update orders set held_at = null where id = '${id}'`);
    const empty = `insert into fulfillments (id, order_id, shipped_at, key) values ('ful_a', '${id}', now(), 'a')`;
    expect(await refused(empty)).toBe('parcels_have_lines');

    expect((await send(order, { lines: [{ sku: order.skus[0], quantity: 2 }] })).status).toBe(201);
    for (const table of ['fulfillments', 'fulfillment_lines']) {
      expect(await refused(`truncate ${table} cascade`)).toMatch(/never/);
    }
    expect(await refused(`update fulfillment_lines set quantity = 1`)).toMatch(/never/);
    const change = (set: string) => `update fulfillments set ${set} where order_id = '${id}'`;
    expect(await refused(change("shipped_at = now() - interval '1 day'"))).toMatch(/stays so/);
    // Whoever writes the copy of the status, it is that of the rows.
    await shop.query(`update orders set fulfillment_status = 'delivered' where id = '${id}'`);
    expect(await shop.query('select fulfillment_status from orders where id = $1', [id])).toEqual([
      { fulfillment_status: 'partly_fulfilled' },
    ]);
  });

  test('and the code have one fulfillment status for the same rows', async () => {
    const order = await placeOrderOf(shop, sam, [2, 1]);
    const seen = new Set<string>();
    const client = await shop.database.pool.connect();
    try {
      // Every number of cancelled and shipped units of both lines, delivered or not, held or not.
      for (let n = 0; n < 3 * 3 * 2 * 2 * 3 * 2; n += 1) {
        const digit = (base: number, step: number) => Math.floor(n / step) % base;
        const [cancelled0, shipped0, cancelled1] = [digit(3, 1), digit(3, 3), digit(2, 9)];
        const [shipped1, delivered, isHeld] = [digit(2, 18), digit(3, 36), digit(2, 108) === 1];
        if (cancelled0 + shipped0 > 2 || cancelled1 + shipped1 > 1) continue;
        await client.query('begin');
        const cancel = (position: number, quantity: number) =>
          quantity > 0 &&
          client.query(`insert into order_cancellations values ($1, $2, $3, 'k', now())`, [
            order.id,
            position,
            quantity,
          ]);
        await cancel(0, cancelled0);
        await cancel(1, cancelled1);
        const sent: [number, number][] = [];
        for (const [position, quantity] of [
          [0, shipped0],
          [1, shipped1],
        ] as const) {
          if (quantity === 0) continue;
          await client.query(parcel(`ful_${position}`, order.id, [[position, quantity]]));
          sent.push([position, quantity]);
        }
        const parcels = sent.map(([position]) => ({
          deliveredAt: delivered > position ? new Date() : null,
        }));
        for (const [position] of sent.filter((_, index) => parcels[index]?.deliveredAt)) {
          await client.query(`update fulfillments set delivered_at = now() where id = $1`, [
            `ful_${position}`,
          ]);
        }
        await client.query('update orders set held_at = $2 where id = $1', [
          order.id,
          isHeld ? new Date() : null,
        ]);
        const { rows } = await client.query(
          'select fulfillment_status, fulfillment_status_of(id, held_at) as now from orders where id = $1',
          [order.id],
        );
        await client.query('rollback');
        const status = fulfillmentStatusOf({
          lines: [
            { quantity: 2, cancelledQuantity: cancelled0, fulfilledQuantity: shipped0 },
            { quantity: 1, cancelledQuantity: cancelled1, fulfilledQuantity: shipped1 },
          ],
          parcels,
          isHeld,
        });
        expect(rows, `case ${n}`).toEqual([{ fulfillment_status: status, now: status }]);
        seen.add(status);
      }
    } finally {
      client.release();
    }
    expect(seen.size).toBe(6);
  });
});
