import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer, listen } from './http/listen.ts';

test('one connection more than the most is hung up on, and the others go on', async () => {
  const server = await listen(
    { fetch: () => new Response('here') },
    { port: 0, host: '127.0.0.1', mostConnections: 1 },
  );
  const { port } = server.address() as AddressInfo;
  const first = connect(port, '127.0.0.1');
  await once(first, 'connect');
  const second = connect(port, '127.0.0.1').resume();
  await once(second, 'close');
  first.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const [response] = await once(first, 'data');
  expect(String(response)).toMatch(/^HTTP\/1.1 200/);
  await closeServer(server);
});

test('a body in crumbs is cut off without a response', async () => {
  const app = { fetch: async (request: Request) => new Response(await request.text()) };
  const server = await listen(app, { port: 0, host: '127.0.0.1' });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let response = '';
  socket.on('data', (data) => {
    response += data;
  });
  const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked';
  socket.write(`${head}\r\n\r\n${'1\r\nx\r\n'.repeat(200)}0\r\n\r\n`);
  await ended;
  expect(response).toBe('');
  await closeServer(server);
});
