import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { alertOnUnshipped, remindOfPayments } from '#features/orders/orders.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let now = Date.now();
let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let sam: Client;
let count = 0;

beforeAll(async () => {
  const emails = { ...WITHOUT_LIMITS, paymentReminderHours: 24, unshippedAfterDays: 3 };
  shop = await openTestShop({ now: () => new Date(now), shopConfig: { emails } });
  ({ ctx } = shop.context);
});
afterAll(() => shop.close());
// A session ends after days, so everybody signs in anew for each test.
beforeEach(async () => {
  count += 1;
  admin = await shop.admin(`Ada Reminder ${count}`);
  sam = await shop.shopper(`Sam Reminder ${count}`);
});

const verify = () =>
  shop.query('update users set email_verified = true where email = $1', [sam.email]);
const unpaid = () => placeOrderOf(shop, sam, [1], { isPaid: false });

async function mailsOf(subject: string): Promise<{ text: string }[]> {
  await deliverDue(ctx);
  return shop.query('select text from mailbox_mails where subject like $1 order by id', [subject]);
}

async function remindersOf({ id }: PaidOrder): Promise<number> {
  await remindOfPayments(ctx);
  await remindOfPayments(ctx);
  const mails = await mailsOf('Please pay your order%');
  return mails.filter(({ text }) => text.includes(`/checkOut/${id}`)).length;
}

test('a customer is reminded once, a day before an order must be paid', async () => {
  await verify();
  const order = await unpaid();
  now += 5 * DAY + 23 * HOUR;
  expect(await remindersOf(order)).toBe(0);
  now += 2 * HOUR;
  expect(await remindersOf(order)).toBe(1);
  now += 22 * HOUR;
  expect(await remindersOf(order)).toBe(1);
});

test('of an order with hours to pay after half of them, and again once it has more time', async () => {
  const order = await unpaid();
  now += 2 * HOUR;
  expect(await remindersOf(order)).toBe(0);
  now += 2 * HOUR;
  expect(await remindersOf(order)).toBe(1);
  await shop.query(
    `update orders set payment_due_at = created_at + interval '7 days' where id = $1`,
    [order.id],
  );
  expect(await remindersOf(order)).toBe(1);
  now += 6 * DAY;
  expect(await remindersOf(order)).toBe(2);
});

test('nobody is reminded of what is paid or deleted, at the latest when the email is sent', async () => {
  const orders = [await unpaid(), await unpaid()];
  await placeOrderOf(shop, sam, [1]);
  const before = (await mailsOf('Please pay%')).length;
  now += 4 * HOUR;
  expect(await remindOfPayments(ctx)).toBe(2);
  await sam.delete(`/orders/${orders[0]?.id}`);
  await shop.query(`update orders set payment_due_at = $2 where id = $1`, [
    orders[1]?.id,
    new Date(now - 1),
  ]);
  expect(await remindOfPayments(ctx)).toBe(0);
  expect((await mailsOf('Please pay%')).length).toBe(before);
  const off = { ...ctx, shop: { ...ctx.shop, emails: { ...ctx.shop.emails } } };
  off.shop.emails.paymentReminderHours = 0;
  expect(await remindOfPayments(off)).toBe(0);
});

test('the shop hears once a day of orders that wait for three days, not of those on hold', async () => {
  const look = async () => {
    await alertOnUnshipped(ctx);
    await alertOnUnshipped(ctx);
    return (await mailsOf('% to be shipped')).length;
  };
  // Those of the tests before are paid or archived no more.
  await shop.query(`update orders set archived_at = now() where status = 'paid'`);
  const [held, waiting] = [await placeOrderOf(shop, sam, [1]), await placeOrderOf(shop, sam, [1])];
  await admin.post(`/api/v1/orders/${held.id}/hold`, {}, { 'idempotency-key': 'held-back' });
  expect(await look()).toBe(0);
  now += 3 * DAY + HOUR;
  expect(await look()).toBe(1);
  const [{ number }] = await shop.query('select number from orders where id = $1', [waiting.id]);
  const [mail] = await mailsOf('1 order waits to be shipped');
  expect(mail?.text).toContain(number);
  now += 23 * HOUR;
  expect(await look()).toBe(1);
  now += 2 * HOUR;
  expect(await look()).toBe(2);
});

test('a customer hears that a parcel is delivered, once', async () => {
  const order = await placeOrderOf(shop, sam, [2]);
  const path = `/api/v1/orders/${order.id}/fulfillments`;
  const sent = await admin.post(path, {}, { 'idempotency-key': 'delivered' });
  const [parcel] = (await sent.json()).fulfillments;
  for (const _ of [1, 2]) await admin.post(`/api/v1/fulfillments/${parcel._id}/delivered`, {});
  const mails = await mailsOf('A parcel of your order % is delivered');
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringMatching(/2 × Sent Shirt.*within 30 days/s),
  ]);
});
