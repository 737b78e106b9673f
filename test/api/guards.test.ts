import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { createApp } from '#server/http/app.ts';
import { raiseUnpaidLimits } from '#shared/shop-config.ts';
import { shop as shopConfig } from '#shop-config';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

/**
 * Who gets what from each call when the body is not valid: a guard that stands before the body
 * gets 401 or 403, whoever is let through gets as far as 422 (or the response, where there is no
 * body). `owner` has placed the order and `other` has not.
 */
const expected: Record<string, [guest: number, other: number, owner: number, admin: number]> = {
  'GET /products': [200, 200, 200, 200],
  'GET /products/{id}': [200, 200, 200, 200],
  'GET /products/facets': [200, 200, 200, 200],
  // Without a text.
  'GET /search/suggestions': [422, 422, 422, 422],
  'GET /search/popular': [200, 200, 200, 200],
  'POST /search/clicks': [422, 422, 422, 422],
  'GET /api/v1/searches': [401, 403, 403, 200],
  'POST /products': [401, 403, 403, 422],
  'DELETE /products/{id}': [401, 403, 403, 200],
  'GET /api/v1/products': [401, 403, 403, 200],
  'GET /api/v1/products/{id}': [401, 403, 403, 200],
  // Without the version that was changed.
  'PATCH /api/v1/products/{id}': [401, 403, 403, 428],
  // It takes a form, and what is sent here is JSON.
  'POST /api/v1/products/{id}/images': [401, 403, 403, 415],
  'POST /api/v1/products/{id}/duplicate': [401, 403, 403, 201],
  'GET /api/v1/product-values': [401, 403, 403, 422],
  'GET /api/v1/product-tags': [401, 403, 403, 200],
  'POST /api/v1/product-tags/preview': [401, 403, 403, 422],
  'POST /api/v1/product-tags/changes': [401, 403, 403, 422],
  'GET /api/v1/categories': [401, 403, 403, 200],
  'POST /api/v1/categories': [401, 403, 403, 422],
  'GET /api/v1/categories/{id}': [401, 403, 403, 404],
  // Without the version that was changed.
  'PATCH /api/v1/categories/{id}': [401, 403, 403, 428],
  'DELETE /api/v1/categories/{id}': [401, 403, 403, 200],
  'PUT /api/v1/categories/order': [401, 403, 403, 422],
  'POST /api/v1/categories/{id}/move': [401, 403, 403, 422],
  'GET /api/v1/pages': [401, 403, 403, 200],
  'POST /api/v1/pages': [401, 403, 403, 422],
  'GET /api/v1/pages/{id}': [401, 403, 403, 404],
  'PATCH /api/v1/pages/{id}': [401, 403, 403, 428],
  'DELETE /api/v1/pages/{id}': [401, 403, 403, 200],
  'PUT /api/v1/pages/order': [401, 403, 403, 422],
  'GET /api/v1/collections': [401, 403, 403, 200],
  'POST /api/v1/collections': [401, 403, 403, 422],
  'GET /api/v1/collections/{id}': [401, 403, 403, 404],
  // Without the version that was changed.
  'PATCH /api/v1/collections/{id}': [401, 403, 403, 428],
  'DELETE /api/v1/collections/{id}': [401, 403, 403, 200],
  'PUT /api/v1/collections/order': [401, 403, 403, 422],
  'GET /api/v1/delivery/zones': [401, 403, 403, 200],
  'POST /api/v1/delivery/zones': [401, 403, 403, 422],
  'GET /api/v1/delivery/zones/{id}': [401, 403, 403, 404],
  // Without the version that was changed.
  'PATCH /api/v1/delivery/zones/{id}': [401, 403, 403, 428],
  'DELETE /api/v1/delivery/zones/{id}': [401, 403, 403, 200],
  'PUT /api/v1/delivery/zones/order': [401, 403, 403, 422],
  'GET /api/v1/delivery/times': [401, 403, 403, 200],
  'PUT /api/v1/delivery/times': [401, 403, 403, 422],
  'GET /api/v1/taxes': [401, 403, 403, 200],
  'PUT /api/v1/taxes': [401, 403, 403, 422],
  'GET /api/v1/return-policy': [401, 403, 403, 200],
  'PUT /api/v1/return-policy': [401, 403, 403, 422],
  'GET /api/v1/delivery/options': [401, 200, 200, 200],
  'GET /api/v1/texts': [401, 403, 403, 200],
  // Without the version that was changed.
  'PUT /api/v1/texts/{key}': [401, 403, 403, 422],
  'GET /api/v1/stock': [401, 403, 403, 422],
  'GET /api/v1/stock/{id}': [401, 403, 403, 404],
  'POST /api/v1/stock-adjustments': [401, 403, 403, 422],
  'POST /api/v1/stock-receipts': [401, 403, 403, 422],
  'GET /api/v1/stock-receipts/{key}': [401, 403, 403, 404],
  'GET /api/v1/exports/products.csv': [401, 403, 403, 200],
  // It takes a form.
  'POST /api/v1/exports/products.csv': [401, 403, 403, 415],
  'GET /api/v1/exports/stock.csv': [401, 403, 403, 200],
  'GET /api/v1/exports/orders.csv': [401, 403, 403, 200],
  'GET /api/v1/exports/documents.csv': [401, 403, 403, 200],
  'GET /api/v1/exports/customers.csv': [401, 403, 403, 200],
  // It takes a form, and what is sent here is JSON.
  'POST /api/v1/imports': [401, 403, 403, 415],
  'POST /api/v1/bulk-edits': [401, 403, 403, 422],
  'POST /api/v1/stock-counts': [401, 403, 403, 422],
  'GET /api/v1/stock-counts/{key}': [401, 403, 403, 404],
  'POST /api/v1/bulk-edits/preview': [401, 403, 403, 422],
  'GET /api/v1/jobs/{id}': [401, 403, 403, 404],
  'GET /api/v1/jobs/{id}/problems.csv': [401, 403, 403, 404],
  'POST /api/v1/jobs/{id}/cancel': [401, 403, 403, 404],
  'POST /api/v1/jobs/{id}/pause': [401, 403, 403, 404],
  'POST /api/v1/jobs/{id}/resume': [401, 403, 403, 404],
  'POST /api/v1/jobs/{id}/undo': [401, 403, 403, 404],
  'GET /api/v1/addresses': [401, 200, 200, 200],
  'POST /api/v1/addresses': [401, 422, 422, 422],
  'PUT /api/v1/addresses/{id}': [401, 422, 422, 422],
  'DELETE /api/v1/addresses/{id}': [401, 200, 200, 200],
  'PUT /api/v1/orders/{id}/address': [401, 422, 422, 422],
  // Without a key.
  'PUT /api/v1/fulfillments/{id}/tracking': [401, 403, 403, 404],
  'POST /api/v1/orders/{id}/cancellations': [401, 403, 403, 422],
  'POST /api/v1/orders/{id}/refunds': [401, 403, 403, 422],
  'POST /api/v1/orders/{id}/payments': [401, 403, 403, 422],
  'POST /api/v1/orders/{id}/cancel': [401, 403, 403, 404],
  'GET /api/v1/orders/{id}/documents': [401, 404, 200, 200],
  'GET /api/v1/documents/{id}': [401, 404, 404, 404],
  'GET /api/v1/documents/{id}/pdf': [401, 404, 404, 404],
  'POST /api/v1/orders/{id}/returns': [401, 422, 422, 422],
  'POST /api/v1/returns/{id}/approve': [401, 403, 403, 404],
  'POST /api/v1/returns/{id}/decline': [401, 403, 403, 422],
  'POST /api/v1/returns/{id}/withdraw': [401, 404, 404, 404],
  'POST /api/v1/returns/{id}/receive': [401, 403, 403, 404],
  'POST /api/v1/returns/{id}/refund': [401, 403, 403, 404],
  'POST /api/v1/returns/{id}/close': [401, 403, 403, 404],
  'POST /api/v1/returns/{id}/ship-exchange': [401, 403, 403, 404],
  'POST /api/v1/returns/{id}/cancel-exchange': [401, 403, 403, 404],
  'POST /api/v1/returns/{id}/payments': [401, 403, 403, 422],
  'POST /api/v1/returns/{id}/waive-difference': [401, 403, 403, 404],
  // It takes a form, and what is sent here is JSON.
  'POST /api/v1/returns/{id}/photos': [401, 415, 415, 415],
  'GET /api/v1/return-photos/{id}': [401, 404, 404, 404],
  'POST /api/v1/returns/{id}/payment-intent': [401, 404, 404, 404],
  'PUT /api/v1/returns/{id}/payment': [401, 422, 422, 422],
  'POST /api/v1/orders/{id}/fulfillments': [401, 403, 403, 422],
  'PUT /api/v1/orders/{id}/tags': [401, 403, 403, 422],
  'GET /api/v1/orders/{id}/timeline': [401, 403, 403, 404],
  // Without a key.
  'POST /api/v1/orders/{id}/comments': [401, 403, 403, 422],
  'DELETE /api/v1/orders/{id}/comments/{comment}': [401, 403, 403, 404],
  'POST /api/v1/orders/{id}/hold': [401, 403, 403, 422],
  'POST /api/v1/orders/{id}/release': [401, 403, 403, 422],
  'POST /api/v1/fulfillments/{id}/delivered': [401, 403, 403, 404],
  'POST /api/v1/fulfillments/{id}/taken-back': [401, 403, 403, 404],
  'GET /users': [200, 200, 200, 200],
  'POST /users': [401, 422, 422, 422],
  'PUT /users': [401, 422, 422, 422],
  'PUT /users/admin': [401, 403, 403, 422],
  'POST /create-payment-intent': [401, 422, 422, 422],
  'POST /orders': [401, 422, 422, 422],
  'PUT /orders/{id}': [401, 422, 422, 422],
  'GET /orders': [401, 403, 403, 200],
  'GET /orders/{id}': [401, 404, 200, 200],
  'GET /api/v1/orders/{id}': [401, 404, 200, 200],
  'DELETE /orders/{id}': [401, 404, 200, 200],
  'POST /orders/{id}/refunds': [401, 403, 403, 422],
  'POST /sandbox/confirm': [422, 422, 422, 422],
  // It takes a form, and what is sent here is JSON.
  'POST /uploads': [415, 415, 415, 415],
};

/** What is no call of the specification: asked without an account, by machines and browsers. */
const OTHER_DOORS = [
  'GET /healthz',
  'GET /readyz',
  'GET /assets/*',
  'GET /pictures/*',
  'GET /uploads/:file{[0-9a-f]{32}-\\d+\\.(?:avif|webp|jpg)}',
  'GET /:file{[\\w-]+\\.(?:svg|ico|png|txt|webmanifest)}',
  'GET /api/auth/*',
  'POST /api/auth/*',
  'GET /sandbox/google/authorize',
  'POST /sandbox/google/authorize',
  'GET /sandbox/google/.well-known/openid-configuration',
  'GET /sandbox/google/keys',
  'GET /docs/api',
  'GET /docs/api/start.js',
  'GET /docs/api/swagger-ui-bundle.js',
  'GET /docs/api/swagger-ui.css',
  'GET /openapi.json',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /:name{sitemap-[1-9]\\d{0,4}\\.xml}',
  'GET /manifest.webmanifest',
];

let shop: TestShop;
let people: Record<'guest' | 'other' | 'owner' | 'admin', Client>;
let shirt: ProductDetail;
let orderId: string;

beforeAll(async () => {
  const unpaidOrders = raiseUnpaidLimits(shopConfig.unpaidOrders, 100);
  shop = await openTestShop({ shopConfig: { unpaidOrders } });
  people = {
    guest: shop.guest(),
    other: await shop.shopper('Otto Other'),
    owner: await shop.shopper('Olga Owner'),
    admin: await shop.admin(),
  };
  shirt = await stock(shop, { name: 'Guarded Shirt', inventory: 90 });
  orderId = await placeOrder();
});
afterAll(() => shop.close());

async function placeOrder(): Promise<string> {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const response = await people.owner.post('/orders', orderOf(shirt), key);
  return (await response.json())._id;
}

async function calls(): Promise<{ name: string; method: string; path: string; policy: string }[]> {
  const { paths } = await (await shop.guest().get('/openapi.json')).json();
  return Object.entries(paths as Record<string, Record<string, { 'x-policy': string }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { 'x-policy': policy }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        policy,
      })),
  );
}

describe('every door of the server', () => {
  test('declares who may use it, or is one of the few that are no calls [6.11]', async () => {
    const app = createApp({ context: shop.context, renderPage: async () => new Response() });
    const declared = await calls();
    for (const { name, policy } of declared) {
      expect(['public', 'user', 'admin'], name).toContain(policy);
    }
    const named = declared.map(
      ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    );
    const mounted = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(mounted)].sort()).toEqual([...named, ...OTHER_DOORS].sort());
  });

  test('has its expected responses in the table of this file', async () => {
    const names = (await calls()).map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(expected).sort());
  });

  test.each(
    Object.entries(expected).flatMap(([name, [guest, other, owner, admin]]) =>
      Object.entries({ guest, other, owner, admin }).map(
        ([role, status]) => [name, role as keyof typeof people, status] as const,
      ),
    ),
  )('%s gives %s a %i [2.18, 6.11, 7.12, 7.14]', async (name, role, status) => {
    const [method = '', template = ''] = name.split(' ');
    const id = template.includes('{id}') ? await idFor(template, status) : '';
    const path = template.replace('{id}', id);
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
    const response = await people[role].request(method, path, hasBody ? {} : undefined);
    expect(response.status).toBe(status);
    // A turn of a whole list lasts until it is read.
    const text = await response.text();
    if (status < 400) return;
    const body = JSON.parse(text);
    const codes: Record<number, string> = {
      401: 'unauthenticated',
      403: 'forbidden',
      404: 'not_found',
      415: 'unsupported_media_type',
      422: 'invalid_request',
      428: 'precondition_required',
    };
    expect(body.code).toBe(codes[status]);
    // Nobody is told what would be valid before they may ask.
    expect('issues' in body).toBe(status === 422);
  });

  /** Of an order or a product. One that is refused to somebody stays as it is, so the next may have it. */
  async function idFor(template: string, status: number): Promise<string> {
    const isOfOrder =
      template === '/api/v1/orders/{id}' ||
      template.startsWith('/orders') ||
      template.endsWith('/documents');
    if (status >= 400) return isOfOrder ? orderId : shirt.id;
    return isOfOrder ? placeOrder() : (await stock(shop, { name: 'Passing Shirt' })).id;
  }
});

describe("someone else's order", () => {
  const withoutId = (body: object) => ({ ...body, requestId: null });

  test.each([
    ['GET', '/orders/{id}', undefined],
    ['DELETE', '/orders/{id}', undefined],
    ['PUT', '/orders/{id}', { transaction: 'pi_1', amount: 1 }],
    ['POST', '/create-payment-intent', { totalAmount: 140, orderId: '{id}' }],
  ])('gets the same response from %s %s as one that does not exist', async (method, path, body) => {
    const existing = await placeOrder();
    const missing = `${existing.slice(0, -4)}0000`;
    const returns = await Promise.all(
      [existing, missing].map((id) =>
        people.other.request(
          method,
          path.replace('{id}', id),
          body && JSON.stringify(body).replace('{id}', id),
        ),
      ),
    );
    const bodies = await Promise.all(returns.map((response) => response.json()));
    expect(returns.map(({ status }) => status)).toEqual([404, 404]);
    expect(withoutId(bodies[0])).toEqual(withoutId(bodies[1]));
    const header = (response: Response | undefined) =>
      [...(response?.headers ?? [])].filter(
        ([name]) => !/^(x-request-id|content-security)/.test(name),
      );
    expect(header(returns[0] as Response)).toEqual(header(returns[1] as Response));
    const own = await (await people.owner.get(`/orders/${existing}`)).json();
    expect(own.status).toBe('Pending');
  });

  test('is in no list of another customer, whatever email they name [6.5, 7.13]', async () => {
    await placeOrder();
    const { owner, other } = people;
    for (const email of [owner.email, owner.email.toUpperCase(), 'nobody@example.com', '%']) {
      const response = await other.get(`/orders?email=${encodeURIComponent(email)}`);
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain('ord_');
    }
    expect(await (await other.get(`/orders?email=${other.email}`)).json()).toEqual([]);
  });
});

test.each(['1', '2026-02-31T00:00:00.000Z', 'soon'])(
  'a cursor of the time %s is refused, in the own list and in that of all orders',
  async (time) => {
    const after = Buffer.from(JSON.stringify([time, 'ord_1'])).toString('base64url');
    const { owner, admin } = people;
    const own = await owner.get(`/orders?email=${owner.email}&after=${after}`);
    const all = await admin.get(`/orders?after=${after}`);
    expect([own.status, all.status]).toEqual([422, 422]);
  },
);

test('an admin who is demoted is refused from the next request on', async () => {
  const brief = await shop.admin('Brief Admin');
  expect((await brief.get('/orders')).status).toBe(200);
  await shop.database.pool.query("update users set role = 'shopper' where id = $1", [brief.id]);
  expect((await brief.get('/orders')).status).toBe(403);
});

test('a session that was ended elsewhere is a guest from the next request on', async () => {
  const gone = await shop.shopper('Gone Soon');
  await shop.database.pool.query('delete from sessions where user_id = $1', [gone.id]);
  expect((await gone.get(`/orders?email=${gone.email}`)).status).toBe(401);
});

test('a forged session cookie is a guest', async () => {
  const { owner } = people;
  const [name, value] = [...owner.cookies].find(([key]) => key.includes('session')) ?? ['', ''];
  const forged = shop.guest();
  forged.cookies.set(name, `${decodeURIComponent(value).split('.')[0]}.AAAA`);
  expect((await forged.get(`/orders?email=${owner.email}`)).status).toBe(401);
});
