import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#features/accounts/sign-in-rate-limits.ts';
import type { AppEnv } from '#features/app-env.ts';
import { silentLog } from '#shared/log.ts';
import { clientAddress } from './client-address.ts';

const PROXY = '10.0.0.1';
const INNER_PROXY = '10.0.0.2';

async function addressOf(socket: string, headers: Record<string, string>, trusted: string[]) {
  const app = new Hono<AppEnv>();
  app.use(clientAddress(trusted, silentLog));
  app.get('/', (c) =>
    c.json([
      c.get('clientAddress'),
      c.req.header(CLIENT_ADDRESS_HEADER),
      c.req.header('x-real-ip'),
    ]),
  );
  const env = { incoming: { socket: { remoteAddress: socket } } };
  const [address, handedOn, claim] = await (await app.request('/', { headers }, env)).json();
  expect(handedOn).toBe(address);
  expect(claim).toBeNull();
  return address;
}

test.each<[string, string, string, string]>([
  ['a socket without a proxy', '203.0.113.9', '', '203.0.113.9'],
  ['an IPv4 client of an IPv6 socket', '::ffff:203.0.113.9', '', '203.0.113.9'],
  ['a guest who forges the header', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy that names its client', PROXY, '203.0.113.9', '203.0.113.9'],
  ['a proxy seen over an IPv6 socket', `::ffff:${PROXY}`, '203.0.113.9', '203.0.113.9'],
  [
    'a client that forged what the proxy adds to',
    PROXY,
    '198.51.100.1, 203.0.113.9',
    '203.0.113.9',
  ],
  ['two proxies', PROXY, `203.0.113.9, ${INNER_PROXY}`, '203.0.113.9'],
  ['a client that claims to be a proxy', PROXY, `${INNER_PROXY}, 203.0.113.9`, '203.0.113.9'],
  ['a proxy that says nothing', PROXY, '', PROXY],
  ['a proxy that names no address', PROXY, '198.51.100.1, unknown', PROXY],
  ['a proxy that names address and port', PROXY, '198.51.100.1, 203.0.113.9:4711', '203.0.113.9'],
  ['a proxy that names an IPv6 address and port', PROXY, '[2001:db8::7]:443', '2001:db8::7'],
  ['a proxy that names an IPv6 address in brackets', PROXY, '[2001:db8::7]', '2001:db8::7'],
  ['nothing but proxies', PROXY, INNER_PROXY, PROXY],
  ['an IPv6 client', PROXY, '2001:db8::7', '2001:db8::7'],
])('finds the address of %s', async (_, socket, forwarded, expected) => {
  const claims = {
    'x-real-ip': '198.51.100.1',
    forwarded: 'for=198.51.100.1',
    'cf-connecting-ip': '198.51.100.1',
    [CLIENT_ADDRESS_HEADER]: '198.51.100.1',
  };
  const headers = { ...claims, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) };
  expect(await addressOf(socket, headers, [PROXY, INNER_PROXY])).toBe(expected);
});

test.each<[string, string, string]>([
  ['inside a trusted network', '172.16.3.4', '203.0.113.9'],
  ['inside a trusted IPv6 network', 'fd00::7', '203.0.113.9'],
  ['outside of the trusted networks', '172.32.0.1', '172.32.0.1'],
  ['outside of the trusted IPv6 networks', 'fe00::7', 'fe00::7'],
])('believes a proxy %s as far as that goes', async (_, socket, expected) => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 172.16.200.1' };
  expect(await addressOf(socket, headers, ['172.16.0.0/12', 'fd00::/8'])).toBe(expected);
});

test('warns once when proxies send addresses and are not trusted', async () => {
  const lines: [string, unknown][] = [];
  const log = {
    ...silentLog,
    warn: (event: string, more?: unknown) => void lines.push([event, more]),
  };
  const ask = async (trusted: string[], headers: Record<string, string>, remoteAddress = PROXY) => {
    const app = new Hono<AppEnv>();
    app.use(clientAddress(trusted, log));
    app.get('/', (c) => c.text(c.get('clientAddress')));
    const env = { incoming: { socket: { remoteAddress } } };
    for (let i = 0; i < 3; i += 1) await app.request('/', { headers }, env);
  };
  await ask([], {});
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  await ask([PROXY], forwarded);
  // When a proxy is trusted, everybody outside can send the header.
  await ask([INNER_PROXY], forwarded, '198.51.100.7');
  expect(lines).toEqual([]);
  await ask([], forwarded);
  await ask(['172.16.0.0/12'], forwarded, '127.0.0.1');
  expect(lines).toEqual([
    ['proxy.untrusted', expect.objectContaining({ proxy: PROXY })],
    ['proxy.untrusted', expect.objectContaining({ proxy: '127.0.0.1' })],
  ]);
});
