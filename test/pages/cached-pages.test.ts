import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_CONNECTIONS } from '#db/client.ts';
import { oneLine } from '#shared/one-line.ts';
import { expectSamePage, nonceOf } from './same-page.ts';
import { ask, openShops, type Shops, type Somebody } from './shops.ts';

let shops: Shops;
/** Slugs and ids of products, and what they are listed in. */
let goods: { id: string; slug: string }[];

beforeAll(async () => {
  shops = await openShops([64, 64, 0], { SHOP_ACCESS: 'public' });
  const { pool } = shops.database;
  goods = (await pool.query('select id, slug from products order by id')).rows;
  await pool.query("insert into search_pins (id, query, key) values ('pin_1', 'shirt', 'shirt')");
});
afterAll(() => shops.close());

const plain = { role: 'shopper', count: 0 } as const;

const hostile = [
  '</script><script>alert(1)</script>',
  '"\'`<!--]]>&amp;&#x27;',
  '$& $1 $` $$ \\u003c \\ \\\\"',
  'a\u2028b\u2029c\u0001\u001f\u007f\u0085',
  '\u202eabc\u200f\u2067 שלום',
  'x0123456789abcdef0123456789abcdef<1',
  '😀\ufffd\ufeff',
  'Cloths',
  'email',
  ' & ',
];
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
);
// PostgreSQL keeps neither of them.
const storable = text.map((t) => t.toWellFormed().replaceAll('\0', ' '));
const somebody: fc.Arbitrary<Somebody> = fc.record({
  name: fc.option(storable.map((t) => oneLine(t) || 'x')),
  email: storable,
  image: fc.option(
    fc.oneof(
      fc.constantFrom('/pictures/face-800.webp', '/uploads/x-400.webp', 'https://i.ibb.co/a?b=1&c'),
      storable.map((t) => `/${t}`),
    ),
  ),
  role: fc.constantFrom('shopper', 'admin'),
  count: fc.oneof(fc.constantFrom(0, 1, 2, 24), fc.nat(400)),
});
const place = fc.record({
  page: fc.oneof(
    fc.constantFrom('/', '/home', '/_.data', '/home.data'),
    fc.constantFrom('/cloths', '/cloths.data', '/gadget?sort=price-up', '/shoes.data?show=48'),
    fc.constantFrom(
      '/cloths?size=M',
      '/cloths.data?color=Navy&stock=in',
      '/shoes?max=80&sort=name',
      '/search?q=shirt',
      '/search.data?q=navy+shirt&stock=in',
    ),
    fc.nat(200).map((nr) => ({ nr, by: 'slug' as const, end: '' })),
    fc.nat(200).map((nr) => ({ nr, by: 'id' as const, end: '.data' })),
  ),
  shop: fc.constantFrom(0, 1),
  isGzip: fc.boolean(),
});
const edit = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), nr: fc.nat(200), to: fc.nat(100_000) }),
  fc.record({ kind: fc.constant('variant' as const), nr: fc.nat(200), to: fc.nat(100_000) }),
  fc.record({ kind: fc.constant('stock' as const), nr: fc.nat(200), to: fc.nat(3) }),
  fc.record({ kind: fc.constant('name' as const), nr: fc.nat(200), to: storable }),
  fc.record({ kind: fc.constant('image' as const), nr: fc.nat(200), to: storable }),
  fc.record({ kind: fc.constant('remove' as const), nr: fc.nat(200), to: fc.constant(0) }),
  fc.record({ kind: fc.constant('list' as const), nr: fc.nat(200), to: fc.constant(0) }),
  fc.record({ kind: fc.constant('synonym' as const), nr: fc.nat(200), to: fc.nat(3) }),
  fc.record({ kind: fc.constant('pin' as const), nr: fc.nat(200), to: fc.constant(0) }),
  fc.record({
    kind: fc.constant('boost' as const),
    nr: fc.nat(200),
    to: fc.integer({ min: 1, max: 3 }),
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

const statements: Record<Edit['kind'], string> = {
  price: 'update products set price_minor = $2 where id = $1',
  variant: 'update variants set price_minor = $2 where product_id = $1',
  stock: 'update variants set on_hand = $2 where product_id = $1',
  name: "update products set name = $2 || 'x' where id = $1",
  image: 'update product_images set alt = $2 where product_id = $1',
  remove: "update products set status = 'archived', deleted_at = now() where id = $1 and $2 = 0",
  list: "update products set status = 'active', deleted_at = null where id = $1 and $2 = 0",
  synonym: `insert into search_synonyms (id, words)
    values ('syn_' || $1, array['shirt', (array['cap', 'watch', 'boot', 'bag'])[$2::int + 1]])
    on conflict (id) do update set words = excluded.words`,
  pin: `insert into search_pinned_products (pin_id, product_id, position) select 'pin_1', $1, 1 where $2 = 0
    on conflict (pin_id, position) do update set product_id = $1`,
  boost: `insert into search_boosts (pin_id, kind, value, steps) values ('pin_1', 'product', $1, $2)
    on conflict (pin_id, kind, value) do update set steps = $2`,
};

// By the connection of another process than the shops that are asked.
async function carryOut({ kind, nr, to }: Edit): Promise<void> {
  const { id } = goods[nr % goods.length] ?? { id: '' };
  await shops.database.pool.query(statements[kind], [id, to]);
}

const pathOf = (page: string | { nr: number; by: 'slug' | 'id'; end: string }) =>
  typeof page === 'string'
    ? page
    : `/product/${goods[page.nr % goods.length]?.[page.by]}${page.end}`;

test('for random people, pages and edits the cached page is the freshly rendered one', async () => {
  const [first, second, fresh] = shops.running;
  if (!first || !second || !fresh) throw new Error('Three shops are needed.');
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(somebody, { minLength: 2, maxLength: 3 }),
      fc.array(fc.tuple(fc.option(edit), place), { minLength: 2, maxLength: 6 }),
      async (people, steps) => {
        const cookies = await Promise.all(people.map((person) => shops.admit(person)));
        for (const [index, [change, { page, shop, isGzip }]] of steps.entries()) {
          if (change) await carryOut(change);
          const path = pathOf(page);
          const cookie = cookies[index % cookies.length] ?? '';
          const kept = await ask([first, second][shop] ?? first, path, {
            cookie,
            ...(isGzip ? { 'accept-encoding': 'gzip' } : {}),
          });
          const { 'content-encoding': encoding, ...headers } = kept.headers;
          if (kept.status === 200) expect(encoding).toBe(isGzip ? 'gzip' : undefined);
          const body = encoding ? gunzipSync(kept.body) : kept.body;
          await expectSamePage(
            { ...kept, headers, body },
            await ask(fresh, path, { cookie }),
            path,
          );
          expect(body.toString()).toContain(path.includes('.data') ? '' : nonceOf(kept));
          compared += 1;
        }
      },
    ),
    { numRuns: 70 },
  );
  console.log(`${compared} pages compared`);
  expect(compared).toBeGreaterThan(140);
}, 300_000);

test('a cached page does not wait for the connections that other requests hold', async () => {
  const [shop] = shops.running;
  if (!shop) throw new Error('There is no shop.');
  const { pool } = shops.database;
  const cookie = await shops.admit({ name: 'Pat', email: 'p@example.com', image: null, ...plain });
  const cached = await ask(shop, '/cloths', { cookie });
  const blocker = await pool.connect();
  try {
    await blocker.query('begin; lock table products');
    const held = Array.from({ length: 30 }, (_, i) => ask(shop, `/product/none-${i}`));
    const countHeld = async () => {
      const { rows } = await pool.query(
        `select count(*)::int as held from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].held;
    };
    // A job of another process may wait for the table as well.
    await expect.poll(countHeld, { timeout: 30_000 }).toBeGreaterThanOrEqual(MAX_CONNECTIONS);
    expect((await ask(shop, '/cloths', { cookie })).body).toHaveLength(cached.body.length);
    expect(await countHeld()).toBeGreaterThanOrEqual(MAX_CONNECTIONS);
    await blocker.query('rollback');
    await Promise.all(held);
  } finally {
    blocker.release(true);
  }
});
