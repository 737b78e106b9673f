import { expect, test } from 'vitest';
import type { SentVisitor } from '#web/components/page/visitor.ts';
import { notCached } from './not-cached-entry.ts';
import { type AskedPage, type createPages, keyOf } from './pages.ts';
import { newPlaceholders, withPlaceholders } from './placeholders.ts';
import { createSearchCache } from './search-cache.ts';
import { splitAtPlaceholders } from './template.ts';

const sam = personNamed('Sam');
const kim = personNamed('Kim');

function personNamed(name: string): SentVisitor {
  return {
    user: { name, email: `${name}@example.com`, image: null },
    admin: false,
    cartCount: 0,
  } as SentVisitor;
}

const ask = (shown: SentVisitor, url = '/cloths?size=M'): AskedPage => ({
  url,
  tags: ['lists:Cloths'],
  shown,
});

const headersOf = (own: [string, string][]) => ({ isPage: true, own, shared: [] });

/** Renders a page of a few words, and counts how often. */
function openCache(mostBytes = 1_000_000, more = '') {
  let rendered = 0;
  const render: ReturnType<typeof createPages> = async (url, shown) => {
    rendered += 1;
    if (url.includes('broken')) throw new Error('The database is away.');
    if (url.includes('none')) return notCached;
    const placeholders = newPlaceholders();
    const { user } = withPlaceholders(shown, placeholders);
    const name = user?.name.replace('<', '&lt;');
    const text = `${url} for ${name}, ${placeholders.nonce.replace('<', '&lt;')}${more}`;
    const template = splitAtPlaceholders(text, placeholders);
    if (!template) return notCached;
    const search = url.includes('q=') ? { text: 'shirt', found: true } : null;
    const isOnce = url.includes('once');
    const headers = headersOf([['X-Of', 'page']]);
    return {
      kind: 'page',
      template,
      compressed: null,
      headers,
      search,
      isOnce,
      bytes: text.length,
    };
  };
  const cache = createSearchCache(render, headersOf, mostBytes);
  /** What a request gets from the app; null when that has to render the page itself. */
  const respond = async (asked: AskedPage, nonce = 'n1') => {
    const request = {};
    cache.notePage(request, asked);
    return (await cache.respondWithPage(request, nonce))?.response.text() ?? null;
  };
  const find = (asked: AskedPage) => cache.find(keyOf(asked));
  return { cache, find, respond, rendered: () => rendered };
}

test('a list is made once for all who look alike, and each gets their own values', async () => {
  const { find, respond, rendered } = openCache();
  expect(find(ask(sam))).toBeUndefined();
  expect(
    await Promise.all([respond(ask(sam), 'a'), respond(ask(kim), 'b'), respond(ask(kim), 'c')]),
  ).toEqual([
    '/cloths?size=M for Sam, a',
    '/cloths?size=M for Kim, b',
    '/cloths?size=M for Kim, c',
  ]);
  expect(rendered()).toBe(1);
  expect(find(ask(kim))?.kind).toBe('page');
  expect(find(ask({ ...kim, admin: true }))).toBeUndefined();
});

test('a request that did not come through the cache is left to the app', async () => {
  const { cache } = openCache();
  expect(await cache.respondWithPage({}, 'n')).toBeNull();
  expect(await cache.respondWithPage(undefined, 'n')).toBeNull();
});

test('what changed, what failed and what is no page is not sent again', async () => {
  const { cache, find, respond, rendered } = openCache();
  await respond(ask(sam));
  cache.retire(['lists:Shoes']);
  expect(find(ask(sam))).toBeDefined();
  cache.retire(['lists:Cloths']);
  expect(find(ask(sam))).toBeUndefined();
  for (const url of ['/cloths?tag=broken', '/cloths?tag=none']) {
    expect([url, await respond(ask(sam, url))]).toEqual([url, null]);
  }
  expect(find(ask(sam, '/cloths?tag=broken'))).toBeUndefined();
  expect(rendered()).toBe(3);
});

test('thousands of filters stay within their memory, and the last ones are cached', async () => {
  const most = 500_000;
  const { cache, find, respond } = openCache(most, ' '.repeat(20_000));
  for (let nr = 0; nr < 300; nr += 1) await respond(ask(sam, `/cloths?min=${nr}`));
  expect(cache.bytes).toBeLessThanOrEqual(most);
  expect(find(ask(sam, '/cloths?min=299'))).toBeDefined();
  expect(find(ask(sam, '/cloths?min=0'))).toBeUndefined();
});

test('each response says what was searched, and a page that depends on more is sent and not cached', async () => {
  const { cache, find, respond, rendered } = openCache();
  const asked = ask(sam, '/search?q=shirt');
  for (const _ of [1, 2]) {
    const request = {};
    cache.notePage(request, asked);
    const made = await cache.respondWithPage(request, 'n');
    expect(made?.search).toEqual({ text: 'shirt', found: true });
  }
  expect(rendered()).toBe(1);
  const once = ask(sam, '/search?q=once');
  const both = await Promise.all([respond(once, 'a'), respond(once, 'b')]);
  expect(both).toEqual(['/search?q=once for Sam, a', '/search?q=once for Sam, b']);
  expect(rendered()).toBe(2);
  expect(find(once)).toBeUndefined();
});

test('what was noted before everything changed is left to the app', async () => {
  const { cache, rendered } = openCache();
  const request = {};
  cache.notePage(request, ask(sam));
  cache.noteCall(request, { url: '/products?q=shirt', tags: ['goods'] });
  cache.clear();
  expect(await cache.respondWithPage(request, 'n')).toBeNull();
  expect(await cache.respondWithCall(request, async () => expect.fail())).toBeNull();
  expect(rendered()).toBe(0);
});
