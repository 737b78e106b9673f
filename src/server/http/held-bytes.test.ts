import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { discardRest, incomingChunks } from './bodies/incoming-chunks.ts';
import { boundHeld, surplus } from './held-bytes.ts';
import { createShopServer } from './listen.ts';

const opened: (Socket | { close(): void; closeAllConnections(): void })[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    if ('destroy' in one) one.destroy();
    else {
      one.closeAllConnections();
      one.close();
    }
  }
});

/**
 * Requests by site, each with this many waiting bytes, in turn of its response and of its body.
 * Returns the closed ones, as 'site:bytes'.
 */
function givenUp(sites: Record<string, number[]>, most: number, mostOfSite: number): string[] {
  const open = Object.entries(sites).flatMap(([site, sizes]) =>
    sizes.map((bytes, nr) => ({
      request: { site, readableLength: nr % 2 ? bytes : 0 } as unknown as IncomingMessage,
      response: { writableLength: nr % 2 ? 0 : bytes } as ServerResponse,
    })),
  );
  const siteOf = (request: unknown) => (request as { site: string }).site;
  return surplus(open, siteOf, { most, mostOfSite }).map(
    ({ request, response }) =>
      `${siteOf(request)}:${request.readableLength + response.writableLength}`,
  );
}

test('the fullest responses of the sites that have the most are given up, and no more', () => {
  expect(givenUp({ a: [5, 5], b: [0] }, 100, 10)).toEqual([]);
  expect(givenUp({ a: [1, 6, 5], b: [9] }, 100, 10)).toEqual(['a:6']);
  expect(givenUp({ a: [4, 5], b: [9], c: [8, 1] }, 20, 10)).toEqual(['a:5', 'b:9']);
  expect(givenUp({}, 0, 0)).toEqual([]);
  expect(givenUp({ a: [7] }, 5, 5)).toEqual(['a:7']);
  expect(givenUp({ a: [7], b: [3, 3] }, 20, 5)).toEqual(['b:3']);
});

test('ten thousand sites are brought within the bound in one pass', () => {
  const sites = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, nr) => [`${nr}`, [100 + nr]]),
  );
  const size = (given: string[]) =>
    given.reduce((sum, text) => sum + Number(text.split(':')[1]), 0);
  const all = Object.values(sites).reduce((sum, [bytes = 0]) => sum + bytes, 0);
  const given = givenUp(sites, 1_000_000, 100_000);
  expect(all - size(given)).toBeLessThanOrEqual(1_000_000);
  expect(all - size(given)).toBeGreaterThan(900_000);
});

test('clients that read little of large responses lose them; one that reads gets its own', async () => {
  const page = new Uint8Array(8_000_000);
  const server = createShopServer(
    { fetch: () => new Response(page) },
    { trustedProxies: [], held: { most: 40_000_000, mostOfSite: 20_000_000 } },
  );
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let arrived = 0;
  server.on('connection', () => {
    arrived += 1;
  });
  for (let i = 0; i < 12; i += 1) {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.pause();
    socket.on('error', () => undefined);
    opened.push(socket);
  }
  await expect.poll(() => arrived).toBe(12);
  await expect.poll(() => connectionsOf(server), { timeout: 5_000 }).toBeLessThan(10);
  expect(await connectionsOf(server)).toBeGreaterThan(0);
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect((await response.arrayBuffer()).byteLength).toBe(page.length);
});

test('a burst of large responses stays within the bound from the first moment', async () => {
  const page = Buffer.alloc(8_000_000);
  const bounds = { most: 40_000_000, mostOfSite: 20_000_000 };
  const responses: ServerResponse[] = [];
  let peak = 0;
  const waiting = () =>
    responses.reduce(
      (sum, { destroyed, writableLength }) => sum + (destroyed ? 0 : writableLength),
      0,
    );
  const server = createShopServer(
    { fetch: () => new Response() },
    { trustedProxies: [], held: bounds },
    {
      takes: () => true,
      async respond(_request, response) {
        responses.push(response);
        response.end(page);
        peak = Math.max(peak, waiting());
        return true;
      },
    },
  );
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (let i = 0; i < 20; i += 1) {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.pause();
    socket.on('error', () => undefined);
    opened.push(socket);
  }
  await expect.poll(() => responses.length).toBe(20);
  expect(peak).toBeLessThan(2 * bounds.mostOfSite + page.length);
});

test.for([
  ['of requests that have begun', ''],
  ['of requests that wait for the one before them', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
])('unread bodies %s stay within the bound, and a small one is read', async ([, before]) => {
  const bounds = { most: 600_000, mostOfSite: 300_000 };
  const server = createShopServer(
    {
      async fetch(request: Request) {
        if (request.url.endsWith('/small')) return new Response(await request.text());
        return new Promise<Response>(() => undefined);
      },
    },
    { trustedProxies: [], held: bounds },
  );
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const body = 'x'.repeat(60_000);
  const form = `${before}POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 64000\r\n\r\n${body}`;
  let sent = 0;
  for (let i = 0; i < 30; i += 1) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(form, () => {
        sent += 1;
      });
    });
    socket.on('error', () => undefined);
    opened.push(socket);
  }
  await expect.poll(() => sent, { timeout: 5_000 }).toBe(30);
  await expect
    .poll(() => connectionsOf(server), { timeout: 5_000 })
    .toBeLessThan(bounds.mostOfSite / body.length + 1);
  const response = await fetch(`http://127.0.0.1:${port}/small`, { method: 'POST', body: 'hello' });
  expect(await response.text()).toBe('hello');
});

test.for(['reads', 'discards'] as const)(
  'one that %s a body hears that its connection was closed',
  async (how) => {
    const server = createServer();
    opened.push(server);
    server.on(
      'request',
      boundHeld(() => 'site', { most: 10_000, mostOfSite: 1 }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    opened.push(socket);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\none');
    const [request]: IncomingMessage[] = await once(server, 'request');
    if (!request) throw new Error('There is no request.');
    const chunks = incomingChunks(request, 'site');
    if (how === 'reads') expect(String((await chunks.next()).value)).toBe('one');
    else discardRest(request, 'site');
    request.pause();
    request.on('error', () => undefined);
    const closed = new Promise((resolve) => request.once('close', resolve));
    socket.write('x'.repeat(800_000));
    await closed;
    if (how === 'reads') await expect(chunks.next()).rejects.toThrow('aborted');
  },
);

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
