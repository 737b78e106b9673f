import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bringIndexUpToDate } from '#features/catalog/catalog.ts';
import {
  addPins,
  editPins,
  getPins,
  listPins,
  removePins,
} from '#features/merchandising/merchandising.ts';
import { stock } from '../support/goods.ts';
import { actorOf, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let staff: ReturnType<typeof actorOf>;
const ids: Record<string, string> = {};

const LINEN = ['Linen Shirt D', 'Linen Shirt C', 'Linen Shirt B', 'Linen Shirt A'];

beforeAll(async () => {
  shop = await openTestShop();
  staff = actorOf(await shop.admin(), 'admin');
  for (const name of [...LINEN.toReversed(), 'Straw Hat', 'Sun Cap']) {
    const isHat = !name.startsWith('Linen');
    const { id } = await stock(shop, {
      name,
      category: isHat ? 'Gadget' : 'Cloths',
      priceMinor: isHat ? 9_000 : 2_000,
      inventory: 3,
    });
    ids[name] = id;
  }
  await stock(shop, {
    name: 'Wool Scarf',
    category: 'Gadget',
    variants: [{ sku: 'SCARF', color: 'Rust', inventory: 3 }],
  });
  await bringIndexUpToDate(shop.context.ctx);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.database.pool.query('delete from search_pins');
});

const idsOf = (names: string[]) => names.map((name) => ids[name] ?? '');
const id = (name: string) => ids[name] ?? '';

/** All that a search finds, page by page of two. */
async function find(q: string, params: Record<string, string> = {}): Promise<string[]> {
  const names: string[] = [];
  const search = new URLSearchParams({ q, limit: '2', ...params });
  for (let path = `/products?${search}`; path; ) {
    const response = await shop.guest().get(path);
    expect(response.status).toBe(200);
    names.push(...(await response.json()).map(({ name }: { name: string }) => name));
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
  }
  return names;
}

async function countOf(q: string): Promise<number> {
  return (await (await shop.guest().get(`/products/facets?q=${q}`)).json()).total;
}

async function pin(text: string, names: string[]): Promise<string> {
  const { ctx } = shop.context;
  const added = await addPins(ctx, staff, text);
  await editPins(ctx, staff, { id: added.id, shown: [], products: idsOf(names) });
  return added.id;
}

test('pinned products come first in their order, on all pages once, and are counted', async () => {
  expect(await find('linen shirt')).toEqual(LINEN);
  await pin('Línen SHIRT', ['Straw Hat', 'Linen Shirt A', 'Linen Shirt C']);
  const all = ['Straw Hat', 'Linen Shirt A', 'Linen Shirt C', 'Linen Shirt D', 'Linen Shirt B'];
  for (const q of ['linen shirt', 'LINEN  shirts', 'linnen shirt']) {
    expect([q, await find(q)]).toEqual([q, all]);
  }
  expect(await countOf('linen+shirt')).toBe(5);
  // Another text is as it was, and so is what somebody sorts.
  expect(await find('linen')).toEqual(LINEN);
  for (const sort of ['price-down', 'price-up', 'name', 'newest']) {
    expect([sort, (await find('linen shirt', { sort })).toSorted()]).toEqual([
      sort,
      all.toSorted(),
    ]);
  }
  expect(await find('linen shirt', { sort: 'price-down', max: '50' })).toHaveLength(4);
});

test('pinned products come before what the text finds without them, and never instead of it', async () => {
  // One word is corrected, a color that no shirt has is left out, and a filter leaves nothing.
  for (const q of ['linnen shirts', 'rust shirt', 'linnen rust shirts']) {
    expect([q, await find(q)]).toEqual([q, LINEN]);
    await pin(q, ['Straw Hat']);
    expect([q, await find(q)]).toEqual([q, ['Straw Hat', ...LINEN]]);
    expect([q, await find(q, { category: 'Cloths' })]).toEqual([q, LINEN]);
    expect([q, await countOf(q.replaceAll(' ', '+'))]).toEqual([q, 5]);
  }
});

test('filters apply to pinned products', async () => {
  await pin('linen shirt', ['Straw Hat', 'Linen Shirt A']);
  expect(await find('linen shirt', { category: 'Gadget' })).toEqual(['Straw Hat']);
  expect((await find('linen shirt', { category: 'Cloths' }))[0]).toBe('Linen Shirt A');
  expect(await find('linen shirt', { min: '80', inStock: 'true' })).toEqual(['Straw Hat']);
});

test('one that is sold out, hidden or removed has no place, and is back with its stock', async () => {
  const { pool } = shop.database;
  const pinned = await pin('linen shirt', [
    'Straw Hat',
    'Linen Shirt A',
    'Linen Shirt B',
    'Sun Cap',
  ]);
  await pool.query('update variants set on_hand = 0 where product_id = any($1)', [
    idsOf(['Straw Hat', 'Linen Shirt A']),
  ]);
  await pool.query("update products set status = 'draft' where id = $1", [id('Linen Shirt B')]);
  const left = ['Sun Cap', 'Linen Shirt D', 'Linen Shirt C', 'Linen Shirt A'];
  expect(await find('linen shirt')).toEqual(left);
  expect(await countOf('linen+shirt')).toBe(4);
  const { products } = await getPins(shop.context.ctx, staff, pinned);
  expect(products.map(({ state }) => state)).toEqual(['soldOut', 'soldOut', 'unlisted', 'shown']);
  expect(await listPins(shop.context.ctx, staff)).toMatchObject([{ count: 4, shown: 1 }]);
  await pool.query('update variants set on_hand = 3');
  await pool.query("update products set status = 'active' where status = 'draft'");
  expect((await find('linen shirt')).slice(0, 3)).toEqual([
    'Straw Hat',
    'Linen Shirt A',
    'Linen Shirt B',
  ]);
});

test('a text that finds nothing finds what is pinned, and older products than are ranked do too', async () => {
  expect(await find('garden party')).toEqual([]);
  await pin('garden party', ['Straw Hat']);
  expect(await find('garden party')).toEqual(['Straw Hat']);
  const { pool } = shop.database;
  // A search of a frequent word ranks the newest thousand alone.
  await pool.query(
    "insert into search_words (word, uses) values ('linen', 1000000) on conflict (word) do update set uses = 1000000",
  );
  await pool.query(
    `insert into products select (jsonb_populate_record(p, jsonb_build_object('id', 'new' || nr,
      'slug', 'new-' || nr, 'created_at', p.created_at + interval '1 day'))).*
    from products p, generate_series(1, 1001) nr where p.id = $1`,
    [id('Linen Shirt A')],
  );
  const first = async () =>
    (await (await shop.guest().get('/products?q=linen&limit=1')).json())[0]._id;
  expect(await first()).not.toBe(id('Linen Shirt A'));
  await pin('linen', ['Linen Shirt A']);
  expect(await first()).toBe(id('Linen Shirt A'));
  await pool.query("delete from products where id like 'new%'");
});

test('costs a search no statement', async () => {
  const { pool } = shop.database;
  const statements = async () => {
    const { query } = pool;
    let count = 0;
    pool.query = ((...sent: Parameters<typeof query>) => {
      count += 1;
      return query.apply(pool, sent);
    }) as typeof query;
    try {
      await find('sun cap');
    } finally {
      pool.query = query;
    }
    return count;
  };
  await statements();
  const without = await statements();
  await pin('sun cap', ['Sun Cap']);
  expect(await statements()).toBe(without);
});

test('two people lose nothing, and every change is in the audit log', async () => {
  const { ctx } = shop.context;
  const added = await addPins(ctx, staff, 'Straw Hats');
  expect(await addPins(ctx, staff, 'straw hat')).toEqual(added);
  const hat = [id('Straw Hat')];
  await editPins(ctx, staff, { id: added.id, shown: [], products: hat });
  const late = { id: added.id, shown: [], products: [id('Sun Cap')] };
  const conflict = { code: 'edit_conflict' };
  await expect(editPins(ctx, staff, late)).rejects.toMatchObject(conflict);
  await expect(removePins(ctx, staff, late)).rejects.toMatchObject(conflict);
  expect((await getPins(ctx, staff, added.id)).products).toMatchObject([{ name: 'Straw Hat' }]);
  await removePins(ctx, staff, { id: added.id, shown: hat });
  await expect(editPins(ctx, staff, late)).rejects.toMatchObject(conflict);
  await expect(getPins(ctx, staff, added.id)).rejects.toMatchObject({ code: 'not_found' });
  const { rows } = await shop.database.pool.query(
    'select action from audit_log where subject = $1 order by at, id',
    [added.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['pins.add', 'pins.edit', 'pins.remove']);
});

test('refuses what does not fit, and everyone but admins', async () => {
  const { ctx } = shop.context;
  const pinned = await pin('hat', ['Straw Hat']);
  const shown = [id('Straw Hat')];
  const edit = (products: string[]) => editPins(ctx, staff, { id: pinned, shown, products });
  const many = Array.from({ length: 13 }, (_, nr) => `prd_${nr}`);
  await expect(edit(many)).rejects.toThrow('At most 12');
  await expect(edit(['nobody'])).rejects.toThrow('not there any more');
  for (const text of [' ', '!?', 'x'.repeat(201)]) {
    await expect(addPins(ctx, staff, text)).rejects.toMatchObject({ code: 'invalid_request' });
  }
  const shopper = actorOf(await shop.shopper('Pin Ball'));
  const refused = { code: 'forbidden' };
  await expect(listPins(ctx, shopper)).rejects.toMatchObject(refused);
  await expect(getPins(ctx, shopper, pinned)).rejects.toMatchObject(refused);
  await expect(addPins(ctx, shopper, 'cap')).rejects.toMatchObject(refused);
  const change = { id: pinned, shown, products: [] };
  await expect(editPins(ctx, shopper, change)).rejects.toMatchObject(refused);
  await expect(removePins(ctx, shopper, change)).rejects.toMatchObject(refused);
  expect((await getPins(ctx, staff, pinned)).products).toHaveLength(1);
});

test('the database refuses a thirteenth place, two products in one, and a text twice', async () => {
  const pinned = await pin('hat', ['Straw Hat']);
  const refused = async (statement: string) =>
    (await shop.database.pool.query(statement).catch((error) => error)).constraint;
  const place = (position: number) =>
    `insert into search_pinned_products values ('${pinned}', '${id('Sun Cap')}', ${position})`;
  expect(await refused(place(13))).toBe('search_pinned_products_are_few');
  expect(await refused(place(0))).toBe('search_pinned_products_are_few');
  expect(await refused(place(1))).toBe('search_pinned_products_position_unique');
  const text = (key: string) => `insert into search_pins values ('pin_x', 'hats', '${key}')`;
  expect(await refused(text('hat'))).toBe('search_pins_key_unique');
  expect(await refused(text(''))).toBe('search_pins_key_not_blank');
  expect(await refused("insert into hidden_searches values ('')")).toBe(
    'hidden_searches_query_fits',
  );
  expect(await refused("insert into search_counts values ('2026-01-01', 'x', 1, 0, 2)")).toBe(
    'search_counts_networks_in_range',
  );
});
