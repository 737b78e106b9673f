import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cookieOf, FORM, type FormServer, IMAGE, openFormServer } from '../support/form-server.ts';
import { type Client, PASSWORD, type TestShop } from '../support/shop.ts';

let now = Date.parse('2026-11-21T10:00:00Z');
let server: FormServer;
let shop: TestShop;

beforeAll(async () => {
  server = await openFormServer(() => new Date(now));
  ({ shop } = server);
});
afterEach(() => server.hangUp());
afterAll(() => server.close());

const begin: FormServer['begin'] = (...args) => server.begin(...args);
const send: FormServer['send'] = (...args) => server.send(...args);
/** Waits until the shop has taken note of so many requests. */
const untilAsked = (count: number) => expect.poll(server.countOpen).toBe(count);

describe('a slow body', () => {
  const endSessions = (client: Client) =>
    shop.database.pool.query('delete from sessions where user_id = $1', [client.id]);

  test('is judged by who sends it when it is complete, at every page', async () => {
    const gone = await shop.shopper('Gone Meanwhile');
    const begun = await begin('/anywhere', { type: FORM, start: 'name', length: 8, client: gone });
    await untilAsked(1);
    await endSessions(gone);
    const { body } = await begun.finish('=One');
    expect(JSON.parse(body)).toEqual({ form: { name: 'One' }, raw: '' });
  });

  test('is judged so by every call that is not for everybody', async () => {
    const { paths } = await (await shop.guest().get('/openapi.json')).json();
    const calls = Object.entries(paths as Record<string, Record<string, Call>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods)
          .filter(([, call]) => call.requestBody && call['x-policy'] !== 'public')
          .map(([method]) => [method.toUpperCase(), path.replace(/\{\w+\}/, 'x')] as const),
    );
    expect(calls.length).toBeGreaterThan(5);
    const gone = await shop.admin('Gone Admin');
    const type = 'application/json';
    const begun = await Promise.all(
      calls.map(([method, path]) =>
        begin(path, { type, start: '{', length: 2, client: gone }, method),
      ),
    );
    await untilAsked(calls.length);
    await endSessions(gone);
    for (const [index, one] of begun.entries()) {
      expect([calls[index], (await one.finish('}')).status]).toEqual([calls[index], 401]);
    }
  });

  test('brings the role of the time when it is complete', async () => {
    const brief = await shop.admin('Brief Slow');
    const start = '{"email":"';
    const rest = 'nobody@example.com"}';
    const begun = await begin(
      '/users/admin',
      { type: 'application/json', start, length: start.length + rest.length, client: brief },
      'PUT',
    );
    await untilAsked(1);
    await shop.database.pool.query("update users set role = 'shopper' where id = $1", [brief.id]);
    expect((await begun.finish(rest)).status).toBe(403);
  });
});

interface Call {
  requestBody?: unknown;
  'x-policy': string;
}

describe('forms of a network without a session', () => {
  const post = (from: string, headers: Record<string, string> = {}, body = 'a=b') =>
    send('/sandbox/google/authorize', body, {
      'content-type': FORM,
      'x-forwarded-for': from,
      ...headers,
    });

  test('are refused after three hundred in a minute, before they are read', async () => {
    const network = (end: number | string) => `2001:db8:7:7::${end}`;
    for (let i = 1; i <= 300; i += 1) expect((await post(network(i))).status).toBe(400);
    now += 15_000;
    const refused = await post(network('ffff'));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('45');
    expect((await refused.json()).detail).toContain('Please wait a minute');
    // Nothing of the body has come, and the response is there.
    const unread = await begin('/uploads', {
      type: IMAGE,
      start: '',
      length: 5_000_000,
      from: network(1),
    });
    expect((await unread.finish('')).status).toBe(429);

    // The other networks of its site have as many again together.
    for (let i = 1; i <= 300; i += 1) expect((await post(`2001:db8:7:a${i}::1`)).status).toBe(400);
    expect((await post('2001:db8:7:fff::1')).status).toBe(429);
    expect((await post('2001:db8:8:8::1')).status).toBe(400);
    now += 45_000;
    expect((await post(network(1))).status).toBe(400);
  });

  test('are counted as well with a session that has ended, and not with one that has not', async () => {
    const ended = await shop.shopper('Ended Cookie');
    const cookie = cookieOf(ended);
    const form = () => send('/page', 'a=b', { 'content-type': FORM, cookie, ...from });
    const from = { 'x-forwarded-for': '10.7.7.7' };
    for (let i = 0; i < 300; i += 1) await (await post('10.7.7.7')).arrayBuffer();
    expect((await (await form()).json()).form).toEqual({ a: 'b' });
    await shop.database.pool.query('delete from sessions where user_id = $1', [ended.id]);
    expect((await (await form()).json()).form).toBe('rate_limited');
    now += 60_000;
  });
});

test('of many requests of one network some are refused, and one of another network is not', async () => {
  const ask = (from: string, more: Record<string, string> = {}) => {
    const site = { origin: 'http://shop.test', accept: 'text/html', 'x-forwarded-for': from };
    return server.app.request('/page', { method: 'POST', headers: { ...site, ...more } });
  };
  const refused: Response[] = [];
  const flood = Array.from({ length: 1_100 }, async () => {
    const response = await ask('10.5.5.5', { 'x-hold': '1' });
    if (response.status === 503) refused.push(response);
  });
  expect((await ask('10.6.6.6')).status).toBe(200);
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThan(0);
  server.openGate();
  await Promise.all(flood);
  server.closeGate();
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(await refused[0]?.text()).toContain('The shop is very busy right now.');
});

test('of many sign-ins of one network some are refused while others wait for their passwords', async () => {
  const signIn = () =>
    server.app.request('/login', {
      method: 'POST',
      headers: { origin: 'http://shop.test', 'content-type': FORM, 'x-forwarded-for': '10.5.5.6' },
      body: 'hold=yes',
    });
  const all = Array.from({ length: 80 }, signIn);
  // Without the limit, all are held and none is refused.
  setTimeout(server.openGate, 1_500);
  expect((await Promise.race(all)).status).toBe(503);
  server.openGate();
  await Promise.all(all);
  server.closeGate();
});

test('a form is read by the limited parser alone: nothing else finds it in the request', async () => {
  for (const [body, type] of [
    ['a=b', FORM],
    [`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n`, IMAGE],
  ] as const) {
    const response = await send('/register', body, { 'content-type': type });
    expect(await response.json()).toEqual({ form: { a: 'b' }, raw: '' });
  }
  const flood = await send('/register', 'a&'.repeat(32_000), { 'content-type': FORM });
  expect((await flood.json()).form).toBe('body_too_large');
});

test('a form that is too large gets a page where a browser posted it, and a problem elsewhere', async () => {
  const large = 'a'.repeat(70_000);
  const page = await send('/contact', large, { 'content-type': FORM, accept: 'text/html,*/*' });
  expect((await page.json()).form).toBe('body_too_large');
  const problem = await send('/contact', large, { 'content-type': FORM });
  expect([problem.status, (await problem.json()).code]).toEqual([413, 'body_too_large']);
});

test('the connection of a large body that is refused serves the next request', async () => {
  const refused = Array.from({ length: 12 }, async () => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    const body = 'x'.repeat(300_000);
    const head = 'POST /login HTTP/1.1\r\nHost: shop.test\r\nOrigin: http://shop.test';
    socket.write(`${head}\r\nContent-Type: ${FORM}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^connection: keep-alive\r$/im);
    socket.write('GET /healthz HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n');
    return (await text(socket)).includes('HTTP/1.1 200');
  });
  expect(await Promise.all(refused)).not.toContain(false);
});

test.each([FORM, IMAGE])('signing in by a form (%s) is 415', async (type) => {
  const body = new URLSearchParams({ email: 'a@example.com', password: PASSWORD }).toString();
  const response = await send('/api/auth/sign-in/email', body, { 'content-type': type });
  expect(response.status).toBe(415);
});

test.each(['/', '/register', '/orders', '/api/auth/sign-in/email'])(
  'TRACE %s, of which the platform makes no request, is 405',
  async (path) => {
    const begun = await begin(path, { type: FORM, start: '', length: 0 }, 'TRACE');
    expect((await begun.finish('')).status).toBe(405);
  },
);
