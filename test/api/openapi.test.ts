import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CARDS, confirmCard } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { imageForm, imagesOf } from '../support/images.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

type Json = Record<string, unknown>;
interface Operation {
  summary: string;
  tags: string[];
  security: Json[];
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content: Record<string, { schema: Json }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
}

let shop: TestShop;
let document: Document;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop();
  document = await (await shop.guest().get('/openapi.json')).json();
  sam = await shop.shopper('Sam Schema');
  admin = await shop.admin();
});
afterAll(() => shop.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Every object inside a value, with the way to it. */
function* objectsIn(value: unknown, way = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [way, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${way}/${key}`);
}

describe('the description of the calls', () => {
  test('is sent once to whoever keeps it', async () => {
    const kept = (await sam.get('/openapi.json')).headers.get('etag') ?? '';
    expect(kept).toMatch(/^W\/"[\w-]+"$/);
    const again = await sam.get('/openapi.json', { 'if-none-match': kept });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('is OpenAPI 3.1: version, info, paths, responses, parameters, references', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Online Shop API', version: '1.0.0' });
    for (const { path, method, operation } of operations()) {
      const name = `${method} ${path}`;
      expect(path, name).toMatch(/^\//);
      expect(['get', 'post', 'put', 'patch', 'delete'], name).toContain(method);
      expect(operation.summary, name).toMatch(/\w/);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id);
      const parameters = operation.parameters ?? [];
      expect(
        parameters.filter((p) => p.in === 'path').map((p) => p.name),
        name,
      ).toEqual(named);
      for (const parameter of parameters) {
        expect(['path', 'query', 'header'], name).toContain(parameter.in);
        expect(parameter.schema, name).toBeTypeOf('object');
        if (parameter.in === 'path') expect(parameter.required, name).toBe(true);
      }
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size, name).toBe(keys.length);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status, name).toMatch(/^[2-5]\d\d$/);
        expect(response.description, name).toMatch(/\w/);
      }
      expect(
        Object.keys(operation.responses).filter((status) => status < '300'),
        name,
      ).toHaveLength(1);
    }
  });

  test('refers only to what it has', () => {
    const schemes = Object.keys(document.components.securitySchemes);
    for (const [way, object] of objectsIn(document)) {
      const { $ref } = object;
      if (typeof $ref !== 'string') continue;
      expect($ref, way).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(document.components.schemas, way).toHaveProperty($ref.split('/').at(-1) ?? '');
    }
    for (const { path, operation } of operations()) {
      for (const need of operation.security) expect(schemes, path).toEqual(Object.keys(need));
    }
  });

  test('has schemas that are JSON Schema', () => {
    const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
    for (const [way, object] of objectsIn(document)) {
      if (!/schema$|\/(items|schemas\/\w+)$|properties\/\w+$/.test(way)) continue;
      for (const type of [object.type ?? []].flat()) expect(types, way).toContain(type);
      const required = (object.required ?? []) as string[];
      expect(Object.keys(object.properties ?? {}), way).toEqual(expect.arrayContaining(required));
      if (object.type === 'array') expect(object.items, way).toBeTypeOf('object');
    }
  });

  test("names every call of the specification's section 7 [7.16]", () => {
    // Those below `/api/v1` and of searches came later; `guards.test.ts` lists them all.
    const later = /^\/(api\/v1|products\/facets$|search\/)/;
    const named = operations()
      .filter(({ path }) => !later.test(path))
      .map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(named.sort()).toEqual(
      [
        'GET /products',
        'GET /products/{id}',
        'POST /products',
        'DELETE /products/{id}',
        'GET /users',
        'POST /users',
        'PUT /users',
        'PUT /users/admin',
        'POST /create-payment-intent',
        'POST /orders',
        'PUT /orders/{id}',
        'GET /orders/{id}',
        'GET /orders',
        'DELETE /orders/{id}',
        // Ours: the provider's side of the card form, in the demo.
        'POST /sandbox/confirm',
        // Ours: giving money back.
        'POST /orders/{id}/refunds',
        // Ours: where the specification has a third party's image host.
        'POST /uploads',
      ].sort(),
    );
    const query = document.paths['/orders']?.get?.parameters?.map(({ name }) => name);
    expect(query).toContain('email');
  });

  test('says which calls need a session, and how each of them is refused', () => {
    for (const { path, method, operation } of operations()) {
      const name = `${method} ${path}`;
      const statuses = Object.keys(operation.responses);
      expect(statuses.includes('401'), name).toBe(operation.security.length > 0);
      if (operation.requestBody) expect(statuses, name).toContain('422');
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const file = { csv: 'text/csv', pdf: 'application/pdf' }[path.slice(-3)];
        const photo = path.includes('/return-photos/') ? 'image/webp' : null;
        const result = photo ?? file ?? 'application/json';
        const type = status < '300' ? result : 'application/problem+json';
        expect(Object.keys(content), name).toEqual([type]);
      }
    }
  });
});

/** Checks a response against what the document says of this call and status. */
async function expectDescribed(response: Response, method: string, path: string, status: number) {
  expect(response.status).toBe(status);
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = document.paths[path]?.[method]?.responses[status]?.content[type]?.schema;
  expect(schema, `${method} ${path} ${status} ${type}`).toBeDefined();
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas });
  const inPlace = JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'));
  const body = await response.json();
  const { error } = z.fromJSONSchema(inPlace).safeParse(body);
  expect(error?.issues ?? []).toEqual([]);
  return body;
}

describe('real responses', () => {
  test('of products are as described [3.1, 7.2]', async () => {
    const variants = [{ sku: 'SCHEMA-S', size: 'S', color: 'Red', inventory: 1 }];
    const shirt = await stock(shop, { name: 'Schema Shirt', variants });
    const one = '/products/{id}';
    await expectDescribed(await sam.get('/products'), 'get', '/products', 200);
    await expectDescribed(await sam.get('/products?limit=1'), 'get', '/products', 200);
    await expectDescribed(await sam.get('/products?limit=0'), 'get', '/products', 422);
    await expectDescribed(await sam.get(`/products/${shirt.id}`), 'get', one, 200);
    await expectDescribed(await sam.get('/products/none'), 'get', one, 404);
    await expectDescribed(await sam.post('/products', {}), 'post', '/products', 403);
    await expectDescribed(await admin.post('/products', {}), 'post', '/products', 422);
    const form = {
      name: 'New',
      category: 'Shoes',
      price: 1,
      descriptions: 'x',
      gender: 'Men',
      img: null,
    };
    await expectDescribed(await admin.post('/products', form), 'post', '/products', 201);
    await expectDescribed(await admin.delete(`/products/${shirt.id}`), 'delete', one, 200);
  });

  test('of users are as described', async () => {
    const record = { email: sam.email, name: sam.user?.name };
    await expectDescribed(await admin.get('/users'), 'get', '/users', 200);
    await expectDescribed(await sam.put('/users', record), 'put', '/users', 200);
    await expectDescribed(await shop.guest().post('/users', record), 'post', '/users', 401);
    const make = (email: string) => admin.put('/users/admin', { email });
    await expectDescribed(await make('none@example.com'), 'put', '/users/admin', 404);
    await expectDescribed(await make(admin.email), 'put', '/users/admin', 200);
  });

  test('of uploads are as described', async () => {
    const send = (bytes: Buffer, type = {}) => sam.post('/uploads', imageForm(bytes), type);
    const image = await imagesOf.jpeg(60, 40);
    await expectDescribed(await send(image), 'post', '/uploads', 201);
    await expectDescribed(await send(image.subarray(0, 900)), 'post', '/uploads', 422);
    await expectDescribed(await send(Buffer.from('<svg/>')), 'post', '/uploads', 415);
    await expectDescribed(await send(Buffer.alloc(8_400_000)), 'post', '/uploads', 413);
  });

  test('of orders and payments are as described, pending, paid and deleted [3.8]', async () => {
    const shirt = await stock(shop, { name: 'Described Shirt' });
    const one = '/orders/{id}';
    const placed = await sam.post('/orders', orderOf(shirt));
    const order = await expectDescribed(placed, 'post', '/orders', 201);
    const intent = await expectDescribed(
      await sam.post('/create-payment-intent', { totalAmount: 140, orderId: order._id }),
      'post',
      '/create-payment-intent',
      200,
    );
    const declined = await confirmCard(sam, intent.clientSecret, CARDS.declined);
    await expectDescribed(declined, 'post', '/sandbox/confirm', 402);
    const confirmed = await confirmCard(sam, intent.clientSecret);
    const { id } = await expectDescribed(confirmed, 'post', '/sandbox/confirm', 200);
    await expectDescribed(
      await sam.put(`/orders/${order._id}`, { transaction: id }),
      'put',
      one,
      200,
    );
    await expectDescribed(await sam.get(`/orders/${order._id}`), 'get', one, 200);
    await expectDescribed(await sam.get(`/orders?email=${sam.email}`), 'get', '/orders', 200);
    await expectDescribed(await admin.get('/orders'), 'get', '/orders', 200);
    await expectDescribed(await sam.delete(`/orders/${order._id}`), 'delete', one, 200);
    await expectDescribed(await sam.delete('/orders/none'), 'delete', one, 404);
  });
});

test('the page that shows it loads files of the shop alone, and all of them are there', async () => {
  const page = await shop.guest().get('/docs/api');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  const files = [...html.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g)];
  expect(files.map(([, file]) => file)).toEqual([
    '/docs/api/swagger-ui.css',
    '/docs/api/swagger-ui-bundle.js',
    '/docs/api/start.js',
  ]);
  expect(html).not.toMatch(/https?:\/\/|<script>/);
  for (const [, file = ''] of files) {
    const response = await shop.guest().get(file);
    expect(response.status, file).toBe(200);
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    expect(response.headers.get('content-type'), file).toContain(type);
    expect((await response.text()).length, file).toBeGreaterThan(50);
  }
  // Large ones are compressed once and not for each request.
  for (const path of ['/docs/api/swagger-ui-bundle.js', '/openapi.json']) {
    const gzipped = await shop.guest().get(path, { 'accept-encoding': 'gzip, br' });
    expect(gzipped.headers.get('content-encoding'), path).toBe('gzip');
    const bytes = new Uint8Array(await gzipped.arrayBuffer());
    for (const other of ['deflate', '*', 'gzip;q=0, deflate']) {
      const sent = await shop.guest().get(path, { 'accept-encoding': other });
      expect(sent.headers.get('content-encoding'), `${path} ${other}`).toBeNull();
    }
    const plain = await (await shop.guest().get(path)).text();
    expect(gunzipSync(bytes).toString() === plain, path).toBe(true);
  }
  expect((await shop.guest().get('/docs/api/swagger-ui-bundle.js.map')).status).toBe(404);
});
