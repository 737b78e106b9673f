import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultTexts } from '#features/texts/default-texts.ts';
import { textsOf } from '#features/texts/texts.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const write = (key: string, text: string | null, version: number) =>
  admin.request('PUT', `/api/v1/texts/${key}`, { text }, { 'if-match': `"${version}"` });
const siteContent = () => shop.context.ctx.siteContent.read();
const home = async () => textsOf(await siteContent(), 'home');

test('the list has every text, where it is, and its literal default', async () => {
  const groups = await (await admin.get('/api/v1/texts')).json();
  const all = groups.flatMap(({ texts }: { texts: object[] }) => texts);
  const names = Object.entries(defaultTexts).flatMap(([group, { texts }]) =>
    Object.keys(texts).map((name) => `${group}.${name}`),
  );
  expect(all.map(({ key }: { key: string }) => key)).toEqual(names);
  expect(
    all.every((one: { own: unknown; version: number }) => one.own === null && !one.version),
  ).toBe(true);
  for (const [key, text] of [
    ['home.favorites', 'Grab You Favorite Things'],
    ['home.offerTitle', '20% Discount On Our Full Set Item'],
    ['orders.quantity', 'Product Qunatity'],
    ['checkout.thanks', 'Thank You For Your Payment!'],
    ['shell.subTotal', 'SubTotal'],
  ]) {
    expect(all).toContainEqual(expect.objectContaining({ key, default: text }));
  }
});

test('a text is changed, kept against a second writer, and reset; the audit log has each change', async () => {
  const changed = await write('home.send', '  Send it\nnow ', 0);
  expect(changed.headers.get('etag')).toBe('"1"');
  expect(await changed.json()).toMatchObject({ own: 'Send it now', default: 'Send', version: 1 });
  expect((await home()).send).toBe('Send it now');
  const beside = await shop.beside();
  expect(textsOf(await beside.ctx.siteContent.read(), 'home').send).toBe('Send it now');
  await write('shell.addToCart', 'Into the bag', 0);
  expect(textsOf(await siteContent(), 'shell').addToCart).toBe('Into the bag');

  const late = await write('home.send', 'Post', 0);
  expect(late.status).toBe(412);
  expect(await late.json()).toMatchObject({
    code: 'edit_conflict',
    current: { own: 'Send it now', version: 1 },
  });
  // The same text again is no change.
  expect(await (await write('home.send', 'Send it now', 1)).json()).toMatchObject({ version: 1 });
  expect(await (await write('home.send', null, 1)).json()).toMatchObject({ own: null, version: 2 });
  // Two people reset it: the second one has what they want, and no button to press again.
  expect(await (await write('home.send', null, 1)).json()).toMatchObject({ version: 2 });
  // The default is no text of one's own.
  await write('home.send', 'Write', 2);
  expect(await (await write('home.send', 'Send', 3)).json()).toMatchObject({
    own: null,
    version: 4,
  });
  expect((await home()).send).toBe('Send');

  const { rows } = await shop.database.pool.query(
    "select action, actor, detail from audit_log where subject = 'home.send' order by id",
  );
  expect(rows.map(({ action, detail }) => [action, detail.changed.text])).toEqual([
    ['text.edit', ['Send', 'Send it now']],
    ['text.reset', ['Send it now', 'Send']],
    ['text.edit', ['Send', 'Write']],
    ['text.reset', ['Write', 'Send']],
  ]);
  expect(rows.every(({ actor }) => actor === admin.user?.id)).toBe(true);
});

test('what is no line of visible text is refused with a sentence, and nothing is stored', async () => {
  const before = await home();
  for (const [text, sentence] of [
    ['', 'Please write at least one visible character'],
    [' \u200b\u2800 ', 'Please write at least one visible character'],
    ['x'.repeat(41), 'At most 40 characters'],
    ['a\ud800b', 'broken character'],
  ] as const) {
    const response = await write('home.shopNow', text, 0);
    expect([text, response.status]).toEqual([text, 422]);
    expect((await response.json()).detail).toContain(sentence);
  }
  expect((await write('home.favorites', 'x'.repeat(200), 0)).status).toBe(200);
  for (const key of [
    'home.nothing',
    'home',
    'toString.length',
    'home.constructor',
    'x'.repeat(60),
  ]) {
    expect([key, (await write(key, 'A text', 0)).status]).toEqual([key, 404]);
  }
  const unversioned = await admin.request('PUT', '/api/v1/texts/home.send', { text: 'A text' });
  expect(unversioned.status).toBe(428);
  expect(await home()).toEqual({ ...before, favorites: 'x'.repeat(200) });
});
