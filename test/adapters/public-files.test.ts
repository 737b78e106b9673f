import { createServer, type Server } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#adapters/remote-files/look-up.ts';
import { isPublicAddress } from '#adapters/remote-files/public-addresses.ts';
import { createPublicFiles } from '#adapters/remote-files/public-files.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';

const none = new BlockList();
const limits = { mostBytes: 1_000, signal: new AbortController().signal };

/** A server of this machine, and what was asked of it. */
let server: Server;
let port: number;
const asked: string[] = [];
const responses: Record<
  string,
  { status: number; headers?: Record<string, string>; body?: string }
> = {
  '/image': { status: 200, body: 'an image' },
  '/large': { status: 200, body: 'x'.repeat(1_001) },
  '/away': { status: 404 },
  '/moved': { status: 302, headers: { location: '/image' } },
  '/to-metadata': { status: 302, headers: { location: 'http://169.254.169.254/latest/' } },
  '/to-name': { status: 302, headers: { location: 'http://inside.example/secret' } },
  '/to-file': { status: 302, headers: { location: 'file:///etc/passwd' } },
  '/round': { status: 302, headers: { location: '/round' } },
};
let failing = 0;

/** Where names lead. The last does not respond. */
let names: NameServer;
const table = {
  'images.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.7'],
  'both.example': ['93.184.216.34', '192.168.1.1'],
  'kinds.example': ['93.184.216.34', 'fd00:0000:0000:0000:0000:0000:0000:0001'],
  localhost: ['93.184.216.34'],
  'own.localhost': ['93.184.216.34'],
  'hangs.example': null,
  'crowded.example': Array.from({ length: 65 }, (_, i) => `93.184.216.${i + 1}`),
};

beforeAll(async () => {
  names = await startNameServer(table);
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (failing > 0) {
      failing -= 1;
      response.writeHead(503).end();
      return;
    }
    if (request.url === '/never') return;
    if (request.url === '/switch') {
      request.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      );
      return;
    }
    const { status, headers, body = '' } = responses[request.url ?? ''] ?? { status: 500 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  asked.length = 0;
  failing = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  names.close();
});

/** Of this machine only the server above may be connected to. */
const files = () =>
  createPublicFiles({
    isAllowed: (address, to) =>
      address === '127.0.0.1' ? to === port : isPublicAddress(address, none),
    nameServers: [names.address],
    pauseMs: 1,
  });

const quick = { limitMs: 100, pauseMs: 1 };
const at = (path: string) => `http://images.example:${port}${path}`;
const textOf = async (url: string) => Buffer.from(await files().fetch(url, limits)).toString();

describe('a fetched file', () => {
  test('comes whole, also after a redirect, and after a failure that passes', async () => {
    expect(await textOf(at('/image'))).toBe('an image');
    expect(await textOf(at('/moved'))).toBe('an image');
    failing = 2;
    expect(await textOf(at('/image'))).toBe('an image');
    failing = 3;
    await expect(textOf(at('/image'))).rejects.toMatchObject({
      isTemporary: true,
      isTimeout: false,
    });
  });

  test.each([
    ['too large', '/large', 'larger', 1],
    ['not there', '/away', '404', 1],
    ['at a server that changes the protocol', '/switch', '101', 1],
    ['behind endless redirects', '/round', 'redirects too often', 6],
  ])('that is %s is refused without another attempt', async (_, path, reason, requests) => {
    await expect(textOf(at(path))).rejects.toThrow(reason);
    expect(asked).toHaveLength(requests);
  });
});

test('names whose server does not respond delay no other name, and end when called off', async () => {
  const stop = new AbortController();
  const hanging = Array.from({ length: 8 }, () =>
    lookUp('hangs.example', stop.signal, [names.address]),
  );
  const ended = Promise.allSettled(hanging);
  const first = await Promise.race([ended.then(() => 'the hanging names'), textOf(at('/image'))]);
  expect(first).toBe('an image');
  await expect.poll(() => names.asked.filter((name) => name === 'hangs.example').length).toBe(16);
  const before = Date.now();
  stop.abort();
  expect((await ended).map(({ status }) => status)).toEqual(hanging.map(() => 'rejected'));
  expect(Date.now() - before).toBeLessThan(1_000);
});

test('a name with more addresses than any image host has is refused at once', async () => {
  await expect(textOf('http://crowded.example/')).rejects.toMatchObject({
    isTemporary: false,
    message: expect.stringContaining('more than 64 addresses'),
  });
  expect(names.asked.filter((name) => name === 'crowded.example')).toHaveLength(2);
});

test('a server that never responds takes too long', async () => {
  const slow = createPublicFiles({ isAllowed: () => true, nameServers: [names.address], ...quick });
  for (const url of [at('/never'), 'http://hangs.example/']) {
    await expect(slow.fetch(url, limits)).rejects.toMatchObject({
      isTimeout: true,
      message: expect.stringContaining('took too long'),
    });
  }
});

describe('an address inside is not connected to', () => {
  test.each([
    ['of this machine', () => 'http://127.0.0.1/'],
    ['of this machine at another port', () => `http://127.0.0.1:${port + 1}/`],
    ['by a name for it', () => 'http://inside.example/'],
    ['by a name with one public address', () => 'http://both.example/'],
    ['by a name with one public kind', () => 'http://kinds.example/'],
    ['by the name of this machine', () => 'http://localhost/'],
    ['by a name below that of this machine', () => 'http://own.localhost./'],
    ['as a decimal number', () => 'http://167772167/'],
    ['as a hexadecimal number', () => 'http://0x0a000007/'],
    ['as an octal number', () => 'http://012.0.0.7/'],
    ['as a short form', () => 'http://10.7/'],
    ['of IPv6', () => 'http://[::1]/'],
    ['of IPv4 within IPv6', () => 'http://[::ffff:10.0.0.7]/'],
    ['of a link', () => 'http://[fe80::1]/'],
    ['of a private network of IPv6', () => 'http://[fd00::1]/'],
    ['with the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['of the host at a cloud', () => 'http://168.63.129.16/metadata/'],
    ['that stands for all addresses', () => 'http://0.0.0.0/'],
    ['with a password', () => 'http://user:pass@images.example/'],
    ['of another scheme', () => 'file:///etc/passwd'],
    ['after a redirect to metadata', () => at('/to-metadata')],
    ['after a redirect to a name', () => at('/to-name')],
    ['after a redirect to another scheme', () => at('/to-file')],
  ])('%s', async (_, url) => {
    const before = asked.length;
    await expect(textOf(url())).rejects.toMatchObject({
      isTemporary: false,
      message: expect.stringMatching(/no public address|not a web address/),
    });
    // Only what leads there was asked.
    expect(asked.slice(before).every((path) => path.startsWith('/to-'))).toBe(true);
  });

  test('for a port that is not of the web, nor for an address of its own networks', async () => {
    const url = 'http://93.184.216.34:22/';
    const signal = AbortSignal.timeout(5_000);
    const failing = (address: string) =>
      expect(createPublicFiles().fetch(address, { mostBytes: 1, signal })).rejects;
    await failing(url).toThrow('93.184.216.34 is asked at port 22, and the shop fetches only from');
    await failing('http://10.0.0.7:22/').toThrow('10.0.0.7 is no public address');
    const own = new BlockList();
    own.addSubnet('93.184.216.0', 24, 'ipv4');
    own.addSubnet('2606:2800:220:1::', 64, 'ipv6');
    expect(isPublicAddress('93.184.216.34', none)).toBe(true);
    expect(isPublicAddress('93.184.216.34', own)).toBe(false);
    expect(isPublicAddress('2606:2800:220:1::7', none)).toBe(true);
    expect(isPublicAddress('2606:2800:220:1::7', own)).toBe(false);
    for (const address of [
      '2002:a00:7::1',
      '2001:0:a00:7::1',
      '64:ff9b::a00:7',
      '::',
      'fe80::1%1',
    ]) {
      expect([address, isPublicAddress(address, none)]).toEqual([address, false]);
    }
  });
});
