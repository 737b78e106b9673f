import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, lockInTransaction } from '#db/client.ts';
import { bringIndexUpToDate } from '#features/catalog/catalog.ts';
import { MAX_PAGES } from '#features/shop-pages/shop-pages.schema.ts';
import { findShopPage, shopPagePaths } from '#features/shop-pages/shop-pages.ts';
import { stock } from '../support/goods.ts';
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
  (await shop.context.ctx.siteContent.read()).pages.map(({ name }: { name: string }) => name);
const findAt = (slug: string) => findShopPage(shop.context.ctx, slug);

test('a page is added, edited, kept against a second writer, and removed', async () => {
  const privacy = await add({ name: 'Privacy', text: 'We keep little.' });
  expect(privacy).toMatchObject({
    ...{ slug: 'privacy', text: 'We keep little.', html: '', inFooter: true, version: 1 },
  });
  expect(await inFooter()).toEqual(['Privacy']);
  const beside = await shop.beside();
  expect((await beside.ctx.siteContent.read()).pages).toEqual([
    { name: 'Privacy', slug: 'privacy' },
  ]);

  const edited = await (await edit(privacy._id, 1, { text: 'We keep nothing.' })).json();
  expect(edited).toMatchObject({ text: 'We keep nothing.', status: 'published', version: 2 });
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

test('searches suggest the published pages, and read their texts once while they stay as they are', async () => {
  await stock(shop, { name: 'Linen Shirt' });
  await bringIndexUpToDate(shop.context.ctx);
  const guest = shop.guest();
  const pagesFor = async (q: string): Promise<string[]> => {
    const found = await (
      await guest.get(`/search/suggestions?${new URLSearchParams({ q })}`)
    ).json();
    return found.pages.map(({ path }: { path: string }) => path);
  };
  expect(await pagesFor('returns')).toEqual(['/myOrders']);
  expect(await pagesFor('help')).toEqual(['/#contact']);
  const pages = [
    await add({ name: 'Shipping', text: 'By DHL. Duties are paid by us.' }),
    await add({
      name: 'Return policy',
      text: 'Send it back unworn, in linen or not.',
      inFooter: false,
    }),
  ];
  try {
    expect(await pagesFor('returns')).toEqual(['/pages/return-policy', '/myOrders']);
    expect(await pagesFor('how do I get a refund')).toEqual(['/pages/return-policy']);
    expect(await pagesFor('delivery cost')).toEqual(['/pages/shipping']);
    expect(await pagesFor('poli')).toEqual(['/pages/return-policy']);
    // By its text only where no product was found.
    expect(await pagesFor('linen')).toEqual([]);
    expect(await pagesFor('duty dhl')).toEqual([]);
    expect(await pagesFor('dhl duties')).toEqual(['/pages/shipping']);
    const { pool } = shop.database;
    const asked: string[] = [];
    const { query } = pool;
    pool.query = ((...sent: Parameters<typeof query>) => {
      asked.push(JSON.stringify(sent[0]));
      return query.apply(pool, sent);
    }) as typeof query;
    try {
      expect(await pagesFor('dhl duty-free duties')).toEqual([]);
      expect(await pagesFor('duties dhl')).toEqual(['/pages/shipping']);
    } finally {
      pool.query = query;
    }
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((text) => /"shop_pages"\."text"/.test(text.replaceAll('\\', '')))).toEqual(
      [],
    );
    await edit(pages[0]._id, 1, { text: 'By post.' });
    expect(await pagesFor('duties dhl')).toEqual([]);
    expect(await pagesFor('by post')).toEqual(['/pages/shipping']);
    // A draft is found neither by its name nor by its text.
    await edit(pages[0]._id, 2, { status: 'draft' });
    expect(await pagesFor('by post')).toEqual([]);
    expect(await pagesFor('shipping')).toEqual([]);
  } finally {
    for (const { _id } of pages) await admin.request('DELETE', `/api/v1/pages/${_id}`);
  }
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
  // It is sanitized before it waits for other edits.
  await inTransaction(shop.context.ctx.db, async (tx) => {
    await lockInTransaction(tx, 'shop-pages');
    const tags = { name: 'Tags', html: '<'.repeat(10_001) };
    expect((await admin.post('/api/v1/pages', tags)).status).toBe(422);
    expect((await edit(terms._id, 3, tags)).status).toBe(422);
  });
});

test('a draft has no address and is linked nowhere, until it is published', async () => {
  const { ctx } = shop.context;
  const terms = { name: 'Drafted terms', text: 'Not ready.', status: 'draft' };
  const draft = await add(terms);
  expect(draft).toMatchObject({ ...terms, slug: 'drafted-terms', inFooter: true });
  const isIn = async () => ({
    shop: (await findAt('drafted-terms')) !== null,
    footer: (await inFooter()).includes(terms.name),
    sitemap: (await shopPagePaths(ctx)).includes('/pages/drafted-terms'),
  });
  const nowhere = { shop: false, footer: false, sitemap: false };
  expect(await isIn()).toEqual(nowhere);
  const moved = await (await edit(draft._id, 1, { slug: 'our-drafted-terms' })).json();
  // Neither has its former address, nor is it found by it.
  expect([moved.formerSlugs, await findAt('drafted-terms')]).toEqual([['drafted-terms'], null]);
  await edit(draft._id, 2, { slug: 'drafted-terms', status: 'published' });
  expect(await isIn()).toEqual({ shop: true, footer: true, sitemap: true });
  await edit(draft._id, 3, { status: 'draft' });
  expect(await isIn()).toEqual(nowhere);
  expect((await edit(draft._id, 4, { status: 'hidden' })).status).toBe(422);
});

test('an address that a page gave up leads to it until staff give it to another page', async () => {
  const about = await add({ name: 'About us' });
  expect(about.slug).toBe('about-us');
  expect((await add({ name: 'About us!' })).slug).toBe('about-us-2');
  expect((await add({ name: '私たち' })).slug).toBe('page');
  const moved = await (await edit(about._id, 1, { slug: 'who-we-are' })).json();
  expect(moved.formerSlugs).toEqual(['about-us']);
  expect(await findAt('about-us')).toMatchObject({ slug: 'who-we-are' });
  const taken = await edit(about._id, 2, { slug: 'about-us-2' });
  expect([taken.status, (await taken.json()).detail]).toEqual([
    422,
    'Another page has that address. Please choose another one.',
  ]);
  // An address that is made from a name ends no redirect.
  expect((await add({ name: 'About us.' })).slug).toBe('about-us-3');
  expect(await findAt('about-us')).toMatchObject({ slug: 'who-we-are' });
  const next = await add({ name: 'New', slug: 'about-us' });
  expect(await findAt('about-us')).toMatchObject({ id: next._id });
  // The page that had it before does not get it back.
  await edit(next._id, 1, { slug: 'news' });
  expect(await findAt('about-us')).toMatchObject({ id: next._id });
  // It takes its own address back.
  await edit(about._id, 2, { slug: 'us' });
  const back = await (await edit(about._id, 3, { slug: 'who-we-are' })).json();
  expect(back.formerSlugs).toEqual(['us']);
  await edit(next._id, 2, { slug: 'us' });
  expect((await (await admin.get(`/api/v1/pages/${about._id}`)).json()).formerSlugs).toEqual([]);
  const { rows } = await shop.database.pool.query(
    "select action, subject, detail from audit_log where detail ? 'addressTakenFrom' order by id",
  );
  expect(rows).toMatchObject([
    { action: 'page.add', subject: next._id, detail: { addressTakenFrom: 'About us' } },
    { action: 'page.edit', subject: next._id, detail: { addressTakenFrom: 'About us' } },
  ]);
});

test('of two pages with the same name, added at once, one is refused', async () => {
  const both = await Promise.all(
    [1, 2].map(() =>
      admin.post('/api/v1/pages', { name: 'Twice', text: 'Sent by a double click.' }),
    ),
  );
  const refused = both.filter(({ status }) => status === 422);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(await refused[0]?.json()).toMatchObject({ detail: 'Another page has that name.' });
  const other = await add({ name: 'Once' });
  const renamed = await edit(other._id, 1, { name: 'Twice' });
  expect([renamed.status, (await renamed.json()).detail]).toEqual([
    ...[422, 'Another page has that name.'],
  ]);
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
