import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from './call.ts';

const html = '<h1>413 Request Entity Too Large</h1>';
const server = createServer((request, response) => {
  const isProxy = request.url === '/proxy';
  response.writeHead(request.url === '/down' ? 502 : 413);
  response.end(isProxy || request.url === '/down' ? html : '{"detail":"At most 5,000 variants."}');
});
let shop: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test('a body that a proxy or the shop refuses as too large is named, with what to do', async () => {
  expect(await post(`${shop}/proxy`, {})).toEqual({
    problem: expect.stringMatching(/^That is too much at once\..* smaller parts/),
    status: 413,
  });
  expect(await post(`${shop}/shop`, {})).toEqual({
    problem: 'At most 5,000 variants.',
    status: 413,
  });
  expect(await post(`${shop}/down`, {})).toEqual({
    problem: expect.stringContaining('could not be reached'),
    status: 502,
  });
});
