import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShopServer } from './listen.ts';
import { MAX_HEADERS } from './protocol-checks.ts';

const server = createShopServer({ fetch: () => new Response('done') }, { trustedProxies: [] });
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Sends a request with this many short headers, complete or without its end. */
async function send(count: number, end: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const more = Array.from({ length: count - 2 }, (_, nr) => `a${nr}: b\r\n`);
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more.join('')}${end}`);
  return text(socket);
}

test('a request may have a hundred headers', async () => {
  expect(await send(MAX_HEADERS, '\r\n')).toMatch(/^HTTP\/1\.1 200 .*done$/s);
});

test.for(['\r\n', 'unfinished'])('one with more is refused at once (%j)', async (end) => {
  expect(await send(3 * MAX_HEADERS, end)).toMatch(/^HTTP\/1\.1 431 /);
});
