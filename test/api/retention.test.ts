import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#features/actor.ts';
import { addToCart, getCart, setQuantity } from '#features/cart/cart.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-21T10:00:00Z');
let now = START;
let shop: TestShop;
let sam: Client;
let variantId: string;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  sam = await shop.shopper('Sam Stays');
  variantId = (await stock(shop, { name: 'Kept Shirt', inventory: 50 })).variants[0]?.id ?? '';
});
afterAll(() => shop.close());

let guests = 0;
function newGuest(): Actor {
  guests += 1;
  return { user: null, session: null, cartToken: String(guests).padStart(43, 'g') };
}
const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows;
const count = async (from: string) =>
  Number((await query(`select count(*) from ${from}`))[0].count);
const add = (actor: Actor) => addToCart(shop.context.ctx, actor, { variantId, quantity: 1 });
const unitsOf = async (actor: Actor) => (await getCart(shop.context.ctx, actor)).count;
const runRound = () => runJobs(shop.context);

describe('the cart of a guest', () => {
  test('goes 60 days after it was last used, and one of an account stays', async () => {
    const guest = newGuest();
    await add(guest);
    await add(actorOf(sam));
    now += 60 * DAY;
    await runRound();
    expect(await count('carts')).toBe(2);
    now += 1;
    await runRound();
    expect(await query('select user_id from carts')).toEqual([{ user_id: sam.id }]);
    expect(await count('cart_lines')).toBe(1);
    expect(await unitsOf(guest)).toBe(0);
    expect(await unitsOf(actorOf(sam))).toBe(1);
  });

  test.each<[string, (guest: Actor) => Promise<unknown>]>([
    ['added to', add],
    ['changed', (guest) => setQuantity(shop.context.ctx, guest, { variantId, quantity: 2 })],
    ['looked at', unitsOf],
  ])('stays when it is %s every month', async (_, use) => {
    const guest = newGuest();
    await add(guest);
    for (let month = 0; month < 5; month += 1) {
      now += 30 * DAY;
      await use(guest);
      await runRound();
    }
    expect(await unitsOf(guest)).toBeGreaterThan(0);
  });

  test('that is being changed while it is removed stays, with the change', async () => {
    const guest = newGuest();
    await add(guest);
    now += 61 * DAY;
    const { pool } = shop.database;
    const client = await pool.connect();
    const hash = createHash('sha256')
      .update(guest.cartToken ?? '')
      .digest('base64url');
    try {
      await client.query('begin');
      await client.query('select from carts where token_hash = $1 for update', [hash]);
      await runRound();
      await client.query('commit');
    } finally {
      client.release();
    }
    await add(guest);
    await runRound();
    expect(await unitsOf(guest)).toBe(2);
  });
});

test('thousands of carts, sessions, links and counters that are over go in one round, young ones stay', async () => {
  const old = new Date(now - 61 * DAY);
  const gone = new Date(now - 1);
  const young = new Date(now + DAY);
  await query('delete from carts');
  await query(
    `insert into carts (id, token_hash, updated_at)
     select 'crt_old_' || n, 'old_' || n, $1::timestamptz from generate_series(1, 2500) n
     union all select 'crt_young', 'young', $2`,
    [old, new Date(now)],
  );
  await query(
    `insert into sessions (id, token, user_id, expires_at)
     select 'ses_' || n, 'token_' || n, $1, case when n = 1 then $2::timestamptz else $3 end
     from generate_series(1, 2501) n`,
    [sam.id, young, gone],
  );
  await query(
    `insert into verifications (id, identifier, value, expires_at)
     select 'ver_' || n, 'link_' || n, $1, case when n = 1 then $2::timestamptz else $3 end
     from generate_series(1, 2501) n`,
    [sam.id, young, gone],
  );
  // A counter is needed for a minute, and the clock of its process may be an hour behind.
  const needed = now - 61 * 60_000;
  await query(
    `insert into rate_limits (id, key, count, last_request)
     select 'lim_' || n, 'address_' || n, 30, case when n = 1 then $1::bigint else $1 - 1 end
     from generate_series(1, 2501) n`,
    [needed],
  );
  await Promise.all([runRound(), runJobs(await shop.beside())]);
  expect(await query('select id from carts')).toEqual([{ id: 'crt_young' }]);
  expect(await query("select id from sessions where id like 'ses\\_%'")).toEqual([{ id: 'ses_1' }]);
  expect(await query('select id from verifications')).toEqual([{ id: 'ver_1' }]);
  expect(await query("select id from rate_limits where id like 'lim\\_%'")).toEqual([
    { id: 'lim_1' },
  ]);
});

test.each([
  ['carts', 'user_id is null and updated_at < now()', 'updated_at', 'carts_of_guests_by_use'],
  ['sessions', 'expires_at < now()', 'expires_at', 'sessions_by_expiry'],
  ['verifications', 'expires_at < now()', 'expires_at', 'verifications_by_expiry'],
  ['rate_limits', 'last_request < 1', 'last_request', 'rate_limits_by_last_request'],
])('what is over is found by an index of %s', async (table, due, oldest, index) => {
  const client = await shop.database.pool.connect();
  try {
    // The tables of a test are small enough to be read as a whole.
    await client.query('set enable_seqscan = off');
    await client.query('set enable_bitmapscan = off');
    const { rows } = await client.query(
      `explain select id from ${table} where ${due} order by ${oldest} limit 1000 for update skip locked`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`Index Scan using ${index}`);
    expect(plan).not.toContain('Sort');
  } finally {
    client.release(true);
  }
});
