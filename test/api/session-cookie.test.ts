import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSignedInUser } from '#features/actor.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

// What is read past the library is what the library would say, which is asked each time.

let shop: TestShop;
let name: string;
let ada: string;
let bo: string;

beforeAll(async () => {
  shop = await openTestShop();
  const { authCookies } = await shop.context.auth.$context;
  name = authCookies.sessionToken.name;
  ada = (await shop.admin('Ada Reader')).cookies.get(name) ?? '';
  bo = (await shop.shopper('Bo Reader')).cookies.get(name) ?? '';
});
afterAll(() => shop.close());

const changed = (value: string, at: number) => {
  const plain = decodeURIComponent(value);
  const other = plain.at(at) === 'A' ? 'B' : 'A';
  return encodeURIComponent(plain.slice(0, at) + other + plain.slice(at + 1 || plain.length));
};
const expectAlike = async (cookie: string | null) => {
  const headers = new Headers(cookie === null ? {} : { cookie });
  // First, because the library prolongs what is due when it is asked.
  const { user, session } = await shop.context.visitors.find(headers);
  const known = await shop.context.auth.api.getSession({ headers });
  expect(user).toEqual(known && toSignedInUser(known.user));
  const { id, createdAt } = known?.session ?? {};
  expect(session).toEqual(known && { id, createdAt });
  return user;
};

test('a session is whose the library says, with the role of the moment', async () => {
  expect(await expectAlike(`${name}=${ada}`)).toMatchObject({ name: 'Ada Reader', role: 'admin' });
  expect(await expectAlike(`a=b; ${name}=${bo}; c=d`)).toMatchObject({ role: 'shopper' });
});

test.each<[string, () => string | null]>([
  ['no cookies', () => null],
  ['an empty header', () => ''],
  ['another cookie alone', () => `other=${ada}`],
  ['a name that ends alike', () => `x${name}=${ada}`],
  ['nothing in it', () => `${name}=`],
  ['a token without its signature', () => `${name}=${decodeURIComponent(ada).split('.')[0]}`],
  ['a signature without its token', () => `${name}=.${decodeURIComponent(ada).split('.')[1]}`],
  ['another token', () => `${name}=${changed(ada, 0)}`],
  ['another signature', () => `${name}=${changed(ada, 40)}`],
  [
    'the signature of another',
    () =>
      `${name}=${encodeURIComponent(`${decodeURIComponent(ada).split('.')[0]}.${decodeURIComponent(bo).split('.')[1]}`)}`,
  ],
  ['what is no encoding', () => `${name}=%E0%A4%A`],
  [
    'a letter of another alphabet',
    () =>
      `${name}=${decodeURIComponent(ada)
        .replace(/[+/]/g, '_')
        .replace(/.(?==$)/, '_')}`,
  ],
])('a cookie with %s is nobody', async (_, cookie) => {
  expect(await expectAlike(cookie())).toBeNull();
});

test('of two cookies of the name the library chooses', async () => {
  await expectAlike(`${name}=${ada}; ${name}=${bo}`);
  await expectAlike(`${name}=nonsense; ${name}=${bo}`);
});

/** A customer whose session ends in so many days; `endsIn` returns how many it has then. */
async function shopperFor(days: number, person: string) {
  const client = await shop.shopper(person);
  const { pool } = shop.database;
  await pool.query(
    `update sessions set expires_at = now() + $2 * interval '1 day' where user_id = $1`,
    [client.id, days],
  );
  const endsIn = async () => {
    const { rows } = await pool.query(
      `select extract(epoch from expires_at - now()) / 86400 as days from sessions where user_id = $1`,
      [client.id],
    );
    return Math.round(Number(rows[0]?.days) * 10) / 10;
  };
  return { client, endsIn };
}

const sessionCookies = (response: Response) =>
  response.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`));

test('a session that is due is prolonged, and the browser keeps its cookie as long', async () => {
  const { client, endsIn } = await shopperFor(20, 'Dee Due');
  const before = client.cookies.get(name);
  const response = await client.get(`/orders?email=${client.email}`);
  expect(response.status).toBe(200);
  expect(sessionCookies(response)).toEqual([expect.stringContaining('Max-Age=2592000')]);
  expect(client.cookies.get(name)).toBe(before);
  expect(await endsIn()).toBe(30);
  expect(sessionCookies(await client.get(`/orders?email=${client.email}`))).toEqual([]);
});

test('a young session is left alone', async () => {
  const { client, endsIn } = await shopperFor(29.5, 'Yves Young');
  expect(sessionCookies(await client.get(`/orders?email=${client.email}`))).toEqual([]);
  expect(await endsIn()).toBe(29.5);
});

test('a session that is ended while it is prolonged is nobody', async () => {
  const { client } = await shopperFor(20, 'Edda Ended');
  const holder = await shop.database.pool.connect();
  await holder.query('begin');
  await holder.query('delete from sessions where user_id = $1', [client.id]);
  const asking = client.get(`/orders?email=${client.email}`);
  await expect
    .poll(async () => {
      const { rows } = await shop.database.pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length;
    })
    .toBe(1);
  await holder.query('commit');
  holder.release();
  expect((await asking).status).toBe(401);
});

test('prolonging makes no browser known that an old password let in', async () => {
  const { client } = await shopperFor(20, 'Olaf Outlived');
  client.cookies.delete('shop.device');
  await client.get(`/orders?email=${client.email}`);
  await client.get('/api/auth/get-session');
  expect(client.cookies.has('shop.device')).toBe(false);
});

test('a session that ran out is nobody', async () => {
  const { client } = await shopperFor(0, 'Otto Old');
  expect((await client.get(`/orders?email=${client.email}`)).status).toBe(401);
});
