import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Database } from '#db/client.ts';
import { users } from '#features/accounts/accounts.table.ts';
import { auditLog } from '#features/audit-log/audit-log.table.ts';
import { cartLines, carts } from '#features/cart/cart.table.ts';
import { productImages, products, variants } from '#features/catalog/catalog.table.ts';
import { searchIndex } from '#features/catalog/search.table.ts';
import type { Ctx } from '#features/context.ts';
import { cheapestOf, cityOfShop, deliveryOptions } from '#features/delivery/delivery.ts';
import { stockMovements } from '#features/inventory/inventory.table.ts';
import { fulfillmentLines, fulfillments } from '#features/order-tables/fulfillments.table.ts';
import { openLines } from '#features/order-tables/open-lines.table.ts';
import {
  orderAddresses,
  orderEvents,
  orderLines,
  orders,
} from '#features/order-tables/orders.table.ts';
import { returnLines, returns } from '#features/order-tables/returns.table.ts';
import { outbox } from '#features/outbox/outbox.table.ts';
import {
  ledgerEntries,
  payments,
  refundedOrders,
  refunds,
} from '#features/payments/payments.table.ts';
import { searchClicks, searchCounts } from '#features/search-reports/search-reports.table.ts';
import {
  staffJobItems,
  staffJobProblems,
  staffJobs,
} from '#features/staff-jobs/staff-jobs.table.ts';
import { toMinor } from '#shared/money.ts';
import { StartError } from '#shared/start-error.ts';
import { sandboxIntents, sandboxRefunds } from '../../src/adapters/payments/sandbox.table.ts';
import { copyRows } from './copy-rows.ts';
import {
  addressRows,
  emailRows,
  eventRows,
  intentRows,
  ledgerRows,
  openLineRows,
  parcelLineRows,
  providerRefundRows,
  refundedOrderRows,
  returnLineRows,
  returnRows,
  staffActionRows,
} from './derived-rows.ts';
import { imageRows, openingRows, productRows, variantRows } from './goods-rows.ts';
import { OrderRows } from './order-rows.ts';
import { type OrderPlan, statusAt } from './orders.ts';
import {
  cartLineRows,
  cartRows,
  clickRows,
  jobItemRows,
  jobProblemRows,
  jobRows,
  searchRows,
} from './other-rows.ts';
import { countSales, type Sales } from './sales.ts';
import { withoutConstraints } from './tables-without-constraints.ts';

/** Products whose rows of the search index are written by one statement. */
const INDEX_BATCH = 20_000;

type Tell = (step: string) => void;

/** Adds generated goods, customers and orders in one transaction. `tell` is called before each step. */
export async function fillShop(
  ctx: Ctx,
  database: Database,
  numbers: { products: number; orders: number; customers: number },
  tell: Tell,
): Promise<void> {
  const plan = await planOf(ctx, numbers);
  // The transaction takes many minutes, so it has no time limits.
  const own = database.beside({ maxConnections: 1, statementMs: null, pipeline: false });
  const client = await own.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'");
    await requireNew(client);
    tell('counting what is sold');
    const sales = countSales(plan, plan.orders, (nr) => statusAt(plan, nr) === 'cancelled');
    await fillTables(client, stepsOf(plan, sales, shopOf(ctx)), tell);
    await fillIndex(client, plan.products, tell);
    // The job issues the documents of the orders.
    await client.query('update document_series set opened_at = null, caught_up_to = 0');
    // The job sums up the counts of past searches, which usually change no more.
    await client.query('update search_sum_periods set complete = false');
    // This makes every process discard what it has cached.
    await client.query('insert into catalog_changes (in_lists) values (true)');
    tell('writing it to disk');
    await client.query('commit');
  } finally {
    client.release(true);
    await own.close();
  }
}

async function planOf(
  ctx: Ctx,
  numbers: { products: number; orders: number; customers: number },
): Promise<OrderPlan> {
  const { categories } = await ctx.siteContent.read();
  const settings = await ctx.delivery.read(ctx.db);
  const parcel = { subtotalMinor: 0, weightGrams: 0 };
  const [first] = categories;
  if (!first) throw new StartError('Generated products need a category.');
  return {
    ...numbers,
    now: Date.now(),
    categoryOf: (name) => categories.find((category) => category.name === name) ?? first,
    toMinor,
    countries: ctx.shop.shipping.countries,
    shippingTo: remember((city) => {
      const options = deliveryOptions(ctx, settings, cityOfShop(ctx, city, null), parcel);
      return cheapestOf(options)?.priceMinor ?? 0;
    }),
  };
}

/** Asks once for each city. */
function remember(ask: (city: string) => number): (city: string) => number {
  const known = new Map<string, number>();
  return (city) => {
    const cost = known.get(city) ?? ask(city);
    known.set(city, cost);
    return cost;
  };
}

const shopOf = ({ shop }: Ctx) => ({ currency: shop.currency, country: shop.shipping.country });

/** Refuses a shop that already has generated goods, because these always have the same slugs. */
async function requireNew(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query("select from variants where sku like 'G-00000%' limit 1");
  if (rowCount === 0) return;
  throw new StartError('This shop has generated products already. Take an empty DATA_DIR.');
}

/** The tables and their rows, in the order in which they are filled. */
function stepsOf(plan: OrderPlan, sales: Sales, shop: ReturnType<typeof shopOf>): Step[] {
  const rows = new OrderRows(plan, sales, shop);
  return [
    step(products, productRows(plan, shop.currency)),
    step(productImages, imageRows(plan)),
    step(variants, variantRows(plan)),
    step(stockMovements, openingRows(plan, sales)),
    step(users, rows.users()),
    step(orders, rows.orders()),
    step(orderLines, rows.lines()),
    step(stockMovements, rows.movements()),
    step(payments, rows.payments()),
    step(refunds, rows.refunds()),
    step(fulfillments, rows.parcels()),
    derived(orderAddresses, addressRows),
    derived(sandboxIntents, intentRows),
    derived(sandboxRefunds, providerRefundRows),
    derived(ledgerEntries, ledgerRows),
    derived(refundedOrders, refundedOrderRows),
    derived(fulfillmentLines, parcelLineRows),
    derived(openLines, openLineRows),
    derived(returns, returnRows),
    derived(returnLines, returnLineRows),
    derived(orderEvents, eventRows),
    derived(outbox, emailRows),
    derived(auditLog, staffActionRows),
    derived(carts, cartRows(plan.orders)),
    derived(cartLines, cartLineRows(plan.orders)),
    derived(searchCounts, searchRows(plan.products)),
    derived(searchClicks, clickRows(plan.products)),
    derived(staffJobs, jobRows(plan.products)),
    derived(staffJobItems, jobItemRows),
    derived(staffJobProblems, jobProblemRows(plan.products)),
  ];
}

interface Step {
  table: PgTable;
  copy: (client: pg.ClientBase) => Promise<void>;
}

/** Rows for a table, compared with its columns by the compiler. */
function step<Table extends PgTable>(table: Table, rows: Iterable<Table['$inferInsert']>): Step {
  return { table, copy: (client) => copyRows(client, table, rows) };
}

/** Rows that the database makes of those that it has. */
function derived(table: PgTable, statement: string): Step {
  return {
    table,
    copy: async (client) => {
      await client.query(statement);
    },
  };
}

async function fillTables(client: pg.ClientBase, steps: Step[], tell: Tell): Promise<void> {
  const tables = [...new Set(steps.map(({ table }) => table))];
  await withoutConstraints(client, tables, tell, async () => {
    for (const { table, copy } of steps) {
      tell(getTableName(table));
      await copy(client);
    }
  });
}

/** Writes the search index as its triggers do, for many products at a time. */
async function fillIndex(client: pg.ClientBase, count: number, tell: Tell): Promise<void> {
  await withoutConstraints(client, [searchIndex], tell, async () => {
    let after = '';
    for (let done = 0; ; done += INDEX_BATCH) {
      tell(`search index, ${Math.min(done, count)} of ${count} products`);
      const { rows } = await client.query<{ last: string | null }>(
        `with batch as (
           select id from products p where id > $1
             and not exists (select from search_index i where i.product_id = p.id)
           order by id limit $2
         ), written as (
           insert into search_index (product_id, listed, category, created_at, name_key, price_minor,
             price_varies, in_stock, choices, document)
           select * from search_rows_of(array(select id from batch))
         ) select max(id) as last from batch`,
        [after, INDEX_BATCH],
      );
      const last = rows[0]?.last;
      if (!last) return;
      after = last;
    }
  });
}
