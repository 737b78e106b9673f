import { readdir } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, Page, Request, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { fetchedOf, sumOf } from '../../bench/browser/fetched.ts';
import { watchedBrowser, watchRequests } from '../support/browser.ts';
import { demoPerson, fillCart, findPlain, type Person } from '../support/people.ts';

// What a customer's browser has to fetch and put up with. Bytes are those on the wire, compressed.

const FIRST_LOAD = 125_000;
/** Files. More of them say that what every page needs fell apart: vite.config.ts. */
const SCRIPTS = 10;
const FURTHER_PAGE = 10_000;
/** Of all that opens on top of a page, with the library it is made of; once in a visit. */
const PANELS = 25_000;
/** Two Latin subsets, of headings in one weight, and a little room for their next versions. */
const FONTS = 52_000;
const CARD_IMAGE = 30_000;
/** With its styles, which are 8 KB of it. */
const HTML = 28_000;
/** Of a phone, beside images. */
const REQUESTS = 16;
/** Images a page may ask for before anyone scrolls; two cards stand in a row on a phone. */
const IMAGES = 20;

const PRODUCT = '/product/skerry-cable-jumper';
const PAGES = { home: '/', category: '/cloths', product: PRODUCT, cart: '/shoppingCart' };
const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

const browser = watchedBrowser();
let shopper: Person;

beforeAll(async () => {
  shopper = await demoPerson('shopper@example.com');
  await fillCart(shopper, await findPlain(shopper));
});

/** A signed-in page with nothing in its cache, and every request that it makes. */
async function openCold(options: BrowserContextOptions = {}) {
  const { storageState } = shopper;
  const page = await browser.open({ ...options, storageState, isNew: true });
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  return { page, requests, ...watchRequests(page) };
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/**
 * A thousandth is as fine as shifts are told. A browser paints what it has read so far, and what is
 * in the middle of a line moves by a hair when the rest of the line comes.
 */
const SHIFT = 0.001;

interface Shift {
  value: number;
  /** The classes of what moved. */
  of: string[];
}

/** A font on a slow line: text is there before it. */
async function holdUp(route: Route): Promise<void> {
  await sleep(400);
  await route.continue();
}

/** Adds up layout shifts from the very start, as browsers do for CLS. */
function watchShifts() {
  const seen = window as unknown as { shifts: Shift[] };
  seen.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node }[];
      };
      const of = sources.map(({ node }) => (node as Element | undefined)?.className ?? '');
      if (!hadRecentInput) seen.shifts.push({ value, of });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

const sumOfShifts = (shifts: Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0);

async function expectNoShift(name: string, page: Page): Promise<void> {
  const shifts = await shiftsOf(page);
  if (sumOfShifts(shifts) >= SHIFT) expect([name, shifts]).toEqual([name, []]);
}

/** Shows that a shift would have been seen. */
async function expectShiftsAreSeen(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.querySelector('main')?.prepend('Moved', document.createElement('hr')),
  );
  await expect.poll(async () => sumOfShifts(await shiftsOf(page))).toBeGreaterThan(SHIFT);
}

async function expectFewScripts(name: string, page: Page, requests: Request[]): Promise<void> {
  const scripts = await fetchedOf(requests, 'script');
  console.log(`${name}: ${scripts.length} scripts, ${kilobytes(sumOf(scripts))} on the first load`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(sumOf(scripts)).toBeLessThanOrEqual(FIRST_LOAD);
  expect(scripts.length).toBeLessThanOrEqual(SCRIPTS);

  // A page shows before its scripts are there; they must not hold up what it shows.
  const hurried = page.locator('link[rel=modulepreload]:not([fetchpriority=low])');
  expect(await hurried.count()).toBe(0);

  const admin = (await readdir('src/web/routes/admin', { recursive: true }))
    .filter((file) => extname(file) === '.tsx')
    .map((file) => basename(file, '.tsx'));
  expect(admin).toContain('all-orders');
  const names = scripts.map((script) => basename(script.path));
  expect(names.filter((file) => admin.some((part) => file.startsWith(part)))).toEqual([]);
}

/**
 * A phone shows a category and a product of the home page at once, and stores the code of both when it
 * is idle. That delays nothing, so it counts as further pages do.
 */
async function expectFewStored(name: string, page: Page, requests: Request[]): Promise<void> {
  const links = await page
    .locator('link[rel=prefetch][as=script]')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  const scripts = await fetchedOf(requests, 'script');
  const stored = scripts.filter(({ path }) => links.includes(path));
  const own = scripts.filter(({ path }) => !links.includes(path));
  console.log(`${name}: ${kilobytes(sumOf(own))} of script, ${kilobytes(sumOf(stored))} stored`);
  expect(stored.length).toBeGreaterThan(0);
  expect(sumOf(stored)).toBeLessThanOrEqual(FURTHER_PAGE);
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThanOrEqual(SCRIPTS);
  expect(sumOf(own)).toBeLessThanOrEqual(FIRST_LOAD);
}

async function expectFewFiles(name: string, requests: Request[]): Promise<void> {
  const [document, ...more] = await fetchedOf(requests, 'document');
  const bytes = document?.bytes ?? 0;
  console.log(`${name}: ${kilobytes(bytes)} of HTML, ${requests.length} requests`);
  expect(more).toEqual([]);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(HTML);
  // Styles are in the page: nothing else has to come before it shows.
  expect(await fetchedOf(requests, 'stylesheet')).toEqual([]);
  const images = requests.filter((request) => request.resourceType() === 'image').length;
  expect(images).toBeLessThanOrEqual(IMAGES);
  expect(requests.length - images).toBeLessThanOrEqual(REQUESTS);
  // Nothing that a page needs comes from anywhere else.
  const origins = new Set(requests.map((request) => new URL(request.url()).origin));
  expect([...origins]).toEqual([browser.shopUrl()]);
}

/** Of all pages together: a browser fetches a font once. */
function expectTwoFonts(fonts: Awaited<ReturnType<typeof fetchedOf>>): void {
  const different = new Map(fonts.map((font) => [font.path, font]));
  const bytes = sumOf([...different.values()]);
  console.log(`fonts: ${different.size}, ${kilobytes(bytes)}`);
  expect(different.size).toBe(2);
  for (const path of different.keys()) expect(new URL(path).origin).toBe(browser.shopUrl());
  expect(bytes).toBeLessThanOrEqual(FONTS);
}

test('panels and each further page bring little script', async () => {
  const { page, requests, settled } = await openCold({ viewport: { width: 1440, height: 900 } });
  await page.goto('/');
  await settled();

  requests.length = 0;
  // Panels are fetched when somebody begins to use the page.
  await page.mouse.move(5, 300);
  const namesOf = () => requests.map((request) => basename(request.url())).join();
  await expect.poll(namesOf).toMatch(/cart-drawer.*quick-view|quick-view.*cart-drawer/);
  await settled();
  const panels = await fetchedOf(requests, 'script');
  console.log(`panels: ${kilobytes(sumOf(panels))}`);
  expect(sumOf(panels)).toBeLessThanOrEqual(PANELS);

  const main = page.getByRole('main');
  const steps: [string, () => Promise<void>][] = [
    ['category', () => page.getByRole('banner').getByRole('link', { name: 'Cloths' }).click()],
    ['product', () => main.getByRole('article').getByRole('link').first().click()],
    ['cart', () => page.getByRole('contentinfo').getByRole('link', { name: 'Cart' }).click()],
  ];
  for (const [name, step] of steps) {
    requests.length = 0;
    await step();
    await page.waitForURL((url) =>
      url.pathname.toLowerCase().includes(PAGES[name as 'cart'].toLowerCase().slice(0, 8)),
    );
    await settled();
    const scripts = await fetchedOf(requests, 'script');
    console.log(`${name}: ${kilobytes(sumOf(scripts))} more script after the page before`);
    expect([name, sumOf(scripts) <= FURTHER_PAGE]).toEqual([name, true]);
  }
});

test.each([
  { width: 390, height: 844, what: 'it is one small document and few files' },
  { width: 1440, height: 900, what: 'its script is small' },
])(
  'nothing moves by itself on a first load at $width pixels, fonts are two, and $what',
  async ({ width, height }) => {
    const fonts = await Promise.all(
      Object.entries(PAGES).map(async ([name, path]) => {
        const { page, requests, settled } = await openCold({ viewport: { width, height } });
        await page.addInitScript(watchShifts);
        await page.goto(path);
        await settled();
        if (width === 390) {
          await expectFewFiles(name, requests);
          await expectFewStored(name, page, requests);
        } else await expectFewScripts(name, page, requests);
        const ofPage = await fetchedOf(requests, 'font');
        await page.waitForTimeout(300);
        await expectNoShift(name, page);
        await expectShiftsAreSeen(page);
        return ofPage;
      }),
    );
    expectTwoFonts(fonts.flat());
  },
);

test.each(VIEWPORTS)(
  'nothing moves by itself at $width pixels where fonts are late',
  async (viewport) => {
    await Promise.all(
      Object.entries(PAGES).map(async ([name, path]) => {
        const { page, settled } = await openCold({ viewport });
        await page.addInitScript(watchShifts);
        await page.route('**/*.woff2', holdUp);
        await page.goto(path);
        await settled();
        await page.waitForTimeout(300);
        await expectNoShift(name, page);
        await expectShiftsAreSeen(page);
      }),
    );
  },
);

test('the image of the home page has its place before the text beside it has arrived', async () => {
  const page = await browser.open({ viewport: { width: 1440, height: 900 } });
  await page.goto('/');
  const image = page.getByRole('main').locator('picture').first();
  const arrived = await image.boundingBox();
  await image.evaluate((picture) => picture.nextElementSibling?.remove());
  const early = await image.boundingBox();
  expect(early?.x).toBeGreaterThan(400);
  expect(early?.x).toBe(arrived?.x);
  expect(early?.width).toBe(arrived?.width);
});

test.each(VIEWPORTS)(
  'nothing moves by itself from page to page at $width pixels',
  async (viewport) => {
    const { page, settled } = await openCold({ viewport });
    await page.addInitScript(watchShifts);
    await page.goto('/');
    await settled();
    const main = page.getByRole('main');
    const steps: [string, () => Promise<void>][] = [
      ['category', () => main.locator('a[href="/cloths"]').first().click()],
      ['product', () => main.getByRole('article').getByRole('link').first().click()],
      ['cart', () => page.getByRole('contentinfo').getByRole('link', { name: 'Cart' }).click()],
      ['home', () => page.getByRole('banner').getByRole('link').first().click()],
    ];
    for (const [name, step] of steps) {
      await step();
      await page.waitForURL((url) => url.pathname === PAGES[name as 'home'] || name === 'product');
      // The page is there, after its address: from then on nothing may move.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
      await page.evaluate(() => Object.assign(window, { shifts: [] }));
      await settled();
      // Shifts soon after a click are put down to it.
      await page.waitForTimeout(700);
      await expectNoShift(name, page);
    }

    await expectShiftsAreSeen(page);
  },
);

test.each([
  { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
])('images of cards are small: %j', async (options) => {
  const { page, requests, settled } = await openCold(options);
  for (const path of ['/cloths', '/shoes']) {
    await page.goto(path);
    for (const card of await page.getByRole('article').all()) await card.scrollIntoViewIfNeeded();
    await settled();
  }
  const images = (await fetchedOf(requests, 'image')).filter(({ path }) =>
    path.includes('/pictures/'),
  );
  const largest = images.toSorted((a, b) => b.bytes - a.bytes)[0];
  console.log(`cards: ${images.length} images, the largest ${kilobytes(largest?.bytes ?? 0)}`);
  expect(images.length).toBeGreaterThan(20);
  expect(images.filter(({ bytes }) => bytes > CARD_IMAGE)).toEqual([]);
});
