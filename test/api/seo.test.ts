import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeProduct } from '#features/product-management/product-management.ts';
import { createSitemap } from '#server/seo/sitemap.ts';
import { stock } from '../support/goods.ts';
import { actorOf, openTestShop, type TestShop } from '../support/shop.ts';

let members: TestShop;
let open: TestShop;
beforeAll(async () => {
  members = await openTestShop({ shopConfig: { access: 'members' } });
  open = await openTestShop({ shopConfig: { access: 'public' } });
});
afterAll(async () => {
  await members.close();
  await open.close();
});

const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);

test('the sitemap of a members shop lists what a guest may see, and no products', async () => {
  await stock(members, { name: 'Hidden Tee' });
  const response = await members.guest().get('/sitemap.xml');
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(addresses(await response.text())).toEqual(
    ['/', '/login', '/register'].map((path) => `http://shop.test${path}`),
  );
  expect((await members.guest().get('/sitemap-1.xml')).status).toBe(404);
});

test('the sitemap of an open shop lists categories and products with their last change', async () => {
  const kept = await stock(open, { name: 'Seen Tee' });
  const gone = await stock(open, { name: 'Gone Tee' });
  const admin = await open.admin();
  await removeProduct(open.context.ctx, actorOf(admin, 'admin'), gone.id);
  const xml = await (await open.guest().get('/sitemap.xml')).text();
  const { categories } = open.context.ctx.shop;
  expect(addresses(xml)).toEqual(
    [
      '/',
      ...categories.map(({ slug }) => `/${slug}`),
      '/full-set',
      '/login',
      '/register',
      `/product/${kept.slug}`,
    ].map((path) => `http://shop.test${path}`),
  );
  expect(xml).toMatch(/seen-tee<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
});

test('beyond what one file may hold there is an index, and the files hold every product once', async () => {
  const shop = await openTestShop({ shopConfig: { access: 'public' } });
  const { ctx } = shop.context;
  const sitemap = createSitemap({
    ctx,
    baseUrl: 'https://a&b.test',
    cacheControl: '',
    productsPerFile: 2,
  });
  const names = async (path: string) =>
    addresses(await (await sitemap.request(path)).text()).filter((loc) =>
      loc?.includes('/product/'),
    );
  for (const name of ['One', 'Two']) await stock(shop, { name });
  expect(await names('/sitemap.xml')).toHaveLength(2);

  for (const name of ['Three', 'Four', 'Five']) await stock(shop, { name });
  const index = await (await sitemap.request('/sitemap.xml')).text();
  expect(index).toContain('<sitemapindex');
  expect(addresses(index)).toEqual([1, 2, 3].map((n) => `https://a&amp;b.test/sitemap-${n}.xml`));
  const parts = await Promise.all([1, 2, 3].map((n) => names(`/sitemap-${n}.xml`)));
  expect(parts.map((part) => part.length)).toEqual([2, 2, 1]);
  expect(parts.flat().map((loc) => loc?.split('/').at(-1))).toEqual([
    'five',
    'four',
    'three',
    'two',
    'one',
  ]);
  await shop.close();
});

test('robots.txt keeps crawlers off private pages and names the sitemap', async () => {
  const text = await (await members.guest().get('/robots.txt')).text();
  expect(text.split('\n')[0]).toBe('User-agent: *');
  for (const path of ['/shoppingCart', '/checkOut', '/myOrders', '/AllOrders', '/allOrders']) {
    expect(text).toContain(`\nDisallow: ${path}\n`);
  }
  for (const path of ['/', '/cloths', '/product/seen-tee', '/login', '/pictures/x.webp']) {
    const rules = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, rule = '']) => rule);
    expect(rules.filter((rule) => path.startsWith(rule))).toEqual([]);
  }
  expect(text).toContain('\nSitemap: http://shop.test/sitemap.xml\n');
});

test('the manifest says the name and shows icons', async () => {
  const response = await members.guest().get('/manifest.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  const { name, icons } = await response.json();
  expect(name).toBe(members.context.ctx.shop.brand);
  expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512']);
});
