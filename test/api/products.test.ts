import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let guest: Client;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: nextMoment });
  guest = shop.guest();
  sam = await shop.shopper('Sam Browser');
});
afterAll(() => shop.close());

// Every product comes a second after the one before, save where a test stops the clock.
let now = Date.parse('2026-11-21T10:00:00Z');
let step = 1_000;
function nextMoment(): Date {
  now += step;
  return new Date(now);
}

const namesOf = async (response: Response) =>
  ((await response.json()) as { name: string }[]).map(({ name }) => name);

/** Follows `Link: rel="next"` to the end; the names of each page. */
async function pages(path: string): Promise<string[][]> {
  const found: string[][] = [];
  for (let next: string | undefined = path; next; ) {
    const response = await guest.get(next);
    expect(response.status).toBe(200);
    next = /^<(\/[^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    found.push(await namesOf(response));
  }
  return found;
}

describe('the list of products', () => {
  test('is an empty array while there are none', async () => {
    const response = await guest.get('/products');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('[]');
  });

  test('is read by a few of one network at a time, and until it ends', async () => {
    const asker = shop.guest();
    const [first] = [await asker.begin('/products'), await asker.begin('/products')];
    let isThere = false;
    const third = asker.get('/sitemap.xml').finally(() => {
      isThere = true;
    });
    expect((await shop.guest().get('/products')).status).toBe(200);
    expect((await asker.get('/products?limit=1')).status).toBe(200);
    expect(isThere).toBe(false);
    await first?.text();
    expect((await third).status).toBe(200);
  });

  test('has every product, newest first, with all the fields of the specification [3.1, 3.3, 3.4, 7.1]', async () => {
    await stock(shop, { name: 'Old Shirt' });
    await stock(shop, { name: 'Boots', category: 'Shoes', priceMinor: 8_905, inventory: 3 });
    const list = await (await guest.get('/products')).json();
    expect(list.map(({ name }: { name: string }) => name)).toEqual(['Boots', 'Old Shirt']);
    expect(list[0]).toEqual({
      _id: expect.stringMatching(/^prd_/),
      name: 'Boots',
      category: 'Shoes',
      price: 89.05,
      descriptions: 'Boots, for tests.',
      gender: 'Unisex',
      img: null,
      stock: false,
      slug: 'boots',
      currency: 'USD',
      inventory: 3,
      images: [],
      variants: [
        {
          _id: expect.stringMatching(/^var_/),
          sku: expect.stringMatching(/\w/),
          size: null,
          color: null,
          price: 89.05,
          inventory: 3,
          img: null,
        },
      ],
    });
  });

  test('is one array however many there are, and pages go through it without gap or repeat [7.1]', async () => {
    step = 0; // Many products of one moment: the cursor has to tell them apart.
    for (let i = 0; i < 23; i += 1) await stock(shop, { name: `Twin ${i}`, category: 'Gadget' });
    step = 1_000;
    const all = await namesOf(await guest.get('/products'));
    expect(all).toHaveLength(25);
    for (const limit of [1, 7, 25, 100]) {
      const found = await pages(`/products?limit=${limit}`);
      expect(found.flat()).toEqual(all);
      expect(found).toHaveLength(Math.ceil(25 / limit));
    }
    const found = await pages('/products?category=Gadget&limit=10');
    expect(found.map((page) => page.length)).toEqual([10, 10, 3]);
    expect(found.flat()).toEqual(all.filter((name) => name.startsWith('Twin')));
  });

  test('keeps its place when products come and go between two pages', async () => {
    const first = await guest.get('/products?limit=5');
    const [next] = /\/products[^>]+/.exec(first.headers.get('link') ?? '') ?? [''];
    const seen = await namesOf(first);
    const all = await namesOf(await guest.get('/products'));
    const late = await stock(shop, { name: 'Late Arrival' });
    await (await shop.admin('Lara Late')).delete(`/products/${late.id}`);
    const newest = await stock(shop, { name: 'Later Arrival' });
    expect(await namesOf(await guest.get(next))).toEqual(all.slice(5, 10));
    expect(seen).toEqual(all.slice(0, 5));
    await shop.database.pool.query(
      "update products set status = 'archived', deleted_at = now() where id = $1",
      [newest.id],
    );
  });

  test('pages have 24 products when no limit is given', async () => {
    expect(await namesOf(await guest.get('/products?q=%20'))).toHaveLength(24);
  });

  test('is whole when a parameter is added that it does not know', async () => {
    expect(await namesOf(await guest.get('/products?_=1732180000'))).toHaveLength(25);
  });

  test.each(['0', '101', '-1', '1.5', 'many', '', 'NaN', '1e9', '5&limit=6'])(
    'refuses limit=%s',
    async (limit) => {
      const response = await guest.get(`/products?limit=${limit}`);
      expect(response.status).toBe(422);
      expect((await response.json()).code).toBe('invalid_request');
    },
  );

  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['is no cursor', 'nonsense'],
    ['is empty', ''],
    ['is too long', 'a'.repeat(401)],
    ['has another shape', cursor({ createdAt: '2026-01-01T00:00:00.000Z', id: 'prd_1' })],
    ['has too few parts', cursor(['2026-01-01T00:00:00.000Z'])],
    ['has a number in it', cursor([1, 'prd_1'])],
    ['has no time', cursor(['soon', 'prd_1'])],
    ['has a time that only JavaScript reads', cursor(['1', 'prd_1'])],
    ['has a month 13', cursor(['2026-13-01T00:00:00.000Z', 'prd_1'])],
    ['has the 31st of February', cursor(['2026-02-31T00:00:00.000Z', 'prd_1'])],
    ['has a NUL', cursor(['2026-01-01T00:00:00.000Z', '\0'])],
    ['has SQL', cursor(["2026-01-01T00:00:00.000Z'; drop table products; --", 'prd_1'])],
  ])('refuses a cursor that %s', async (_, after) => {
    const response = await guest.get(`/products?after=${encodeURIComponent(after)}`);
    expect(response.status).toBe(422);
    expect((await response.json()).code).toBe('invalid_request');
  });

  test('of a category that does not exist is empty', async () => {
    expect(await (await guest.get('/products?category=Hats')).json()).toEqual([]);
    expect(await (await guest.get("/products?category=' or true --")).json()).toEqual([]);
  });

  test('finds words in name and description, in singular and plural, and takes signs for spaces', async () => {
    await stock(shop, { name: '100% Wool' });
    await stock(shop, { name: '100 Wools' });
    await stock(shop, { name: 'snake_case' });
    await stock(shop, { name: 'back\\slash' });
    const find = async (q: string) =>
      (await namesOf(await guest.get(`/products?q=${encodeURIComponent(q)}`))).sort();
    expect(await find('wool')).toEqual(['100 Wools', '100% Wool']);
    expect(await find('100%')).toEqual(['100 Wools', '100% Wool']);
    expect(await find('snake_c')).toEqual(['snake_case']);
    expect(await find('back\\slash')).toEqual(['back\\slash']);
    for (const signs of ['%', '_', '\\']) expect(await find(signs)).toEqual([]);
    expect(await find('wools, for tests')).toEqual(['100 Wools', '100% Wool']);
    expect(await find("'; select 1; --")).toEqual([]);
    expect((await guest.get(`/products?q=${'x'.repeat(201)}`)).status).toBe(422);
  });
});

describe('one product', () => {
  test('is found by its id and by its slug [2.5, 7.2]', async () => {
    const tee = await stock(shop, { name: 'Café Tee' });
    expect(tee.slug).toBe('cafe-tee');
    const returns = await Promise.all([
      guest.get(`/products/${tee.id}`),
      guest.get('/products/cafe-tee'),
    ]);
    const [byId, bySlug] = await Promise.all(returns.map((response) => response.json()));
    expect(byId).toMatchObject({ _id: tee.id, name: 'Café Tee', price: 20, stock: false });
    expect(bySlug).toEqual(byId);
  });

  test('is found by the slug even of a very long name that two products have', async () => {
    const name = 'Long '.repeat(40).trim();
    const [first, second] = [await stock(shop, { name }), await stock(shop, { name })];
    expect(second.slug).not.toBe(first.slug);
    const found = await (await guest.get(`/products/${second.slug}`)).json();
    expect(found._id).toBe(second.id);
  });

  test.each(['prd_00000000000000000000000000', 'no-such-slug', "'--", 'undefined'])(
    'is 404 for %s',
    async (id) => {
      const response = await guest.get(`/products/${encodeURIComponent(id)}`);
      expect(response.status).toBe(404);
      expect((await response.json()).code).toBe('not_found');
    },
  );

  test('says "Not In Stock" by a truthy `stock` once its last unit is sold, and not before [3.5]', async () => {
    const two = await stock(shop, {
      name: 'Two Sizes',
      variants: [
        { sku: 'TWO-S', size: 'S', inventory: 0 },
        { sku: 'TWO-M', size: 'M', inventory: 1, priceMinor: 2_500 },
      ],
    });
    const look = async () => (await guest.get(`/products/${two.id}`)).json();
    expect(await look()).toMatchObject({
      stock: false,
      inventory: 1,
      price: 20,
      variants: [
        { sku: 'TWO-S', size: 'S', price: 20, inventory: 0 },
        { sku: 'TWO-M', size: 'M', price: 25, inventory: 1 },
      ],
    });
    const last = orderOf(two, 1, {
      cart: [{ _id: two.id, sku: 'TWO-M', quantity: 1 }],
      grandTotalAmount: 25,
      totalAmount: 145,
    });
    expect((await sam.post('/orders', last)).status).toBe(201);
    expect(await look()).toMatchObject({ stock: true, inventory: 0 });
  });
});
