import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#features/app-env.ts';
import { problemResponse, toAppError } from '../error-response.ts';
import { fairTurns } from './fair-turns.ts';

/** An app whose requests take until they are let go, in the order of their beginning. */
function openApp(bounds: Parameters<typeof fairTurns>[0], holdMs = 60_000) {
  const begun: string[] = [];
  const pending: (() => void)[] = [];
  const app = new Hono<AppEnv>();
  app.onError((error, c) => problemResponse(c, toAppError(error)));
  app.use(async (c, next) => {
    c.set('clientAddress', c.req.header('from') ?? '');
    await next();
  });
  app.use(fairTurns(bounds, holdMs));
  app.get('/:name', async (c) => {
    begun.push(c.req.param('name'));
    await new Promise<void>((resolve) => pending.push(resolve));
    return c.text('done');
  });
  const ask = async (name: string, from: string, signal?: AbortSignal) => {
    const init = { headers: { from }, ...(signal && { signal }) };
    return app.request(`/${name}`, init);
  };
  /** Lets all go, and those that they make room for. */
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
const bounds = { places: 2, waitingOfSite: 4, waiting: 6 };
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

test('a request that takes long gives its place to the next', async () => {
  const { ask, begun, finish } = openApp({ ...bounds, places: 1 }, 20);
  const all = [ask('slow', FLOOD), ask('next', FLOOD)];
  await expect.poll(() => begun).toEqual(['slow', 'next']);
  await finish(2);
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
  app.use(fairTurns());
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
