/** What customers bought lately. */
import { desc, eq, gte, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import { orderLines, orders } from '../order-tables/orders.table.ts';
import { rememberedFor } from '../remembered.ts';

const DAYS = 30;
/** The newest orders that are looked at. Reading all of a large shop would take too long. */
const MOST_ORDERS = 2_000;
/** More than a page shows, because some may be sold out by now. */
const MOST_PRODUCTS = 24;
const KEPT_MS = MINUTE_MS;

/**
 * The ids of the products that sold most lately, the most units first. Only paid orders count, so
 * that nobody moves a product up for nothing. Read once a minute.
 */
export const bestSellers = rememberedFor(KEPT_MS, (ctx: Ctx) =>
  selectBestSellers(ctx.db, new Date(ctx.now().getTime() - DAYS * DAY_MS)),
);

async function selectBestSellers(db: Executor, from: Date): Promise<string[]> {
  const newest = db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(gte(orders.createdAt, from))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MOST_ORDERS)
    .as('newest');
  const rows = await db
    .select({ id: orderLines.productId })
    .from(newest)
    .innerJoin(orderLines, eq(orderLines.orderId, newest.id))
    .where(eq(newest.status, 'paid'))
    .groupBy(orderLines.productId)
    .orderBy(desc(sql`sum(${orderLines.quantity})`), orderLines.productId)
    .limit(MOST_PRODUCTS);
  return rows.map(({ id }) => id);
}
