/**
 * Owns what staff see of sales: money that came in and went out by day, as the ledger has it. An order
 * counts on the day it was paid, a refund on the day it was carried out.
 */
import { addDays, dayOf } from '#shared/days.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import type {
  DaySales,
  Sales,
  SalesPeriod,
  SalesReport,
  SalesSummary,
} from './sales-reports.schema.ts';
import { selectDays } from './sales-reports.store.ts';

export { sumUpSales } from './sum-up-sales.ts';

/** The days of the summary's longest figure. */
const MONTH = 30;
const WEEK = 7;

/** The sales of the last days, and of as many before them (admin). */
export async function reportSales(
  ctx: Ctx,
  actor: Actor,
  period: SalesPeriod,
): Promise<SalesReport> {
  requireAdmin(actor);
  const all = await everyDay(ctx, 2 * period);
  const days = all.slice(period);
  return { period, days, total: totalOf(days), before: totalOf(all.slice(0, period)) };
}

/** The sales of today, yesterday, and the last 7 and 30 days with today (admin). */
export async function summarizeSales(ctx: Ctx, actor: Actor): Promise<SalesSummary> {
  requireAdmin(actor);
  const days = await everyDay(ctx, MONTH);
  return {
    today: totalOf(days.slice(-1)),
    yesterday: totalOf(days.slice(-2, -1)),
    week: totalOf(days.slice(-WEEK)),
    month: totalOf(days),
  };
}

/** Each of the last days, also those without sales, the oldest first. */
async function everyDay(ctx: Ctx, count: number): Promise<DaySales[]> {
  const { currency, timeZone } = ctx.shop;
  const first = addDays(dayOf(ctx.now(), timeZone), 1 - count);
  const days = Array.from({ length: count }, (_, index) => addDays(first, index));
  const known = new Map(
    (await selectDays(ctx.db, { first, currency, timeZone })).map((sales) => [sales.day, sales]),
  );
  return days.map((day) => known.get(day) ?? { day, ...NOTHING });
}

const NOTHING: Sales = { orders: 0, capturedMinor: 0, refundedMinor: 0 };

function totalOf(days: Sales[]): Sales {
  return days.reduce(
    (sum, { orders, capturedMinor, refundedMinor }) => ({
      orders: sum.orders + orders,
      capturedMinor: sum.capturedMinor + capturedMinor,
      refundedMinor: sum.refundedMinor + refundedMinor,
    }),
    NOTHING,
  );
}
