import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#features/app-env.ts';
import { createSearchCache, type SearchCache } from '../../cache/search-cache.ts';
import { cachedSearchCalls } from './cached-search-calls.ts';

const asked = (url: string) => ({ url, tags: ['goods', 'searches'] });

/** An app with one call that takes a moment, in front of which the cache is. */
function openApp() {
  const keep = (own: [string, string][]) => ({ isPage: false, own, shared: [] });
  const cache = createSearchCache(async () => expect.fail(), keep, 100_000_000);
  let calls = 0;
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    await next();
    // As the session of who asks is prolonged.
    c.header('Set-Cookie', `of=${c.req.query('by')}`, { append: true });
  });
  app.use(cachedSearchCalls(cache));
  app.get('/products', async (c) => {
    calls += 1;
    await sleep(20);
    if (c.req.query('q') === 'fails') return c.json({ code: 'unavailable' }, 503);
    if (c.req.query('limit') === 'abc') return c.json({ code: 'invalid_request' }, 422);
    const size = c.req.query('q') === 'large' ? 5_000_000 : 1;
    return c.json(['x'.repeat(size)], 200, { Link: '</products?after=x>; rel="next"' });
  });
  const get = (url: string, by = 'sam') => {
    const incoming = {};
    cache.noteCall(incoming, asked(url));
    const env = { incoming } as unknown as AppEnv['Bindings'];
    return app.request(`${url}${url.includes('?') ? '&' : '?'}by=${by}`, {}, env);
  };
  return { cache, get, calls: () => calls };
}

const isCached = (cache: SearchCache, url: string) => cache.find(url)?.kind === 'call';

test('a call is made once for all who wait, and each gets their own cookie', async () => {
  const { cache, get, calls } = openApp();
  const url = '/products?q=shirt';
  const responses = await Promise.all(['sam', 'kim', 'pat'].map((by) => get(url, by)));
  expect(calls()).toBe(1);
  for (const [index, response] of responses.entries()) {
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(['x']);
    expect(response.headers.get('Link')).toContain('rel="next"');
    expect(response.headers.get('Set-Cookie')).toBe(`of=${['sam', 'kim', 'pat'][index]}`);
    // With a cookie it must not get into a shared cache.
    expect(response.headers.get('Cache-Control')).toBeNull();
    expect(response.headers.get('ETag')).toBeNull();
  }
  expect(isCached(cache, url)).toBe(true);
  cache.retire(['searches']);
  expect(isCached(cache, url)).toBe(false);
});

test('refused calls and large ones come through, as often as they are asked', async () => {
  const { cache, get } = openApp();
  for (let nr = 0; nr < 6; nr += 1) {
    const refused = await get(`/products?q=${nr}&limit=abc`);
    expect([refused.status, await refused.json()]).toEqual([422, { code: 'invalid_request' }]);
    const large = await get(`/products?q=large&limit=${nr}`);
    expect(await large.json()).toEqual(['x'.repeat(5_000_000)]);
    expect(isCached(cache, `/products?q=large&limit=${nr}`)).toBe(false);
  }
  await get('/products?q=shirt');
  expect(isCached(cache, '/products?q=shirt')).toBe(true);
});

test('after an error each asks for itself, and nothing is cached', async () => {
  const { cache, get, calls } = openApp();
  const responses = await Promise.all([get('/products?q=fails'), get('/products?q=fails')]);
  expect(responses.map(({ status }) => status)).toEqual([503, 503]);
  expect(calls()).toBe(2);
  expect(cache.find('/products?q=fails')).toBeUndefined();
});
