import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringIndexUpToDate } from '#features/catalog/catalog.ts';
import {
  popularSearches,
  reportSearches,
  sumUpSearches,
} from '#features/search-reports/search-reports.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

const DAY_MS = 86_400_000;
const DAYS = [7, 30, 90] as const;
let now = Date.parse('2026-11-25T10:00:00Z');
let shop: TestShop;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  admin = await shop.admin();
  const { pool } = shop.database;
  for (const nr of [1, 2, 3, 4]) await stock(shop, { name: `Summed Shirt ${nr}`, inventory: 3 });
  // Some 300 texts, each on some of the days, which no order of theirs tells.
  await pool.query(`
    insert into search_counts (day, query, searches, empty, networks)
    select date '2026-11-25' - back, 'text ' || nr, n, case when nr % 3 = 0 then n - back % 2 else nr % 2 end, n % 8
    from generate_series(0, 95) back cross join generate_series(1, 300) nr
      cross join lateral (select 1 + abs(hashtext(back || ' ' || nr)) % 40 as n) t
    where abs(hashtext(nr || '/' || back)) % 5 = 0`);
  await pool.query(`
    insert into search_clicks (day, query, product_id, clicks)
    select c.day, c.query, p.id, 1 + abs(hashtext(c.query || p.id || c.day)) % 9
    from search_counts c join products p on abs(hashtext(p.id || c.query || c.day)) % 2 = 0`);
});
afterAll(() => shop.close());

const report = (days: (typeof DAYS)[number]) =>
  reportSearches(shop.context.ctx, actorOf(admin, 'admin'), days);

interface Count {
  query: string;
  searches: number;
  empty: number;
}

/** The report as its rules say it, added up from all counts. */
async function addedUp(days: number) {
  const { pool } = shop.database;
  const from = new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const { rows: counts } = await pool.query<Count>(
    `select query, sum(searches)::int as searches, sum(empty)::int as empty
     from search_counts where day >= $1 group by query order by query`,
    [from],
  );
  const { rows: clicks } = await pool.query<{ query: string; id: string; name: string; n: number }>(
    `select query, p.id, p.name, sum(clicks)::int as n from search_clicks
     join products p on p.id = product_id where day >= $1 group by 1, 2 order by n desc, p.id`,
    [from],
  );
  const total = (of: 'searches' | 'empty') => counts.reduce((sum, count) => sum + count[of], 0);
  const first = (of: 'searches' | 'empty') =>
    counts
      .filter((count) => count[of] > 0)
      .toSorted((a, b) => b[of] - a[of])
      .slice(0, 100)
      .map((count) => {
        const chosen = clicks.filter(({ query }) => query === count.query);
        return {
          ...count,
          clicks: chosen.reduce((sum, { n }) => sum + n, 0),
          products: chosen.slice(0, 3).map(({ id, name, n }) => ({ id, name, clicks: n })),
        };
      });
  const lists = { top: first('searches'), topEmpty: first('empty') };
  return { days, searches: total('searches'), empty: total('empty'), ...lists };
}

async function expectExact() {
  for (const days of DAYS) expect(await report(days)).toEqual(await addedUp(days));
}

const completeUntil = async () =>
  (
    await shop.database.pool.query(
      'select days, last_day::text as last from search_sum_periods where complete order by days',
    )
  ).rows;
const until = (last: string) => DAYS.map((days) => ({ days, last }));

/** Searches of today: for some known texts, and for new ones. */
function searchNow(round: string, texts: string[]) {
  const { searches } = shop.context.ctx;
  for (const [nr, text] of texts.entries()) {
    for (let site = 0; site < 60; site += 1) {
      searches.noteSearch(`10.${site}.${nr}.${round.length}`, text, site % 3 > 0);
    }
  }
}

test('a report with the sums of past days is the same as one that adds up all days', async () => {
  await expectExact();
  await sumUpSearches(shop.context.ctx);
  expect(await completeUntil()).toEqual(until('2026-11-24'));
  await expectExact();
  searchNow('a', ['text 3', 'text 7', 'new text']);
  await expectExact();
});

test('sums are used for exactly the days of the report', async () => {
  // The next day has begun, and the job has not run: the sums have a day too many.
  now = Date.parse('2026-11-26T00:10:00Z');
  await expectExact();
  // Within an hour a process with a slow clock may still count for yesterday.
  await sumUpSearches(shop.context.ctx);
  expect(await completeUntil()).toEqual(until('2026-11-24'));
  await shop.database.pool.query(
    "update search_counts set searches = searches + 5 where day = '2026-11-25'",
  );
  searchNow('bb', ['text 3', 'text 8']);
  await expectExact();
  now = Date.parse('2026-11-26T01:00:01Z');
  await expectExact();
  await sumUpSearches(shop.context.ctx);
  expect(await completeUntil()).toEqual(until('2026-11-25'));
  await expectExact();
  // After some days without the job, too.
  now += 40 * DAY_MS;
  searchNow('ccc', ['text 9']);
  await expectExact();
  await sumUpSearches(shop.context.ctx);
  await expectExact();
});

test('a report reads the sums, and not the counts of their days', async () => {
  const { pool } = shop.database;
  const { searches } = await report(7);
  await pool.query('update search_sum_periods set searches = searches + 1000 where days = 7');
  expect((await report(7)).searches).toBe(searches + 1_000);
  // A run that was killed halfway: all days are added up, and the next run writes all sums.
  await pool.query('update search_sum_periods set complete = false');
  await pool.query('delete from search_sums where hashtext(query) % 2 = 0');
  await pool.query("insert into search_sums values (7, 'gone', 9999, 0, 9)");
  await pool.query('update search_click_sums set clicks = clicks + 100');
  await expectExact();
  await sumUpSearches(shop.context.ctx);
  expect((await completeUntil()).length).toBe(DAYS.length);
  await expectExact();
});

test('popular searches are the same with sums', async () => {
  const { ctx } = shop.context;
  const popular = () => {
    popularSearches.forget(ctx);
    return popularSearches(ctx);
  };
  await bringIndexUpToDate(ctx);
  const { pool } = shop.database;
  await pool.query('delete from search_counts');
  await pool.query(
    `insert into search_counts (day, query, searches, empty, networks)
     select $1::date - back, query, searches, empty, networks from (values
       (0, 'shirt', 9, 0, 2), (2, 'shirt', 20, 0, 6), (1, 'summed', 40, 0, 5), (0, 'summed', 50, 48, 2),
       (3, 'summed shirt', 12, 0, 9), (5, '1 shirt', 90, 0, 4), (7, '2 shirt', 90, 0, 9),
       (0, '3 shirt', 8, 0, 5)
     ) c(back, query, searches, empty, networks)`,
    [new Date(now).toISOString()],
  );
  await pool.query('update search_sum_periods set complete = false');
  // 'summed' found nothing in most searches, '1 shirt' was searched from too few networks.
  const offered = ['shirt', 'summed shirt', '3 shirt'];
  expect(await popular()).toEqual(offered);
  await sumUpSearches(ctx);
  expect(await popular()).toEqual(offered);
  await pool.query("insert into hidden_searches values ('summed shirt')");
  expect(await popular()).toEqual(['shirt', '3 shirt']);
});
