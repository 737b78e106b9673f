import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverDue } from '#features/emails/deliver.ts';
import { viewOwnOrderPage } from '#features/orders/orders.ts';
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
  verifyEmailOf,
} from '../support/shop.ts';
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

describe('what was shipped', () => {
  test('is not deleted by its customer, keeps its address, and can be refunded', async () => {
    const order = await placeOrderOf(shop, sam, [2]);
    const address = {
      recipient: 'Sam Lee',
      company: null,
      line1: '5 Lake Road',
      line2: null,
      city: 'Dhaka',
      region: null,
      postcode: '1205',
      country: 'BD',
      phone: '+8801712345678',
    };
    const correct = (line1: string, version: number) =>
      admin.put(
        `/api/v1/orders/${order.id}/address`,
        { ...address, line1 },
        { 'if-match': `"${version}"` },
      );
    expect((await correct('5 Lake Road', 0)).status).toBe(200);
    await send(order, { lines: [{ sku: order.skus[0], quantity: 1 }] });
    expect((await correct('6 Lake Road', 1)).status).toBe(200);
    await send(order);
    expect(await (await correct('7 Lake Road', 2)).json()).toMatchObject({
      code: 'already_shipped',
    });
    // Its owner may take it out of My Orders, and still reads its page.
    expect(await (await sam.delete(`/orders/${order.id}`)).json()).toEqual({ deletedCount: 1 });
    const mine = await (await sam.get(`/orders?email=${sam.email}`)).json();
    expect(mine.map((item: { _id: string }) => item._id)).not.toContain(order.id);
    expect(await viewOwnOrderPage(shop.context.ctx, actorOf(sam), order.id)).toMatchObject({
      isDeleted: true,
      order: { fulfillmentStatus: 'fulfilled' },
    });
    const refund = await admin.post(
      `/orders/${order.id}/refunds`,
      { amount: 160, reason: 'Lost' },
      { 'idempotency-key': crypto.randomUUID() },
    );
    expect(await refund.json()).toMatchObject({
      refundedAmount: 160,
      fulfillmentStatus: 'fulfilled',
    });
    // Staff may move it to the archive.
    expect(await (await admin.delete(`/orders/${order.id}`)).json()).toEqual({ deletedCount: 1 });
  });

  test('is told to its customer with what tracks it, and with the address only where that is confirmed', async () => {
    const mailOf = async (confirmed: boolean) => {
      const client = await shop.shopper(confirmed ? 'Told and Confirmed' : 'Told');
      if (confirmed) await verifyEmailOf(shop, client);
      const order = await placeOrderOf(shop, client, [2]);
      const part = { lines: [{ sku: order.skus[0], quantity: 1 }], carrier: 'RedX' };
      await send(order, { ...part, trackingNumber: 'BD 77/1' });
      await deliverDue(shop.context.ctx);
      const [mail] = await shop.query(
        `select subject, text from mailbox_mails where "to" = $1 and subject like '%on its way'`,
        [client.email],
      );
      return mail;
    };
    const { subject, text } = await mailOf(true);
    expect(subject).toMatch(/^A part of your order .* is on its way$/);
    expect(text).toContain('https://redx.com.bd/track-parcel/?trackingId=BD77%2F1');
    expect(text).toMatch(/1 × Sent Shirt.*We send the rest later:.*1 × Sent Shirt/s);
    expect(text).toContain('Dhaka');
    expect((await mailOf(false)).text).not.toContain('Dhaka');
  });

  test('is not tracked any more once its account is deleted', async () => {
    const client = await shop.shopper('Gone Customer');
    const order = await placeOrderOf(shop, client, [1]);
    await send(order, { carrier: 'UPS', trackingNumber: '1Z' });
    await deleteMyAccount(shop.context.ctx, await signedInActorOf(shop, client), {
      password: PASSWORD,
    });
    expect((await view(order)).fulfillments).toMatchObject([
      { carrier: 'UPS', trackingNumber: null, trackingUrl: null },
    ]);
    expect(JSON.stringify(await shop.query('select detail from audit_log'))).not.toContain('1Z');
  });
});
