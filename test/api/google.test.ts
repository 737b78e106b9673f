import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeGoogleError, startGoogleSignIn } from '#features/accounts/accounts.ts';
import { addToCart, getCart } from '#features/cart/cart.ts';
import { createContext } from '#server/start/create-context.ts';
import { silentLog } from '#shared/log.ts';
import { stock } from '../support/goods.ts';
import {
  beginGoogle,
  chooseAtGoogle,
  endOf,
  FAILURE,
  SUCCESS,
  signInWithGoogle,
} from '../support/google.ts';
import { actorOf, type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const sessionOf = async (client: Client) => (await client.get('/api/auth/get-session')).json();
const failedWith = (code: string) => `${FAILURE}&error=${code}`;

describe('signing in with Google', () => {
  test('makes an account with a verified email and no password, and signs in', async () => {
    const client = shop.guest();
    const person = { email: 'amina@example.com', name: 'Amina Rahman' };
    expect(await signInWithGoogle(shop, client, person)).toBe(SUCCESS);
    const { user } = await sessionOf(client);
    expect(user).toMatchObject({ ...person, emailVerified: true, role: 'shopper', image: null });
    expect((await client.get('/orders?email=amina@example.com')).status).toBe(200);
    const kept = await shop.query(
      'select provider_id, password, id_token, access_token, refresh_token from auth_accounts where user_id = $1',
      [user.id],
    );
    expect(kept).toEqual([
      {
        provider_id: 'google',
        password: null,
        id_token: null,
        access_token: null,
        refresh_token: null,
      },
    ]);
  });

  test('again is the same account, with a new session, whatever the address is called now', async () => {
    const [one, two] = [shop.guest(), shop.guest()];
    await signInWithGoogle(shop, one, { email: 'same@example.com', name: 'Same' });
    const first = (await sessionOf(one)).user.id;
    await shop.query("update users set email = 'moved@example.com' where id = $1", [first]);
    await signInWithGoogle(shop, two, { email: 'same@example.com', name: 'Same' });
    expect((await sessionOf(two)).user.id).toBe(first);
    expect(two.cookies.get('shop.session_token')).not.toBe(one.cookies.get('shop.session_token'));
  });

  test('at the sandbox opens no account that has become an admin since', async () => {
    const carol = shop.guest();
    await signInWithGoogle(shop, carol, { email: 'carol@example.com' });
    const admin = await shop.admin('Ada Promoter');
    const { status } = await admin.put('/users/admin', { email: 'carol@example.com' });
    expect(status).toBe(200);
    const again = shop.guest();
    await signInWithGoogle(shop, again, { email: 'carol@example.com' });
    expect(await again.get('/api/auth/get-session').then((response) => response.json())).toBeNull();
  });

  test('takes along what a guest had in the cart', async () => {
    const shirt = await stock(shop, { name: 'Carried Shirt', inventory: 5 });
    const client = shop.guest();
    const cartToken = client.holdCart();
    const variantId = shirt.variants[0]?.id ?? '';
    const guest = { user: null, session: null, cartToken };
    await addToCart(shop.context.ctx, guest, { variantId, quantity: 2 });
    await signInWithGoogle(shop, client, { email: 'carrier@example.com' });
    client.user = (await sessionOf(client)).user;
    const { lines } = await getCart(shop.context.ctx, actorOf(client));
    expect(lines).toMatchObject([{ variantId, quantity: 2 }]);
  });

  test.each([
    ['a name of many characters', 'x'.repeat(60)],
    ['no name', ''],
  ])('with %s makes an account with a name that fits', async (_, name) => {
    const client = shop.guest();
    await signInWithGoogle(shop, client, { email: `named.${name.length}@example.com`, name });
    expect((await sessionOf(client)).user.name.length).toBeGreaterThan(0);
  });

  test('is refused with an email that Google has not verified, and makes no account', async () => {
    const client = shop.guest();
    const person = { email: 'not.verified@example.com', verified: 'no' as const };
    expect(await signInWithGoogle(shop, client, person)).toMatch(
      `${FAILURE}&error=email_not_verified`,
    );
    expect(await sessionOf(client)).toBeNull();
    expect(
      await shop.query("select id from users where email = 'not.verified@example.com'"),
    ).toEqual([]);
  });

  test('that is broken off signs nobody in', async () => {
    const client = shop.guest();
    const page = await beginGoogle(shop, client);
    const back = await chooseAtGoogle(client, page, { response: 'cancel' });
    expect(endOf(await client.get(back))).toBe(failedWith('access_denied'));
    expect(await sessionOf(client)).toBeNull();
  });
});

describe('an account that has a password already', () => {
  const takenBy = async (email: string, verified: boolean) => {
    const owner = shop.guest();
    await owner.post('/api/auth/sign-up/email', { name: 'First', email, password: PASSWORD });
    if (verified)
      await shop.query('update users set email_verified = true where email = $1', [email]);
    return owner;
  };

  test('is not shared with Google while nobody has verified its email [7.27]', async () => {
    // Somebody who registers another person's address must not wait in that person's account.
    const email = 'victim@example.com';
    const attacker = await takenBy(email, false);
    const victim = shop.guest();
    expect(await signInWithGoogle(shop, victim, { email })).toBe(failedWith('account_not_linked'));
    expect(await sessionOf(victim)).toBeNull();
    expect((await sessionOf(attacker)).user.emailVerified).toBe(false);
    const kept = await shop.query(
      "select provider_id from auth_accounts a join users u on u.id = a.user_id where email = 'victim@example.com'",
    );
    expect(kept).toEqual([{ provider_id: 'credential' }]);
  });

  test('is the one that Google signs in to when both have verified its email', async () => {
    const email = 'both@example.com';
    const owner = await takenBy(email, true);
    const client = shop.guest();
    expect(await signInWithGoogle(shop, client, { email, name: 'Other Name' })).toBe(SUCCESS);
    const { user } = await sessionOf(client);
    expect(user).toMatchObject({ id: (await sessionOf(owner)).user.id, name: 'First' });
  });

  test('is not the one of an unverified address at Google, though its own is verified', async () => {
    const email = 'half@example.com';
    await takenBy(email, true);
    const client = shop.guest();
    const end = await signInWithGoogle(shop, client, { email, verified: 'no' });
    expect(end).toMatch(/&error=(account_not_linked|email_not_verified)/);
    expect(await sessionOf(client)).toBeNull();
  });
});

describe('what comes back from Google', () => {
  const signedIn = async (client: Client) => (await sessionOf(client)) !== null;
  const person = { email: 'state@example.com', name: 'State', verified: 'yes' };

  test("is of no use in another browser: an attacker's code signs no victim in", async () => {
    const [attacker, victim] = [shop.guest(), shop.guest()];
    const page = await beginGoogle(shop, attacker);
    const back = await chooseAtGoogle(attacker, page, person);
    expect(endOf(await victim.get(back))).toMatch(/error=state_mismatch/);
    expect(await signedIn(victim)).toBe(false);
    // Nor with a sign-in of their own under way.
    await beginGoogle(shop, victim);
    expect(endOf(await victim.get(back))).toMatch(/error=state_mismatch/);
    expect(await signedIn(victim)).toBe(false);
  });

  test('is of use once', async () => {
    const client = shop.guest();
    const page = await beginGoogle(shop, client);
    const kept = new Map(client.cookies);
    const back = await chooseAtGoogle(client, page, person);
    expect(endOf(await client.get(back))).toBe(SUCCESS);
    const copy = shop.guest();
    for (const [name, value] of kept) copy.cookies.set(name, value);
    expect(endOf(await copy.get(back))).toMatch(/error=/);
    expect(await signedIn(copy)).toBe(false);
  });

  test.each([
    ['no state', (back: string) => back.replace(/state=[^&]*/, '')],
    ['another state', (back: string) => back.replace(/state=[^&]*/, 'state=guessed')],
    ['another code', (back: string) => back.replace(/code=[^&]*/, 'code=guessed')],
    ['no code', (back: string) => back.replace(/code=[^&]*/, '')],
    ['another issuer', (back: string) => back.replace(/iss=[^&]*/, 'iss=https://evil.example')],
  ])('is refused with %s', async (_, change) => {
    const client = shop.guest();
    const page = await beginGoogle(shop, client);
    const back = await chooseAtGoogle(client, page, person);
    const end = endOf(await client.get(change(back)));
    expect(end).toMatch(/^\/login\?.*error=/);
    expect(await signedIn(client)).toBe(false);
  });

  test('is refused with a nonce of another visit', async () => {
    const client = shop.guest();
    const page = await beginGoogle(shop, client);
    const back = await chooseAtGoogle(client, page, { ...person, nonce: 'of-another-visit' });
    expect(endOf(await client.get(back))).toBe(failedWith('unable_to_get_user_info'));
    expect(await signedIn(client)).toBe(false);
  });

  test('leaves no secret of the visit readable in the database', async () => {
    const page = await beginGoogle(shop, shop.guest());
    const state = page.searchParams.get('state') ?? 'none';
    const rows = await shop.query('select identifier from verifications');
    expect(JSON.stringify(rows)).not.toContain(state);
  });
});

test('a form of another site does not choose for anyone at the sandbox', async () => {
  const client = shop.guest();
  const page = await beginGoogle(shop, client);
  const form = new FormData();
  for (const [name, value] of page.searchParams) form.set(name, value);
  const headers = { origin: 'https://evil.example' };
  const response = await client.request('POST', page.pathname, form, headers);
  expect(response.status).toBe(403);
});

test('a page of the sandbox that no shop sent anyone to is refused', async () => {
  const page = await beginGoogle(shop, shop.guest());
  page.searchParams.set('redirect_uri', 'https://evil.example/');
  expect((await shop.guest().get(page.pathname + page.search)).status).toBe(400);
});

describe('a Google that can not be used', () => {
  const contextWith = (change: object) =>
    createContext({
      config: { ...shop.context.config, ...change },
      database: shop.database,
      dataDir: tmpdir(),
      authSecret: 'a-secret-for-tests-of-32-characters-or-more',
      log: silentLog,
    });
  const start = ({ ctx, auth }: Awaited<ReturnType<typeof createContext>>) =>
    startGoogleSignIn(ctx, auth, { success: SUCCESS, failure: FAILURE, address: '10.1.2.3' });

  test('because it is down is said in a sentence [8.19]', async () => {
    const google = { clientId: 'c', clientSecret: 's', issuer: 'http://127.0.0.1:9' };
    await expect(start(await contextWith({ google }))).rejects.toMatchObject({
      code: 'unavailable',
      message: describeGoogleError('unavailable'),
    });
  });

  test('because nobody set it up is never the sandbox in production', async () => {
    const context = await contextWith({ mode: 'production', baseUrl: 'https://shop.test' });
    expect([context.identitySandbox, context.ctx.identity]).toEqual([null, null]);
    await expect(start(context)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('in demo mode the real one takes the place of the sandbox', async () => {
    const google = { clientId: 'c', clientSecret: 's', issuer: 'https://accounts.google.com' };
    const context = await contextWith({ google });
    expect([context.identitySandbox, context.ctx.identity?.name]).toEqual([null, 'google']);
  });
});

test.each(['access_denied', 'invalid_code', 'state_mismatch', 'something_new', '[object Object]'])(
  'the code %s has a plain sentence [8.19]',
  (code) => {
    expect(describeGoogleError(code)).toMatch(/^[A-Z][^_<>]+\.$/);
  },
);
