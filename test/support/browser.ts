import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  Route,
} from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, inject } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { leaveProfile, takeProfile } from './browser-profiles.ts';
import { pngOf } from './images.ts';

/** Everyone has an address of their own, so that limits count them one by one. */
export function addressHeader(): Record<string, string> {
  return { 'X-Forwarded-For': `10.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}` };
}

/**
 * What costs processor time and changes nothing that a test sees: compiling functions that run for
 * seconds at most, a process for each site, several threads that paint, and smoothing of letters.
 */
const LESS_WORK = [
  '--js-flags=--no-opt --no-maglev --max-lazy',
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--disable-partial-raster',
  '--disable-lcd-text',
];

let chromium: Promise<Browser> | null = null;

/** The Chromium of all files, which share their modules. It ends with the process of the tests. */
async function sharedChromium(): Promise<Browser> {
  const browser = await chromium?.catch(() => null);
  if (browser?.isConnected()) return browser;
  chromium = launchChromium(LESS_WORK);
  return chromium;
}

/**
 * Browser profiles for the tests of one file. Every page that is opened is watched: an error in its
 * console or a response of 5xx fails the test that opened it. What a test opens is closed after it,
 * and what is opened before the tests of a file after them.
 */
export function watchedBrowser() {
  let ofFile: BrowserContext[] = [];
  let ofTest: BrowserContext[] | null = null;
  let faults: string[] = [];
  beforeEach(() => {
    ofTest = [];
  });
  afterEach(async ({ task }) => {
    const found = faults;
    const opened = ofTest ?? [];
    faults = [];
    ofTest = null;
    if (task.result?.state === 'fail') {
      await describePages([...ofFile, ...opened].flatMap((context) => context.pages()));
      await Promise.all(opened.map((context) => context.close()));
    } else await Promise.all(opened.map(leaveProfile));
    expect(found, 'errors in the browser').toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(ofFile.map(leaveProfile));
    ofFile = [];
  });

  return {
    shopUrl: () => inject('shopUrl'),
    /**
     * A page in a browser profile of its own. `expects` are texts of faults that are part of the test;
     * `isNew` is for tests of what a browser fetches that has nothing of the shop yet.
     */
    async open(
      options: BrowserContextOptions & { expects?: (string | RegExp)[]; isNew?: boolean } = {},
    ): Promise<Page> {
      const { expects = [], isNew = false, storageState, ...more } = options;
      const { extraHTTPHeaders = addressHeader(), ...fixed } = more;
      const opened = ofTest ?? ofFile;
      const context = await takeProfile(
        await sharedChromium(),
        { baseURL: inject('shopUrl'), ...fixed },
        { storageState, extraHTTPHeaders },
        { isNew, prepare: (unused) => prepareProfile(unused, fixed) },
      );
      opened.push(context);
      const page = context.pages()[0] ?? (await context.newPage());
      watch(page, (fault) => {
        if (!expects.some((text) => fault.match(text))) faults.push(fault);
      });
      return page;
    },
  };
}

async function prepareProfile(
  context: BrowserContext,
  { javaScriptEnabled }: BrowserContextOptions,
): Promise<void> {
  // Only failures last that long; parts that run side by side can slow one to a third.
  context.setDefaultTimeout(30_000);
  await context.addInitScript(() => {
    addEventListener('shop-booted', () => Object.assign(window, { hasBooted: true }));
  });
  if (javaScriptEnabled !== false) context.on('page', waitForScript);
}

function watch(page: Page, note: (fault: string) => void): void {
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // Responses are judged below, where their address is known.
    const isResponse = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isResponse) note(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    const isFile = ['image', 'script', 'stylesheet', 'font'].includes(kind);
    const bad = response.status() >= (isFile ? 400 : 500);
    if (bad) note(`${response.status()} ${response.url()}`);
  });
}

/** Prints what the pages of a failed test show, as nobody can look at them later. */
async function describePages(pages: Page[]): Promise<void> {
  for (const page of pages) {
    const text = await page
      .evaluate(() => {
        const line = navigator.onLine ? '' : 'offline, ';
        return `${line}focus: ${document.activeElement?.outerHTML}\n${document.body.innerText}`;
      })
      .catch(String);
    console.log(`${page.url()} shows:\n${text.slice(0, 4000)}`);
  }
}

/**
 * Whoever opens a page, or loads it again, goes on once its script runs, as people are slower than
 * that: what is clicked before goes another way (before-script.test.ts). With `waitUntil` it is up to
 * the test.
 */
function waitForScript(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (!options?.waitUntil) await untilBooted(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (!options?.waitUntil) await untilBooted(page);
    return response;
  };
}

/**
 * Playwright's own `waitForFunction` would read 340 KB of its script into each page for this, and
 * again for the first locator.
 */
async function untilBooted(page: Page): Promise<void> {
  const late = sleep(30_000, 'late', { ref: false });
  const booted = () =>
    page.evaluate(() => {
      const isThere = 'hasBooted' in window || document.getElementById('boot-failure') === null;
      const heard = (done: () => void) => addEventListener('shop-booted', () => done());
      return isThere ? undefined : new Promise<void>(heard);
    });
  // A page that leads on to another one ends the wait in it.
  const again = (error: Error): Promise<void> =>
    /context was destroyed/.test(error.message) ? booted().catch(again) : Promise.reject(error);
  const end = await Promise.race([booted().catch(again), late]);
  if (end === 'late') throw new Error(`The script of ${page.url()} does not run.`);
}

/** What a browser says by itself of a connection that is not there. */
export const LOST = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/];

/**
 * Sends what a page asked for to the shop, on a connection of its own. Playwright would keep it for the
 * next request, and fail if the shop ends it at that moment; a browser connects anew then.
 */
export const sendToShop = (route: Route) =>
  route.fetch({ headers: { ...route.request().headers(), connection: 'close' } });

/** Sends a form to an address by `press`. The shop does its work, and its response is lost by `lose`. */
export async function loseResponse(
  page: Page,
  path: string,
  press: () => Promise<void>,
  lose = (route: Route) => route.abort(),
): Promise<void> {
  const address = `**/${path}.data*`;
  const { promise: lost, resolve, reject } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await sendToShop(route);
    await lose(route).then(resolve, reject);
  });
  await press();
  await lost;
  await page.unroute(address);
}

/** Makes the page refresh itself, as a change in another tab does. */
export async function refreshItself(page: Page): Promise<void> {
  await page.evaluate(() => new BroadcastChannel('shop-changes').postMessage(null));
}

let accounts = 0;

/** A file as a person would choose it. */
export const imageFile = (buffer: Buffer, name = 'me.png', mimeType = 'image/png') => ({
  name,
  mimeType,
  buffer,
});

/** Registers a new account in the page, with an image; returns its email. */
export async function register(page: Page, name: string): Promise<string> {
  accounts += 1;
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${accounts}@example.com`;
  await page.goto('/register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wandering-heron-42');
  await page.getByLabel('Profile image').setInputFiles(imageFile(pngOf(200, 200)));
  // With script it waits here until the image has been uploaded.
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  return email;
}

export async function signIn(
  page: Page,
  email: string,
  password = 'demo-shop-2026',
  at = '/login',
): Promise<void> {
  await page.goto(at);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log in/i })
    .click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Fills in Add Product, all but the image. */
export async function fillInProduct(
  page: Page,
  { name, price = '12', category }: { name: string; price?: string; category: string },
): Promise<void> {
  await page.goto('/addProduct');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price').fill(price);
  await page.getByLabel('Category').selectOption(category);
  await page.getByLabel('Gender').fill('Unisex');
  await page.getByLabel('Details').fill('For a test.');
}

/** How many pixels the page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Waits, after a click, until the page of that heading is there and has taken the focus, as it does
 * with script: what is typed before may go into the page before.
 */
export async function arriveAt(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
}

/** Puts a product without sizes into the cart, from the page of its category. */
export async function addToCart(page: Page, category: string): Promise<string> {
  await page.goto(`/${category}`);
  const card = page
    .getByRole('article')
    .filter({ has: page.locator('form[action="/cart"]') })
    .filter({ hasNotText: 'Sold out' })
    .first();
  const name = await card.getByRole('heading').textContent();
  await card.getByRole('button', { name: 'Add To Cart' }).click();
  await page.getByRole('dialog').getByText('Quantity : 1').waitFor();
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  return String(name);
}

/**
 * Waits until the page has had nothing under way for half a second, as often as it is asked, from
 * when it is called: Playwright's own such wait is over for good once a document was idle.
 */
export function watchRequests(page: Page): { settled(): Promise<void> } {
  let open = 0;
  let changedAt = Date.now();
  const note = (change: number) => () => {
    open += change;
    changedAt = Date.now();
  };
  page.on('request', note(1));
  page.on('requestfinished', note(-1));
  page.on('requestfailed', note(-1));
  const quiet = () =>
    expect.poll(() => open <= 0 && Date.now() - changedAt > 500, { timeout: 15_000 }).toBe(true);
  return {
    async settled() {
      await quiet();
      // On a busy machine the browser may not have been idle yet, for which some requests wait.
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })),
      );
      await quiet();
    },
  };
}

/** Holds back what is asked for at such addresses, until it is let go, or fails with a status. */
export async function holdBack(
  page: Page,
  address: string | RegExp,
  status = 200,
): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await (status === 200 ? route.continue() : route.fulfill({ status }));
  });
  return release;
}

/** Fills in the card form of the checkout, once it is ready to be paid with. */
export async function typeCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.getByRole('button', { name: 'Pay Now', exact: true, disabled: false }).waitFor();
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/40');
  await page.getByLabel('Security code').fill('123');
}

/** Makes the shipping estimate of whatever is in the cart. */
export async function estimate(page: Page, city = 'Dhaka', zip = '1205'): Promise<void> {
  await page.goto('/shoppingCart');
  await page.getByLabel('City Name').fill(city);
  await page.getByLabel('Zip Code').fill(zip);
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('link', { name: 'Checkout' }).waitFor();
}

/** The beginning of the text of what has the focus. */
export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 40));

/** Follows a link, is asked because something is unsaved, and stays. */
export async function staysWhenAsked(page: Page, link: string): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.getByRole('link', { name: link, exact: true }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  if (new URL(page.url()).pathname !== pathname) throw new Error(`${link} was opened.`);
}

/**
 * Presses a button twice, the second time when React has rendered what the first press set, but not
 * what React Router sends: that follows in a later task, after some time on a busy machine.
 */
export async function pressTwice(button: Locator): Promise<void> {
  await button.focus();
  await button.evaluate(async (element: HTMLElement) => {
    element.click();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    element.click();
  });
}
