import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_PAGES } from '#features/shop-pages/shop-pages.schema.ts';
import { findShopPage } from '#features/shop-pages/shop-pages.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const add = async (fields: object) => (await admin.post('/api/v1/pages', fields)).json();
const edit = (id: string, version: number, changes: object) =>
  admin.request('PATCH', `/api/v1/pages/${id}`, changes, { 'if-match': `"${version}"` });
const inFooter = async () =>
  (await shop.context.ctx.sections.read()).pages.map(({ name }: { name: string }) => name);
const findAt = (slug: string) => findShopPage(shop.context.ctx, slug);

test('a page is added, edited, kept against a second writer, and removed', async () => {
  const privacy = await add({ name: 'Privacy', text: 'We keep little.' });
  expect(privacy).toMatchObject({
    ...{ slug: 'privacy', text: 'We keep little.', html: '', inFooter: true, version: 1 },
  });
  expect(await inFooter()).toEqual(['Privacy']);
  const beside = await shop.beside();
  expect((await beside.ctx.sections.read()).pages).toEqual([{ name: 'Privacy', slug: 'privacy' }]);

  const edited = await (await edit(privacy._id, 1, { text: 'We keep nothing.' })).json();
  expect(edited).toMatchObject({ text: 'We keep nothing.', version: 2 });
  const late = await edit(privacy._id, 1, { name: 'Data' });
  expect(late.status).toBe(412);
  expect(await late.json()).toMatchObject({ code: 'edit_conflict', current: { version: 2 } });
  // The same again is no change.
  expect(await (await edit(privacy._id, 2, { inFooter: true })).json()).toMatchObject({
    version: 2,
  });
  await edit(privacy._id, 2, { inFooter: false });
  expect(await inFooter()).toEqual([]);
  expect(await findAt('privacy')).toMatchObject({ name: 'Privacy' });

  expect(await (await admin.request('DELETE', `/api/v1/pages/${privacy._id}`)).json()).toEqual({
    deletedCount: 1,
  });
  expect(await (await admin.request('DELETE', `/api/v1/pages/${privacy._id}`)).json()).toEqual({
    deletedCount: 0,
  });
  expect(await findAt('privacy')).toBeNull();
  const { rows } = await shop.database.pool.query(
    "select action, detail from audit_log where action like 'page.%' order by at, id",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...['page.add', 'page.edit', 'page.edit', 'page.remove'],
  ]);
  expect(rows[1].detail.changed).toEqual({ text: ['We keep little.', 'We keep nothing.'] });
});

test('a formatted text is sanitized, has no images, and keeps its formatting until its text changes', async () => {
  const html =
    '<h2 onclick="x()">Terms</h2><p>Read <a href="javascript:x()">this</a><script>x()</script> <strong>well</strong>.</p><p><img src="https://example.com/a.png"></p>';
  const terms = await add({ name: 'Terms', html });
  expect(terms.html).toBe('<h2>Terms</h2><p>Read this <strong>well</strong>.</p>');
  expect(terms.text).toBe('Terms\nRead this well.');
  const moved = await (await edit(terms._id, 1, { name: 'Our terms', text: terms.text })).json();
  expect(moved.html).toBe(terms.html);
  const plain = await (await edit(terms._id, 2, { text: 'None.' })).json();
  expect([plain.html, plain.text]).toEqual(['', 'None.']);
  const cyrillic = { name: 'Cyrillic', text: 'я'.repeat(29_000) };
  expect((await admin.post('/api/v1/pages', cyrillic)).status).toBe(201);
  const long = { name: 'Long', html: `<p><em>${'a'.repeat(29_995)}</em></p>` };
  const refused = await admin.post('/api/v1/pages', long);
  expect([refused.status, (await refused.json()).detail]).toEqual([
    422,
    expect.stringContaining('at most 30,000 characters'),
  ]);
});

test('an address that a page gave up leads to it until another page takes it', async () => {
  const about = await add({ name: 'About us' });
  expect(about.slug).toBe('about-us');
  expect((await add({ name: 'About us' })).slug).toBe('about-us-2');
  expect((await add({ name: '私たち' })).slug).toBe('page');
  const moved = await (await edit(about._id, 1, { slug: 'who-we-are' })).json();
  expect(moved.formerSlugs).toEqual(['about-us']);
  expect(await findAt('about-us')).toMatchObject({ slug: 'who-we-are' });
  const taken = await edit(about._id, 2, { slug: 'about-us-2' });
  expect([taken.status, (await taken.json()).detail]).toEqual([
    422,
    'Another page has that address. Please choose another one.',
  ]);
  const next = await add({ name: 'New', slug: 'about-us' });
  expect(await findAt('about-us')).toMatchObject({ id: next._id });
  // The page that had it before does not get it back.
  await edit(next._id, 1, { slug: 'news' });
  expect(await findAt('about-us')).toMatchObject({ id: next._id });
  // It takes its own address back.
  await edit(about._id, 2, { slug: 'us' });
  const back = await (await edit(about._id, 3, { slug: 'who-we-are' })).json();
  expect(back.formerSlugs).toEqual(['us']);
});

test('pages are ordered, all of them once, and a shop has so many', async () => {
  const all = await (await admin.get('/api/v1/pages')).json();
  const ids = all.map(({ _id }: { _id: string }) => _id).toReversed();
  expect((await admin.request('PUT', '/api/v1/pages/order', { ids })).status).toBe(200);
  const after = await (await admin.get('/api/v1/pages')).json();
  expect(after.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
  const twice = { ids: [ids[0], ...ids.slice(0, -1)] };
  expect((await admin.request('PUT', '/api/v1/pages/order', twice)).status).toBe(422);
  const added = await Promise.all(
    Array.from({ length: MAX_PAGES }, (_, at) => admin.post('/api/v1/pages', { name: `P ${at}` })),
  );
  const codes = added.map(({ status }) => status);
  expect(codes.filter((code) => code === 201)).toHaveLength(MAX_PAGES - ids.length);
  expect(codes.filter((code) => code === 422)).toHaveLength(ids.length);
});
