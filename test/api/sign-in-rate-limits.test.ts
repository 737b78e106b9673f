import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#features/accounts/sign-in-rate-limits.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Guessed');
});
afterAll(() => shop.close());

const signIn = (client: Client, password: string, headers = {}, email = sam.email) =>
  client.post('/api/auth/sign-in/email', { email, password }, headers);

test('guessing is stopped per address with Retry-After, whatever address the guesser claims', async () => {
  const guesser = shop.guest();
  const claim = (i: number) => ({
    'x-forwarded-for': `198.51.100.${i}`,
    'x-real-ip': `198.51.100.${i}`,
    [CLIENT_ADDRESS_HEADER]: `198.51.100.${i}`,
    'user-agent': `agent ${i}`,
  });
  // Not so many at one account that its own limit says no before.
  const victim = (i: number) => (i % 5 === 0 ? sam.email : `nobody.${i % 5}@example.com`);
  const statuses: number[] = [];
  for (let i = 0; i < 30; i += 1) {
    statuses.push((await signIn(guesser, `guess-${i}`, claim(i), victim(i))).status);
  }
  expect(new Set(statuses)).toEqual(new Set([401]));

  const stopped = await signIn(guesser, PASSWORD, claim(99));
  expect(stopped.status).toBe(429);
  const wait = Number(stopped.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(stopped.headers.getSetCookie()).toEqual([]);
  await runJobs(shop.context);
  expect((await signIn(guesser, PASSWORD)).status).toBe(429);

  const keys = await shop.database.pool.query(
    "select key from rate_limits where key like '%sign-in%'",
  );
  expect(keys.rows).toEqual([{ key: expect.stringContaining(guesser.address) }]);

  // Neither the account nor anyone else is locked out by that.
  expect((await signIn(shop.guest(), PASSWORD)).status).toBe(200);
  expect((await guesser.get('/products')).status).toBe(200);
});

test('the limit is shared by every process of the shop', async () => {
  const flooder = shop.guest();
  for (let i = 0; i < 30; i += 1) {
    await signIn(flooder, 'wrong-password', {}, `nobody.${i}@example.com`);
  }
  const { rows } = await shop.database.pool.query(
    'select count from rate_limits where key like $1',
    [`%${flooder.address}%sign-in%`],
  );
  expect(rows).toEqual([{ count: 30 }]);
});

test('sign-ins with the right password are limited for an IPv6 site, but not those of a known browser', async () => {
  const from = (address: string) => Object.assign(shop.guest(), { address });
  const known = from('2001:db8:80:ffff::1');
  expect((await signIn(known, PASSWORD)).status).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    statuses.push((await signIn(from(`2001:db8:80:${i}::1`), PASSWORD)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 59 }, () => 200), 429]);
  expect((await signIn(from('2001:db8:81:1::1'), PASSWORD)).status).toBe(200);
  expect((await signIn(known, PASSWORD)).status).toBe(200);
});

test('waits that a clock that was ahead has set keep nobody out', async () => {
  const ann = await shop.shopper('Ann Ahead');
  await signIn(shop.guest(), 'wrong-password', {}, ann.email);
  await shop.database.pool.query(
    `update limits set wait_until = wait_until + interval '26 hours',
       ends_at = ends_at + interval '26 hours'`,
  );
  expect((await signIn(shop.guest(), PASSWORD, {}, ann.email)).status).toBe(200);
});

test('making accounts is limited per address as well', async () => {
  const maker = shop.guest();
  const signUp = (i: number) =>
    maker.post('/api/auth/sign-up/email', {
      name: 'Many',
      email: `many.${i}@example.com`,
      password: 'short',
    });
  for (let i = 0; i < 30; i += 1) expect((await signUp(i)).status).toBe(400);
  const stopped = await signUp(31);
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
});
