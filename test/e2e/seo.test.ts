import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { signIn, watchedBrowser } from '../support/browser.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { demoPerson, Person, signInAs } from '../support/people.ts';

const browser = watchedBrowser();

// Beside the members' shop of all browser tests, one that anyone may look at.
let open: RunningShop;
beforeAll(async () => {
  open = await startShopProcess({
    dataDir: await newDemoFolder(),
    env: { SHOP_ACCESS: 'public' },
  });
});
afterAll(async () => {
  await open.stop();
  await removeDataFolder(open.dataDir);
});

const content = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).first().getAttribute('content');
const canonical = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href');
const isHidden = async (page: Page) => (await page.locator('meta[name=robots]').count()) > 0;

/** A node of the structured data. */
interface Thing {
  '@type': string;
  name?: string;
  itemListElement: { name: string; item: string }[];
  hasVariant: { offers: Offer }[];
  offers: Offer;
}

interface Offer {
  url: string;
  price: string;
  priceCurrency: string;
  availability: string;
}

async function graphOf(page: Page): Promise<Thing[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.flatMap((text) => JSON.parse(text)['@graph'] as Thing[]);
}

async function nodeOf(page: Page, type: string): Promise<Thing> {
  const node = (await graphOf(page)).find((candidate) => candidate['@type'] === type);
  if (!node) throw new Error(`${page.url()} has no ${type}.`);
  return node;
}

/** A page as it is sent, which is what search engines read. */
const sentTo = async (person: Person, path: string) => (await person.ask(path, {})).text();

test('every page has a title and a description of its own', async () => {
  const seen: string[] = [];
  const look = async (person: Person, paths: string[]) => {
    for (const path of paths) {
      const page = await sentTo(person, path);
      expect([path, /<meta name="description" content="[^"]/.test(page)]).toEqual([path, true]);
      const titles = [...page.matchAll(/<title>([^<]+)<\/title>/g)].map(([, title]) => title);
      expect([path, titles]).toEqual([path, [expect.any(String)]]);
      seen.push(String(titles));
    }
  };
  await look(new Person(), ['/', '/login', '/register']);
  const admin = await demoPerson('admin@example.com');
  await look(admin, ['/cloths', '/shoes', '/gadget', '/jersey', '/product/skerry-cable-jumper']);
  await look(admin, ['/shoppingCart', '/myOrders', '/AllOrders', '/makeAdmin', '/addProduct']);
  await look(admin, ['/manageAllProducts', '/admin/emails']);
  expect(new Set(seen).size).toBe(seen.length);
});

test('canonical addresses leave out what only changes the view', async () => {
  const page = await browser.open({ baseURL: open.url });
  const expected: [string, string][] = [
    ['/home', '/'],
    ['/?tab=shoes', '/'],
    ['/Cloths?show=48', '/cloths'],
    ['/product/skerry-cable-jumper?variant=x', '/product/skerry-cable-jumper'],
    ['/login', '/login'],
  ];
  for (const [path, address] of expected) {
    await page.goto(path);
    expect([path, await canonical(page)]).toEqual([path, open.url + address]);
    expect([path, await isHidden(page)]).toEqual([path, false]);
    expect(await content(page, 'og:url')).toBe(open.url + address);
  }
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Jersey' }).click();
  await page.waitForURL('**/jersey');
  await expect.poll(() => canonical(page)).toBe(`${open.url}/jersey`);
});

test('what is no page for search engines says so', async () => {
  const guest = new Person();
  const led = (await guest.ask('/cloths', {})).headers.get('location') ?? '';
  expect(led).toMatch(/login\?from/);
  const admin = await demoPerson('admin@example.com');
  const pages: [Person, string[]][] = [
    [guest, ['/register?from=%2Fcloths', led]],
    [admin, ['/shoppingCart', '/myOrders', '/AllOrders', '/makeAdmin', '/addProduct']],
  ];
  for (const [person, paths] of pages) {
    for (const path of paths) {
      const isHidden = (await sentTo(person, path)).includes('<meta name="robots"');
      expect([path, isHidden]).toEqual([path, true]);
    }
  }
});

test('a members shop tells search engines of itself, and nothing of its goods', async () => {
  const page = await browser.open();
  await page.goto('/');
  expect((await graphOf(page)).map((node) => node['@type'])).toEqual(['OnlineStore', 'WebSite']);
  await signInAs(page, 'shopper@example.com');
  for (const path of ['/cloths', '/product/skerry-cable-jumper']) {
    await page.goto(path);
    expect([path, await graphOf(page)]).toEqual([path, []]);
  }
});

test('structured data agrees with what the page shows', async () => {
  const page = await browser.open({ baseURL: open.url });
  await page.goto('/gadget');
  const list = await nodeOf(page, 'ItemList');
  const listed = list.itemListElement.map(({ name }) => name);
  expect(listed).toEqual(await page.getByRole('article').getByRole('heading').allTextContents());

  const response = await fetch(`${open.url}/products?category=Cloths&limit=100`);
  const goods = (await response.json()) as { slug: string; stock: boolean; variants: unknown[] }[];
  const chosen = [
    goods.find(({ stock, variants }) => !stock && variants.length > 1),
    goods.find(({ stock }) => stock),
  ];
  for (const { slug } of chosen.map((product) => product ?? { slug: 'none' })) {
    await page.goto(`/product/${slug}`);
    const group = await nodeOf(page, 'ProductGroup');
    expect(group.name).toBe(await page.getByRole('heading', { level: 1 }).textContent());
    for (const { offers: offer } of group.hasVariant.slice(0, 4)) {
      await page.goto(offer.url);
      const main = page.getByRole('main');
      await main.getByText(`$${offer.price}`).first().waitFor();
      const isSoldOut = (await main.getByText('Not In Stock').count()) > 0;
      expect(offer.availability).toBe(`https://schema.org/${isSoldOut ? 'OutOfStock' : 'InStock'}`);
      expect(offer.priceCurrency).toBe('USD');
    }
    const trail = await nodeOf(page, 'BreadcrumbList');
    expect(trail.itemListElement.map(({ item }) => item)).toEqual([
      `${open.url}/`,
      `${open.url}/cloths`,
      `${open.url}/product/${slug}`,
    ]);
  }
});

test('shared links have an image that can be fetched', async () => {
  const page = await browser.open({ baseURL: open.url });
  for (const path of ['/', '/product/skerry-cable-jumper']) {
    await page.goto(path);
    const image = await fetch(String(await content(page, 'og:image')));
    expect([path, image.status]).toEqual([path, 200]);
    expect(image.headers.get('content-type')).toMatch(/^image\//);
  }
  for (const selector of ['apple-touch-icon', 'icon', 'manifest']) {
    const href = await page.locator(`link[rel=${selector}]`).getAttribute('href');
    expect([href, (await fetch(open.url + href)).status]).toEqual([href, 200]);
  }
});

test('a name that is markup stays text in page, cards and structured data', async () => {
  const name = `</script><img src=x onerror="document.title='taken'"> & 'quotes' "more" ${'\u2028'}end`;
  const page = await browser.open({ baseURL: open.url });
  await signIn(page, 'admin@example.com');
  const added = await page.request.post('/products', {
    headers: { origin: open.url },
    data: { name, category: 'Jersey', price: 12.5, descriptions: name, gender: 'All', img: null },
  });
  expect(added.status()).toBe(201);
  const { slug } = (await added.json()) as { slug: string };

  const guest = await browser.open({ baseURL: open.url });
  for (const path of ['/jersey', `/product/${slug}`]) {
    await guest.goto(path);
    await guest.getByRole('heading', { name: '</script>' }).first().waitFor();
    expect(await guest.locator('img[src=x]').count()).toBe(0);
    expect(await guest.title()).not.toBe('taken');
  }
  const product = await nodeOf(guest, 'Product');
  expect(product.name).toBe(name);
  expect(product.offers.price).toBe('12.50');
  expect(await content(guest, 'og:title')).toBe(name);
});

test('guests of an open shop browse and fill a cart; buying asks them to sign in [1.9]', async () => {
  const page = await browser.open({ baseURL: open.url });
  await page.goto('/gadget');
  const card = page
    .getByRole('article')
    .filter({ has: page.locator('form[action="/cart"]') })
    .filter({ hasNotText: 'Sold out' })
    .first();
  await card.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Buy It Now' }).waitFor();
  await page.getByRole('button', { name: 'Add To Cart' }).click();
  await page.getByText('In your cart.').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' }).click();
  await page.getByRole('dialog').getByText('SubTotal').waitFor();
  for (const path of ['/shoppingCart', '/checkOut', '/myOrders']) {
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe('/login');
  }
});
