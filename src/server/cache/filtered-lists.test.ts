import { expect, test } from 'vitest';
import type { SentVisitor } from '#web/components/page/visitor.ts';
import { createFilteredLists } from './filtered-lists.ts';
import { notCached } from './not-cached-entry.ts';
import type { AskedPage, createPages } from './pages.ts';
import { newPlaceholders, withPlaceholders } from './placeholders.ts';
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

/** Renders a page of a few words, and counts how often. */
function openLists(mostBytes = 1_000_000, more = '') {
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
    const headers = { isPage: true, own: [['X-Of', 'page']] as [string, string][], shared: [] };
    return { kind: 'page', template, compressed: null, headers, bytes: text.length };
  };
  const lists = createFilteredLists(render, mostBytes);
  /** What a request gets from the app; null when that has to render the page itself. */
  const respond = async (asked: AskedPage, nonce = 'n1') => {
    const request = {};
    lists.note(request, asked);
    return (await lists.respond(request, nonce))?.text() ?? null;
  };
  return { lists, respond, rendered: () => rendered };
}

test('a list is made once for all who look alike, and each gets their own values', async () => {
  const { lists, respond, rendered } = openLists();
  expect(lists.peek(ask(sam))).toBeUndefined();
  expect(
    await Promise.all([respond(ask(sam), 'a'), respond(ask(kim), 'b'), respond(ask(kim), 'c')]),
  ).toEqual([
    '/cloths?size=M for Sam, a',
    '/cloths?size=M for Kim, b',
    '/cloths?size=M for Kim, c',
  ]);
  expect(rendered()).toBe(1);
  expect(lists.peek(ask(kim))?.kind).toBe('page');
  expect(lists.peek(ask({ ...kim, admin: true }))).toBeUndefined();
});

test('a request that did not come through the cache is left to the app', async () => {
  const { lists } = openLists();
  expect(await lists.respond({}, 'n')).toBeNull();
  expect(await lists.respond(undefined, 'n')).toBeNull();
});

test('what changed, what failed and what is no page is not sent again', async () => {
  const { lists, respond, rendered } = openLists();
  await respond(ask(sam));
  lists.retire(['lists:Shoes']);
  expect(lists.peek(ask(sam))).toBeDefined();
  lists.retire(['lists:Cloths']);
  expect(lists.peek(ask(sam))).toBeUndefined();
  for (const url of ['/cloths?tag=broken', '/cloths?tag=none']) {
    expect([url, await respond(ask(sam, url))]).toEqual([url, null]);
  }
  expect(lists.peek(ask(sam, '/cloths?tag=broken'))).toBeUndefined();
  expect(rendered()).toBe(3);
});

test('thousands of filters stay within their memory, and the last ones are cached', async () => {
  const most = 500_000;
  const { lists, respond } = openLists(most, ' '.repeat(20_000));
  for (let nr = 0; nr < 300; nr += 1) await respond(ask(sam, `/cloths?min=${nr}`));
  expect(lists.bytes).toBeLessThanOrEqual(most);
  expect(lists.peek(ask(sam, '/cloths?min=299'))).toBeDefined();
  expect(lists.peek(ask(sam, '/cloths?min=0'))).toBeUndefined();
});
