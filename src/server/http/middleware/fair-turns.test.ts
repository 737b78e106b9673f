import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { AppEnv } from '#features/app-env.ts';
import { waitOutside } from '#shared/outside-waits.ts';
import { MAX_WAITING_MS } from '#shared/wait-limit.ts';
import routes from '#web/routes.ts';
import { problemResponse, toAppError } from '../error-response.ts';
import { fairTurns, type TurnBounds } from './fair-turns.ts';
import { passwordTurns } from './password-turns.ts';

/** An app whose requests run until `finish` ends them, in the order in which they began. */
function openApp(bounds: TurnBounds, holdMs = 60_000) {
  const begun: string[] = [];
  const pending: (() => void)[] = [];
  const app = new Hono<AppEnv>();
  app.onError((error, c) => problemResponse(c, toAppError(error)));
  app.use(async (c, next) => {
    c.set('clientAddress', c.req.header('from') ?? '');
    await next();
  });
  app.use(fairTurns([PROXY], bounds, holdMs));
  app.get('/:name', async (c) => {
    begun.push(c.req.param('name'));
    const wait = () => new Promise<void>((resolve) => pending.push(resolve));
    // Two services at once, one of which responds at once.
    if (c.req.query('outside')) await Promise.all([waitOutside(wait), waitOutside(async () => {})]);
    else await wait();
    return c.text('done');
  });
  const ask = async (name: string, from: string, signal?: AbortSignal) => {
    const init = { headers: { from }, ...(signal && { signal }) };
    return app.request(`/${name}`, init);
  };
  /** Ends all requests, and those that they make room for. */
  const finish = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      await expect.poll(() => pending.length, { interval: 1 }).toBeGreaterThan(0);
      pending.shift()?.();
    }
  };
  return { ask, begun, finish };
}

const FLOOD = '203.0.113.1';
const OTHER = '203.0.113.2';
const PROXY = '203.0.113.3';
const bounds = { places: 2, waitingOfSite: 4, waiting: 6, runningOfSite: 9 };
const names = (of: string, count: number) => Array.from({ length: count }, (_, i) => `${of}${i}`);

test('a free place goes to one site after the other; who has too many waiting gets 503', async () => {
  const { ask, begun, finish } = openApp(bounds);
  const flood = names('f', 8).map((name) => ask(name, FLOOD));
  const others = names('o', 2).map((name) => ask(name, OTHER));
  await finish(7);
  expect(begun).toEqual(['f0', 'f1', 'o0', 'f2', 'o1', 'f3', 'f4']);
  const responses = await Promise.all([...flood, ...others]);
  expect(responses.map(({ status }) => status)).toEqual([
    ...Array(5).fill(200),
    ...Array(3).fill(503),
    ...Array(2).fill(200),
  ]);
  expect(responses[6]?.headers.get('retry-after')).toBe('5');
});

test('where the room for all is full, the last of the busiest site gives way', async () => {
  const { ask, finish } = openApp(bounds);
  const flood = names('f', 5).map((name) => ask(name, FLOOD));
  const others = names('o', 3).map((name, i) => ask(name, `198.51.100.${i}`));
  expect((await flood[4])?.status).toBe(503);
  await finish(7);
  for (const other of others) expect((await other).status).toBe(200);
});

test('the networks of one IPv6 /48 share a turn', async () => {
  const { ask, begun, finish } = openApp(bounds);
  const all = names('f', 4).map((name, i) => ask(name, `2001:db8:1:${i}::1`));
  all.push(ask('o', '2001:db8:2::1'));
  await finish(5);
  await Promise.all(all);
  expect(begun).toEqual(['f0', 'f1', 'o', 'f2', 'f3']);
});

test('a request whose client left while it waited is not begun', async () => {
  const { ask, begun, finish } = openApp(bounds);
  const gone = new AbortController();
  const all = [ask('a', FLOOD), ask('b', FLOOD), ask('gone', FLOOD, gone.signal), ask('c', FLOOD)];
  gone.abort();
  await finish(3);
  await Promise.all(all);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a request that waits too long gets 503 and is not begun', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { ask, begun, finish } = openApp(bounds, 10 * MAX_WAITING_MS);
  const all = names('f', 3).map((name) => ask(name, FLOOD));
  await expect.poll(() => begun).toEqual(['f0', 'f1']);
  await vi.advanceTimersByTimeAsync(MAX_WAITING_MS);
  vi.useRealTimers();
  const late = await all[2];
  expect([late?.status, late?.headers.get('retry-after')]).toEqual([503, '5']);
  await finish(2);
  await Promise.all(all);
  expect(begun).toEqual(['f0', 'f1']);
});

test('a request that takes long gives its place to the next', async () => {
  const { ask, begun, finish } = openApp({ ...bounds, places: 1 }, 20);
  const all = [ask('slow', FLOOD), ask('next', FLOOD)];
  await expect.poll(() => begun).toEqual(['slow', 'next']);
  await finish(2);
  await Promise.all(all);
});

test('a site runs a few requests at a time, although they have given up their places', async () => {
  const { ask, begun, finish } = openApp({ ...bounds, places: 1, runningOfSite: 2 }, 20);
  const all = names('f', 4).map((name) => ask(name, FLOOD));
  await expect.poll(() => begun, { interval: 1 }).toEqual(['f0', 'f1']);
  all.push(ask('o0', OTHER));
  await expect.poll(() => begun, { interval: 1 }).toContain('o0');
  expect(begun).toEqual(['f0', 'f1', 'o0']);
  await finish(1);
  await expect.poll(() => begun, { interval: 1 }).toContain('f2');
  await finish(4);
  await Promise.all(all);
  expect(begun).toEqual(['f0', 'f1', 'o0', 'f2', 'f3']);
});

test('a request that waits for an outside service does not count until it goes on', async () => {
  const { ask, begun, finish } = openApp({ ...bounds, places: 99, runningOfSite: 2 });
  const waiting = names('w', 4).map((name) => ask(`${name}?outside=yes`, FLOOD));
  await expect.poll(() => begun, { interval: 1 }).toEqual(names('w', 4));
  const all = names('f', 3).map((name) => ask(name, FLOOD));
  await expect.poll(() => begun, { interval: 1 }).toContain('f1');
  expect(begun).not.toContain('f2');
  await finish(4);
  await Promise.all(waiting);
  expect(begun).not.toContain('f2');
  await finish(3);
  await Promise.all(all);
});

test('above a hundred, those that wait outside count as well', async () => {
  const { ask, begun, finish } = openApp({
    ...{ places: 200, waiting: 200, waitingOfSite: 200 },
    runningOfSite: 2,
  });
  const all = names('w', 104).map((name) => ask(`${name}?outside=yes`, FLOOD));
  await expect.poll(() => begun.length, { interval: 1 }).toBe(102);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun.length).toBe(102);
  await finish(104);
  await Promise.all(all);
});

test.for(['127.0.0.1', '::1', PROXY])('%s runs as many as there are places', async (from) => {
  const { ask, begun, finish } = openApp({ ...bounds, places: 3, runningOfSite: 2 });
  const all = names('a', 3).map((name) => ask(name, from));
  await expect.poll(() => begun).toEqual(['a0', 'a1', 'a2']);
  await finish(3);
  await Promise.all(all);
});

test('requests that need no waiting are begun one in each round of the event loop', async () => {
  const app = new Hono<AppEnv>();
  let rounds = 0;
  const seen: number[] = [];
  app.use(async (c, next) => {
    c.set('clientAddress', FLOOD);
    await next();
  });
  app.use(fairTurns([]));
  app.get('/', (c) => {
    seen.push(rounds);
    return c.text('done');
  });
  const all = Array.from({ length: 20 }, () => app.request('/'));
  const count = () => {
    rounds += 1;
    if (seen.length < 20) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(all);
  expect(new Set(seen).size).toBeGreaterThanOrEqual(19);
});

test('requests that hash a password take turns by themselves, and pages do not wait for them', async () => {
  const app = new Hono<AppEnv>();
  const begun: string[] = [];
  const pending: (() => void)[] = [];
  app.use(async (c, next) => {
    c.set('clientAddress', c.req.header('from') ?? '');
    await next();
  });
  app.use(passwordTurns([], { ...bounds, places: 1, waitingOfSite: 9, waiting: 9 }, 60_000));
  app.all('*', async (c) => {
    begun.push(`${c.req.method} ${c.req.path}`);
    if (c.req.method === 'POST') await new Promise<void>((resolve) => pending.push(resolve));
    return c.text('done');
  });
  const ask = (method: string, path: string, from: string) =>
    app.request(path, { method, headers: { from } });
  const spellings = ['/Login.data', '/login//', '/login/.data', '/login//_.data', '/%6Cogin/'];
  const all = [
    ask('POST', '/api/auth/sign-in/email', FLOOD),
    ask('POST', '/login', FLOOD),
    ...spellings.map((path) => ask('POST', path, FLOOD)),
    ask('POST', '/register', OTHER),
  ];
  await ask('GET', '/login', FLOOD);
  await expect.poll(() => pending.length, { interval: 1 }).toBe(1);
  expect(begun).toEqual(['GET /login', 'POST /api/auth/sign-in/email']);
  for (let done = 0; done < all.length; done += 1) {
    await expect.poll(() => pending.length, { interval: 1 }).toBe(1);
    pending.pop()?.();
  }
  await Promise.all(all);
  expect(begun.slice(2)).toEqual([
    'POST /login',
    'POST /register',
    ...spellings.map((path) => `POST ${decodeURI(path)}`),
  ]);
});

test('every page whose form hashes a password takes such a turn', async () => {
  const hashes =
    /\b(?:signIn|signUp|resetPassword|changePassword|requestEmailChange|deleteMyAccount)\(/;
  const paths = routes
    .filter(({ file }) => hashes.test(withImports(join('src/web', file))))
    .map(({ path }) => `/${path}`);
  expect(paths).toEqual(
    expect.arrayContaining([
      '/login',
      '/register',
      '/resetPassword',
      '/account',
      '/account/email',
      '/account/delete',
    ]),
  );
  const full = { ...bounds, places: 1, waiting: 0, waitingOfSite: 0 };
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('clientAddress', FLOOD);
    await next();
  });
  app.onError((error, c) => problemResponse(c, toAppError(error)));
  app.use(passwordTurns([], full, 60_000));
  const pending = Promise.withResolvers<void>();
  app.post('/api/auth/sign-in/email', async (c) => {
    await pending.promise;
    return c.text('done');
  });
  const first = app.request('/api/auth/sign-in/email', { method: 'POST' });
  for (const path of paths) {
    expect([path, (await app.request(path, { method: 'POST' })).status]).toEqual([path, 503]);
  }
  pending.resolve();
  expect((await first).status).toBe(200);
});

/** The text of a module, and of the modules that it imports from its own folder and below. */
function withImports(file: string): string {
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/from '(\.\/\w[^']+)'/g)].map(([, name = '']) =>
    readFileSync(join(dirname(file), name), 'utf8'),
  );
  return [text, ...imported].join('\n');
}
