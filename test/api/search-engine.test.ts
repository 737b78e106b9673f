import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  bringEngineUpToDate,
  bringIndexUpToDate,
  refillEngine,
} from '#features/catalog/catalog.ts';
import { addSynonyms } from '#features/merchandising/merchandising.ts';
import { startSearchJobs } from '#server/jobs/search-jobs.ts';
import { stock } from '../support/goods.ts';
import { actorOf, openTestShop, type TestShop } from '../support/shop.ts';
import {
  startTypesense,
  TYPESENSE_KEY,
  type TypesenseContract,
} from '../support/typesense-contract.ts';

let shop: TestShop;
let server: TypesenseContract;
const ids: Record<string, string> = {};
/** The time of the shop. An engine that rests is asked again when it has moved on. */
let at = Date.UTC(2026, 10, 21, 10);
const logged: string[] = [];

const [A, B, C] = ['Linen Shirt A', 'Linen Shirt B', 'Linen Shirt C'];
const HAT = 'Straw Hat';

beforeAll(async () => {
  server = await startTypesense(ids);
  const say = (event: string, about: unknown) => {
    logged.push(`${event} ${JSON.stringify(about)}`);
  };
  shop = await openTestShop({
    search: { url: server.url, apiKey: TYPESENSE_KEY },
    now: () => new Date(at),
    log: { info: say, warn: say, error: (event, error) => say(event, String(error)) },
  });
  for (const [index, name] of [A, B, C, HAT].entries()) {
    const isHat = name === HAT;
    const { id } = await stock(shop, {
      name,
      category: isHat ? 'Gadget' : 'Cloths',
      priceMinor: isHat ? 9_000 : 2_000,
      variants: [
        isHat
          ? { sku: 'HAT', color: 'Rust', inventory: 3 }
          : { sku: `${name.at(-1)}-M-NAVY`, size: 'M', color: 'Navy', inventory: 3 },
      ],
    });
    ids[name.toLowerCase().replace(' shirt', '').replace(' ', '-')] = id;
    await query('update products set created_at = $1 where id = $2', [
      new Date(Date.UTC(2026, 10, index + 1)),
      id,
    ]);
  }
  await bringIndexUpToDate(shop.context.ctx);
  await noneBefore();
});
afterAll(async () => {
  await shop.close();
  await server.close();
});
beforeEach(() => {
  server.recover();
  server.asked.length = 0;
  server.replayed.length = 0;
});

async function query(text: string, values: unknown[] = []): Promise<unknown[]> {
  return (await shop.database.pool.query(text, values)).rows;
}

/** A deleted product without orders. */
async function addAndDelete(): Promise<void> {
  await query(
    `insert into products select (jsonb_populate_record(p, '{"id": "prd_new", "slug": "x"}')).*
    from products p where name = $1`,
    [HAT],
  );
  await query("delete from products where id = 'prd_new'");
}

const get = async (path: string) => {
  const response = await shop.guest().get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response;
};

/** All that a search finds, page by page. `between` runs after the first page. */
async function find(
  q: string,
  params: Record<string, string> = {},
  between?: () => void,
): Promise<string[]> {
  const names: string[] = [];
  const search = new URLSearchParams({ q, ...params });
  for (let path = `/products?${search}`; path; ) {
    const response = await get(path);
    names.push(...(await response.json()).map(({ name }: { name: string }) => name));
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    between?.();
    between = undefined;
  }
  return names;
}

const facets = async (q: string) =>
  (await get(`/products/facets?${new URLSearchParams({ q })}`)).json();
async function feed(): Promise<void> {
  await noneBefore();
  await bringEngineUpToDate(shop.context.ctx);
}

/**
 * Until every transaction has ended that is older than the last change of the index. Those of other
 * test files count, too, because they use the same server; while there is one, rows are sent again.
 */
async function noneBefore(): Promise<void> {
  const isSettled = async () =>
    (await query(`select pg_snapshot_xmin(pg_current_snapshot()) > max(transaction) as settled
      from search_index where transaction < pg_snapshot_xmax(pg_current_snapshot())`)) as {
      settled: boolean;
    }[];
  await vi.waitUntil(async () => (await isSettled())[0]?.settled !== false, { timeout: 40_000 });
}

const BY_WORDS = [C, B, A];
const BY_ENGINE = [B, HAT, A, C];

test('an engine is asked once it has every product, and what it finds is what PostgreSQL knows', async () => {
  expect(await find('linen shirt')).toEqual(BY_WORDS);
  expect(server.asked).toEqual([]);
  const stop = startSearchJobs(shop.context.ctx, shop.database);
  const filled = ['make-collection', 'import', 'remove-older'];
  await expect.poll(() => server.replayed).toEqual(filled);
  await stop();
  // Its order, also in pages; what it has and the shop has not is nothing.
  expect(await find('linen shirt')).toEqual(BY_ENGINE);
  expect(await find('linen shirt', { limit: '1' })).toEqual(BY_ENGINE);
  expect(await find('linen shirt', { sort: 'name' })).toEqual([A, B, C, HAT]);
  expect(await find('linen shirt', { size: 'M', color: 'Navy' })).toEqual([B, A, C]);
  expect(await find('navy linen shirt')).toEqual([B, A, C]);
  const counted = await facets('linen shirt');
  expect(counted).toMatchObject({ total: 4, exact: true, price: { min: 20, max: 90 } });
  expect(counted.facets[0].values.toSorted()).toEqual(
    expect.arrayContaining([
      { value: 'Cloths', count: 3 },
      { value: 'Gadget', count: 1 },
    ]),
  );
  // A word that nothing has, for PostgreSQL, and words that nothing has, for the engine.
  expect(await find('leinwand')).toEqual([C, B]);
  expect(await find('navy linen')).toEqual(BY_WORDS);
  const suggested = await (await get('/search/suggestions?q=linen+shi')).json();
  expect(suggested.products.map(({ name }: { name: string }) => name)).toEqual([B, C]);
  // Boosts of staff count for its order, too.
  await query("insert into search_pins values ('pin_1', 'linen shirt', 'linen shirt')");
  await query("insert into search_boosts values ('pin_1', 'product', $1, 3)", [ids['linen-c']]);
  expect(await find('linen shirt', { limit: '1' })).toEqual([C, B, HAT, A]);
  await query('delete from search_pins');
  // A list without words is that of PostgreSQL.
  server.asked.length = 0;
  await get('/products?category=Cloths&size=M');
  await get('/products/facets?category=Cloths');
  expect(server.asked).toEqual([]);
  expect(server.unknown).toEqual([]);
});

test('of a frequent word, a filtered or sorted list has its own hits, and counts are lower limits', async () => {
  expect(await find('shirt')).toEqual([A, B, C]);
  expect(await find('shirt', { size: 'M' })).toEqual([C, A]);
  await find('shirt', { sort: 'price-up' });
  expect(server.replayed.slice(1)).toEqual([
    'search-frequent',
    'search-frequent-filtered',
    'search-frequent',
    'search-frequent-sorted',
  ]);
  expect(await facets('shirt')).toMatchObject({ total: 5_000, exact: false });
});

test('a product that the engine has as it was is found as it is, and the engine learns of it', async () => {
  await query("update products set status = 'draft' where name = $1", [A]);
  await query('update products set price_minor = 9000 where name = $1', [B]);
  const stale = await (await get('/products?q=linen+shirt')).json();
  const shown = (products: { name: string; price: number }[]) =>
    products.map(({ name, price }) => [name, price]);
  expect(shown(stale)).toEqual([
    [B, 90],
    [HAT, 90],
    [C, 20],
  ]);
  expect(await find('linen shirt', { max: '50' })).toEqual([C]);
  expect(await facets('linen shirt')).toMatchObject({ total: 3, exact: true });
  server.replayed.length = 0;
  // While the engine is away, the change waits.
  server.fail('drop');
  await expect(feed()).rejects.toThrow('not responding');
  server.recover();
  await feed();
  expect(server.replayed).toEqual(['import-changed', 'remove']);
  await addAndDelete();
  await feed();
  expect(server.replayed.slice(2)).toEqual(['remove-deleted']);
  expect(await query('select * from search_removals')).toEqual([]);
  await feed();
  expect(server.replayed).toHaveLength(3);
  expect(server.unknown).toEqual([]);
});

test('an engine that is gone, slow or senseless is not noticed, and rests after three failures', async () => {
  const known = [C, B];
  for (const fault of ['drop', 'hang', { status: 500 }] as const) {
    server.fail(fault);
    const began = Date.now();
    expect([fault, await find('linen shirt')]).toEqual([fault, known]);
    expect(Date.now() - began).toBeLessThan(3_000);
  }
  expect(server.asked).toHaveLength(3);
  server.recover();
  expect(await find('linen shirt')).toEqual(known);
  expect(server.asked).toHaveLength(3);
  at += 30_001;
  expect(await find('linen shirt')).toEqual([B, HAT, C]);
  expect(await find('sun hat')).toEqual([]);
  expect(await find('straw hat')).toEqual([HAT]);
  expect(server.replayed).toEqual(['search', 'search-error', 'search-nonsense']);
  expect(logged.join()).not.toContain(TYPESENSE_KEY);
  // A list that the engine began goes on after the same product, and one of PostgreSQL to its end.
  const goesOn = await find('linen shirt', { limit: '1' }, () => server.fail('drop'));
  expect(goesOn).toEqual([B]);
  server.recover();
  at += 30_001;
  server.fail('drop', 1);
  const toItsEnd = await find('linen shirt', { limit: '1' }, () => server.recover());
  expect(toItsEnd).toEqual(known);
  server.recover();
  at += 30_001;
});

test('synonyms of staff are searched by PostgreSQL', async () => {
  await find('linen shirt');
  server.asked.length = 0;
  const staff = actorOf(await shop.admin(), 'admin');
  await addSynonyms(shop.context.ctx, staff, 'linen, flax');
  expect(await find('flax shirt')).toEqual([C, B]);
  expect(server.asked).toEqual([]);
  await query('delete from search_synonyms');
});

test('a rebuild, new names of categories, another engine and a lost collection fill it again', async () => {
  const { ctx } = shop.context;
  const taken = Array(4).fill('{"success":true}').join('\n');
  const state = async () =>
    (await query('select complete, filled_to is null as filled from search_engine'))[0];
  await query("update products set status = 'active', price_minor = 2000 where name <> 'x'");
  server.fail({ status: 200, body: taken });
  const progress: number[][] = [];
  await refillEngine(ctx, shop.database, (...counts) => progress.push(counts));
  expect(progress).toEqual([[4, 4]]);
  await query("update categories set name = 'Clothes' where name = 'Cloths'");
  server.asked.length = 0;
  await feed().catch(() => undefined);
  expect(String(server.asked[1]?.body)).toContain('"kind":"clothes"');
  server.fail({ status: 404, body: '{"message":"Not found."}' });
  await query("update products set name = 'Linen Shirt D' where name = $1", [A]);
  await expect(feed()).rejects.toThrow('no such collection');
  expect(await state()).toEqual({ complete: false, filled: false });
  server.asked.length = 0;
  expect(await find('linen shirt')).toHaveLength(3);
  expect(server.asked).toEqual([]);
  server.fail({ status: 200, body: taken });
  await query("update search_engine set engine = 'elsewhere', complete = true, filled_to = null");
  await feed().catch(() => undefined);
  expect(await state()).toEqual({ complete: true, filled: true });
  // A restored database counts transactions from the start, and its rows have higher numbers.
  await query("update search_engine set sent_to = '9000000000'");
  await query("update search_index set transaction = '8000000000'");
  server.asked.length = 0;
  await feed();
  const calls = () => server.asked.map(({ method, url }) => `${method} ${url.pathname}`);
  expect(calls().slice(1)).toHaveLength(2);
  server.asked.length = 0;
  await feed();
  expect(calls()).toEqual([]);
  // Without an engine nothing is stored for one.
  await bringEngineUpToDate({ ...ctx, search: null });
  await addAndDelete();
  expect(await query('select * from search_engine')).toEqual([]);
  expect(await query('select * from search_removals')).toEqual([]);
});
