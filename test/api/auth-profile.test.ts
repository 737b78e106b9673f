import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addToCart, getCart, setDestination } from '#features/cart/cart.ts';
import { createApp } from '#server/http/app.ts';
import { createContext } from '#server/start/create-context.ts';
import { silentLog } from '#shared/log.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Profile');
});
afterAll(() => shop.close());

const signIn = (client: Client, headers = {}) =>
  client.post('/api/auth/sign-in/email', { email: sam.email, password: PASSWORD }, headers);

describe("a profile, at the sign-in library's own doors", () => {
  test.each([
    ['a blank name', { name: '  ' }],
    ['a name of invisible characters', { name: '\u200b\u3164\u00ad' }],
    ['a name that only turns the direction of writing', { name: '\u202e \u2066' }],
    ['a name of 121 characters', { name: 'x'.repeat(121) }],
    ['a name with a line break', { name: 'Sam\r\nBcc: everyone@example.com' }],
    ['a name with a NUL', { name: 'Sam\u0000' }],
    ['an image of script', { image: 'javascript:alert(1)' }],
    ['an image over http', { image: 'http://evil.example/a.png' }],
  ])('is refused with %s, new or changed [8.8]', async (_, change) => {
    const before = await shop.query('select name, image from users order by id');
    const made = await shop.guest().post('/api/auth/sign-up/email', {
      name: 'Fine',
      email: 'fine@example.com',
      password: PASSWORD,
      ...change,
    });
    const changed = await sam.post('/api/auth/update-user', change);
    expect([made.status, changed.status]).toEqual([400, 400]);
    expect((await changed.json()).message).toEqual(
      expect.stringMatching(/^(A name|A profile image|This profile image)/),
    );
    expect(await shop.query('select name, image from users order by id')).toEqual(before);
  });

  test('can be changed to something plain [7.23]', async () => {
    const response = await sam.post('/api/auth/update-user', { name: 'Sam Renamed' });
    expect(response.status).toBe(200);
    expect(await shop.query('select name from users where id = $1', [sam.id])).toEqual([
      { name: 'Sam Renamed' },
    ]);
  });
});

describe("a guest's cart", () => {
  const { hostile } = {
    hostile: [
      ['a token that is no token', 'shop.cart=../../etc/passwd'],
      ['a broken escape', 'shop.cart=%E0%A4%A'],
      ['a token nobody was given', `shop.cart=${'A'.repeat(43)}`],
      ['SQL', "shop.cart=' or true; --"],
      ['a very long token', `shop.cart=${'A'.repeat(3_000)}`],
      ['names of the language', '__proto__=1; constructor=2; hasOwnProperty=3'],
      ['no name', '=; ;;=a; shop.cart'],
    ],
  };

  /** A guest with two units of a new product in the cart, as the browser would come by it. */
  async function guestWithCart(quantity = 2) {
    const shirt = await stock(shop, { name: 'Joined Shirt', inventory: 5 });
    const guest = shop.guest();
    const cartToken = guest.holdCart();
    const variantId = shirt.variants[0]?.id ?? '';
    const actor = { user: null, session: null, cartToken };
    await addToCart(shop.context.ctx, actor, { variantId, quantity });
    await setDestination(shop.context.ctx, actor, { city: 'Chittagong', zip: '04100' });
    return { guest, variantId, actor };
  }

  test("joins the account's at sign-in: quantities add up as far as there is stock", async () => {
    const { guest, variantId, actor } = await guestWithCart(3);
    await addToCart(shop.context.ctx, actorOf(sam), { variantId, quantity: 4 });
    expect((await signIn(guest)).status).toBe(200);
    const cart = await getCart(shop.context.ctx, actorOf(sam));
    expect(cart.lines).toMatchObject([{ variantId, quantity: 5 }]);
    expect(cart).toMatchObject({ city: 'Chittagong', zip: '04100', shippingMinor: 6_000 });
    expect((await getCart(shop.context.ctx, actor)).lines).toEqual([]);
    await signIn(guest);
    expect((await getCart(shop.context.ctx, actorOf(sam))).lines).toMatchObject([{ quantity: 5 }]);
  });

  test('joins the account that signs up', async () => {
    const { guest, variantId } = await guestWithCart();
    const response = await guest.post('/api/auth/sign-up/email', {
      name: 'New Joiner',
      email: 'new.joiner@example.com',
      password: PASSWORD,
    });
    guest.user = (await response.json()).user;
    const { lines } = await getCart(shop.context.ctx, actorOf(guest));
    expect(lines).toMatchObject([{ variantId, quantity: 2 }]);
  });

  test.each(hostile)('does not keep anyone from signing in with %s', async (_, cookie) => {
    const before = await getCart(shop.context.ctx, actorOf(sam));
    const client = shop.guest();
    const response = await signIn(client, { cookie });
    expect(response.status).toBe(200);
    expect((await client.get(`/orders?email=${sam.email}`)).status).toBe(200);
    expect(await getCart(shop.context.ctx, actorOf(sam))).toEqual(before);
  });

  test("can not be taken with another guest's hash, which is all the database has", async () => {
    const { variantId, actor } = await guestWithCart();
    const [{ token_hash: hash }] = await shop.query(
      'select token_hash from carts join cart_lines on cart_id = carts.id where variant_id = $1',
      [variantId],
    );
    expect(hash).not.toBe(actor.cartToken);
    const thief = await shop.shopper('Thea Thief');
    await thief.post(
      '/api/auth/sign-in/email',
      { email: thief.email, password: PASSWORD },
      {
        cookie: `shop.cart=${hash}`,
      },
    );
    expect((await getCart(shop.context.ctx, actorOf(thief))).lines).toEqual([]);
    expect((await getCart(shop.context.ctx, actor)).lines).toHaveLength(1);
  });
});

test('over https the session cookie is Secure and belongs to this host alone', async () => {
  const baseUrl = 'https://shop.test';
  const context = await createContext({
    config: { ...shop.context.config, baseUrl },
    database: shop.database,
    dataDir: tmpdir(),
    authSecret: 'a-secret-for-tests-of-32-characters-or-more',
    log: silentLog,
  });
  const app = createApp({ context, renderPage: async () => new Response() });
  const signedIn = await app.request(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email: sam.email, password: PASSWORD }),
  });
  const [cookie = ''] = signedIn.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-shop\.session_token=/);
  for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
    expect(cookie).toContain(part);
  expect(signedIn.headers.get('strict-transport-security')).toContain('max-age=');
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  const own = await app.request(`${baseUrl}/orders?email=${sam.email}`, { headers });
  expect([own.status, await own.json()]).toEqual([200, []]);
  // Data, a page, and what leads to one.
  for (const path of ['/products', '/docs/api', '/api/auth/callback/google']) {
    const response = await app.request(baseUrl + path);
    expect(response.headers.get('strict-transport-security'), path).toContain('max-age=');
  }
});
