import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bringIndexUpToDate } from '#features/catalog/catalog.ts';
import type { Boost } from '#features/catalog/search.schema.ts';
import {
  addPins,
  editBoosts,
  editPins,
  getPins,
  listPins,
} from '#features/merchandising/merchandising.ts';
import { stock } from '../support/goods.ts';
import { actorOf, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let staff: ReturnType<typeof actorOf>;
const ids: Record<string, string> = {};

const [A, B, C, D] = ['Linen Shirt A', 'Linen Shirt B', 'Linen Shirt C', 'Linen Shirt D'];
/** It has the words in its description alone. */
const CAP = 'Sun Cap';
const USUAL = [D, C, B, A, CAP];

beforeAll(async () => {
  shop = await openTestShop();
  staff = actorOf(await shop.admin(), 'admin');
  for (const name of [A, B, C, D, CAP]) {
    const category = name === B || name === CAP ? 'Gadget' : 'Cloths';
    ids[name] = (await stock(shop, { name, category, inventory: 3 })).id;
  }
  await query("update products set brand = 'Nordwind', tags = '{summer}' where name = $1", [A]);
  await query("update products set brand = 'Süd', tags = '{summer,old}' where name = $1", [C]);
  await query("update products set descriptions = 'Beside a linen shirt.' where name = $1", [CAP]);
  await bringIndexUpToDate(shop.context.ctx);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await query('delete from search_pins');
});

async function query(text: string, values: unknown[] = []) {
  return (await shop.database.pool.query(text, values)).rows;
}

const id = (name: string) => ids[name] ?? '';

/** All that a search finds, page by page. */
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

async function boost(text: string, ...boosts: [Boost['kind'], string, number][]): Promise<string> {
  const { ctx } = shop.context;
  const pins = await addPins(ctx, staff, text);
  const wanted = boosts.map(([kind, value, steps]) => ({ kind, value, steps }));
  const { boosts: shown } = await getPins(ctx, staff, pins.id);
  await editBoosts(ctx, staff, { id: pins.id, shown, boosts: wanted, added: null });
  return pins.id;
}

test.each([
  ['a brand in any case', [['brand', 'NORDWIND', 1]], [A, D, C, B, CAP]],
  ['a tag', [['tag', 'summer', 2]], [C, A, D, B, CAP]],
  ['a category by its id', [['category', 'Gadget', 1]], [B, D, C, A, CAP]],
  ['a brand down', [['brand', 'süd', -1]], [D, B, A, C, CAP]],
  [
    'several',
    [
      ['tag', 'summer', 3],
      ['tag', 'old', -1],
      ['brand', 'Nordwind', 3],
    ],
    [A, C, D, B, CAP],
  ],
  [
    'a category, three steps, above words of a description alone',
    [['category', 'Gadget', 3]],
    [B, D, C, A, CAP],
  ],
  ['what no product has', [['tag', 'winter', 3]], USUAL],
] as [string, [Boost['kind'], string, number][], string[]][])(
  'a boost of %s orders what the words find, at the next request, each product once',
  async (_, boosts, expected) => {
    expect(await find('linen shirt')).toEqual(USUAL);
    await boost('Linen Shirts', ...boosts);
    for (const limit of ['1', '2', '50']) {
      expect([limit, await find('linen shirt', { limit })]).toEqual([limit, expected]);
    }
    expect(await find('linen shrit')).toEqual(expected);
    expect(await find('linen')).toEqual(USUAL);
    expect(await find('linen shirt', { sort: 'newest' })).toEqual([CAP, D, C, B, A]);
    const facets = await shop.guest().get('/products/facets?q=linen+shirt');
    expect((await facets.json()).total).toBe(5);
  },
);

test('what is sold out stays last and what is pinned first, and a product moves three steps at most', async () => {
  await boost(
    'linen shirt',
    ['brand', 'Nordwind', 3],
    ['product', id(A), 3],
    ['product', id(D), 3],
  );
  // Equal steps: the newer one is first.
  expect((await find('linen shirt')).slice(0, 2)).toEqual([D, A]);
  await query('update variants set on_hand = 0 where product_id = $1', [id(D)]);
  const { ctx } = shop.context;
  const [pins] = await listPins(ctx, staff);
  await editPins(ctx, staff, { id: pins?.id ?? '', shown: [], products: [id(CAP)] });
  expect(await find('linen shirt')).toEqual([CAP, A, C, B, D]);
  await query('update variants set on_hand = 3');
  expect(await listPins(ctx, staff)).toMatchObject([{ count: 1, shown: 1, boosts: 3 }]);
});

test('a boost finds nothing by itself', async () => {
  await boost('garden party', ['brand', 'Nordwind', 3]);
  expect(await find('garden party')).toEqual([]);
});

test('two people lose nothing, and every change is in the audit log', async () => {
  const { ctx } = shop.context;
  const pinsId = await boost('linen shirt', ['tag', 'old', 1]);
  const shown = [{ kind: 'tag', value: 'old', steps: 1 }] as const;
  const added = { kind: 'category', value: ' gadgét ', steps: 2 } as const;
  await editBoosts(ctx, staff, { id: pinsId, shown, boosts: shown, added });
  const { boosts } = await getPins(ctx, staff, pinsId);
  expect(boosts).toEqual([
    { kind: 'category', value: 'Gadget', steps: 2, name: 'Gadget' },
    { kind: 'tag', value: 'old', steps: 1, name: 'old' },
  ]);
  const late = { id: pinsId, shown, boosts: [], added: null };
  await expect(editBoosts(ctx, staff, late)).rejects.toMatchObject({ code: 'edit_conflict' });
  // Adding one that is there changes its steps; taking all out leaves none.
  const again = { kind: 'tag', value: 'old', steps: -3 } as const;
  await editBoosts(ctx, staff, { id: pinsId, shown: boosts, boosts, added: again });
  const changed = (await getPins(ctx, staff, pinsId)).boosts;
  expect(changed.map(({ steps }) => steps)).toEqual([2, -3]);
  await editBoosts(ctx, staff, { id: pinsId, shown: changed, boosts: [], added: null });
  const rows = await query('select action from audit_log where subject = $1 order by at, id', [
    pinsId,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(['pins.add', ...Array(4).fill('pins.boost')]);
});

test('refuses what does not fit, and everyone but admins', async () => {
  const { ctx } = shop.context;
  const pinsId = await boost('linen shirt');
  const edit = (boosts: Boost[], added: Boost | null = null) =>
    editBoosts(ctx, staff, { id: pinsId, shown: [], boosts, added });
  const tag = (value: string, steps = 1): Boost => ({ kind: 'tag', value, steps });
  const many = Array.from({ length: 13 }, (_, nr) => tag(`tag ${nr}`));
  await expect(edit(many)).rejects.toThrow('at most 12');
  for (const steps of [0, 4, -4, 1.5, Number.NaN]) {
    await expect(edit([tag('old', steps)])).rejects.toThrow('one to 3 steps');
  }
  for (const value of ['', ' \0 ', 'x'.repeat(201)]) {
    await expect(edit([], tag(value))).rejects.toMatchObject({ code: 'invalid_request' });
  }
  await expect(edit([], { kind: 'category', value: 'Nope', steps: 1 })).rejects.toThrow(
    'no category',
  );
  await expect(edit([], { kind: 'product', value: 'nobody', steps: 1 })).rejects.toThrow(
    'not there',
  );
  const shopper = actorOf(await shop.shopper('Boo Ster'));
  const change = { id: pinsId, shown: [], boosts: [], added: null };
  await expect(editBoosts(ctx, shopper, change)).rejects.toMatchObject({ code: 'forbidden' });
  const stored = (steps: number, kind = 'tag', value = 'x') =>
    query('insert into search_boosts values ($1, $2, $3, $4)', [pinsId, kind, value, steps]).catch(
      (error) => error.constraint,
    );
  expect(await stored(0)).toBe('search_boosts_steps_in_range');
  expect(await stored(4)).toBe('search_boosts_steps_in_range');
  expect(await stored(1, 'color')).toBe('search_boosts_kind_known');
  expect(await stored(1, 'tag', '')).toBe('search_boosts_value_fits');
});
