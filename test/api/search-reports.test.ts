import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringIndexUpToDate } from '#features/catalog/catalog.ts';
import { removeOld } from '#features/retention/retention.ts';
import {
  hideSearch,
  listPopularSearches,
  offerSearch,
  reportSearches,
} from '#features/search-reports/search-reports.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let now = Date.parse('2026-11-25T10:00:00Z');
let shop: TestShop;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  admin = await shop.admin();
});
afterAll(() => shop.close());

const search = (address: string, text: string, found = true) =>
  shop.context.ctx.searches.noteSearch(address, text, found);
const report = (days: 7 | 30 | 90 = 7) =>
  reportSearches(shop.context.ctx, actorOf(admin, 'admin'), days);
const click = (client: Client, q: string, product: string) =>
  client.post('/search/clicks', { q, product });

test('searches are counted by their words, those without hits and what was chosen besides', async () => {
  const shirt = await stock(shop, { name: 'Counted Shirt', inventory: 3 });
  for (const nr of [1, 2, 3]) search(`192.0.2.${nr}`, ' Linen  SHIRT ');
  search('192.0.2.4', 'línen shirt');
  search('192.0.2.4', 'sneekers', false);
  expect((await click(shop.guest(), 'linen shirt', shirt.slug)).status).toBe(201);
  // A slug that no product has is nothing that was chosen.
  expect((await click(shop.guest(), 'linen shirt', 'no-product')).status).toBe(201);
  const none = { clicks: 0, products: [] };
  const chosen = [{ id: shirt.id, name: 'Counted Shirt', clicks: 1 }];
  expect(await report()).toEqual({
    days: 7,
    searches: 5,
    empty: 1,
    top: [
      { query: 'linen shirt', searches: 4, empty: 0, clicks: 1, products: chosen },
      { query: 'sneekers', searches: 1, empty: 1, ...none },
    ],
    topEmpty: [{ query: 'sneekers', searches: 1, empty: 1, ...none }],
  });
});

test('a network counts once for a text in ten minutes, and for 300 texts in a day, a site for 600', async () => {
  const { searches } = await report();
  for (let time = 0; time < 50; time += 1) search('2001:db8::1', 'buy my pills');
  search('2001:db8::2', 'buy my pills');
  now += 11 * 60_000;
  search('2001:db8::1', 'buy my pills');
  expect((await report()).searches).toBe(searches + 2);
  for (let nr = 0; nr < 900; nr += 1) search('198.51.100.1', `text ${nr}`);
  expect((await report()).searches).toBe(searches + 302);
  for (let nr = 0; nr < 900; nr += 1) search(`2001:db8:9:${nr % 9}::1`, `other ${nr}`);
  expect((await report()).searches).toBe(searches + 902);
});

test('nothing that may name a person is counted, and nothing spoils the counts of others', async () => {
  const { searches } = await report();
  const numbers = ['+880 1712-345678', '4242 4242 4242 4242', '০১৭১২৩৪৫৬৭৮', '(0171) 23, 45 67'];
  for (const text of ['sam@example.com', ...numbers, ' ', '!?']) {
    search('192.0.2.77', text);
  }
  expect((await report()).searches).toBe(searches);
  search('192.0.2.78', `\0\ud800${'👕'.repeat(300)}`);
  search('192.0.2.79', 'a quiet one');
  const shirt = await stock(shop, { name: 'Clicked Shirt', inventory: 3 });
  for (const slug of [shirt.slug, 'a\ud800', '\0']) {
    shop.context.ctx.searches.noteClick('192.0.2.80', 'a quiet one', slug);
  }
  const { top } = await report();
  expect(top.find(({ query }) => query === 'a quiet one')?.clicks).toBe(1);
  expect((await report()).searches).toBe(searches + 2);
});

async function forgetOld(): Promise<void> {
  const { ctx, config } = shop.context;
  await removeOld(ctx, 'searchCounts', config.retention);
  await removeOld(ctx, 'searchClicks', config.retention);
}

test('a report has its days, and what is older than the longest is forgotten', async () => {
  search('192.0.2.90', 'old coat');
  await report();
  now += 20 * 86_400_000;
  const has = async (days: 7 | 30) =>
    (await report(days)).top.some(({ query }) => query === 'old coat');
  expect([await has(7), await has(30)]).toEqual([false, true]);
  await forgetOld();
  expect(await has(30)).toBe(true);
  now += 80 * 86_400_000;
  await forgetOld();
  const { rows } = await shop.database.pool.query('select 1 from search_counts, search_clicks');
  expect(rows).toEqual([]);
});

test('a product that was chosen among suggestions counts as one of a search', async () => {
  const shirt = await stock(shop, { name: 'Suggested Shirt', inventory: 3 });
  const choose = (client: Client, q: string) =>
    client.post('/search/clicks', { q, product: shirt.slug, suggested: true });
  expect((await choose(shop.guest(), 'sugges')).status).toBe(201);
  await choose(admin, 'suggested');
  const { top } = await report();
  const ofShirt = { id: shirt.id, name: 'Suggested Shirt', clicks: 1 };
  expect(top.filter(({ query }) => query.startsWith('sugges'))).toEqual([
    { query: 'sugges', searches: 1, empty: 0, clicks: 1, products: [ofShirt] },
  ]);
  // It counts only if the product is there, and has the words or the text found something today.
  const { searches } = shop.context.ctx;
  search('192.0.2.95', 'tunic');
  search('192.0.2.95', 'old fleet boots', false);
  // An emoji where a word is cut is no half character, which the database could not store.
  searches.noteClick('192.0.2.96', `${'a'.repeat(39)}😀`, shirt.slug, true);
  for (let nr = 1; nr <= 6; nr += 1) {
    for (const text of ['tunic', 'suggested shir', 'old fleet boots', 'fleet']) {
      searches.noteClick(`203.0.113.${nr}`, text, shirt.slug, true);
    }
    searches.noteClick(`203.0.113.${nr}`, 'shirts', 'no-product', true);
  }
  await searches.write();
  const { rows } = await shop.database.pool.query(
    'select query, searches, empty, networks from search_counts where query = any($1) order by query',
    [['tunic', 'suggested shir', 'old fleet boots', 'fleet', 'shirts']],
  );
  expect(rows).toEqual([
    { query: 'old fleet boots', searches: 1, empty: 1, networks: 0 },
    { query: 'suggested shir', searches: 6, empty: 0, networks: 0 },
    { query: 'tunic', searches: 7, empty: 0, networks: 1 },
  ]);
});

test('frequent searches are offered, of own words alone, once enough networks searched them', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  await stock(shop, {
    name: 'Popular Parka',
    variants: [{ sku: 'POP-1', color: 'Rust', inventory: 3 }],
  });
  await shop.database.pool.query(
    "update products set tags = '{packable}', descriptions = 'Stops stupid rain.' where name = 'Popular Parka'",
  );
  await bringIndexUpToDate(ctx);
  const offered = async () => {
    now += 61_000;
    const response = await shop.guest().get('/search/popular');
    return (await response.json()).queries;
  };
  const by = (text: string, networks: number, found = true) => {
    for (let nr = 1; nr <= networks; nr += 1) search(`198.51.100.${nr}`, text, found);
  };
  // Many texts of a few people keep nobody else's out.
  for (let nr = 0; nr < 5_010; nr += 1) search(`203.0.113.${nr % 18}`, `filler ${nr}`);
  await ctx.searches.write();
  by('rust parka', 6);
  by('packable cloths', 5);
  // The same search in other words is offered once, and a doubled word never.
  by('rust parkas', 5);
  by('rust rust parka', 7);
  // The words of details are not enough, nor is a word that the shop doesn't have.
  by('stupid parka', 6);
  by('parka scam', 6);
  by('popular', 6, false);
  by('parkas', 4);
  // One person, with all addresses of an IPv6 site, all day and on the next ones.
  for (let time = 0; time < 24; time += 1) {
    for (let nr = 0; nr < 9; nr += 1) search(`2001:db8:7:${nr}::1`, 'popular parka');
    now += 11 * 60_000;
  }
  await ctx.searches.write();
  expect(await offered()).toEqual(['rust parka', 'packable cloths']);
  // What staff hide is gone here at once, and in other processes within a minute.
  await hideSearch(ctx, staff, 'Rust  PARKA');
  await hideSearch(ctx, staff, 'rust parka');
  expect(await listPopularSearches(ctx, staff)).toEqual({
    offered: ['packable cloths'],
    hidden: ['rust parka'],
  });
  const shopper = actorOf(await shop.shopper('Hidden Hand'));
  for (const act of [hideSearch, offerSearch]) {
    await expect(act(ctx, shopper, 'packable cloths')).rejects.toMatchObject({ code: 'forbidden' });
  }
  await offerSearch(ctx, staff, 'rust parka');
  expect(await offered()).toEqual(['rust parka', 'packable cloths']);
  const { rows } = await shop.database.pool.query(
    "select action from audit_log where action like 'searches.%' order by at",
  );
  expect(rows.map(({ action }) => action)).toEqual(['searches.hide', 'searches.offer']);
  now += 8 * 86_400_000;
  expect(await offered()).toEqual([]);
});

test('two processes that write the same texts at once lose none', async () => {
  const counters = [shop.context.ctx.searches, (await shop.beside()).ctx.searches];
  for (let round = 0; round < 5; round += 1) {
    for (const [at, counter] of counters.entries()) {
      for (const text of at === 0 ? ['red', 'blue', 'green'] : ['green', 'blue', 'red']) {
        counter.noteSearch(`203.0.113.${round * 2 + at}`, text, true);
      }
    }
    await Promise.all(counters.map((counter) => counter.write()));
  }
  const { top } = await report();
  expect(top.map(({ query, searches }) => [query, searches])).toEqual([
    ['blue', 10],
    ['green', 10],
    ['red', 10],
  ]);
});
