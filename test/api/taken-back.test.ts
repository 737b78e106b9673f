import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverDue } from '#features/emails/deliver.ts';
import { previewTakingBack } from '#features/fulfillment/fulfillment.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import { listOrdersForStaff, restoreOrder } from '#features/orders/orders.ts';
import { deleteMyAccount } from '#features/privacy/privacy.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type How, type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  PASSWORD,
  signedInActorOf,
  type TestShop,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ shopConfig: { emails: WITHOUT_LIMITS } });
  sam = await shop.shopper('Sam Mistaken');
  admin = await shop.admin('Ada Mistaken');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

/** A call of staff. */
const act = (path: string, body?: unknown, { who = admin, ...how }: How = {}) =>
  who.change(path, body, how);

const send = (order: PaidOrder, body: unknown = {}, how: How = {}) =>
  act(`orders/${order.id}/fulfillments`, body, how);
const takeBack = (parcel: string, how: How = {}) =>
  act(`fulfillments/${parcel}/taken-back`, undefined, how);
const refund = (order: PaidOrder, body: object) =>
  act(`orders/${order.id}/refunds`, { reason: 'Asked for', ...body });
const view = async ({ id }: PaidOrder) => (await admin.get(`/orders/${id}`)).json();
const codeOf = ({ status, body }: Awaited<ReturnType<typeof act>>) => [status, body.code];

/** Sends some or all of an order; returns the id of the parcel. */
async function sent(order: PaidOrder, body: unknown = {}): Promise<string> {
  const parcel = await send(order, body);
  expect(parcel.status).toBe(201);
  return parcel.body.fulfillments.at(-1)._id;
}

/** The subjects of the emails about an order's parcels, without its number. */
async function mailsAbout(order: PaidOrder): Promise<{ subject: string; text: string }[]> {
  await deliverDue(shop.context.ctx);
  const { number } = await view(order);
  const rows = await shop.query(
    `select subject, text from mailbox_mails where subject like $1
     and subject ~ '(way|left yet|not sent)$|correction' order by received_at, id`,
    [`%${number}%`],
  );
  return rows.map(({ subject, text }) => ({ subject: subject.replace(number, 'N'), text }));
}

describe('a parcel that is taken back', () => {
  test('leaves its units to be shipped, its history and its audit entry; a repeat does nothing, and the order is shipped again', async () => {
    const order = await placeOrderOf(shop, sam, [2, 1]);
    const [first = '', second = ''] = order.skus;
    const { ctx } = shop.context;
    const number = 'MISTAKE1X1';
    const request = {
      carrier: 'DHL',
      trackingNumber: number,
      lines: [{ sku: first, quantity: 2 }],
    };
    const shipped = await send(order, request, { key: 'sent-once' });
    const parcel = shipped.body.fulfillments[0]._id;
    /** The statuses of the order in the table of staff, found by the tracking number. */
    const byNumber = () =>
      listOrdersForStaff(ctx, actorOf(admin, 'admin'), {
        ...{ filter: { ...EVERY_ORDER, text: number }, sort: 'newest', limit: 5, after: null },
        counted: 5,
      }).then(({ items }) => items.map(({ fulfillmentStatus }) => fulfillmentStatus));
    expect(await byNumber()).toEqual(['partly_fulfilled']);

    const { version } = await view(order);
    const late = await takeBack(parcel, { version: version - 1 });
    expect(codeOf(late)).toEqual([409, 'order_changed']);
    expect((await takeBack(parcel, { who: sam })).status).toBe(403);
    expect((await takeBack('ful_none')).status).toBe(404);
    const { status, body } = await takeBack(parcel, { version });
    expect(status).toBe(200);
    expect(body).toMatchObject({ fulfillmentStatus: 'unfulfilled', fulfillments: [] });
    // A repeat changes nothing, also with the version of before.
    expect((await takeBack(parcel, { version })).body).toEqual(body);
    expect(await byNumber()).toEqual([]);
    const noted = await shop.query(
      `select actor, to_jsonb(detail) as detail from order_events where order_id = $1 and event = 'take-back'
       union all select actor, detail from audit_log where subject = $1 and action = 'order.take-back'`,
      [order.id],
    );
    const about = { fulfillmentId: parcel, units: 2, items: `2 × ${first}` };
    expect(noted).toEqual([
      { actor: admin.id, detail: '2' },
      { actor: admin.id, detail: about },
    ]);

    // What is asked of it later is refused, and the request that sent it sends no other.
    const refused = [409, 'parcel_taken_back'];
    expect(codeOf(await act(`fulfillments/${parcel}/delivered`, undefined))).toEqual(refused);
    const track = await admin.put(`/api/v1/fulfillments/${parcel}/tracking`, { carrier: 'UPS' });
    expect((await track.json()).code).toBe('parcel_taken_back');
    expect(codeOf(await send(order, request, { key: 'sent-once' }))).toEqual(refused);
    expect((await view(order)).fulfillments).toEqual([]);

    expect(await sent(order)).not.toBe(parcel);
    expect(await view(order)).toMatchObject({
      fulfillmentStatus: 'fulfilled',
      fulfillments: [
        {
          lines: [
            { sku: first, quantity: 2 },
            { sku: second, quantity: 1 },
          ],
        },
      ],
    });
  });

  test('is told to its customer once if they were told that it is on its way, and else not', async () => {
    const order = await placeOrderOf(shop, sam, [1]);
    await takeBack(await sent(order));
    expect(await mailsAbout(order)).toEqual([]);
    const told = await sent(order, { carrier: 'UPS', trackingNumber: '1Z' });
    expect(await mailsAbout(order)).toHaveLength(1);
    await takeBack(told);
    await takeBack(told);
    await sent(order);
    // They are due together, so they come in any order.
    const subjects = (await mailsAbout(order)).map(({ subject }) => subject).sort();
    const shipped = 'Your order N is on its way';
    expect(subjects).toEqual(['A correction about your order N', shipped, shipped]);
    const left = await shop.query(
      `select count(*)::int as emails, count(*) filter (where attempts = 0) as left_out from outbox
       where payload->>'orderId' = $1 and payload ? 'fulfillmentId' and sent_at is not null`,
      [order.id],
    );
    expect(left).toEqual([{ emails: 4, left_out: '1' }]);
  });

  test('is told to have not left while its items are to come; one that a process began to send is not sent later', async () => {
    const order = await placeOrderOf(shop, sam, [2]);
    const parcel = await sent(order);
    // As if the process had died, or the mail server had been unreachable.
    await shop.query(
      `update outbox set attempts = 1 where kind = 'order.shipped' and payload->>'fulfillmentId' = $1`,
      [parcel],
    );
    await takeBack(parcel);
    const mails = await mailsAbout(order);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A parcel of your order N has not left yet',
    ]);
    expect(mails[0]?.text).toMatch(/2 × Sent Shirt.*We will write to you when it is on its way/s);
  });

  test('is one of an order that was refunded, cancelled in part, on hold, or whose account is gone', async () => {
    const order = await placeOrderOf(shop, sam, [4]);
    const [sku = ''] = order.skus;
    const parcel = await sent(order, { lines: [{ sku, quantity: 2 }] });
    await act(`orders/${order.id}/cancellations`, { lines: [{ sku, quantity: 1 }] });
    await refund(order, { lines: [{ sku, quantity: 1 }] });
    await act(`orders/${order.id}/hold`);
    const staff = actorOf(admin, 'admin');
    const asked = (id: string) => previewTakingBack(shop.context.ctx, staff, id, { version: null });
    // What the page says before it.
    const what = { lines: [{ position: 0, quantity: 2 }], refundedUnits: 1 };
    expect(await asked(parcel)).toEqual({ ...what, isUntold: true, isForgotten: false });
    expect((await takeBack(parcel)).body.fulfillmentStatus).toBe('on_hold');
    await act(`orders/${order.id}/release`);
    // Four less one that was cancelled and one whose price was paid back.
    const rest = await send(order);
    expect(rest.body.fulfillments[0].lines).toEqual([{ sku, quantity: 2 }]);

    const whole = await placeOrderOf(shop, sam, [1]);
    const only = await sent(whole);
    expect((await refund(whole, { amount: 140 })).status).toBe(201);
    expect((await takeBack(only)).body.fulfillmentStatus).toBe('unfulfilled');
    expect(codeOf(await send(whole))).toEqual([409, 'order_closed']);

    const client = await shop.shopper('Gone Mistaken');
    const gone = await placeOrderOf(shop, client, [1]);
    const last = await sent(gone);
    await deliverDue(shop.context.ctx);
    const account = await signedInActorOf(shop, client);
    await deleteMyAccount(shop.context.ctx, account, { password: PASSWORD });
    expect(await asked(last)).toMatchObject({ isUntold: false, isForgotten: true });
    expect((await takeBack(last)).body.fulfillments).toEqual([]);
    expect(await asked(last)).toBeNull();
    expect(await mailsAbout(gone)).toEqual([]);
  });
});

describe('a parcel stays', () => {
  test('that is delivered, or has units that came back, or is of an order in the archive', async () => {
    const order = await placeOrderOf(shop, sam, [3]);
    const [sku = ''] = order.skus;
    const [one, two] = [
      await sent(order, { lines: [{ sku, quantity: 1 }] }),
      await sent(order, { lines: [{ sku, quantity: 2 }] }),
    ];
    await act(`fulfillments/${one}/delivered`, undefined);
    expect(codeOf(await takeBack(one))).toEqual([409, 'already_delivered']);
    // The first unit that comes back can be that of the other parcel, and the second one cannot.
    const back = { lines: [{ sku, quantity: 1 }], restock: true };
    expect((await refund(order, back)).status).toBe(201);
    expect((await takeBack(two)).status).toBe(200);
    const again = await sent(order, { lines: [{ sku, quantity: 2 }] });
    expect((await refund(order, back)).status).toBe(201);
    expect(codeOf(await takeBack(again))).toEqual([409, 'units_came_back']);

    const archived = await placeOrderOf(shop, sam, [1]);
    const parcel = await sent(archived);
    await admin.delete(`/orders/${archived.id}`);
    expect(codeOf(await takeBack(parcel))).toEqual([409, 'order_closed']);
    await restoreOrder(shop.context.ctx, actorOf(admin, 'admin'), archived.id);
    expect((await takeBack(parcel)).status).toBe(200);
  });

  test('in the database, which removes it as a whole or not at all, and sends nothing under its key again', async () => {
    const order = await placeOrderOf(shop, sam, [3]);
    const [sku = ''] = order.skus;
    const client = await shop.database.pool.connect();
    const refused = async (text: string) => {
      await client.query('savepoint before');
      return client.query(text).then(
        () => 'done',
        async ({ constraint, message }) => {
          await client.query('rollback to before');
          return constraint ?? message;
        },
      );
    };
    const [one, two] = [
      await sent(order, { lines: [{ sku, quantity: 1 }] }),
      await sent(order, { lines: [{ sku, quantity: 2 }] }),
    ];
    await act(`fulfillments/${one}/delivered`, undefined);
    const remove = (id: string) => `delete from fulfillments where id = '${id}'`;
    const insert = (key: string) => `with parcel as (
        insert into fulfillments (id, order_id, shipped_at, key) values ('ful_${key}', '${order.id}', now(), '${key}'))
      insert into fulfillment_lines values ('ful_${key}', '${order.id}', 0, 1)`;
    await client.query('begin');
    try {
      expect(await refused(remove(one))).toBe('delivered_parcels_stay');
      const lines = `delete from fulfillment_lines where fulfillment_id = '${two}'`;
      expect(await refused(lines)).toBe('parcels_go_as_a_whole');
      expect(await refused(remove(two))).toBe('done');
      const status = await client.query('select fulfillment_status from orders where id = $1', [
        order.id,
      ]);
      expect(status.rows).toEqual([{ fulfillment_status: 'partly_fulfilled' }]);
      const { rows } = await client.query(
        'select fulfillment_id, key from taken_back_parcels where order_id = $1',
        [order.id],
      );
      expect(rows.map(({ fulfillment_id }) => fulfillment_id)).toEqual([two]);
      expect(await refused(insert(rows[0].key))).toBe('taken_back_parcels_stay_so');
      expect(await refused(insert('another-key'))).toBe('done');
      expect(await refused('delete from taken_back_parcels')).toMatch(/never/);
      expect(await refused("update taken_back_parcels set key = 'x'")).toMatch(/never/);
    } finally {
      await client.query('rollback');
      client.release();
    }
    const back = { lines: [{ sku, quantity: 2 }], restock: true };
    expect((await refund(order, back)).status).toBe(201);
    await expect(shop.query(remove(two))).rejects.toMatchObject({
      constraint: 'back_at_most_shipped',
    });
  });
});
