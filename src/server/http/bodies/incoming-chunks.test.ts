import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventLoopTurns } from '../event-loop-turns.ts';
import { discardRest, incomingChunks } from './incoming-chunks.ts';

const server = createServer();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** A request of which the first three of nine bytes have been sent. */
async function begin(): Promise<{ request: IncomingMessage; socket: Socket }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\none');
  const [request] = await once(server, 'request');
  return { request, socket };
}

test('a chunk is freed when the next one is asked for, and a body can be read on', async () => {
  const { request, socket } = await begin();
  const chunks = incomingChunks(request, 'site');
  const { value: first } = await chunks.next();
  expect(String(first)).toBe('one');
  const next = chunks.next();
  expect(first?.byteLength).toBe(0);
  socket.write('two');
  expect(String((await next).value)).toBe('two');
  await chunks.return?.();

  const rest = incomingChunks(request, 'site');
  socket.write('end');
  expect(String((await rest.next()).value)).toBe('end');
  expect((await rest.next()).done).toBe(true);
  expect((await incomingChunks(request, 'site').next()).done).toBe(true);
  socket.destroy();
});

test('what nobody reads is freed as well', async () => {
  const { request, socket } = await begin();
  discardRest(request, 'site');
  let text = '';
  request.once('data', (data) => {
    text = String(data);
  });
  const [chunk] = await once(request, 'data');
  expect(text).toBe('one');
  await setImmediate();
  expect(chunk.byteLength).toBe(0);
  socket.destroy();
});

test('a body that is refused before it is read arrives to its end', async () => {
  const { request, socket } = await begin();
  incomingChunks(request, 'site');
  discardRest(request, 'site');
  socket.write('twoend');
  await once(request, 'end');
  socket.destroy();
});

test('chunks are read in turns with the requests that wait', async () => {
  const { request, socket } = await begin();
  const order: string[] = [];
  const busyUntil = performance.now() + 25;
  const work = () => {
    while (performance.now() < busyUntil);
  };
  eventLoopTurns.begin(() => 'busy', work);
  eventLoopTurns.begin(
    () => 'page',
    () => order.push('page'),
  );
  const read = incomingChunks(request, 'site')
    .next()
    .then(() => order.push('chunk'));
  await read;
  expect(order).toEqual(['page', 'chunk']);
  socket.destroy();
});

test('the rest of a refused body does not wait for the other requests of its site', async () => {
  const { request, socket } = await begin();
  const busyUntil = performance.now() + 25;
  eventLoopTurns.begin(
    () => 'busy',
    () => {
      while (performance.now() < busyUntil);
    },
  );
  let pages = 0;
  for (let page = 0; page < 500; page += 1) {
    eventLoopTurns.begin(
      () => 'site',
      () => {
        pages += 1;
      },
    );
  }
  discardRest(request, 'site');
  socket.write('twoend');
  await once(request, 'end');
  expect(pages).toBeLessThan(500);
  socket.destroy();
});
