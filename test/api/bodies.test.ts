import { once } from 'node:events';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { findRefusal } from '#shared/errors.ts';
import { visitOf } from '#web/shop-context.ts';
import { imageForm, noise } from '../support/images.ts';
import { type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let server: Server;
let app: ReturnType<typeof createApp>;
const sockets: Socket[] = [];
/**
 * The names in the forms that were handled. A form with `hold` and a
 * request with the header `x-hold` are held until the gate opens.
 */
const handled: unknown[] = [];
let gate = Promise.withResolvers<void>();

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  const config = { ...shop.context.config, trustedProxies: ['127.0.0.1'] };
  // A page that says who sent it which form, as an action of the shop reads it.
  app = createApp({
    context: { ...shop.context, config },
    async renderPage(request, context) {
      const { actor, readForm } = visitOf(context);
      if (request.headers.has('x-hold')) await gate.promise;
      const read = await readForm().catch((error: unknown) => findRefusal(error));
      const form = read instanceof FormData ? Object.fromEntries(read) : read?.code;
      if (read instanceof FormData) {
        handled.push(read.get('name'));
        if (read.has('hold')) await gate.promise;
      }
      return Response.json({ email: actor.user?.email, form, raw: await request.text() });
    },
  });
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  server.close();
  await shop.close();
});

const FORM = 'application/x-www-form-urlencoded';
const IMAGE = 'multipart/form-data; boundary=x';

/** A request that was begun: its headers and the first bytes of its body have been sent. */
interface Begun {
  socket: Socket;
  /** Sends the rest; returns status and body. */
  finish(rest: string | Uint8Array): Promise<{ status: number; body: string }>;
}

async function begin(
  path: string,
  options: { type: string; start: string; length: number; from?: string; client?: Client },
  method = 'POST',
): Promise<Begun> {
  const { type, start, length, from = '10.9.9.9', client } = options;
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: shop.test',
    'Origin: http://shop.test',
    'Connection: close',
    `X-Forwarded-For: ${from}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...(client ? [`Cookie: ${cookieOf(client)}`] : []),
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n${start}`);
  return {
    socket,
    async finish(rest) {
      socket.write(rest);
      const response = await text(socket);
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? [];
      return { status: Number(status), body: response.slice(response.indexOf('\r\n\r\n') + 4) };
    },
  };
}

const cookieOf = ({ cookies }: Client) => [...cookies].map((pair) => pair.join('=')).join('; ');

/** Waits until the shop has taken note of so many requests. */
async function untilAsked(count: number): Promise<void> {
  await expect.poll(countOpen).toBe(count);
}

function countOpen(): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, number) => resolve(number)));
}

async function send(
  path: string,
  body: string | FormData,
  headers: Record<string, string>,
): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { origin: 'http://shop.test', ...headers },
    body,
    redirect: 'manual',
  });
}

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
    const { paths } = await (await shop.visitor().get('/openapi.json')).json();
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
    const cookie = [...ended.cookies].map((pair) => pair.join('=')).join('; ');
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
    return app.request('/page', { method: 'POST', headers: { ...site, ...more } });
  };
  const refused: Response[] = [];
  const flood = Array.from({ length: 1_100 }, async () => {
    const response = await ask('10.5.5.5', { 'x-hold': '1' });
    if (response.status === 503) refused.push(response);
  });
  expect((await ask('10.6.6.6')).status).toBe(200);
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThan(0);
  gate.resolve();
  await Promise.all(flood);
  gate = Promise.withResolvers();
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(await refused[0]?.text()).toContain('The shop is very busy right now.');
});

test('of many sign-ins of one network some are refused while others wait for their passwords', async () => {
  const signIn = () =>
    app.request('/login', {
      method: 'POST',
      headers: { origin: 'http://shop.test', 'content-type': FORM, 'x-forwarded-for': '10.5.5.6' },
      body: 'hold=yes',
    });
  const all = Array.from({ length: 80 }, signIn);
  // Without the limit, all are held and none is refused.
  setTimeout(gate.resolve, 1_500);
  expect((await Promise.race(all)).status).toBe(503);
  gate.resolve();
  await Promise.all(all);
  gate = Promise.withResolvers();
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

describe('slow images', () => {
  const slow = { type: IMAGE, start: '--x\r\n', length: 5_000_000 };
  const upload = async (from: string, cookie = '') => {
    const form = imageForm(await noise(40, 30).png().toBuffer());
    return (await send('/uploads', form, { 'x-forwarded-for': from, cookie })).status;
  };

  test('of one network, or of many, keep nobody from uploading', async () => {
    for (let i = 0; i < 7; i += 1) await begin('/uploads', { ...slow, from: '10.6.6.6' });
    await untilAsked(7);
    expect(await upload('10.6.6.6')).toBe(201);
    // More of one network wait, and it alone.
    for (let i = 7; i < 60; i += 1) await begin('/uploads', { ...slow, from: '10.6.6.6' });
    expect(await upload('10.5.5.5')).toBe(201);
    // As many as may arrive at a time, each of a network of its own.
    for (let i = 1; i <= 40; i += 1) {
      await begin('/uploads', { ...slow, from: `2001:db8:0:${i}::1` });
    }
    expect(await upload('10.4.4.4')).toBe(201);
  });

  test('of many networks, more than may arrive and wait, keep nobody else from uploading', async () => {
    for (let i = 0; i < 140; i += 1) {
      await begin('/uploads', { ...slow, from: `10.8.${i % 20}.1` });
    }
    // Of those, some are refused at once.
    await expect.poll(countOpen).toBeLessThan(100);
    const uploads = await Promise.all(
      ['10.4.1.1', '10.4.1.2', '10.4.1.3'].map((from) => upload(from)),
    );
    expect(uploads).toEqual([201, 201, 201]);
  });

  test('that are as fast as others, of some networks, keep neither guests nor their own staff from uploading', async () => {
    const cookie = cookieOf(await shop.admin('Staff Among Many'));
    const start = `--x\r\n${'x'.repeat(1_500_000)}`;
    const begun: Begun[] = [];
    for (let i = 0; i < 32; i += 1) {
      begun.push(await begin('/uploads', { ...slow, start, from: `10.7.7.${i % 8}` }));
    }
    await untilAsked(32);
    const guest = upload('10.7.7.1').catch(String);
    const first = await Promise.race([
      guest.then((status) => `guest ${status}`),
      upload('10.7.7.1', cookie).then((status) => `staff ${status}`),
    ]);
    expect(first).toBe('staff 201');
    expect(await upload('10.7.8.1')).toBe(201);
    for (const { socket } of begun) socket.destroy();
    expect(await guest).toBe(201);
  });

  test('leave no file behind', async () => {
    const begun = await begin('/uploads', { ...slow, from: '10.3.3.3' });
    expect(await upload('10.3.3.3')).toBe(201);
    const folder = join(dirname(shop.context.uploadsFolder), 'arriving');
    expect(await readdir(folder)).toEqual([]);
    begun.socket.destroy();
  });
});

/** How many bodies are on disk, in files without a name. */
function countStored(): number {
  const files = readdirSync('/proc/self/fd').map((fd) => {
    try {
      const isBody = readlinkSync(`/proc/self/fd/${fd}`).includes('/arriving/');
      return isBody && statSync(`/proc/self/fd/${fd}`).size > 0;
    } catch {
      return false;
    }
  });
  return files.filter(Boolean).length;
}

describe('bodies that wait to be processed', () => {
  const formOf = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  const post = (from: string, fields: Record<string, string>) =>
    send('/register', formOf(fields), { 'x-forwarded-for': from });
  afterEach(() => {
    gate.resolve();
    gate = Promise.withResolvers();
  });

  test('give a place on disk to one of another site, when one site has all of them', async () => {
    const refused: Response[] = [];
    const flood = Array.from({ length: 68 }, async (_, i) => {
      const response = await post(`2001:db8:aa:${i >> 2}::1`, { name: 'flood', hold: 'yes' });
      if (response.status === 503) refused.push(response);
    });
    // Four more than there are places.
    await expect.poll(() => refused.length).toBe(4);
    expect((await post('10.2.2.2', { name: 'other' })).status).toBe(200);
    expect(refused.length).toBe(5);
    expect(refused.at(-1)?.headers.get('retry-after')).toBe('10');
    gate.resolve();
    await Promise.all(flood);
    expect(refused.length).toBe(5);
  });

  test('take no turn while they are processed, because all sites share the places', async () => {
    const from = '10.2.3.4';
    handled.length = 0;
    const hold = (path: string) =>
      send(path, 'name=held&hold=yes', { 'content-type': FORM, 'x-forwarded-for': from });
    // As many as one site runs at a time, of those that hash a password and of all.
    const held = ['/login', '/page'].flatMap((path) => Array.from({ length: 4 }, () => hold(path)));
    await expect.poll(() => handled.length).toBe(8);
    const image = post(from, { name: 'image' });
    await expect.poll(() => handled.slice(8)).toEqual(['image']);
    expect((await image).status).toBe(200);
    gate.resolve();
    for (const response of held) expect((await response).status).toBe(200);
  });

  test('are processed first when staff sent them, whatever else claims to be staff', async () => {
    const [staff, customer] = [await shop.admin('Staff First'), await shop.shopper('Ada Account')];
    const forged = cookieOf(staff).replace(/(=[^.]+\.)[^;]+/, `$1${'A'.repeat(43)}%3D`);
    handled.length = 0;
    const sent = ['10.2.4.1', '10.2.4.2'].map((from) => post(from, { name: 'held', hold: 'yes' }));
    await expect.poll(() => handled).toEqual(['held', 'held']);
    const senders = [
      ['guest', ''],
      ['forged', forged],
      ['customer', cookieOf(customer)],
      ['staff', cookieOf(staff)],
      ['last', ''],
    ];
    for (const [at, [name = '', cookie = '']] of senders.entries()) {
      const from = { 'x-forwarded-for': `10.2.5.${at}`, cookie };
      sent.push(send('/register', formOf({ name, hold: 'yes' }), from));
      await expect.poll(countStored).toBe(at + 3);
    }
    gate.resolve();
    gate = Promise.withResolvers();
    // Two are processed at a time.
    await expect.poll(() => handled.length).toBe(4);
    expect(handled.slice(2).sort()).toEqual(['guest', 'staff']);
    gate.resolve();
    for (const response of sent) expect((await response).status).toBe(200);
  });

  test('are not processed when their client has left', async () => {
    const from = '10.1.1.1';
    handled.length = 0;
    const held = post(from, { name: 'held', hold: 'yes' });
    await expect.poll(() => handled).toEqual(['held']);
    const body = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\ngone\r\n--x--\r\n';
    const gone = await begin('/register', { type: IMAGE, start: body, length: body.length, from });
    // By then it is on disk, as it came first.
    expect((await post('10.1.1.2', { name: 'other' })).status).toBe(200);
    gone.socket.destroy();
    expect((await post('10.1.1.2', { name: 'another' })).status).toBe(200);
    gate.resolve();
    expect((await held).status).toBe(200);
    expect((await post(from, { name: 'next' })).status).toBe(200);
    expect(handled).toEqual(['held', 'other', 'another', 'next']);
  });
});
