import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#features/app-env.ts';
import { searchTurns } from './search-turns.ts';

const bounds = { places: 2, runningOfSite: 1, waitingOfSite: 19, waiting: 19 };

test('searches take turns by themselves, and lists and pages do not wait for them', async () => {
  const app = new Hono<AppEnv>();
  const begun: string[] = [];
  const pending: (() => void)[] = [];
  app.use(async (c, next) => {
    c.set('clientAddress', c.req.header('from') ?? '');
    await next();
  });
  app.use(searchTurns([], bounds, 60_000));
  app.all('*', async (c) => {
    const asked = c.req.path + new URL(c.req.url).search;
    begun.push(asked);
    if (/q=|^\/productCount/.test(asked))
      await new Promise<void>((resolve) => pending.push(resolve));
    return c.text('done');
  });
  const ask = (path: string, from = '10.0.0.1') => app.request(path, { headers: { from } });
  const searches = [
    '/search?q=a',
    '/Search.data?q=b',
    '/search/_.data?q=c',
    '/productCount/search?q=d',
    '/products?q=e',
    '/products/facets?q=f',
    '/search/suggestions?q=g',
    '/cloths?q=h&size=M',
    '/Cloths/?q=h&sort=name',
    '/cloths/_.data?q=h',
    '/Collections/summer.data?q=i',
    '/collections/login?q=i',
    '/productCount/cloths?q=j&stock=in',
    '/productCount/cloths.data',
    '/productCount/collections/summer',
  ];
  const all = searches.map((path) => ask(path));
  for (const path of [
    '/cloths',
    '/LogIn?size=M',
    '/product/coat?from=mail',
    '/products?category=Shoes&limit=9',
    '/products/search',
    '/',
  ]) {
    await ask(path);
  }
  await expect.poll(() => begun.length, { interval: 1 }).toBe(7);
  expect(begun).toContain('/search?q=a');
  // Another site does not wait for these.
  all.push(ask('/search?q=other', '10.9.0.1'));
  await expect.poll(() => pending.length, { interval: 1 }).toBe(2);
  for (let done = 0; done < all.length; done += 1) {
    await expect.poll(() => pending.length, { interval: 1 }).toBeGreaterThan(0);
    pending.shift()?.();
  }
  await Promise.all(all);
  expect(begun).toHaveLength(all.length + 6);
});
