import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { GONE } from '#shared/stock.ts';
import { LOST, watchedBrowser } from '../support/browser.ts';
import { fillCart, signInAs, signUpAs, stockroom } from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();
const goods = stockroom();

async function offline(page: Page, yes: boolean) {
  await (page.context() as BrowserContext).setOffline(yes);
  // On a computer without a network, the browser was offline before and sends no event.
  await page.evaluate((name) => window.dispatchEvent(new Event(name)), yes ? 'offline' : 'online');
}

describe('without a connection', () => {
  test('the page stays, links and forms are held back, and all goes on afterwards', async () => {
    const page = await browser.open({ expects: LOST });
    await page.goto('/login');
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel('Password').fill('demo-shop-2026');
    await offline(page, true);
    await page.getByRole('status').getByText('You are offline.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByText('That was not sent.').waitFor();
    await page.getByRole('link', { name: 'Register' }).first().click();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.getByLabel('Email').inputValue()).toBe('shopper@example.com');
    await offline(page, false);
    await page.getByText('You are offline.').waitFor({ state: 'hidden' });
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('links and forms work when the browser only takes itself for offline', async () => {
    const page = await browser.open();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false });
    });
    await page.goto('/login');
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Register' }).waitFor();
    await page.goto('/login');
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel('Password').fill('demo-shop-2026');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.getByText('You are offline.').count()).toBe(0);
  });

  test('images that failed are loaded again when the connection is back', async () => {
    const page = await browser.open({ expects: LOST });
    const away = (url: URL) => url.pathname === '/healthz' || url.pathname.startsWith('/pictures/');
    await page.route(away, (route) => route.abort());
    await page.goto('/?tab=gadget');
    await page.getByText('What you see may be out of date.').waitFor();
    const image = page.getByRole('article').locator('img').first();
    const width = () => image.evaluate((element: HTMLImageElement) => element.naturalWidth);
    expect(await width()).toBe(0);
    await page.unroute(away);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(width).toBeGreaterThan(0);
  });

  test('the drawer and the quick view say so themselves', async () => {
    const page = await browser.open({ expects: LOST });
    await page.goto('/?tab=gadget');
    const bag = page.getByRole('banner').getByRole('button', { name: /^Cart/ });
    await bag.click();
    await page.getByRole('dialog').getByText('Your cart is empty.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.route('**/cart.data*', (route) => route.abort());
    await bag.click();
    await page.getByRole('dialog').getByText('The shop could not be reached.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page.route('**/quickView/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Quick View' }).first().click();
    const quick = page.getByRole('dialog');
    await quick.getByText('The shop could not be reached.').waitFor();
    await page.unroute('**/quickView/**');
    await quick.getByRole('button', { name: 'Try again' }).click();
    await quick.getByText('Price : $').waitFor();
  });
});

describe('a shop that can not be reached', () => {
  test('leaves a form as it was typed, with the reason beside it', async () => {
    const page = await browser.open({ expects: LOST });
    await page.goto('/login');
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel('Password').fill('demo-shop-2026');
    await page.route('**/login.data*', (route) => route.abort());
    const button = page.getByRole('main').getByRole('button', { name: 'Log in' });
    await button.click();
    await page.getByRole('alert').getByText('The shop could not be reached.').waitFor();
    expect(await page.getByLabel('Password').inputValue()).toBe('demo-shop-2026');
    await page.unroute('**/login.data*');
    await button.click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('a sign-out that did not go through is said, and can be tried again [8.8]', async () => {
    const page = await browser.open({ expects: LOST });
    await signInAs(page, 'shopper@example.com');
    await page.goto('/myOrders');
    await page.route('**/signOut.data*', (route) => route.abort());
    const icon = page.getByRole('banner').getByRole('button', { name: 'Sign out' });
    await icon.click();
    const error = page.getByRole('banner').getByRole('alert');
    await error.getByText('The shop could not be reached.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/myOrders');
    await page.unroute('**/signOut.data*');
    await icon.click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('banner').getByRole('button', { name: 'Account', exact: true }).waitFor();
    expect(await error.count()).toBe(0);
  });

  test('keeps a cart line as it is, and says that the change did not go through', async () => {
    const page = await browser.open({ expects: LOST });
    const person = await signUpAs(page, 'Una Reachable');
    await fillCart(person, await goods.add('Unreachable Lamp'));
    await page.goto('/shoppingCart');
    await page.route('**/cart.data*', (route) => route.abort());
    await page.getByRole('button', { name: /^One more of/ }).click();
    await page.getByRole('alert').getByText('The shop could not be reached.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Shopping cart');
  });

  test('does not take the page away when it is only refreshed', async () => {
    const page = await browser.open({ expects: LOST });
    await page.goto('/home');
    await page.route('**/*.data*', (route) => route.abort());
    const other = await page.context().newPage();
    await other.goto('/?tab=gadget');
    await other.locator('form[action="/cart"]').first().getByRole('button').click();
    await page.getByText("The shop can't be reached at the moment.").waitFor();
    await page.unroute('**/*.data*');
    await page.getByText("The shop can't be reached").waitFor({ state: 'hidden' });
    await page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' }).waitFor();
    await page.getByRole('heading', { name: 'Grab You Favorite Things' }).waitFor();
  });

  test('leads to a page with a way to try again, when the next page does not come [8.16]', async () => {
    const page = await browser.open({ expects: LOST });
    await page.goto('/login');
    await page.route('**/register.data*', (route) => route.abort());
    await page.route('**/_root.data*', (route) => route.abort());
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'That did not go through' }).waitFor();
    await page.unroute('**/register.data*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Register' }).waitFor();
  });

  test('does not make the page forget who is signed in', async () => {
    const page = await browser.open({ expects: ['500'] });
    await signInAs(page, 'shopper@example.com');
    await page.goto('/');
    await page.route('**/myOrders.data*', (route) => route.fulfill({ status: 500, body: 'Oh' }));
    await page.getByRole('button', { name: 'Account of Demo Shopper' }).click();
    await page.getByRole('link', { name: 'MyOrders' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByRole('button', { name: 'Account of Demo Shopper' }).waitFor();
  });

  test('is given up after half a minute, never an endless spinner [8.16]', async () => {
    const page = await browser.open({ expects: LOST });
    await page.clock.install();
    await page.goto('/login');
    await page.route('**/register.data*', () => {});
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await page.clock.runFor(31_000);
    await page.getByText('The shop did not respond in time.').waitFor();
  });

  test('hands on what a limit or a proxy has to say', async () => {
    const page = await browser.open();
    await page.goto('/login');
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel('Password').fill('demo-shop-2026');
    await page.route('**/login.data*', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'rate_limited', detail: 'Too many attempts. Please wait.' }),
      }),
    );
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').getByText('Too many attempts. Please wait.').waitFor();
  });
});

test('a sign-out that fails says why, and whoever is signed in stays so [8.8]', async () => {
  const page = await browser.open({ expects: [...LOST, '503'] });
  await signInAs(page, 'shopper@example.com');
  await page.goto('/');
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out', exact: true });
  await page.route('**/signOut.data*', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'unavailable', detail: 'The shop is being mended.' }),
    }),
  );
  await signOut.click();
  await page.getByText('The shop is being mended.').waitFor();
  await page.unroute('**/signOut.data*');
  await page.getByRole('button', { name: 'Account of Demo Shopper' }).waitFor();
  await page.goto('/');
  await signOut.click();
  await page.getByRole('button', { name: 'Account', exact: true }).waitFor();
});

test('an empty category says so, on its page and on the home page', async () => {
  const page = await browser.open();
  await signInAs(page, 'shopper@example.com');
  const gone = '2020-01-01T00:00:00Z';
  await queryShop(
    "update products set status = 'archived', deleted_at = $1 where category = 'Gadget' and deleted_at is null",
    [gone],
  );
  try {
    await page.goto('/gadget');
    await page.getByText('There is nothing in Gadget yet').waitFor();
    await page.getByRole('link', { name: 'See what else there is' }).click();
    await page.getByRole('tab', { name: 'Gadget' }).click();
    await page.getByText('There is nothing in Gadget yet').waitFor();
  } finally {
    await queryShop(
      "update products set status = 'active', deleted_at = null where deleted_at = $1",
      [gone],
    );
  }
  await page.goto('/gadget');
  await page.getByRole('article').first().waitFor();
});

test.each(['drawer', 'cart page'])(
  'a removed line that can not come back into the %s says why',
  async (where) => {
    const page = await browser.open({ expects: [/4(?:04|09)/] });
    const name = `Fading Lamp of the ${where}`;
    const lamp = await goods.add(name);
    const guest = await signUpAs(page, 'Una Undo');
    await fillCart(guest, lamp);
    await page.goto('/shoppingCart');
    if (where === 'drawer') {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Cart, \d/ })
        .click();
    }
    const part = where === 'drawer' ? page.getByRole('dialog') : page.getByRole('main');
    await part.getByRole('button', { name: `Remove ${name}` }).click();
    await part.getByText(`Removed ${name}.`).waitFor();
    await (await goods.getAdmin()).call('DELETE', `/products/${lamp._id}`);
    await part.getByRole('button', { name: 'Undo' }).click();
    await part.getByText(GONE).waitFor();
  },
);

test('a product that left the shop is a page that says so, with a way on [8.16]', async () => {
  const page = await browser.open();
  await signInAs(page, 'shopper@example.com');
  const response = await page.goto('/product/there-never-was');
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'This page is not here' }).waitFor();
  await page.getByRole('link', { name: 'Back to the home page' }).click();
  await page.getByRole('heading', { name: 'Grab You Favorite Things' }).waitFor();
});

test('a request that a newer one replaces is no error of the page; anything else is', async () => {
  const page = await browser.open({ expects: ['uncaught: no request'] });
  await page.goto('/login');
  const heard = page.waitForEvent('pageerror');
  await page.evaluate(() => {
    const replaced = new AbortController();
    void fetch('/healthz', { signal: replaced.signal });
    replaced.abort();
    setTimeout(() => Promise.reject(new Error('no request')), 50);
  });
  expect((await heard).message).toBe('no request');
});
