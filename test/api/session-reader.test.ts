import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSignedInUser } from '#features/accounts/session-reader.ts';
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

const DAY = 86_400_000;
const changed = (value: string, at: number) => {
  const plain = decodeURIComponent(value);
  const other = plain.at(at) === 'A' ? 'B' : 'A';
  return encodeURIComponent(plain.slice(0, at) + other + plain.slice(at + 1 || plain.length));
};
const expectAlike = async (cookie: string | null) => {
  const headers = new Headers(cookie === null ? {} : { cookie });
  const session = await shop.context.auth.api.getSession({ headers });
  const found = await shop.context.sessions.findUser(headers);
  expect(found).toEqual(session && toSignedInUser(session.user));
  return found;
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
])('a cookie with %s is nobody', async (_, cookie) => {
  expect(await expectAlike(cookie())).toBeNull();
});

test('of two cookies of the name the library chooses', async () => {
  await expectAlike(`${name}=${ada}; ${name}=${bo}`);
  await expectAlike(`${name}=nonsense; ${name}=${bo}`);
});

test.each([
  ['is prolonged when it is due', 20 * DAY, true],
  ['is left alone while it is young', 29.5 * DAY, false],
])('a session %s', async (_, leftMs, prolongs) => {
  const sam = await shop.shopper(`Sam ${prolongs}`);
  const { pool } = shop.database;
  const ends = async () =>
    (await pool.query('select expires_at from sessions where user_id = $1', [sam.id])).rows[0]
      .expires_at as Date;
  const before = new Date(Date.now() + leftMs);
  await pool.query('update sessions set expires_at = $2 where user_id = $1', [sam.id, before]);
  const headers = new Headers({ cookie: `${name}=${sam.cookies.get(name)}` });
  expect(await shop.context.sessions.findUser(headers)).toMatchObject({ id: sam.id });
  const after = await ends();
  if (prolongs) expect(after.getTime()).toBeGreaterThan(Date.now() + 29 * DAY);
  else expect(after).toEqual(before);
});

test('a session that ran out is nobody', async () => {
  const old = await shop.shopper('Otto Old');
  await shop.database.pool.query('update sessions set expires_at = now() where user_id = $1', [
    old.id,
  ]);
  const headers = new Headers({ cookie: `${name}=${old.cookies.get(name)}` });
  expect(await shop.context.sessions.findUser(headers)).toBeNull();
});
