import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#features/app-env.ts';
import { problemResponse, toAppError } from '../error-response.ts';
import { listTurns } from './list-turns.ts';

/** An app whose lists have two parts. */
function openApp(bounds: Parameters<typeof listTurns>[0], holdMs = 60_000) {
  const begun: string[] = [];
  const app = new Hono<AppEnv>();
  app.onError((error, c) => problemResponse(c, toAppError(error)));
  app.use(async (c, next) => {
    c.set('clientAddress', c.req.header('from') ?? '');
    await next();
  });
  app.use(listTurns(bounds, holdMs));
  app.get('*', (c) => {
    begun.push(c.get('clientAddress'));
    let parts = 0;
    return c.body(
      new ReadableStream({
        pull(controller) {
          parts += 1;
          controller.enqueue(new TextEncoder().encode('part'));
          if (c.req.header('fails')) throw new Error('The list ends too early.');
          if (parts === 2) controller.close();
        },
      }),
    );
  });
  const ask = (from: string, init: RequestInit & { path?: string; fails?: boolean } = {}) => {
    const { path = '/products', fails = false, ...rest } = init;
    const headers = { from, ...(fails && { fails: 'yes' }) };
    return app.request(path, { ...rest, headers });
  };
  return { ask, begun };
}

const FLOOD = '203.0.113.1';
const OTHER = '203.0.113.2';
const bounds = { places: 2, runningOfSite: 1, waitingOfSite: 2, waiting: 9 };
const round = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a turn lasts until the list is read, and other sites do not wait for it', async () => {
  const { ask, begun } = openApp(bounds);
  const first = await ask(FLOOD);
  const second = ask(FLOOD);
  const third = ask(FLOOD);
  expect((await ask(FLOOD)).status).toBe(503);
  await ask(OTHER);
  await round();
  expect(begun).toEqual([FLOOD, OTHER]);
  expect(await first.text()).toBe('partpart');
  await (await second).body?.cancel();
  await third;
  expect(begun).toEqual([FLOOD, OTHER, FLOOD, FLOOD]);
});

test('the networks of one IPv6 /48 share their turns', async () => {
  const { ask, begun } = openApp(bounds);
  await ask('2001:db8:1:1::1');
  void ask('2001:db8:1:2::1');
  await ask('2001:db8:2:1::1');
  await round();
  expect(begun).toEqual(['2001:db8:1:1::1', '2001:db8:2:1::1']);
});

test('all sites together have few places, and a slow reader has one for a short time only', async () => {
  const { ask, begun } = openApp(bounds, 300);
  const slow = [await ask('198.51.100.1'), await ask('198.51.100.2')];
  const next = ask(OTHER);
  await round();
  expect(begun).toHaveLength(2);
  expect((await next).status).toBe(200);
  // The lists go on, and their sites have no second turn until then.
  const again = ask('198.51.100.1');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(begun).toHaveLength(3);
  expect(await slow[0]?.text()).toBe('partpart');
  expect((await again).status).toBe(200);
});

test.each([
  ['a list that fails', async (list: Response) => expect(list.text()).rejects.toThrow('too early')],
  ['a request without a body', async (list: Response) => expect(await list.text()).toBe('')],
])('%s ends its turn', async (name, read) => {
  const { ask } = openApp(bounds);
  const first = name === 'a list that fails' ? { fails: true } : { method: 'HEAD' };
  await read(await ask(FLOOD, first));
  expect((await ask(FLOOD)).status).toBe(200);
});

test('a client that leaves ends its turn, also while it waits', async () => {
  const { ask, begun } = openApp(bounds);
  const [reader, waiter] = [new AbortController(), new AbortController()];
  await ask(FLOOD, { signal: reader.signal });
  const gone = ask(FLOOD, { signal: waiter.signal });
  const last = ask(FLOOD);
  waiter.abort();
  await round();
  reader.abort();
  expect((await gone).status).toBe(503);
  expect((await last).status).toBe(200);
  expect(begun).toHaveLength(2);
});

test.each([
  '/products?limit=5',
  '/products?q=',
  '/products/prd_1',
  '/orders?limit=5',
  '/orders?q=',
  '/',
])('%s takes no turn', async (path) => {
  const { ask, begun } = openApp(bounds);
  await Promise.all([1, 2, 3].map(() => ask(FLOOD, { path })));
  expect(begun).toHaveLength(3);
});

test.each([
  '/products',
  '/products?x=1',
  '/orders',
  '/orders?email=a@b.c',
  '/sitemap.xml',
  '/sitemap-2.xml',
])('%s takes a turn', async (path) => {
  const { ask, begun } = openApp(bounds);
  void ask(FLOOD, { path });
  void ask(FLOOD, { path });
  await round();
  expect(begun).toHaveLength(1);
});
