import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#features/context.ts';
import { refundOrder } from '#features/orders/orders.ts';
import type { DaySales, SalesReport } from '#features/sales-reports/sales-reports.schema.ts';
import { reportSales, summarizeSales, sumUpSales } from '#features/sales-reports/sales-reports.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger, findBreaches } from '../support/sound-ledger.ts';

const DAY = 86_400_000;

let shop: TestShop;
let sam: Client;
let admin: Client;
const staff = () => actorOf(admin, 'admin');

beforeAll(async () => {
  shop = await openTestShop();
  [sam, admin] = [await shop.shopper('Sam Buys'), await shop.admin()];
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const later = (ms: number): Ctx => {
  const { ctx } = shop.context;
  const now = new Date(ctx.now().getTime() + ms);
  return { ...ctx, now: () => now };
};
/** A run of the job when the newest entry was seen three minutes ago. */
async function sumUpLater(): Promise<void> {
  await shop.query("update sales_progress set seen_at = seen_at - interval '3 minutes'");
  await sumUpSales(shop.context.ctx);
}
const summedTo = async () =>
  Number((await shop.query('select summed_to from sales_progress'))[0].summed_to);
const newest = async () => Number((await shop.query('select max(id) from ledger_entries'))[0].max);
/** Places an order of so many units at $20 and $120 shipping, and moves its payment to an earlier day. */
async function soldDaysAgo(days: number, units: number): Promise<string> {
  const { id } = await placeOrderOf(shop, sam, [units]);
  await shop.query('alter table ledger_entries disable trigger user');
  await shop.query(
    `update ledger_entries set at = at - $1 * interval '1 day' where order_id = $2`,
    [days, id],
  );
  await shop.query('alter table ledger_entries enable trigger user');
  return id;
}
const withSales = ({ days }: SalesReport): Omit<DaySales, 'day'>[] =>
  days
    .filter(({ orders, refundedMinor }) => orders > 0 || refundedMinor > 0)
    .map(({ day: _, ...sales }) => sales);

test('a report has what was paid and refunded on each day, before and after it is summed up', async () => {
  const { ctx } = shop.context;
  await soldDaysAgo(9, 4);
  await soldDaysAgo(3, 2);
  await soldDaysAgo(3, 1);
  const id = await soldDaysAgo(0, 1);
  const key = crypto.randomUUID();
  await refundOrder(ctx, staff(), id, { amountMinor: 2_500, reason: 'Late', key });

  const week = await reportSales(ctx, staff(), 7);
  expect(week.days).toHaveLength(7);
  expect(week.days.at(-1)?.day).toBe(ctx.now().toISOString().slice(0, 10));
  const early = { orders: 2, capturedMinor: 30_000, refundedMinor: 0 };
  const today = { orders: 1, capturedMinor: 14_000, refundedMinor: 2_500 };
  expect(withSales(week)).toEqual([early, today]);
  expect(week.total).toEqual({ orders: 3, capturedMinor: 44_000, refundedMinor: 2_500 });
  expect(week.before).toEqual({ orders: 1, capturedMinor: 20_000, refundedMinor: 0 });
  const summary = await summarizeSales(ctx, staff());
  expect(summary).toEqual({
    ...{ today, yesterday: { orders: 0, capturedMinor: 0, refundedMinor: 0 } },
    week: week.total,
    month: { orders: 4, capturedMinor: 64_000, refundedMinor: 2_500 },
  });

  // The first run sees the newest entry; one that comes later sums up to it.
  await sumUpSales(ctx);
  expect(await summedTo()).toBe(0);
  await sumUpSales(ctx);
  expect(await summedTo()).toBe(0);
  await soldDaysAgo(0, 1);
  await sumUpLater();
  const summed = await summedTo();
  expect(summed).toBe((await newest()) - 1);
  const after = await reportSales(ctx, staff(), 7);
  expect(withSales(after)).toEqual([
    early,
    { orders: 2, capturedMinor: 28_000, refundedMinor: 2_500 },
  ]);

  // An entry of an earlier day that comes after the sums of that day.
  await soldDaysAgo(3, 1);
  await sumUpLater();
  await sumUpLater();
  expect(await summedTo()).toBe(await newest());
  expect(withSales(await reportSales(ctx, staff(), 7))[0]).toEqual({
    ...{ orders: 3, capturedMinor: 44_000, refundedMinor: 0 },
  });
  await sumUpLater();
  expect(await reportSales(ctx, staff(), 90)).toMatchObject({
    total: { orders: 6, capturedMinor: 92_000, refundedMinor: 2_500 },
  });
  expect((await reportSales(later(90 * DAY), staff(), 90)).before.orders).toBe(6);
});

test('runs at the same time sum up each entry once', async () => {
  await soldDaysAgo(1, 3);
  await sumUpLater();
  await Promise.all(Array.from({ length: 4 }, sumUpLater));
  expect(await summedTo()).toBe(await newest());
  await expectSoundLedger(shop);
});

test('`verify` finds a day whose sums are wrong', async () => {
  await shop.query('update daily_sales set captured_minor = captured_minor + 1');
  const found = await findBreaches((text) => shop.database.pool.query(text));
  expect(Object.keys(found)).toEqual(['the sales of a day are not the sums of its ledger entries']);
  await shop.query('update daily_sales set captured_minor = captured_minor - 1');
});

test('a clock that was set back stops nothing', async () => {
  await soldDaysAgo(0, 1);
  await shop.query("update sales_progress set seen_at = seen_at + interval '1 day'");
  await sumUpSales(shop.context.ctx);
  await sumUpLater();
  expect(await summedTo()).toBe(await newest());
});

test('only admins see sales', async () => {
  const { ctx } = shop.context;
  for (const read of [
    () => reportSales(ctx, actorOf(sam), 7),
    () => summarizeSales(ctx, actorOf(sam)),
  ]) {
    await expect(read()).rejects.toThrow('Only admins can do that.');
  }
});
