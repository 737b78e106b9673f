import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { listCapturedEmails } from '#features/emails/emails.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import { listOrdersForStaff, refundOrder, viewOrder } from '#features/orders/orders.ts';
import { reportSales, sumUpSales } from '#features/sales-reports/sales-reports.ts';
import { requireSameDays, setShopTimeZone } from '#server/start/shop-time-zone.ts';
import { shop as shopConfig } from '#shop-config';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { readPdf } from '../support/read-pdf.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

// Half past two of the 20th in Dhaka, where it is still the 19th in UTC.
const NIGHT = new Date('2026-11-19T20:30:00Z');

let shop: TestShop;
let ctx: Ctx;
let sam: Client;
let admin: Client;
let order: PaidOrder;
const staff = () => actorOf(admin, 'admin');

beforeAll(async () => {
  shop = await openTestShop({ now: () => NIGHT, shopConfig: { timeZone: 'Asia/Dhaka' } });
  ctx = shop.context.ctx;
  [sam, admin] = [await shop.shopper('Sam Buys'), await shop.admin()];
  order = await placeOrderOf(shop, sam, [1]);
});
afterAll(async () => {
  setShopTimeZone(shopConfig);
  await expectSoundLedger(shop);
  await shop.close();
});

const json = async (response: Promise<Response>) => (await response).json();

test('lists and exports have an order on its day in the time zone of the shop', async () => {
  const listed = async (day: string) =>
    (
      await listOrdersForStaff(ctx, staff(), {
        filter: { ...EVERY_ORDER, from: day, to: day },
        ...{ sort: 'newest', limit: 10, after: null, counted: 9 },
      })
    ).items.length;
  expect([await listed('2026-11-19'), await listed('2026-11-20')]).toEqual([0, 1]);
  const exported = async (name: string, day: string) => {
    const response = await admin.get(`/api/v1/exports/${name}.csv?from=${day}&to=${day}`);
    expect(response.headers.get('content-disposition')).toContain(`${name}-2026-11-20.csv`);
    return parse(await response.text(), { bom: true }).length - 1;
  };
  for (const name of ['orders', 'documents']) {
    expect([name, await exported(name, '2026-11-19')]).toEqual([name, 0]);
    expect([name, await exported(name, '2026-11-20')]).toEqual([name, 1]);
  }
});

test('customers read times of the shop’s clock', async () => {
  const unpaid = await placeOrderOf(shop, sam, [1], { isPaid: false });
  await deliverDue(ctx);
  const sent = await listCapturedEmails(ctx, staff(), { limit: 100, after: null });
  const { number, delivery } = await viewOrder(ctx, unpaid.id);
  const email = sent?.items.find(({ text }) => text.includes(`${number} of 20 November 2026.`));
  expect(email?.text).toMatch(/Please pay by \d+ November 2026 at \d\d:30 UTC\+6\./);
  expect(delivery?.arrives).toContain('if it is paid by 20 November 2026 at 08:30 UTC+6');
});

test('a document keeps the days of the time zone in which it was issued', async () => {
  const [invoice] = await json(sam.get(`/api/v1/orders/${order.id}/documents`));
  const printed = async ({ _id }: { _id: string }) => {
    const response = await sam.get(`/api/v1/documents/${_id}/pdf`);
    return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text;
  };
  expect(await printed(invoice)).toContain('20 November 2026');
  setShopTimeZone({ timeZone: 'UTC' });
  expect(await printed(invoice)).toContain('20 November 2026');

  const moved = { ...ctx, shop: { ...ctx.shop, timeZone: 'UTC' } };
  const refund = { amountMinor: 500, reason: 'Late', key: crypto.randomUUID() };
  await refundOrder(moved, staff(), order.id, refund);
  setShopTimeZone({ timeZone: 'Asia/Dhaka' });
  const [, note] = await json(sam.get(`/api/v1/orders/${order.id}/documents`));
  const text = await printed(note);
  expect(text).toMatch(/Date\s+19 November 2026/);
  expect(text).toContain(`${invoice.number} of 20 November 2026`);
  // The list of the order says the same days.
  const { documents } = await viewOrder(ctx, order.id);
  expect(documents.map(({ timeZone }) => timeZone)).toEqual(['Asia/Dhaka', 'UTC']);
});

test('sums of sales are added up again when the shop gets another time zone', async () => {
  const { pool } = shop.database;
  const soldOn = async (of: Ctx) =>
    (await reportSales(of, staff(), 7)).days.filter(({ orders }) => orders > 0);
  const sumUp = async (of: Ctx) => {
    await pool.query("update sales_progress set seen_at = seen_at - interval '3 minutes'");
    await sumUpSales(of);
    return (await pool.query('select summed_to, time_zone from sales_progress')).rows;
  };
  const sold = { orders: 1, capturedMinor: 14_000, refundedMinor: 500 };
  expect(await soldOn(ctx)).toEqual([{ day: '2026-11-20', ...sold }]);
  await sumUpSales(ctx);
  expect(await sumUp(ctx)).toEqual([{ summed_to: '2', time_zone: 'Asia/Dhaka' }]);
  expect(await soldOn(ctx)).toEqual([{ day: '2026-11-20', ...sold }]);

  const moved = { ...ctx, shop: { ...ctx.shop, timeZone: 'UTC' } };
  expect(await soldOn(moved)).toEqual([{ day: '2026-11-19', ...sold }]);
  // What was summed up was settled, so it is summed up again at once.
  await sumUpSales(moved);
  const { rows } = await pool.query('select summed_to, time_zone from sales_progress');
  expect(rows).toEqual([{ summed_to: '2', time_zone: 'UTC' }]);
  expect(await soldOn(moved)).toEqual([{ day: '2026-11-19', ...sold }]);
  await expectSoundLedger(shop);
});

test('sums that an earlier version added to are not used, and are added up again', async () => {
  const { pool } = shop.database;
  const days = async () =>
    (await reportSales(ctx, staff(), 7)).days.filter(({ orders }) => orders > 0);
  const right = await days();
  await sumUpSales(ctx);
  // It knows days of UTC, and notes only how far it came.
  await pool.query('update daily_sales set day = day - 1');
  await pool.query('update sales_progress set zoned_to = 0');
  expect(await days()).toEqual(right);
  await expectSoundLedger(shop);
  await sumUpSales(ctx);
  const { rows } = await pool.query('select day::text from daily_sales');
  expect(rows).toEqual([{ day: '2026-11-20' }]);
  expect(await days()).toEqual(right);
});

test.each([
  ['Asia/Dhaka', null],
  // Node takes this for the time of Dhaka, PostgreSQL for British summer time.
  ['BST', 'has at another time than Node'],
  ['CTT', 'does not know'],
])('a shop in %s starts only where PostgreSQL has the same days', async (timeZone, refusal) => {
  const start = requireSameDays({ ...ctx, shop: { ...ctx.shop, timeZone } });
  if (refusal === null) await start;
  else
    await expect(start).rejects.toThrow(
      `timeZone is '${timeZone}', which this PostgreSQL ${refusal}`,
    );
});

test('a later day that PostgreSQL has at another time does not keep the shop from starting', async () => {
  const warnings: unknown[] = [];
  const log = { ...ctx.log, warn: (...line: unknown[]) => warnings.push(line) };
  // Days as a PostgreSQL tells them that has summer time from the third one on.
  const db = {
    execute: async (query: Parameters<typeof ctx.db.execute>[0]) => {
      const { rows } = await ctx.db.execute<{ zoned: string }>(query);
      return {
        rows: rows.map((row, nr) => (nr < 2 ? row : { zoned: row.zoned.replace('T00', 'T01') })),
      };
    },
  } as unknown as typeof ctx.db;
  await requireSameDays({ ...ctx, log, db });
  expect(warnings).toEqual([
    [
      'time-zone.differs',
      { timeZone: 'Asia/Dhaka', from: '2026-12-18', database: '2026-12-18T01:00' },
    ],
  ]);
});
