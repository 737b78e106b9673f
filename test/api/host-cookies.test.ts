import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGoogleSignIn } from '#features/accounts/accounts.ts';
import { makeDeviceCookies } from '#features/accounts/device-cookie.ts';
import { addToCart, getCart } from '#features/cart/cart.ts';
import { createApp } from '#server/http/app.ts';
import { createContext, type ShopContext } from '#server/start/create-context.ts';
import { silentLog } from '#shared/log.ts';
import { visitOf } from '#web/shop-context.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

// The same shop over HTTPS. Its one page puts a shirt into the cart of whoever posts to it, as the
// cart's own page does.
const BASE_URL = 'https://shop.test';

let shop: TestShop;
let context: ShopContext;
let sam: Client;
let variantId: string;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Secure');
  variantId = (await stock(shop, { name: 'Host Shirt', inventory: 50 })).variants[0]?.id ?? '';
  context = await createContext({
    config: { ...shop.context.config, baseUrl: BASE_URL },
    database: shop.database,
    dataDir: tmpdir(),
    authSecret: 'a-secret-for-tests-of-32-characters-or-more',
    log: silentLog,
  });
  app = createApp({ context, renderPage });
});
afterAll(() => shop.close());

async function renderPage(request: Request, page: RouterContextProvider): Promise<Response> {
  const { ctx, actor, keepCartCookie } = visitOf(page);
  if (request.method === 'POST') await addToCart(ctx, actor, { variantId, quantity: 1 });
  const { count } = await getCart(ctx, actor);
  keepCartCookie();
  return Response.json({ count });
}

async function ask(method: string, path: string, options: { cookie?: string; body?: object } = {}) {
  const { cookie = '', body = {} } = options;
  const response = await app.request(BASE_URL + path, {
    method,
    headers: { origin: BASE_URL, cookie, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  return { response, cookies: response.headers.getSetCookie() };
}
const pairOf = (cookie = '') => cookie.split(';')[0] ?? '';
const planted = () => `shop.cart=${randomBytes(32).toString('base64url')}`;

test('every cookie of the shop belongs to this host alone', async () => {
  const credentials = { email: sam.email, password: PASSWORD };
  const signedIn = await ask('POST', '/api/auth/sign-in/email', { body: credentials });
  const cookie = signedIn.cookies.map(pairOf).join('; ');
  const made = await ask('POST', '/api/auth/sign-up/email', {
    body: { name: 'New', email: 'new@example.com', password: PASSWORD },
  });
  const google = await startGoogleSignIn(context.ctx, context.auth, {
    success: '/',
    failure: '/login',
    address: '10.0.0.1',
  });
  const back = await ask('GET', `/api/auth/callback/google?state=x&code=y`, {
    cookie: google.cookies.map(pairOf).join('; '),
  });
  const carried = await ask('POST', '/cart');
  const signedOut = await ask('POST', '/api/auth/sign-out', { cookie });
  const all = [signedIn, made, google, back, carried, signedOut].flatMap(({ cookies }) => cookies);
  all.push(...(await makeDeviceCookies(context.ctx, context.auth, sam.email)));
  const names = new Set(all.map((one) => one.slice(0, one.indexOf('='))));
  for (const name of ['session_token', 'device', 'cart', 'state']) {
    expect([...names].join()).toContain(`__Host-shop.${name}`);
  }
  for (const one of all) {
    expect(one).toMatch(/^__Host-shop\./);
    expect(one).toMatch(/; *Secure/i);
    expect(one).toMatch(/; *HttpOnly/i);
    expect(one).toMatch(/; *Path=\/(;|$)/i);
    expect(one).not.toMatch(/Domain=/i);
  }
});

describe("a guest's cart over HTTPS", () => {
  test('is found by its cookie, which is renewed as long as the cart is used', async () => {
    const first = await ask('POST', '/cart');
    const cookie = pairOf(first.cookies[0]);
    expect(cookie).toMatch(/^__Host-shop\.cart=[\w-]{43}$/);
    expect(first.cookies[0]).toContain(`Max-Age=${60 * 86_400}`);
    const seen = await ask('GET', '/cart', { cookie });
    expect(await seen.response.json()).toEqual({ count: 1 });
    expect(pairOf(seen.cookies[0])).toBe(cookie);
  });

  test('that another host of the domain planted is not seen, added to or joined', async () => {
    const cookie = planted();
    const token = cookie.slice('shop.cart='.length);
    await addToCart(
      context.ctx,
      { user: null, session: null, cartToken: token },
      { variantId, quantity: 7 },
    );
    expect(await (await ask('GET', '/cart', { cookie })).response.json()).toEqual({ count: 0 });
    const added = await ask('POST', '/cart', { cookie });
    expect(await added.response.json()).toEqual({ count: 1 });
    expect(pairOf(added.cookies[0])).not.toContain(token);
    const body = { email: sam.email, password: PASSWORD };
    await ask('POST', '/api/auth/sign-in/email', { cookie, body });
    expect((await getCart(context.ctx, actorOf(sam))).count).toBe(0);
    expect(context.visitors.readCredentials(cookie)).toEqual({
      sessionToken: null,
      cartToken: null,
    });
  });

  test('joins the account at sign-in', async () => {
    const cookie = pairOf((await ask('POST', '/cart')).cookies[0]);
    const body = { email: sam.email, password: PASSWORD };
    await ask('POST', '/api/auth/sign-in/email', { cookie, body });
    expect((await getCart(context.ctx, actorOf(sam))).count).toBe(1);
  });
});
