import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  EVERY_ORDER,
  type StaffOrderFilter,
  type StaffOrderSort,
} from '#features/orders/lists/staff-orders.schema.ts';
import { listOrdersForStaff } from '#features/orders/orders.ts';
import { sumUpSearches } from '#features/search-reports/search-reports.ts';
import { fillShop } from '../../scripts/generate/fill-shop.ts';
import { analyze } from '../support/database.ts';
import { filterOf, fits, type Row, readRows, sorts } from '../support/order-list-model.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
let rows: Row[];

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  await sumUpSearches(shop.context.ctx);
  const numbers = { products: 150, orders: 1_500, customers: 60 };
  await fillShop(shop.context.ctx, shop.database, numbers, () => undefined);
  const { pool } = shop.database;
  const some = (part: number) => `abs(hashtext(id)) % ${part} = 0`;
  await pool.query(`update orders set archived_at = now() where ${some(17)}`);
  // Refunds that are not carried out, and parts.
  await pool.query(
    `update refunds set amount_minor = 1, provider_refund_id = null where ${some(3)}`,
  );
  await pool.query(
    `update refunded_orders f set refunded_minor = r.amount_minor
     from refunds r join payments p on p.id = r.payment_id where p.order_id = f.order_id`,
  );
  // Of a refund that is only requested, the units are not to be shipped either.
  await pool.query(`update refunds set status = 'requested', done_at = null where ${some(4)}`);
  // Few orders whose email begins like the name of many.
  await pool.query(
    "update orders set email = 'smithers@example.com' where id in (select id from orders where name not like '%Smith' order by id limit 2)",
  );
  // Few whose email begins like the phone number of many.
  await pool.query(
    "update orders set email = '0171@example.com' where id in (select id from orders where name like '%Smith' order by id limit 2)",
  );
  // Some orders have a number that begins like a name. It never changes otherwise.
  await pool.query('alter table orders disable trigger user');
  await pool.query(
    "update orders set number = 'SAM' || substr(number, 4) where id in (select id from orders where name not like 'Sam%' order by id desc limit 2)",
  );
  await pool.query('alter table orders enable trigger user');
  await pool.query(`update orders set held_at = now() where status = 'paid' and ${some(7)}`);
  // Enough to ship for several pages, also without those that are refunded in full.
  await pool.query(
    `update orders set fulfillment_status = 'unfulfilled' where status = 'paid' and fulfillment_status = 'fulfilled'
       and not exists (select from fulfillments f where f.order_id = orders.id) and ${some(2)}`,
  );
  await analyze(shop.database);
  rows = await readRows(pool);
});
afterAll(() => shop.close());

/** Every page of a list, one after the other, with the count of each. */
async function pages(
  filter: StaffOrderFilter,
  sort: StaffOrderSort,
  asked: { limit: number; counted: number; mostFitting: number },
) {
  const ids: string[] = [];
  const counts: { count: number; countedTo: number }[] = [];
  let after: string | null = null;
  do {
    const page = await listOrdersForStaff(shop.context.ctx, actorOf(admin, 'admin'), {
      ...{ filter, sort, after },
      ...asked,
    });
    ids.push(...page.items.map(({ id }) => id));
    counts.push({ count: page.count, countedTo: page.countedTo });
    after = page.next;
  } while (after !== null && counts.length < 4);
  return { ids, counts, isWhole: after === null };
}

test('whatever filters are combined, the table has the orders of a plain scan, in their order, and counts them', async () => {
  const popular = (of: (row: Row) => string[]) => {
    const counts = new Map<string, number>();
    for (const key of rows.flatMap(of)) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key);
  };
  const products = popular(({ lines }) => lines.map(({ product }) => product));
  const customers = popular(({ customer }) => (customer === null ? [] : [customer]));
  const known = {
    products: [...products.slice(0, 2), ...products.slice(-1)],
    customers: customers.slice(0, 2),
  };
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      filterOf(known),
      fc.constantFrom<StaffOrderSort>('newest', 'oldest'),
      fc.constantFrom(7, 40, 1_500),
      // As of many orders, and as of more than are sorted.
      fc.constantFrom(5_000, 200, 20, 0),
      async (filter, sort, limit, mostFitting) => {
        const fitting = rows.filter(fits(filter)).toSorted(sorts[sort]);
        const counted = 100;
        const { ids, counts, isWhole } = await pages(filter, sort, { limit, counted, mostFitting });
        const expected = fitting.map(({ id }) => id);
        expect(ids).toEqual(isWhole ? expected : expected.slice(0, ids.length));
        const isOfMany = filter.text ?? filter.product ?? filter.productId;
        for (const { count, countedTo } of counts) {
          // More than it was counted to, or exactly so many.
          if (count > countedTo) expect(fitting.length).toBeGreaterThan(countedTo);
          else expect(count).toBe(fitting.length);
          if (isOfMany === null)
            expect(count).toBe(Math.min(fitting.length, Math.max(counted, count)));
        }
        found += fitting.length > 0 ? 1 : 0;
      },
    ),
    {
      numRuns: 500,
      // What few orders fit in one way, and many in another.
      examples: [
        [{ ...EVERY_ORDER, text: 'smith' }, 'newest', 1_500, 20],
        [{ ...EVERY_ORDER, text: '0171' }, 'newest', 1_500, 20],
        [{ ...EVERY_ORDER, text: '0171' }, 'oldest', 40, 200],
        [{ ...EVERY_ORDER, fulfillment: 'to_ship' }, 'oldest', 7, 20],
      ],
    },
  );
  expect(found).toBeGreaterThan(100);
});
