import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import { startObservedShop } from '../../bench/shop/observed-shop.ts';
import { removeDataFolder } from '../../scripts/running-shop.ts';
import routes from '../../src/web/routes.ts';
import { newDemoFolder } from '../support/demo-folder.ts';

/** The event loop of the shop may be held up so long by one request, in milliseconds. */
const LONGEST_MS = 50;
/** A machine that is busy holds everything up: the best of so many attempts counts. */
const ATTEMPTS = 12;

/** Forms that are no pages, and a call of the library that reads sign-ins. */
const OTHER_FORMS = [
  '/sandbox/google/authorize',
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
];

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
/** One name, repeated: what reads forms may cost the square of it. */
const floods: [what: string, type: string, body: string][] = [
  ['64,000 bytes of names', URLENCODED, 'a&'.repeat(32_000)],
  ['64,000 bytes of parts', MULTIPART, `${part.repeat(1_180)}--x--\r\n`],
  ['48,000 parts', MULTIPART, `${part.repeat(48_000)}--x--\r\n`],
];

const dataDir = await newDemoFolder();
const shop = await startObservedShop(dataDir);
afterAll(async () => {
  await shop.stop();
  await removeDataFolder(dataDir);
});

let admin = '';
let forms: string[] = [];

function post(path: string, body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${shop.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: shop.url, accept: 'text/html', ...headers },
    body,
  });
}

beforeAll(async () => {
  const credentials = { email: 'admin@example.com', password: DEMO_PASSWORD };
  const signedIn = await post('/api/auth/sign-in/email', JSON.stringify(credentials), {
    'content-type': 'application/json',
  });
  admin = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const { paths } = await (await fetch(`${shop.url}/openapi.json`)).json();
  const calls = Object.keys(paths).filter((path) => 'post' in paths[path]);
  const pages = routes.map(({ path }) => `/${path ?? ''}`).filter((path) => path !== '/*');
  forms = [...pages, ...calls, ...OTHER_FORMS].map((path) => path.replace(/:\w+\??|\{\w+\}/g, 'x'));
});

test.each(floods)('%s hold up no form of the shop', async (_, type, body) => {
  const slow: string[] = [];
  const statuses = new Map<string, number>();
  let people = 0;
  for (const path of forms) {
    // Signing out would leave the rest to a guest.
    for (const cookie of path === '/signOut' ? [''] : ['', admin]) {
      people += 1;
      const headers = { cookie, 'content-type': type, 'x-forwarded-for': `10.1.${people}.1` };
      const delays: number[] = [];
      while (delays.length < ATTEMPTS && !delays.some((ms) => ms < LONGEST_MS)) {
        const { result, maxMs } = await shop.observer.watchDelays(() => post(path, body, headers));
        delays.push(maxMs);
        statuses.set(`${path} ${cookie ? 'admin' : 'guest'}`, result.status);
        await result.arrayBuffer();
      }
      if (Math.min(...delays) >= LONGEST_MS) slow.push(`${path}: ${delays.map(Math.round)} ms`);
    }
  }
  expect(slow).toEqual([]);
  const failed = [...statuses].filter(([, status]) => status < 300 || status >= 500);
  expect(failed).toEqual([]);
  // The forms that anybody may post were read as far as their limit, and refused for it.
  for (const path of ['/login', '/register', '/contact', '/cart', '/forgotPassword']) {
    expect([path, statuses.get(`${path} guest`)]).toEqual([path, 413]);
  }
  for (const path of ['/account', '/addProduct', '/checkOut/x']) {
    expect([path, statuses.get(`${path} admin`)]).toEqual([path, 413]);
  }
});

test('a form for an address without a page is 405, in words of the shop', async () => {
  const response = await post('/google', 'from=/', { 'content-type': URLENCODED });
  expect([response.status, (await response.json()).detail]).toEqual([
    405,
    'This address does not accept forms.',
  ]);
});

test('one form too many of a network is a page that says when to come back', async () => {
  const headers = (address: string) => ({
    'content-type': URLENCODED,
    'x-forwarded-for': address,
  });
  for (let i = 0; i < 300; i += 1) {
    const one = headers(`2001:db8:1:2::${i.toString(16)}`);
    await (await post('/quickView/x', '', one)).arrayBuffer();
  }
  const refused = await post('/login', 'email=a', headers('2001:db8:1:2:ffff::1'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('content-type')).toContain('text/html');
  const page = await refused.text();
  expect(page).toContain('Please wait a minute and try again.');
  // Nothing was rendered for it.
  expect(page).not.toContain('<script');
  const data = { ...headers('2001:db8:1:2:ffff::1'), accept: '*/*' };
  const problem = await (await post('/login.data', 'email=a', data)).json();
  expect(problem).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('wait') });
  expect((await post('/login', 'email=a', headers('2001:db8:1:3::1'))).status).toBe(422);
});
