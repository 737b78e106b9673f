import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isFileUpload } from '#server/http/bodies/file-uploads.ts';
import { MAX_IMAGE_BODY, mayCarryImage } from '#server/http/bodies/large-bodies.ts';
import { isLongCall, MAX_LONG_CALL } from '#server/http/bodies/long-calls.ts';
import { openShops, type Shops } from '../pages/shops.ts';
import { pngOf } from '../support/images.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/smtp-certificate.ts';
import { clearAway, freePort, projectRoot, temporaryFolder } from './shop-process.ts';

// What docs/going-live.md tells an owner to copy for nginx and the firewall, as it lies in deploy/.

const NFT = '/usr/sbin/nft';
const NGINX = '/usr/sbin/nginx';
const FORM = 'multipart/form-data; boundary=x';
const JSON_TYPE = 'application/json';
const GOING_LIVE = join(projectRoot, 'docs/going-live.md');
const deployed = (name: string) => readFile(join(projectRoot, 'deploy', name), 'utf8');

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Asks nginx as a browser does that looked up shop.example. */
function ask(
  address: { port: number; secure: boolean },
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | string } = {},
): Promise<Reply> {
  const send = address.secure ? httpsRequest : httpRequest;
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        port: address.port,
        host: '127.0.0.1',
        servername: 'localhost',
        ca: CERTIFICATE,
        path,
        method,
        headers: { Host: 'shop.example', ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const status = response.statusCode ?? 0;
        resolve({ status, headers: response.headers, body: Buffer.concat(chunks).toString() });
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** Runs what the page says about Debian's own file of nginx, on the one in this folder. */
async function enlarge(folder: string): Promise<void> {
  const page = await readFile(GOING_LIVE, 'utf8');
  const commands = page
    .split('\n')
    .filter((line) => /^(cp|sed) .*\/etc\/nginx\/(modules-enabled|nginx\.conf)/.test(line))
    .map((line) => line.replaceAll('/etc/nginx', folder));
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: projectRoot });
    expect(status, stderr.toString()).toBe(0);
  }
}

/** Opens connections to nginx that send the first half of a request; returns those that hold. */
async function sendHalves(port: number, count: number): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nX: ');
    return new Promise<Socket>((resolve) => {
      socket.once('connect', () => resolve(socket)).once('close', () => resolve(socket));
    });
  });
  return Promise.all(opened);
}

describe.runIf(existsSync(NGINX))('behind the nginx of the going-live page', () => {
  let shops: Shops;
  let nginx: ChildProcess;
  const http = { port: 0, secure: false };
  const https = { port: 0, secure: true };
  /** Serves each network that the limits count once; the header X-Test-Address says who asks. */
  const probe = { port: 0, secure: false };

  beforeAll(async () => {
    shops = await openShops([64, 64], {
      HOST: '127.0.0.1',
      BASE_URL: 'https://shop.example',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    http.port = await freePort();
    https.port = await freePort();
    probe.port = await freePort();
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'logs'));
    await mkdir(join(folder, 'modules-enabled'));
    await writeFile(join(folder, 'fullchain.pem'), CERTIFICATE);
    await writeFile(join(folder, 'privkey.pem'), CERTIFICATE_KEY);
    const ports = shops.running.map(({ url }) => new URL(url).port);
    const site = (await deployed('nginx.conf'))
      .replaceAll(/^ *listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http.port};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${https.port} ssl`)
      .replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${ports[1]}`)
      .replaceAll('/etc/letsencrypt/live/shop.example', folder);
    await writeFile(join(folder, 'site.conf'), site);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    await writeFile(
      join(folder, 'nginx.conf'),
      `pid ${folder}/nginx.pid; error_log ${folder}/logs/error.log;
       include ${folder}/modules-enabled/*.conf;
       events {
         worker_connections 768;
       }
       http {
         access_log off; ${places.join(' ')} include ${folder}/site.conf;
         limit_req_zone $online_shop_network zone=probe:1m rate=1r/m;
         server {
           listen 127.0.0.1:${probe.port};
           set_real_ip_from 127.0.0.1;
           real_ip_header X-Test-Address;
           root ${folder};
           limit_req zone=probe;
         }
       }`,
    );
    await enlarge(folder);
    const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
    nginx = spawn(NGINX, args, { stdio: 'inherit' });
    await vi.waitFor(async () => expect((await ask(https, '/readyz')).status).toBe(200), {
      timeout: 15_000,
    });
  });

  afterAll(async () => {
    nginx?.kill('SIGTERM');
    await shops?.close();
    await clearAway();
  });

  test('the shop is served over https alone, and says so for its own host only', async () => {
    expect(await ask(http, '/cloths?size=M')).toMatchObject({
      status: 301,
      headers: { location: 'https://shop.example/cloths?size=M' },
    });
    const home = await ask(https, '/', { headers: { accept: 'text/html' } });
    expect(home.status).toBe(200);
    expect(home.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('people sign in, bring large images, and count by their own address', async () => {
    const own = { origin: 'https://shop.example', 'x-forwarded-for': '198.51.100.1' };
    const signedIn = await ask(https, '/api/auth/sign-in/email', {
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'shopper@example.com', password: 'demo-shop-2026' }),
    });
    expect(signedIn.status).toBe(200);
    const cookies = signedIn.headers['set-cookie'] ?? [];
    const cookie = cookies.map((text) => text.split(';')[0]).join('; ');
    expect(cookies.join()).toMatch(/; Secure/i);

    const upload = async (image: Buffer) => {
      const form = new FormData();
      form.set('image', new File([new Uint8Array(image)], 'a.png', { type: 'image/png' }));
      const encoded = new Response(form);
      const body = Buffer.from(await encoded.arrayBuffer());
      const type = encoded.headers.get('content-type') ?? '';
      const headers = { ...own, cookie, 'content-type': type };
      return ask(https, '/uploads', { method: 'POST', headers, body });
    };
    const small = pngOf(300, 300);
    const large = Buffer.concat([small, Buffer.alloc(8_300_000 - small.length)]);
    // It reaches the shop whole, which judges it.
    expect((await upload(large)).headers['content-type']).toMatch(/json/);
    expect((await upload(small)).status).toBe(201);
    expect((await upload(Buffer.alloc(9_000_000))).status).toBe(413);
    for (const shop of shops.running) expect(shop.output()).not.toContain('proxy.untrusted');
  });

  test('a large body is taken only where the shop takes one, and from nobody who may not send it', async () => {
    const post = (path: string, size: number, body: string, type = FORM) => {
      const declared = { 'content-type': type, 'content-length': String(size) };
      // A body that is never complete leaves a connection that nothing else can use.
      const headers = { ...declared, origin: 'https://shop.example', connection: 'close' };
      return ask(https, path, { method: 'POST', headers, body });
    };
    expect((await post('/contact', 65 * 1024, '')).status).toBe(413);
    expect((await post('/api/v1/bulk-edits', MAX_LONG_CALL + 1, '', JSON_TYPE)).status).toBe(413);
    // The shop refuses guests by the headers: most of these bodies is never sent.
    for (const [path, size, body, type] of [
      ['/api/v1/imports', 200_000_000, '--x\r\n', FORM],
      ['/api/v1/bulk-edits', MAX_LONG_CALL, '{', JSON_TYPE],
      ['/api/v1/bulk-edits/preview', MAX_LONG_CALL, '{', JSON_TYPE],
    ] as const) {
      const refused = await post(path, size, body, type);
      expect([path, refused.status]).toEqual([path, 401]);
      expect(refused.headers['content-type']).toContain('problem+json');
    }
  });

  test('nginx has room for 900 requests of one client that never end, and for others', async () => {
    const halves = await sendHalves(http.port, 900);
    try {
      expect((await ask(https, '/readyz')).status).toBe(200);
      // Without room nginx closes some of them, and whoever reconnects faster gets the place.
      expect(halves.filter(({ closed }) => closed)).toHaveLength(0);
    } finally {
      for (const half of halves) half.destroy();
    }
  });

  test('the limits count an IPv4 address, and the /48 of an IPv6 address', async () => {
    const asked = async (address: string) =>
      (await ask(probe, '/site.conf', { headers: { 'x-test-address': address } })).status;
    expect(await asked('203.0.113.10')).toBe(200);
    expect(await asked('203.0.113.10')).toBe(429);
    expect(await asked('203.0.113.11')).toBe(200);
    // A byte of 10 is a line feed, where a pattern can end.
    expect(await asked('2001:db8:a0a:1::1')).toBe(200);
    expect(await asked('2001:db8:a0a:ffff:a0a:a0a:a0a:a0a')).toBe(429);
    expect(await asked('2001:db8:a0b:1::1')).toBe(200);
    const keys = (await deployed('nginx.conf')).match(/(?<=^limit_\w+_zone )\S+/gm);
    expect(keys).toEqual(['$online_shop_network', '$online_shop_network']);
  });

  test('nobody notices that one of the two processes is restarted', async () => {
    await shops.running[0]?.kill();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ask(https, '/products?limit=1')),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test('nginx takes bodies as large as the shop does, where the shop does', async () => {
  const conf = await deployed('nginx.conf');
  const [images, edits, files] = [...conf.matchAll(/location ~\* (\S+) \{[^}]*_size (\w+);/g)];
  const [image, edit, file] = [images, edits, files].map(
    (match) => new RegExp(match?.[1] ?? '', 'i'),
  );
  const sizes = [`${MAX_IMAGE_BODY / 1024}k`, `${MAX_LONG_CALL / 1024 / 1024}m`, '257m'];
  expect([images, edits, files].map((match) => match?.[2])).toEqual(sizes);
  const paths = [
    ...['/uploads', '/register', '/addProduct', '/account', '/api/v1/products/prd_1/images'],
    ...['/admin/products/new', '/admin/categories/cat_1.data', '/admin/collections/new'],
    ...['/admin/pages/new', '/admin/pages/pag_1.data', '/returnOrder/ord_1'],
    ...['/api/v1/returns/ret_1/photos', '/api/v1/returns/ret_1', '/returnOrder', '/admin/pages'],
    ...['/api/v1/bulk-edits', '/api/v1/bulk-edits/preview', '/api/v1/bulk-edits/job_1'],
    ...['/api/v1/stock-counts', '/api/v1/pages', '/api/v1/pages/pag_1', '/api/v1/pages/a/b'],
    ...['/api/v1/products', '/api/v1/products/prd_1', '/api/v1/products/prd_1/duplicate'],
    ...['/api/v1/imports', '/admin/imports', '/admin/imports.data'],
    ...['/', '/contact', '/register.data', '/admin/products', '/admin/imports/job_1', '/uploads/a'],
  ];
  for (const path of paths) {
    const c = { req: { method: 'POST', path } } as Parameters<typeof mayCarryImage>[0];
    const large = [mayCarryImage(c, FORM), isLongCall(c), isFileUpload(c, FORM)];
    expect([path, image?.test(path), edit?.test(path), file?.test(path)]).toEqual([path, ...large]);
  }
});

test('without nginx its configuration is not tried', (context) => {
  if (!existsSync(NGINX)) context.skip('nginx is not installed and could not be');
  expect(spawnSync(NGINX, ['-v']).status).toBe(0);
});

test('nginx waits five seconds for the headers of a request, and its workers have the files', async () => {
  expect(await deployed('nginx.conf')).toMatch(/^client_header_timeout 5s;$/m);
  const page = await readFile(GOING_LIVE, 'utf8');
  const number = (text: string, name: string) =>
    Number(new RegExp(`${name} (\\d+);`).exec(text)?.[1]);
  const connections = number(page, 'worker_connections \\[0-9\\]\\*;/worker_connections');
  expect(connections).toBeGreaterThan(10_000);
  // One connection and one file of a temporary body at most.
  const files = number(await deployed('nginx-connections.conf'), 'worker_rlimit_nofile');
  expect(files).toBeGreaterThanOrEqual(2 * connections);
});

test('the firewall takes the limits of connections', async (context) => {
  if (!existsSync(NFT)) context.skip('nftables is not installed and could not be');
  if (process.getuid?.() !== 0) context.skip('only root may ask the firewall');
  const ruleset = join(projectRoot, 'deploy/online-shop.nft');
  const { status, stderr } = spawnSync(NFT, ['-c', '-f', ruleset], { encoding: 'utf8' });
  if (/Operation not (permitted|supported)/.test(stderr)) context.skip('there is no firewall here');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const counted = (await readFile(ruleset, 'utf8')).match(/ip6? saddr.* ct count over \d+/g);
  expect(counted).toEqual([
    'ip saddr ct count over 500',
    'ip6 saddr & ffff:ffff:ffff:: ct count over 500',
  ]);
});
