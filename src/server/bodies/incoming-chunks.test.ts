import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { incomingChunks } from './incoming-chunks.ts';

const server = createServer();
afterAll(() => void server.close());

test('a chunk is freed when the next one is asked for, and a body can be read on', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asked = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\none');
  const request = await asked;
  const chunks = incomingChunks(request);
  const { value: first } = await chunks.next();
  expect(String(first)).toBe('one');
  const next = chunks.next();
  expect(first?.byteLength).toBe(0);
  socket.write('two');
  expect(String((await next).value)).toBe('two');
  await chunks.return?.();

  const rest = incomingChunks(request);
  socket.write('end');
  expect(String((await rest.next()).value)).toBe('end');
  expect((await rest.next()).done).toBe(true);
  expect((await incomingChunks(request).next()).done).toBe(true);
  socket.destroy();
});
