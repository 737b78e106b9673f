import { request } from 'node:http';
import { expect, inject, test } from 'vitest';
import {
  estimateFor,
  fillCart,
  newSession,
  newShopper,
  Person,
  placeOrder,
  stockroom,
} from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const goods = stockroom();

const actions = [
  '/cart',
  '/contact',
  '/login',
  '/register',
  '/payment',
  '/addProduct',
  '/shoppingCart',
  '/checkOut',
];

/** What no form of the shop sends, but anyone can. */
const bodies: [string, string, string][] = [
  ['JSON', 'application/json', '{"intent":"add"}'],
  ['plain text', 'text/plain', 'intent=add'],
  ['a form that breaks off', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form'],
  ['a list of four billion', 'application/x-www-form-urlencoded', 'message[4294967294]=x'],
  ['a list of a hundred million', 'application/x-www-form-urlencoded', 'email[99999999]=x'],
  ['a path of thirty thousand', 'application/x-www-form-urlencoded', `${'a.'.repeat(30_000)}a=x`],
  ['a command of null', 'application/x-www-form-urlencoded', '__intent__=null'],
  ['half a command', 'application/x-www-form-urlencoded', '__intent__={'],
  ['a command to reset', 'application/x-www-form-urlencoded', '__intent__={"type":"reset"}'],
  ['a NUL', 'application/x-www-form-urlencoded', 'intent=add&variantId=%00&email=%00&city=%00'],
  ['nothing', 'application/x-www-form-urlencoded', ''],
];

test.each(bodies)(
  'pages respond to %s with a refusal or a redirect, never a failure',
  async (_, type, body) => {
    const origin = inject('shopUrl');
    for (const path of actions) {
      const headers = { origin, accept: 'text/html', 'content-type': type };
      const response = await fetch(`${origin}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body,
      });
      expect([path, response.status < 500 && response.status >= 300]).toEqual([path, true]);
    }
  },
);

test.each(['imports', 'bulk-edits'])('a button of %s that no page has is refused', async (jobs) => {
  const origin = inject('shopUrl');
  for (const intent of ['__proto__', 'constructor', 'nothing']) {
    const response = await fetch(`${origin}/admin/${jobs}/job_01hzzzzzzzzzzzzzzzzzzzzzzz`, {
      method: 'POST',
      headers: { origin, accept: 'text/html', cookie: await sessionOf('admin@example.com') },
      body: new URLSearchParams({ intent }),
    });
    expect([intent, response.status]).toEqual([intent, 422]);
  }
});

test.each([
  '/login?from=/%E2%80%A8',
  '/login?from=/..//evil.example',
  '/quickView/%0d%0aX',
  '/product/%0d%0aX',
])('%s leads nowhere else, and is no failure', async (path) => {
  const origin = inject('shopUrl');
  const headers = { accept: 'text/html', cookie: await sessionOf('shopper@example.com') };
  const response = await fetch(`${origin}${path}`, { redirect: 'manual', headers });
  expect(response.status).toBeLessThan(500);
  const location = response.headers.get('location') ?? '/';
  expect(new URL(location, origin).origin).toBe(origin);
});

test('a form posted with a way back to another site stays on this one', async () => {
  const origin = inject('shopUrl');
  for (const returnTo of ['/..//evil.example', '/.//evil.example', '//evil.example']) {
    const response = await fetch(`${origin}/cart`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, accept: 'text/html' },
      body: new URLSearchParams({ intent: 'nothing', returnTo }),
    });
    const location = response.headers.get('location') ?? '';
    expect(new URL(location, origin).origin).toBe(origin);
  }
});

test('forms work behind a proxy that calls the shop by another name', async () => {
  const { hostname, port, origin } = new URL(inject('shopUrl'));
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method: 'POST',
        path: '/cart',
        headers: {
          host: 'shop.internal:8080',
          origin,
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
        },
      },
      (response) => resolve(response.resume().statusCode),
    );
    sent.on('error', reject).end('intent=add&variantId=var_nothing&quantity=1&returnTo=%2F');
  });
  expect(status).toBe(302);
});

test.each([
  ['without a name or an email', 'user_name=&user_email=&message=Is%20this%20one%20warm%3F'],
  ['with a NUL in it', 'message=Is%20this%00%20one%20warm%3F&user_email=a%40example.com'],
])('a message to the shop %s is kept', async (_, body) => {
  const origin = inject('shopUrl');
  const count = async () => {
    const [row] = await queryShop<{ count: string }>(
      "select count(*) from contact_messages where message = 'Is this one warm?'",
    );
    return Number(row?.count);
  };
  const before = await count();
  const response = await fetch(`${origin}/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  expect(response.status).toBe(302);
  expect(await count()).toBe(before + 1);
});

test.each(['text/html', '*/*'])(
  'a message that can not be sent gets a page that says so, to who accepts %s',
  async (accept) => {
    const origin = inject('shopUrl');
    const response = await fetch(`${origin}/contact`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, accept, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'message=Hello&user_email=not-an-address',
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('That is not an email address.');
  },
);

test('a list whose address is broken shows its first page', async () => {
  const shopper = await newShopper('Pia Pages');
  const order = await placeOrder(shopper, await goods.add('Paged Lamp'));
  const response = await shopper.ask('/myOrders?after=garbage', {});
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(order._id);
  const admin = await goods.getAdmin();
  for (const path of ['/AllOrders', '/admin/audit-log', '/manageAllProducts', '/gadget']) {
    const { status } = await admin.ask(`${path}?after=garbage`, {});
    expect([path, status]).toEqual([path, 200]);
  }
});

test('a product of an impossible name is not found', async () => {
  const shopper = await newShopper('Nora Nul');
  expect((await shopper.ask('/product/%00', {})).status).toBe(404);
});

test("a guest's browser keeps a cart once something is in it, and not before", async () => {
  const lamp = await goods.add('Kept Lamp');
  const add = { intent: 'add', variantId: lamp.variants[0]?._id ?? '', quantity: '1' };
  const isKept = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const response = await new Person().ask(path, { method: 'POST', body });
    return response.headers.getSetCookie().some((line) => line.startsWith('shop.cart='));
  };
  for (const [path, fields] of [
    ['/login', { email: 'shopper@example.com', password: 'not-this-one' }],
    ['/contact', { message: 'Do you have this in green?' }],
    ['/makeAdmin', { email: 'shopper@example.com' }],
    ['/signOut', {}],
    ['/nowhere', {}],
    ['/cart', { ...add, variantId: 'var_nothing' }],
    ['/cart', { intent: 'remove', variantId: add.variantId }],
  ] as [string, Record<string, string>][]) {
    expect([path, await isKept(path, fields)]).toEqual([path, false]);
  }
  expect(await isKept('/cart', add)).toBe(true);
});

/** The cookie of somebody who is signed in. */
async function sessionOf(email: string): Promise<string> {
  const origin = inject('shopUrl');
  const response = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo-shop-2026' }),
  });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

test('pages refuse a form that another site posts', async () => {
  const url = inject('shopUrl');
  for (const origin of ['https://elsewhere.example', 'null', `${url}.example`]) {
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${url}/cart`, { method: 'POST', headers, body: 'intent=add' });
    expect([origin, response.status]).toEqual([origin, 403]);
  }
});

test('the estimate of the next cart begins with the last city and zip code, in another browser too', async () => {
  const lamp = await goods.add('Saved Lamp', { price: 10 });
  const shopper = await newShopper('Petra Prefilled');
  await fillCart(shopper, lamp);
  await estimateFor(shopper, 'Sylhet', '03100');
  await placeOrder(shopper, lamp, { city: 'Sylhet' });
  const elsewhere = await newSession(shopper);
  await fillCart(elsewhere, lamp);
  const page = await (await elsewhere.ask('/shoppingCart', {})).text();
  expect(page).toMatch(/<input(?=[^>]*name="city")(?=[^>]*value="Sylhet")/);
  expect(page).toMatch(/<input(?=[^>]*name="zip")(?=[^>]*value="03100")/);
  // The estimate is still to be made.
  expect(page).toMatch(/<button[^>]*disabled[^>]*>Checkout/);
});
