import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestPasswordReset } from '#features/accounts/accounts.ts';
import { changePassword } from '#features/accounts/change-password.ts';
import { startGoogleSignIn } from '#features/accounts/google.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import { limitKey } from '#features/rate-limits/rate-limits.ts';
import { removeOld } from '#features/retention/retention.ts';
import { createApp } from '#server/http/app.ts';
import { networkOf } from '#shared/network.ts';
import { Client, openTestShop, PASSWORD, signedInActorOf, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let now = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await openTestShop({ now: () => now });
});
afterAll(() => shop.close());

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const signIn = (client: Client, email: string, password: string) =>
  client.post('/api/auth/sign-in/email', { email, password });
const guess = async (client: Client, email: string, times: number) => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1)
    statuses.push((await signIn(client, email, `guess-${i}`)).status);
  return statuses;
};
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

/** Guesses as many guests would, each a few times. */
const guessedBy = async (guests: number, email: string) => {
  await guess(shop.guest(), email, 1);
  await shop.database.pool.query('update limits set count = $1 where key = $2', [
    guests - 1,
    limitKey('sign-in-all', email),
  ]);
  return guess(shop.guest(), email, 1);
};

describe('guessing the password of one account', () => {
  test('has a wait after the tenth attempt, which doubles up to a quarter of an hour', async () => {
    const { email } = await shop.shopper('Ann Guessed');
    const guesser = shop.guest();
    expect(await guess(guesser, email, 11)).toEqual([...times(10, 401), 429]);
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const refused = await signIn(guesser, email, PASSWORD);
      expect(refused.status).toBe(429);
      expect((await refused.json()).message).toContain('Too many attempts.');
      const wait = Number(refused.headers.get('retry-after'));
      waits.push(wait);
      later(wait);
      expect((await signIn(guesser, email, 'wrong')).status).toBe(401);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 900]);
    later(900);
    expect((await signIn(guesser, email, PASSWORD)).status).toBe(200);
    expect(await guess(guesser, email, 2)).toEqual(times(2, 401));
  });

  test('counts attempts that come at once one by one', async () => {
    const { email } = await shop.shopper('Amy Flooded');
    const guesser = shop.guest();
    const returns = await Promise.all(
      Array.from({ length: 25 }, (_, i) => signIn(guesser, email, `guess-${i}`)),
    );
    expect(returns.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  test('is counted alike for an account that does not exist', async () => {
    expect(await guess(shop.guest(), 'nobody@example.com', 11)).toEqual([...times(10, 401), 429]);
  });

  test('is counted by all processes of the shop together', async () => {
    const { email } = await shop.shopper('Pam Processes');
    const other = createApp({
      context: await shop.beside(),
      renderPage: async () => new Response(),
    });
    const here = shop.guest();
    const there = new Client(other, here.address);
    expect(await guess(here, email, 5)).toEqual(times(5, 401));
    expect(await guess(there, email, 6)).toEqual([...times(5, 401), 429]);
    expect((await signIn(here, email, PASSWORD)).status).toBe(429);
  });

  test('by many guests stops guests, and never a browser that the account knows', async () => {
    const owner = await shop.shopper('Olga Owner');
    const { email } = owner;
    expect(await guessedBy(99, email)).toEqual([401]);
    expect(await guess(shop.guest(), email, 1)).toEqual([401]);
    const refused = await signIn(shop.guest(), email, PASSWORD);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await signIn(owner, email, PASSWORD)).status).toBe(200);
    // The cookie is worth nothing at another account.
    const other = await shop.shopper('Otto Other');
    expect(await guessedBy(100, other.email)).toEqual([401]);
    expect((await signIn(owner, other.email, PASSWORD)).status).toBe(429);
    expect((await signIn(other, other.email, PASSWORD)).status).toBe(200);
  });

  test('from the networks of one site has a wait after twenty, and leaves other guests alone', async () => {
    const { email } = await shop.shopper('Sia Sited');
    const guesser = shop.guest();
    const from = (network: number, count: number) => {
      guesser.address = `2001:db8:70:${network}::1`;
      return guess(guesser, email, count);
    };
    expect(await from(1, 10)).toEqual(times(10, 401));
    expect(await from(2, 10)).toEqual(times(10, 401));
    for (let network = 3; network <= 5; network += 1) expect(await from(network, 1)).toEqual([429]);
    const { rows } = await shop.database.pool.query('select count from limits where key = $1', [
      limitKey('sign-in-all', email),
    ]);
    expect(rows).toEqual([{ count: 20 }]);
    const owner = shop.guest();
    owner.address = '2001:db8:71:1::1';
    expect((await signIn(owner, email, PASSWORD)).status).toBe(200);
    // A success clears the counts of its own site.
    later(10);
    expect((await signIn(guesser, email, PASSWORD)).status).toBe(200);
    expect(await from(6, 10)).toEqual(times(10, 401));
  });

  test('from a browser that the account knows is slowed down as well', async () => {
    const owner = await shop.shopper('Kim Known');
    expect(await guess(owner, owner.email, 11)).toEqual([...times(10, 401), 429]);
    // And nobody else is by that.
    expect((await signIn(shop.guest(), owner.email, PASSWORD)).status).toBe(200);
  });

  test('has no more attempts for signing in more often', async () => {
    const owner = await shop.shopper('Ria Repeats');
    const device = owner.cookies.get('shop.device')?.split('.')[0];
    expect(device).toMatch(/^[\w-]{22}$/);
    expect((await signIn(owner, owner.email, PASSWORD)).status).toBe(200);
    expect(owner.cookies.get('shop.device')?.split('.')[0]).toBe(device);
  });

  const changeOf = async (client: Client) =>
    changePassword(shop.context.ctx, shop.context.auth, await signedInActorOf(shop, client), {
      current: PASSWORD,
      next: 'another-heron-9',
      endOthers: true,
    });

  test('in which the current password is guessed has to wait after the tenth attempt', async () => {
    const owner = await shop.shopper('Gus Guessed');
    const actor = await signedInActorOf(shop, owner);
    const tried = (current: string) =>
      changePassword(shop.context.ctx, shop.context.auth, actor, {
        current,
        next: 'another-heron-9',
        endOthers: false,
      });
    for (let i = 0; i < 10; i += 1) {
      await expect(tried(`guess-${i}`)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    await expect(tried(PASSWORD)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 10,
    });
  });

  test('in which the password was changed is known on', async () => {
    const owner = await shop.shopper('Kit Careful');
    owner.keep((await changeOf(owner)).cookies);
    await guessedBy(100, owner.email);
    expect((await signIn(shop.guest(), owner.email, 'another-heron-9')).status).toBe(429);
    expect((await signIn(owner, owner.email, 'another-heron-9')).status).toBe(200);
  });

  test('is that of a guest once the password is another', async () => {
    const former = await shop.shopper('Fern Former');
    await changeOf(former);
    await guess(former, former.email, 10);
    expect((await signIn(shop.guest(), former.email, 'another-heron-9')).status).toBe(200);
    const { rows } = await shop.database.pool.query('select count from limits where key = $1', [
      limitKey('sign-in', `${former.email} ${networkOf(former.address)}`),
    ]);
    expect(rows).toEqual([{ count: 10 }]);
  });

  test.each(['', 'x', 'a.b', `${'a'.repeat(22)}.${'b'.repeat(43)}`])(
    'with the device cookie %j counts as a guest',
    async (device) => {
      const { email } = await shop.shopper(`Fay Forged ${device.length}`);
      const guesser = shop.guest();
      for (let i = 0; i < 11; i += 1) {
        guesser.cookies.set('shop.device', device.replace(/^a/, String(i % 10)));
        await signIn(guesser, email, `guess-${i}`);
      }
      expect((await signIn(guesser, email, PASSWORD)).status).toBe(429);
    },
  );
});

test('the device cookie is a secret of the browser, and kept for long', async () => {
  const { email } = await shop.shopper('Dee Vice');
  const client = shop.guest();
  const response = await signIn(client, email, PASSWORD);
  const cookie = response.headers.getSetCookie().find((set) => set.startsWith('shop.device='));
  expect(cookie).toMatch(/Max-Age=34560000/);
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
});

test('messages by the contact form are ten an hour of one address', async () => {
  const { address } = shop.guest();
  const write = (from = address) =>
    submitContactMessage(shop.context.ctx, from, {
      user_name: '',
      user_email: '',
      message: 'Hello?',
    });
  for (let i = 0; i < 10; i += 1) await write();
  await expect(write()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3_600 });
  await write(shop.guest().address);
  later(3_600);
  await write();
});

test('messages by the contact form are thirty a day of one network, and twice as many of one site', async () => {
  const write = (from: string) =>
    submitContactMessage(shop.context.ctx, from, { user_name: '', user_email: '', message: 'Hi' });
  for (let network = 1; network <= 2; network += 1) {
    for (let i = 0; i < 10; i += 1) await write(`2001:db8:5:${network}::1`);
  }
  const refused = (retryAfterSeconds: number) => ({ code: 'rate_limited', retryAfterSeconds });
  await expect(write('2001:db8:5:3::1')).rejects.toMatchObject(refused(3_600));
  later(3_600);
  for (let i = 0; i < 10; i += 1) await write('2001:db8:5:1::1');
  later(3_600);
  for (let i = 0; i < 10; i += 1) await write('2001:db8:5:1::1');
  later(3_600);
  await expect(write('2001:db8:5:1::1')).rejects.toMatchObject(refused(75_600));
  for (let i = 0; i < 10; i += 1) await write('2001:db8:5:4::1');
  await write('2001:db8:6:1::1');
});

test.each([
  ['links for a new password', 'reset-by-address', 10, 'askForLink'],
  ['sign-ins with Google', 'google', 100, 'startGoogle'],
] as const)('%s are limited by network, and twice as many by site', async (_, key, most, name) => {
  const { ctx, auth } = shop.context;
  const { baseUrl } = ctx;
  const ask = {
    askForLink: (address: string) =>
      requestPasswordReset(ctx, { email: 'nobody@example.com', address, baseUrl }),
    startGoogle: (address: string) =>
      startGoogleSignIn(ctx, auth, { success: '/', failure: '/login', address }),
  }[name];
  const counted = (count: number, network: string) =>
    shop.database.pool.query('update limits set count = $1 where key = $2', [
      count,
      limitKey(key, network),
    ]);
  const refusal = { code: 'rate_limited' };
  await ask('2001:db8:90:1::1');
  await counted(most, '2001:db8:90:1::/64');
  await expect(ask('2001:db8:90:1::2')).rejects.toMatchObject(refusal);
  await counted(2 * most - 1, '2001:db8:90::/48');
  await ask('2001:db8:90:2::1');
  await expect(ask('2001:db8:90:3::1')).rejects.toMatchObject(refusal);
  await ask('2001:db8:91:1::1');
});

test.each([
  ['sixty an hour', 'sign-up-hour', 60, 3_600, '2001:db8:60'],
  ['three hundred a day', 'sign-up-day', 300, 86_400, '2001:db8:300'],
])('accounts of one site are %s, by all its networks', async (_, key, most, seconds, site) => {
  const maker = shop.guest();
  let made = 0;
  const signUp = (address: string) => {
    made += 1;
    maker.address = address;
    const email = `${key}.${made}@example.com`;
    return maker.post('/api/auth/sign-up/email', { name: 'Many', email, password: PASSWORD });
  };
  expect((await signUp(`${site}:1::1`)).status).toBe(200);
  await shop.database.pool.query('update limits set count = $1 where key = $2', [
    most - 1,
    limitKey(key, `${site}::/48`),
  ]);
  expect((await signUp(`${site}:2::1`)).status).toBe(200);
  const refused = await signUp(`${site}:3::1`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, `${seconds}`]);
  expect((await refused.json()).message).toBe(
    'Too many accounts have been made from your internet connection. Please try again later.',
  );
  expect((await signUp('2001:db8:61:1::1')).status).toBe(200);
  later(seconds);
  expect((await signUp(`${site}:3::1`)).status).toBe(200);
});

test('what is counted names neither addresses nor emails, and is forgotten', async () => {
  const { address } = shop.guest();
  const kept = async () => (await shop.database.pool.query('select * from limits')).rows;
  expect(JSON.stringify(await kept())).not.toMatch(/@|example/);
  expect(JSON.stringify(await kept())).not.toContain(address);
  later(2 * 86_400);
  await removeOld(shop.context.ctx, 'limitCounters', shop.context.config.retention);
  expect(await kept()).toEqual([]);
});
