import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { longestTurn } from '../../../test/support/longest-turn.ts';
import { discardRest } from './bodies/incoming-chunks.ts';
import { IncomingRequest } from './incoming-request.ts';
import { closeServer, createShopServer, listen } from './listen.ts';

type Options = Partial<Parameters<typeof createShopServer>[1]>;
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const LAST_GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

let stop: () => Promise<void>;
/** Stops the server as the shop does. */
let close: () => Promise<void>;
afterEach(() => stop());

/**
 * Serves `fetch`. The returned function connects to it, from another address of this machine if one
 * is given.
 */
async function serve(
  fetch: Parameters<typeof createShopServer>[0]['fetch'],
  options: Options = {},
  pageCache: Parameters<typeof createShopServer>[2] = null,
): Promise<(from?: string) => Socket> {
  const server = createShopServer({ fetch }, { trustedProxies: [], ...options }, pageCache);
  await listen(server, { port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  close = () => closeServer(server);
  stop = async () => {
    for (const socket of sockets) socket.destroy();
    await closeServer(server);
  };
  return (from) => {
    const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) });
    sockets.push(socket.on('error', () => undefined));
    return socket;
  };
}

/** Resolves when the socket is closed, also because of an error. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** All that a socket receives until it is closed. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await closed(socket);
  return text;
}

async function isServed(socket: Socket): Promise<boolean> {
  socket.write(LAST_GET);
  return (await received(socket)).startsWith('HTTP/1.1 200');
}

test('one connection more than the most is hung up on, and the others go on', async () => {
  const open = await serve(() => new Response('here'), { mostConnections: 1 });
  const first = open();
  await once(first, 'connect');
  await closed(open().resume());
  expect(await isServed(first)).toBe(true);
});

test('a site that has its share of connections is hung up on, and another one gets in', async () => {
  const fetch = () => new Response('here');
  const open = await serve(fetch, { loopback: [], mostOfSite: 2 });
  const kept = [open(), open()];
  await Promise.all(kept.map((socket) => once(socket, 'connect')));
  expect(await isServed(open())).toBe(false);
  expect(await isServed(open('127.0.0.2'))).toBe(true);
  kept[0]?.destroy();
  await expect.poll(() => isServed(open())).toBe(true);
});

test.each<[string, Options]>([
  ['a trusted proxy', { loopback: [], trustedProxies: ['127.0.0.0/8'] }],
  ['this machine', {}],
])('connections from %s are not counted', async (_from, options) => {
  const open = await serve(() => new Response('here'), { ...options, mostOfSite: 1 });
  await Promise.all([open(), open()].map((socket) => once(socket, 'connect')));
  expect(await isServed(open())).toBe(true);
});

test('a body in crumbs, or with too many chunks in a packet, is cut off without a response', async () => {
  const open = await serve(async (request) => new Response(await request.text()));
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked';
  for (const chunk of ['1\r\nx\r\n', `12c\r\n${'x'.repeat(300)}\r\n`]) {
    const socket = open();
    socket.write(`${head}\r\n\r\n${chunk.repeat(200)}0\r\n\r\n`);
    expect(await received(socket)).toBe('');
  }
});

test('a connection has one request begun and one waiting; who sends more is hung up on', async () => {
  const pending = Promise.withResolvers<void>();
  let begun = 0;
  const open = await serve(async () => {
    begun += 1;
    if (begun === 1) await pending.promise;
    return new Response('here');
  });
  const greedy = open().resume();
  greedy.write(GET + GET);
  await expect.poll(() => begun).toBe(1);
  greedy.write(GET);
  await expect.poll(() => greedy.destroyed).toBe(true);
  expect(await isServed(open())).toBe(true);
  pending.resolve();
  await sleep(20);
  expect(begun).toBe(2);
});

test.each([
  ['a GET', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 200],
  ['a GET of HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n', 200],
  ['a POST', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx', 200],
  ['an upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', 200],
  ['Expect: 100-continue', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n', 100],
  ['Expect: x', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n', 417],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHOST: a\r\n\r\n', 400],
  ['a Host that no address has', 'GET / HTTP/1.1\r\nHost: 1.2.3.4.5\r\n\r\n', 400],
  ['a target with a password', 'GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['an IPv6 Host', 'GET / HTTP/1.1\r\nHost: [::1]:3000\r\n\r\n', 200],
  ['two Hosts of HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400],
])('%s gets one response, and a packet of a thousand is given up at the third', async (...row) => {
  const [, request, expected] = row;
  const open = await serve(() => new Response('here'));
  const one = open();
  one.write(request);
  const [first] = await once(one, 'data');
  expect(String(first)).toMatch(`HTTP/1.1 ${expected}`);
  let parsed = 0;
  const count = () => {
    parsed += 1;
  };
  subscribe('http.server.request.start', count);
  const greedy = open();
  greedy.end(request.repeat(1000));
  const responses = (await received(greedy)).match(/HTTP\/1.1 [24]\d\d/g) ?? [];
  unsubscribe('http.server.request.start', count);
  expect(responses.length).toBeLessThanOrEqual(2);
  expect(parsed).toBeLessThanOrEqual(3);
});

test('a packet of ten thousand chunks of a body is given up at the 65th', async () => {
  const chunks = vi.spyOn(IncomingRequest.prototype, 'push');
  const open = await serve(async (request) => new Response(await request.text()));
  const one = open();
  one.on('error', () => {}).resume();
  const headers = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  one.write(headers + '1\r\nx\r\n'.repeat(9_900));
  await once(one, 'close');
  expect(chunks.mock.calls.length).toBeLessThan(70);
});

test.each([
  ['asks for another protocol', 'GET /', 'Connection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ['gives a GET a body', 'GET /', 'Transfer-Encoding: chunked\r\n\r\nffffffff\r\n'],
  ['posts to no address', 'POST http://[', 'Transfer-Encoding: chunked\r\n\r\nffffffff\r\n'],
  ['asks for all options', 'OPTIONS *', 'Content-Length: 9999999999\r\n\r\n'],
])('a client that %s can not send without end', async (_, request, headers) => {
  const open = await serve(() => new Response('here'));
  const one = open();
  one.on('error', () => {}).resume();
  one.write(`${request} HTTP/1.1\r\nHost: a\r\n${headers}`);
  await once(one, 'data');
  const megabyte = Buffer.alloc(1 << 20, 'x');
  let sent = 0;
  for (; sent < 64 && !one.destroyed; sent += 1) {
    if (!one.write(megabyte)) await once(one, 'drain').catch(() => one.destroy());
  }
  expect(sent).toBeLessThan(64);
});

test('a response before the end of its body says that the connection is closed', async () => {
  const open = await serve(async (request, { incoming }) => {
    if (request.url.endsWith('/refused')) discardRest(incoming as IncomingMessage, '127.0.0.1');
    return new Response(request.url.endsWith('/read') ? await request.text() : 'here');
  });
  const responseTo = async (path: string, rest: string) => {
    const one = open();
    one.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${rest}`);
    return String((await once(one, 'data'))[0]);
  };
  const long = 'Content-Length: 300000\r\n\r\nx';
  expect(await responseTo('/', long)).toMatch(/^connection: close\r$/im);
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n';
  expect(await responseTo('/', chunked)).toMatch(/^connection: close\r$/im);
  expect(await responseTo('/refused', chunked)).toMatch(/^connection: close\r$/im);
  const whole = 'Content-Length: 2\r\n\r\n{}';
  expect(await responseTo('/read', whole)).toMatch(/^connection: keep-alive\r$/im);
});

test('a client that holds back a small body that nobody reads is soon closed', async () => {
  const open = await serve(() => new Response('here'));
  const one = open();
  const began = Date.now();
  one.resume().write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{');
  await closed(one);
  // Not at once: the rest is usually on its way.
  expect(Date.now() - began).toBeGreaterThan(300);
});

test('a client that sends the rest of a refused body slowly is closed', async () => {
  const open = await serve(
    (_, { incoming }) => {
      discardRest(incoming as IncomingMessage, '127.0.0.1');
      return new Response('here');
    },
    { restMs: 300 },
  );
  const one = open();
  one.resume().write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n');
  // A client that sends nothing is closed anyway.
  const drip = setInterval(() => one.write('x'.repeat(300)), 50);
  await expect.poll(() => one.destroyed, { timeout: 5_000 }).toBe(true);
  clearInterval(drip);
});

test('a client whose refused body waits for its turn keeps its connection', async () => {
  const bodies: IncomingMessage[] = [];
  const open = await serve(async (_, env) => {
    const incoming = env.incoming as IncomingMessage;
    bodies.push(incoming);
    // As a body that waits for a turn after each chunk.
    incoming.on('data', () => incoming.pause());
    await expect.poll(() => incoming.complete).toBe(true);
    return new Response('here');
  });
  const one = open();
  const chunk = `4e20\r\n${'x'.repeat(20_000)}\r\n`;
  one.write(
    `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
  );
  expect(String((await once(one, 'data'))[0])).toMatch(/^connection: keep-alive\r$/im);
  await sleep(700);
  expect(one.destroyed).toBe(false);
  expect(bodies[0]?.readableEnded).toBe(false);
});

test('a server that stops still responds on kept connections, and closes them', async () => {
  const open = await serve(() => new Response('here'));
  const [kept, idle] = [open(), open()];
  kept.write(GET);
  expect(String((await once(kept, 'data'))[0])).toMatch(/^connection: keep-alive\r$/im);
  idle.write(GET);
  await once(idle, 'data');
  const stopped = close();
  kept.write(GET);
  const rest = await received(kept);
  expect(rest).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*^connection: close\r$/im);
  await Promise.all([closed(idle), stopped]);
});

test('a client whose small body nobody reads keeps its connection', async () => {
  const open = await serve(() => new Response('here'));
  const one = open();
  for (let request = 0; request < 9; request += 1) {
    one.write('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
    expect(String((await once(one, 'data'))[0])).toMatch('HTTP/1.1 200');
    await sleep(5);
  }
  expect(one.destroyed).toBe(false);
});

test('the second request of a connection is begun after the first has its response', async () => {
  const pending = Promise.withResolvers<void>();
  const begun: string[] = [];
  const open = await serve(async (request) => {
    begun.push(new URL(request.url).pathname);
    if (begun.length === 1) await pending.promise;
    return new Response(`<${begun.at(-1)}>`);
  });
  const socket = open();
  const responses = received(socket);
  socket.write(GET + LAST_GET.replace('/', '/second'));
  await expect.poll(() => begun).toEqual(['/']);
  pending.resolve();
  expect((await responses).match(/<.*?>/g)).toEqual(['</>', '</second>']);
});

test('what a closed connection had sent is not begun', async () => {
  const aborted = Promise.withResolvers<void>();
  let begun = 0;
  const open = await serve((request) => {
    begun += 1;
    request.signal.addEventListener('abort', () => aborted.resolve());
    return new Promise<Response>(() => undefined);
  });
  const socket = open();
  socket.write(GET + GET);
  await expect.poll(() => begun).toBe(1);
  socket.destroy();
  await aborted.promise;
  await sleep(20);
  expect(begun).toBe(1);
});

test('the app is not asked for a page whose reader left while the cache was asked', async () => {
  const asked: string[] = [];
  const open = await serve(
    () => new Response(String(asked.push('app'))),
    {},
    {
      takes: () => true,
      async respond(_request, response) {
        asked.push('cache');
        await once(response, 'close');
        return false;
      },
    },
  );
  const socket = open();
  socket.write(GET);
  await expect.poll(() => asked).toEqual(['cache']);
  socket.destroy();
  await sleep(50);
  expect(asked).toEqual(['cache']);
});

test('a client that reads nothing is hung up on; slow clients and slow responses are not', async () => {
  const size = 16 * 2 ** 20;
  const gone: string[] = [];
  const open = await serve(
    async (request, env) => {
      const { pathname } = new URL(request.url);
      const { incoming } = env as { incoming: { socket: Socket } };
      incoming.socket.once('close', () => gone.push(pathname));
      if (pathname === '/') await sleep(2_200);
      return new Response(pathname === '/' ? 'late' : new Uint8Array(size));
    },
    { stallMs: 2_000 },
  );
  const deaf = open();
  deaf.write(GET.replace('/', '/deaf'));
  const chatter = setInterval(() => deaf.write('\r\n'), 50);
  const isLateServed = isServed(open());
  const slow = open();
  slow.write(LAST_GET.replace('/', '/slow'));
  let bytes = 0;
  slow.on('data', (data) => {
    bytes += data.length;
    slow.pause();
    setTimeout(() => slow.resume(), data.length / 2 ** 12);
  });
  await closed(slow);
  expect(await isLateServed).toBe(true);
  clearInterval(chatter);
  expect(bytes).toBeGreaterThan(size);
  expect(gone[0]).toBe('/deaf');
});

test('pages that waited for one check are sent in turns, with others between them', async () => {
  const checked = Promise.withResolvers<void>();
  let waiting = 0;
  const open = await serve(
    () => new Response('here'),
    {},
    {
      takes: () => true,
      async respond(_request, response, turn) {
        waiting += 1;
        await checked.promise;
        const wait = turn();
        if (wait) await wait;
        const began = process.threadCpuUsage();
        while (process.threadCpuUsage(began).user < 10_000);
        response.end('page');
        return true;
      },
    },
  );
  const pages = Array.from({ length: 40 }, () => open());
  const sent = pages.map((socket) => {
    socket.write(LAST_GET);
    return received(socket);
  });
  await expect.poll(() => waiting).toBe(pages.length);
  const { tookMs, longestMs } = await longestTurn(async () => {
    checked.resolve();
    await Promise.all(sent);
  });
  expect(await Promise.all(sent)).toEqual(pages.map(() => expect.stringContaining('page')));
  expect(tookMs).toBeGreaterThan(200);
  // All in one turn would be all of the time.
  expect(longestMs).toBeLessThan(tookMs / 3);
});
