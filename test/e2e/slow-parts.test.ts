import { describe, expect, test } from 'vitest';
import { holdBack, watchedBrowser } from '../support/browser.ts';
import { signInAs } from '../support/people.ts';

const browser = watchedBrowser();

describe('a part of the page that does not load', () => {
  test('is said of the drawer, and loads at the second try [7.26, 8.15]', async () => {
    const page = await browser.open({ expects: [/ERR_FAILED/, /Loading chunk/] });
    await page.goto('/');
    await page.route('**/cart-drawer-*.js', (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
    await page
      .getByRole('alert')
      .getByText(/^Loading chunk cart-drawer-[\w-]+ failed$/)
      .waitFor();
    await page.unroute('**/cart-drawer-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog', { name: 'Your Shopping Cart' }).waitFor();
  });

  test('counts as missing after 120 seconds [9.19]', async () => {
    const page = await browser.open({ expects: [/Loading chunk/] });
    await page.clock.install();
    await page.goto('/');
    await page.route('**/cart-drawer-*.js', () => {});
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
    // The clock goes on by itself as well.
    await page.clock.runFor(115_000);
    expect(await page.getByText(/^Loading chunk/).count()).toBe(0);
    await page.clock.runFor(6_000);
    await page.getByText('Loading chunk cart-drawer failed').waitFor();
  });

  test('is said when the next page needs it, with a way there [7.26, 8.15]', async () => {
    const page = await browser.open({ expects: [/Error loading route module/, /Failed to fetch/] });
    await page.goto('/login');
    await page.waitForLoadState('networkidle');
    await page.route('**/register-*.js', (route) => route.abort());
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Loading chunk register-[\w-]+ failed$/)
      .waitFor();
    await page.unroute('**/register-*.js');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Register' }).waitFor();
  });

  test('is said of the page itself, which can be read all the same', async () => {
    const page = await browser.open({ expects: [/ERR_FAILED/, /Failed to fetch/] });
    await page.route('**/home-*.js', (route) => route.abort());
    await page.goto('/', { waitUntil: 'load' });
    await page
      .getByRole('alert')
      .getByText(/^Loading chunk home-[\w-]+ failed$/)
      .waitFor();
    await page.getByRole('heading', { name: 'Grab You Favorite Things' }).waitFor();
    await page.unroute('**/home-*.js');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
    await page.getByRole('dialog', { name: 'Your Shopping Cart' }).waitFor();
  });
});

describe('what is slow', () => {
  test('shows that it is on its way, and the page stays until then', async () => {
    const page = await browser.open();
    await page.goto('/login');
    const release = await holdBack(page, '**/register.data*');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    release();
    await page.getByRole('heading', { name: 'Register' }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });

  test.each([
    ['cart-drawer', 'button[aria-label^=Cart]'],
    ['cart-confirm', 'form[action="/cart"] button'],
    ['quick-view', 'form[action^="/product/"] button'],
  ])('is said of %s at once, and Escape gives it up', async (chunk, selector) => {
    const page = await browser.open();
    const release = await holdBack(page, `**/${chunk}-*.js`);
    await page.goto('/?tab=gadget');
    const button = page.locator(selector).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const waiting = page.getByRole('dialog', { name: 'Loading' });
    await waiting.getByRole('status').waitFor();
    await page.keyboard.press('Escape');
    await waiting.waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.keyboard.press('Enter');
    await waiting.waitFor();
    await waiting.getByRole('button', { name: 'Close' }).click();
    await waiting.waitFor({ state: 'detached' });

    await button.click();
    await waiting.waitFor();
    release();
    const panel = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    await waiting.waitFor({ state: 'detached' });
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    // The focus goes back to where it was before any of it.
    await expect
      .poll(() => button.evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  test('is one at a time, on the page it was asked for, and asked for once', async () => {
    const page = await browser.open();
    await signInAs(page, 'shopper@example.com');
    const release = await holdBack(page, /assets\/(cart-drawer|quick-view|cart-confirm)-/);
    const added: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') added.push(new URL(request.url()).pathname);
    });
    await page.goto('/gadget');
    await page.getByRole('button', { name: /^Cart, / }).waitFor();
    const card = page.getByRole('article').filter({ has: page.locator('form[action="/cart"]') });
    const add = card.getByRole('button', { name: 'Add To Cart', disabled: false }).first();
    const waiting = page.getByRole('dialog', { name: 'Loading' });
    // As fast as a page can be told: nothing covers the button yet.
    await add.evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 4; press += 1) button.click();
    });
    await waiting.waitFor();
    await expect.poll(() => added).toEqual(['/cart.data']);

    // What covers the page keeps pointers off it, and a panel that is asked for takes the other's place.
    await page.getByRole('button', { name: /^Cart, / }).press('Enter');
    await expect.poll(() => waiting.count()).toBe(1);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shoes' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Shoes' }).waitFor();
    await waiting.waitFor({ state: 'detached' });
    release();
    await page.waitForTimeout(500);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(added).toEqual(['/cart.data']);
  });

  test.each([200, 503])(
    'a cart that changes (%d) while another category is on its way leaves that category its page',
    async (status) => {
      const page = await browser.open({ expects: [/503/] });
      await signInAs(page, 'shopper@example.com');
      const letCart = await holdBack(page, /\/cart\.data/, status);
      const letShoes = await holdBack(page, /\/shoes\.data/);
      // The dialog would take the focus from the link.
      const letDialog = await holdBack(page, /assets\/cart-confirm-/);
      await page.goto('/gadget');
      const card = page.getByRole('article').filter({ has: page.locator('form[action="/cart"]') });
      await card.getByRole('button', { name: 'Add To Cart', disabled: false }).first().click();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Shoes' }).press('Enter');
      await page.getByLabel('Loading the page').waitFor();
      const changed = page.waitForResponse(/\/cart\.data/);
      letCart();
      await changed;
      letShoes();
      await page.getByRole('heading', { level: 1, name: 'Shoes' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/shoes');
      letDialog();
    },
  );

  test('keeps its place in the drawer', async () => {
    const page = await browser.open();
    await page.goto('/');
    const release = await holdBack(page, '**/cart.data*');
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
    await page.getByRole('status').getByText('Loading your cart').waitFor();
    release();
    await page.getByText('Your cart is empty.').waitFor();
  });
});
