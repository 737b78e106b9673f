import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Sender');
  admin = await shop.admin();
});
afterAll(() => shop.close());

const nameOf = async (client: Client) => {
  const { rows } = await shop.database.pool.query('select name from users where id = $1', [
    client.id,
  ]);
  return rows[0].name;
};

async function expectProblem(response: Response, status: number, code: string) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const body = await response.json();
  expect(body).toMatchObject({ type: `urn:online-shop:error:${code}`, status, code });
  expect(body.title).toEqual(expect.stringMatching(/\w/));
  expect(body.detail).toEqual(expect.stringMatching(/\w/));
  expect(body.requestId).toMatch(/^req_/);
  expect(response.headers.get('x-request-id')).toBe(body.requestId);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  return body;
}

describe('a change that another site asks for', () => {
  test.each<[string, Record<string, string | null>, number]>([
    ['no Origin at all', { origin: null }, 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['the Origin of a sandboxed frame', { origin: 'null' }, 403],
    ['this host on another port', { origin: 'http://shop.test:81' }, 403],
    ['this host over https', { origin: 'https://shop.test' }, 403],
    ['a host that ends like this one', { origin: 'http://evil-shop.test' }, 403],
    ['a host that starts like this one', { origin: 'http://shop.test.evil.example' }, 403],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site', origin: null }, 403],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site', origin: null }, 403],
    ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none', origin: null }, 403],
    ['Sec-Fetch-Site cross-site and a forged Origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['the Origin of the shop', {}, 200],
    ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin', origin: null }, 200],
  ])('with %s', async (_, headers, status) => {
    const before = await nameOf(sam);
    const name = `Sam ${crypto.randomUUID()}`;
    const response = await sam.put('/users', { email: sam.email, name }, headers);
    if (status === 200) expect(response.status).toBe(200);
    else await expectProblem(response, 403, 'forbidden');
    expect(await nameOf(sam)).toBe(status === 200 ? name : before);
  });

  test('signs nobody in, up or out', async () => {
    const foreign = { origin: 'https://evil.example' };
    for (const path of ['sign-in/email', 'sign-up/email', 'sign-out']) {
      await expectProblem(await sam.post(`/api/auth/${path}`, {}, foreign), 403, 'forbidden');
    }
    expect((await (await sam.get('/api/auth/get-session')).json()).user.email).toBe(sam.email);
  });

  test('may read what is public', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const response = await shop.guest().get('/products', headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a body', () => {
  const record = () => ({ email: sam.email, name: 'Changed By A Body' });

  test.each([
    'text/plain',
    'text/plain;application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    null,
  ])('of JSON sent as %s is 415 and changes nothing', async (type) => {
    const before = await nameOf(sam);
    const response = await sam.put('/users', record(), { 'content-type': type });
    await expectProblem(response, 415, 'unsupported_media_type');
    expect(await nameOf(sam)).toBe(before);
  });

  test.each(['{', '', '{"email":}', "{'a':1}", '{"email":"a"}}', '\u0000'])(
    'that is no JSON (%j) is 400',
    async (text) => {
      await expectProblem(await sam.put('/users', text), 400, 'malformed');
    },
  );

  test.each(['null', '[]', '"text"', '1', 'true'])(
    'that is no object (%s) is 422',
    async (text) => {
      await expectProblem(await sam.put('/users', text), 422, 'invalid_request');
    },
  );

  test.each([
    ['with Content-Length', true],
    ['without Content-Length', false],
  ])('above 64 KiB is 413 %s, and exactly 64 KiB is read', async (_, declared) => {
    const text = (size: number) => {
      const start = `{"email":"${sam.email}","padding":"`;
      return `${start}${'x'.repeat(size - start.length - 2)}"}`;
    };
    const send = (size: number) =>
      sam.put('/users', text(size), declared ? { 'content-length': String(size) } : {});
    const refused = await send(64 * 1024 + 1);
    expect((await refused.clone().json()).detail).toContain('which is 64 KB.');
    await expectProblem(refused, 413, 'body_too_large');
    await expectProblem(await send(1_000_000), 413, 'body_too_large');
    expect((await send(64 * 1024)).status).toBe(200);
  });

  test('with a character that can not be kept is 422 and says so', async () => {
    const shirt = await stock(shop, { name: 'Nul Shirt' });
    const response = await sam.post('/orders', orderOf(shirt, 1, { city: 'Dha\u0000ka' }));
    await expectProblem(response, 422, 'invalid_request');
    const { rows } = await shop.database.pool.query('select id from orders where user_id = $1', [
      sam.id,
    ]);
    expect(rows).toEqual([]);
  });
});

test.each(['/products/%00', '/products?q=%00', '/products/%E0%A4%A', '/orders/%00'])(
  '%s is refused, not an error of ours',
  async (path) => {
    const response = await sam.get(path);
    expect([404, 422]).toContain(response.status);
  },
);

test('a product is not found under a name that nothing can have', async () => {
  await expectProblem(await sam.get('/products/%00'), 404, 'not_found');
});

test.each(['GET', 'POST', 'DELETE'])(
  '%s of a call that does not exist is 404, without a page',
  async (method) => {
    const call = { headers: { accept: 'text/html', 'content-type': 'application/json' } };
    const response = await sam.request(method, '/api/v1/nothing', undefined, call.headers);
    await expectProblem(response, 404, 'not_found');
  },
);

describe('a method that a call does not have', () => {
  test.each([
    ['PATCH', '/products', 'GET, POST'],
    ['DELETE', '/products', 'GET, POST'],
    ['PUT', '/products/prd_1', 'GET, DELETE'],
    ['POST', '/orders/ord_1', 'PUT, GET, DELETE'],
    ['GET', '/users/admin', 'PUT'],
    ['GET', '/create-payment-intent', 'POST'],
    ['OPTIONS', '/orders', 'POST, GET'],
    ['DELETE', '/api/auth/get-session', 'GET, POST'],
    ['GET', '/sandbox/confirm', 'POST'],
  ])('%s %s is 405 with Allow: %s', async (method, path, allow) => {
    const response = await shop.guest().request(method, path);
    await expectProblem(response, 405, 'method_not_allowed');
    expect(response.headers.get('allow')).toBe(allow);
  });

  test('is not reached by an override', async () => {
    const shirt = await stock(shop, { name: 'Overridden Shirt' });
    for (const [path, headers] of [
      [`/products/${shirt.id}`, { 'x-http-method-override': 'DELETE' }],
      [`/products/${shirt.id}`, { 'x-method-override': 'DELETE' }],
      [`/products/${shirt.id}?_method=DELETE`, {}],
    ] as const) {
      const response = await admin.post(path, { _method: 'DELETE' }, headers);
      await expectProblem(response, 405, 'method_not_allowed');
    }
    expect((await admin.get(`/products/${shirt.id}`)).status).toBe(200);
  });

  test.each([
    ['OPTIONS', '/cart'],
    ['PUT', '/cart'],
    ['DELETE', '/myOrders'],
    ['PATCH', '/nowhere'],
    ['PURGE', '/'],
  ])('is refused by pages as well: %s %s', async (method, path) => {
    const response = await sam.request(method, path);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
    await expectProblem(response, 405, 'method_not_allowed');
    // This shop has no pages, and says so of what is let through.
    for (const fine of ['GET', 'HEAD', 'POST']) {
      expect((await sam.request(fine, path)).status).toBe(404);
    }
  });

  test('HEAD responds as GET does, without a body', async () => {
    const response = await shop.guest().request('HEAD', '/products');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('what every response carries', () => {
  // The last leads on to one.
  const pages = ['/docs/api', '/nowhere', '/api/auth/callback/google'];
  const data = [
    '/products',
    '/orders?email=',
    '/users',
    '/openapi.json',
    '/healthz',
    '/robots.txt',
  ];
  const headersOf = async (path: string) =>
    (await sam.get(path.endsWith('=') ? `${path}${sam.email}` : path)).headers;

  test.each([...pages, ...data])('headers that keep %s to itself', async (path) => {
    const headers = await headersOf(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const stored = headers.get('cache-control') ?? '';
    if (path !== '/robots.txt')
      expect(stored.replace(', no-transform', '')).toBe('private, no-store');
  });

  test.each(pages)('a policy for %s, which runs scripts by nonce only', async (path) => {
    const headers = await headersOf(path);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='(;|$)/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  test.each(data)('a policy for %s, which is no page and may load nothing', async (path) => {
    const headers = await headersOf(path);
    const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
    expect(headers.get('content-security-policy')).toBe(policy);
  });

  test('another nonce and another request id every time', async () => {
    const [one, two] = [await headersOf('/docs/api'), await headersOf('/docs/api')];
    for (const name of ['content-security-policy', 'x-request-id']) {
      expect(one.get(name)).not.toBe(two.get(name));
    }
  });
});

describe('a page that was open while its path changed', () => {
  test.each([
    ['/paymentProblems.data?list=payments&_routes=a%2Cb', '/admin/payment-problems?list=payments'],
    ['/emails/previews/order.paid.data', '/admin/emails/previews/order.paid'],
    ['/Status.data?_routes=x', '/admin/status'],
  ])('requests %s, and loads %s as a document', async (asked, to) => {
    const { status, headers } = await admin.get(asked);
    expect([status, headers.get('x-remix-redirect')]).toEqual([204, to]);
    expect(headers.get('x-remix-reload-document')).toBe('true');
  });

  test('sends its form again to the path of now', async () => {
    for (const [sent, to] of [
      ['/paymentProblems.data?index', '/admin/payment-problems.data?index'],
      ['/admin/releaseStock?kind=a', '/admin/held-stock/release?kind=a'],
    ] as const) {
      const { status, headers } = await admin.request('POST', sent, new FormData());
      expect([status, headers.get('location')]).toEqual([308, to]);
    }
    expect((await admin.get('/paymentProblemsX.data')).headers.get('x-remix-redirect')).toBeNull();
  });
});
