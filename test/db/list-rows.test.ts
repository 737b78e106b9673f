import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fewOrNone } from '#db/few-or-some.ts';
import { users } from '#features/accounts/accounts.table.ts';
import { type AuditFilter, EVERY_ENTRY } from '#features/audit-log/audit-log.schema.ts';
import { listActors, listAudit } from '#features/audit-log/audit-log.ts';
import { customerSorts } from '#features/customers/customers.schema.ts';
import {
  findCustomers,
  getCustomer,
  listCustomers,
  waysToFit,
} from '#features/customers/customers.ts';
import { listUnsent } from '#features/emails/emails.ts';
import { listMovements } from '#features/inventory/inventory.ts';
import { ownerFilters } from '#features/open-carts/open-carts.schema.ts';
import { listOpenCarts } from '#features/open-carts/open-carts.ts';
import { orderSorts, orderStates } from '#features/orders/lists/order-list.schema.ts';
import type { PaymentStatus } from '#features/orders/lists/payment-status.schema.ts';
import {
  EVERY_ORDER,
  paymentLabels,
  type StaffOrderFilter,
} from '#features/orders/lists/staff-orders.schema.ts';
import { ordersWithWord } from '#features/orders/lists/words-of-names.ts';
import {
  alertOnHeldStock,
  listAllOrders,
  listOrdersForStaff,
  listOrderTags,
  searchOrders,
} from '#features/orders/orders.ts';
import { findEarlierColumns } from '#features/product-management/import/earlier-columns.ts';
import {
  countForStaff,
  findAddingImport,
  listForStaff,
} from '#features/product-management/product-management.ts';
import { reportPeriods } from '#features/search-reports/search-reports.schema.ts';
import {
  listPopularSearches,
  reportSearches,
  sumUpSearches,
} from '#features/search-reports/search-reports.ts';
import { listItems, listProblems } from '#features/staff-jobs/staff-jobs.ts';
import { newId } from '#shared/ids.ts';
import { fillShop } from '../../scripts/generate/fill-shop.ts';
import { GENERATED_JOBS } from '../../scripts/generate/other-rows.ts';
import { analyze } from '../support/database.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
const many = { products: 1_500, orders: 12_000, customers: 1_500 };
/** The most rows that a page of a list reads, and its count up to a thousand. */
const FEW = 2_500;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  // As the job does before a running shop is filled.
  await sumUpSearches(shop.context.ctx);
  await fillShop(shop.context.ctx, shop.database, many, () => undefined);
  const { pool } = shop.database;
  await pool.query(
    "update orders set tags = '{oldest}' where created_at = (select min(created_at) from orders)",
  );
  await pool.query(
    "update orders set archived_at = now() where status = 'cancelled' and tags = '{gift}'",
  );
  await analyze(shop.database);
});
afterAll(() => shop.close());

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}

/** The most rows that one step of the statements of some work reads, `besides` those of a table. */
async function mostRowsOf(work: () => Promise<unknown>, besides?: string): Promise<number> {
  const { pool } = shop.database;
  const { query } = pool;
  const sent: [{ text: string }, unknown[]][] = [];
  pool.query = ((...each: [{ text: string }, unknown[]]) => {
    sent.push(each);
    return query.apply(pool, each as unknown as Parameters<typeof query>);
  }) as typeof query;
  await work().finally(() => {
    pool.query = query;
  });
  let most = 0;
  const walk = (step: Step) => {
    const rows = step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0);
    const isMeant = besides === undefined || step['Relation Name'] !== besides;
    if (isMeant && /Scan/.test(step['Node Type']))
      most = Math.max(most, rows * step['Actual Loops']);
    for (const part of step.Plans ?? []) walk(part);
  };
  // A plan that a list asks for itself reads no rows.
  for (const [{ text }, values] of sent.filter(
    ([{ text }]) => !text.trim().startsWith('explain'),
  )) {
    const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, values);
    walk(rows[0]['QUERY PLAN'][0].Plan);
  }
  expect(sent.length).toBeGreaterThan(0);
  return most;
}

test('a page of orders reads few of them, whatever staff ask for', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const page = { sort: 'newest' as const, limit: 50, after: null, counted: 1_001 };
  const filters: Partial<StaffOrderFilter>[] = [
    ...(Object.keys(paymentLabels) as PaymentStatus[]).map((status) => ({ payment: [status] })),
    ...[{ payment: ['paid' as const, 'partly_refunded' as const] }, { product: 'nothing like it' }],
    ...[{ payment: ['unpaid' as const, 'refunded' as const], country: 'ZW' }],
    ...[{ fulfillment: 'to_ship' as const }, { missingAddress: true }, { text: '0171' }],
    ...[{ tag: 'oldest' }, { tag: 'none' }, { country: 'ZW' }, { returns: 'open' as const }],
    ...[{ fulfillment: 'on_hold' as const }, { text: 'nobody' }, { text: 'smith' }],
    // A phone number, a tracking number, and an SKU of nothing.
    ...['01712345678', 'G77', 'CAP-RED-99'].map((text) => ({ text })),
    ...[{ payment: ['refunded' as const], fulfillment: 'delivered' as const }],
    ...[{ deleted: true }, { deleted: true, payment: ['paid' as const], text: 'smith' }],
    ...[{ deleted: true, fulfillment: 'to_ship' as const }],
  ];
  for (const filter of filters) {
    const list = () =>
      listOrdersForStaff(ctx, staff, { ...page, filter: { ...EVERY_ORDER, ...filter } });
    expect([filter, (await mostRowsOf(list)) <= FEW]).toEqual([filter, true]);
  }
  // No index has both, so the list is read in its order, and each order looked up.
  const both = ['voided', 'refunded'] as const;
  const listOf = (...payment: PaymentStatus[]) =>
    listOrdersForStaff(ctx, staff, { ...page, filter: { ...EVERY_ORDER, payment } });
  expect(await mostRowsOf(() => listOf(...both))).toBeLessThanOrEqual(many.orders);
  const [voided, refunded] = [(await listOf('voided')).count, (await listOf('refunded')).count];
  expect(refunded).toBeGreaterThan(0);
  expect((await listOf(...both)).count).toBe(Math.min(voided + refunded, page.counted));
  // Of the lines with such an SKU, hardly more than 5,000 are read, to know that they are many.
  const bySku = { ...page, filter: { ...EVERY_ORDER, text: 'G-000' } };
  expect(await mostRowsOf(() => listOrdersForStaff(ctx, staff, bySku))).toBeLessThan(6_000);
  expect(await mostRowsOf(() => listOrderTags(ctx, staff))).toBeLessThanOrEqual(FEW);
  const ofNobody = { limit: 24, email: 'nobody@example.com' };
  expect(await mostRowsOf(() => listAllOrders(ctx, staff, ofNobody))).toBeLessThanOrEqual(FEW);
});

test('how many orders have frequent words in the name is known without reading them', async () => {
  const { db } = shop.context.ctx;
  for (const [folded, pattern] of [
    ['smith', '% smith%'],
    ['sam', '% sam%'],
    ['smi', '% smi%'],
  ]) {
    const { rows } = await shop.database.pool.query(
      "select count(*)::int from orders where ' ' || lower(name) like $1",
      [pattern],
    );
    expect(rows[0].count).toBeGreaterThan(0);
    expect(await ordersWithWord(db, folded ?? '')).toBeCloseTo(rows[0].count, -1.5);
  }
  expect(await ordersWithWord(db, 'nobody')).toBe(0);
  expect(await ordersWithWord(db, 'smith nobody')).toBe(0);
});

test('a page of customers reads few of them, and only the orders of these', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const page = { text: null, limit: 50, after: null, counted: 1_001 };
  for (const sort of Object.keys(customerSorts) as (keyof typeof customerSorts)[]) {
    const { next } = await listCustomers(ctx, staff, { ...page, sort, limit: 1_000 });
    for (const asked of [{}, { text: 'smith' }, { text: 'smith.1' }, { after: next }]) {
      const list = () => listCustomers(ctx, staff, { ...page, sort, ...asked });
      expect([sort, asked, (await mostRowsOf(list)) <= FEW]).toEqual([sort, asked, true]);
    }
    const none = () => listCustomers(ctx, staff, { ...page, sort, text: 'nobody' });
    // The row that says how many there are.
    expect(await mostRowsOf(none)).toBe(1);
  }
  expect(await mostRowsOf(() => findCustomers(ctx, staff, 'smith', 6))).toBeLessThanOrEqual(200);
  // The generated customer with the most orders.
  const { rows } = await shop.database.pool.query(
    'select user_id as id, count(*)::int as orders from orders group by 1 order by 2 desc limit 1',
  );
  const [{ id, orders }] = rows;
  expect(await mostRowsOf(() => getCustomer(ctx, staff, id))).toBeLessThanOrEqual(orders);
  const filter = { ...EVERY_ORDER, customer: id };
  const ofOne = { filter, sort: 'newest' as const, limit: 50, after: null, counted: 1_001 };
  expect(await mostRowsOf(() => listOrdersForStaff(ctx, staff, ofOne))).toBeLessThanOrEqual(FEW);
});

test('a page of carts reads few of them, and their lines', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const first = { text: null, limit: 50, after: null, counted: 1_001 };
  const texts = [{ text: 'smith' }, { text: 'nobody' }, { text: 'smith', mostFound: 10 }];
  for (const owner of Object.keys(ownerFilters) as (keyof typeof ownerFilters)[]) {
    const { next } = await listOpenCarts(ctx, staff, { ...first, owner, limit: 400 });
    for (const asked of [{}, { after: next }, ...(owner === 'customers' ? texts : [])]) {
      const list = () => listOpenCarts(ctx, staff, { ...first, owner, ...asked });
      expect([owner, asked, (await mostRowsOf(list)) <= FEW]).toEqual([owner, asked, true]);
    }
  }
});

test('the beginning of a word that none of the customers has is known to find few', async () => {
  const [words] = waysToFit('nobody');
  const way = sql`select id from ${users} where ${words}`;
  expect(await fewOrNone(shop.context.ctx.db, users, [way], 5)).toEqual({ ids: [], areAll: true });
});

test('All Orders reads what it counts and no more, and finds a text by index', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const page = { limit: 24, after: null };
  for (const state of Object.keys(orderStates) as (keyof typeof orderStates)[]) {
    for (const sort of Object.keys(orderSorts) as (keyof typeof orderSorts)[]) {
      const search = { text: null, state, sort, ...page };
      const rows = await mostRowsOf(() => searchOrders(ctx, staff, search));
      expect([state, sort, rows <= 5_500]).toEqual([state, sort, true]);
    }
  }
  for (const text of ['nobody', 'AAAA-AAA2', 'nobody@example.com']) {
    const search = { text, state: 'all' as const, sort: 'newest' as const, ...page };
    // The words that names often have, as PostgreSQL's statistics list them.
    expect(await mostRowsOf(() => searchOrders(ctx, staff, search))).toBeLessThanOrEqual(100);
  }
});

test('what a job did, what staff did, unsent emails and movements are read by index', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const { rows } = await shop.database.pool.query(
    'select variant_id as id from stock_movements group by 1 order by count(*) desc limit 1',
  );
  const page = { limit: 24, after: null };
  const [{ subject: orderId, day }] = (
    await shop.database.pool.query(
      "select subject, to_char(at, 'YYYY-MM-DD') as day from audit_log order by at limit 1",
    )
  ).rows;
  const ofLog = (part: Partial<AuditFilter>) => ({
    filter: { ...EVERY_ENTRY, ...part },
    ...page,
  });
  const lists = {
    changed: () => listItems(ctx, staff, GENERATED_JOBS.import, { outcome: 'changed' }, 24),
    added: () => listItems(ctx, staff, GENERATED_JOBS.import, { outcome: 'new' }, 24),
    problems: () => listProblems(ctx, staff, GENERATED_JOBS.import, 24),
    audit: () => listAudit(ctx, staff, { filter: EVERY_ENTRY, ...page }),
    'audit of an area': () => listAudit(ctx, staff, ofLog({ area: 'order' })),
    'audit of an area without entries': () => listAudit(ctx, staff, ofLog({ area: 'taxes' })),
    'audit of nobody': () => listAudit(ctx, staff, ofLog({ actor: 'usr_nobody' })),
    'audit of one order': () => listAudit(ctx, staff, ofLog({ subject: orderId })),
    'audit of old days': () => listAudit(ctx, staff, ofLog({ to: day })),
    'who did something': () => listActors(ctx, staff),
    unsent: () => listUnsent(ctx, staff, page),
    movements: () => listMovements(ctx, staff, rows[0].id, page),
    // Nobody holds much, so the job does not add up the stock of the shop.
    holders: () => alertOnHeldStock(ctx),
  };
  for (const [name, list] of Object.entries(lists)) {
    expect([name, (await mostRowsOf(list)) <= 200]).toEqual([name, true]);
  }
});

test('sold-out products are counted by the search index, and listed without reading all others', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const filter = {
    ...{ text: null, status: null, category: null, stock: 'out' as const, missingImage: false },
    ...{ price: { minMinor: null, maxMinor: null }, tag: null },
  };
  const first = { filter, sort: 'name' as const, limit: 24, after: null };
  expect(await mostRowsOf(() => countForStaff(ctx, staff, filter, 20))).toBeLessThanOrEqual(FEW);
  expect(await mostRowsOf(() => listForStaff(ctx, staff, first))).toBeLessThanOrEqual(FEW);
});

test('a report of searches adds the counts of the last days to sums, and popular searches do', async () => {
  // In the first hour of a day (UTC) it adds two days, and reads several times as many rows.
  const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));
  const ctx = { ...shop.context.ctx, now: () => noon };
  const staff = actorOf(admin, 'admin');
  await sumUpSearches(ctx);
  await analyze(shop.database);
  const { rows } = await shop.database.pool.query(
    'select count(*)::int as counts, count(distinct query)::int as texts from search_counts',
  );
  const [{ counts, texts }] = rows;
  const most = 2 * texts;
  expect(counts).toBeGreaterThan(20 * most);
  for (const days of reportPeriods) {
    const report = () => reportSearches(ctx, staff, days);
    const { top } = await report();
    expect(top[0]?.searches).toBeGreaterThan(days);
    // So few products are read as a whole, to name those that were clicked.
    const rowsRead = [await mostRowsOf(report, 'products'), await mostRowsOf(report)];
    const isLittle = [(rowsRead[0] ?? 0) <= most, (rowsRead[1] ?? 0) <= many.products];
    expect([days, isLittle]).toEqual([days, [true, true]]);
  }
  expect(await mostRowsOf(() => listPopularSearches(ctx, staff))).toBeLessThanOrEqual(most);
});

test('the list of orders without an address reads none that are picked up, however many there are', async () => {
  const { pool } = shop.database;
  // What was promised of an order never changes.
  await pool.query('alter table orders disable trigger user');
  await pool.query(`update orders set delivery_method = 'Pick up', is_pick_up = true,
    delivery_country = null, fulfillment_status = 'unfulfilled' where status = 'paid'`);
  await pool.query('alter table orders enable trigger user');
  await analyze(shop.database, 'orders');
  const filter = { ...EVERY_ORDER, missingAddress: true };
  const search = { filter, sort: 'newest' as const, limit: 50, after: null, counted: 1_001 };
  const list = () => listOrdersForStaff(shop.context.ctx, actorOf(admin, 'admin'), search);
  expect(await mostRowsOf(list)).toBeLessThanOrEqual(FEW);
});

test('the columns of an earlier import and the import of a product are found among the newest ones', async () => {
  const { ctx } = shop.context;
  const { pool } = shop.database;
  await pool.query(`insert into staff_jobs (id, kind, status, input, created_by, created_at)
    select 'job_' || i, 'import', 'done', '{"dryRun": false, "header": ["Ware"], "mapping": {}}',
      'test', now() - i * interval '1 minute'
    from generate_series(1, 10000) i`);
  await pool.query(`insert into staff_job_items (job_id, subject, label, outcome)
    select id, 'prd_' || i, 'Coat', 'new' from staff_jobs, generate_series(1, 5) i
    where created_by = 'test'`);
  await analyze(shop.database);
  const lists = {
    columns: () => findEarlierColumns(ctx, ['Nummer', 'Betrag']),
    product: () => findAddingImport(ctx, actorOf(admin, 'admin'), newId('prd')),
  };
  for (const [name, find] of Object.entries(lists)) {
    expect([name, (await mostRowsOf(find)) <= 1_000]).toEqual([name, true]);
  }
});
