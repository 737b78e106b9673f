import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { newSession, newShopper, PASSWORD, stockroom } from '../support/people.ts';

/** The heading of the home page. */
const HOME = 'Clothes and companions for every day, made to be worn for years.';

const browser = watchedBrowser();
const goods = stockroom();
beforeAll(async () => {
  await goods.add('Keyboard Radio', { price: 31.5 });
  await goods.add('Keyboard Shirt', {
    category: 'Cloths',
    variants: ['Red', 'Blue'].flatMap((color) =>
      ['S', 'M'].map((size) => ({ sku: `KS-${color}-${size}`, size, color, inventory: 9 })),
    ),
  });
});

/** What has the focus, whether that can be seen, and whether `goTo` looks for it. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const { goals = [] } = window as { goals?: Element[] };
    // A radio button is drawn by its label.
    const shown = element?.matches('[type=radio]') ? element.closest('label') : element;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? document.body);
    const text = element?.getAttribute('aria-label') ?? element?.textContent?.slice(0, 40);
    return {
      what: `${element?.tagName} ${text}`,
      lost: element === null || element === document.body,
      seen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isGoal: element !== null && goals.includes(element),
      areGoalsThere: goals.some(({ isConnected }) => isConnected),
    };
  });

/** Presses Tab until `target` has the focus; every stop on the way must be seen. */
async function goTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  // To look for it by its role and name after each press would take longer than all else.
  const find = () => target.evaluateAll((goals) => Object.assign(window, { goals }).goals.length);
  const hidden: string[] = [];
  await find();
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press(key);
    let focus = await focusOf(page);
    if (!focus.areGoalsThere && (await find()) > 0) focus = await focusOf(page);
    const { what, lost, seen, isGoal } = focus;
    if (!lost && !seen) hidden.push(what);
    if (!isGoal) continue;
    expect(hidden, 'stops that can not be seen').toEqual([]);
    return;
  }
  throw new Error(`${key} does not lead to ${target}`);
}

const expectFocusKept = (page: Page) =>
  expect.poll(async () => (await focusOf(page)).lost, { message: 'the focus is lost' }).toBe(false);

/** The page of that heading is there, and the focus at its beginning. */
async function expectArrival(page: Page, name: string) {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await expect.poll(async () => (await focusOf(page)).what).toMatch(/^MAIN /);
}

test('everything from signing in to the paid order works by keyboard alone', async () => {
  const { email } = await newShopper('Kay Board');
  const page = await browser.open({ viewport: { width: 1280, height: 900 } });
  const main = page.getByRole('main');
  const banner = page.getByRole('banner');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { keyboard } = page;
  const arrive = (name: string) => expectArrival(page, name);

  await page.goto('/login');
  await goTo(page, main.getByLabel('Email'));
  await keyboard.type(email);
  await goTo(page, main.getByLabel('Password'));
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await arrive(HOME);

  // A category, and the quick view of a product without sizes.
  await goTo(page, banner.getByRole('link', { name: 'Gadget', exact: true }), 'Shift+Tab');
  await keyboard.press('Enter');
  await arrive('Gadget');
  const radio = page.getByRole('article', { name: 'Keyboard Radio', exact: true });
  const quickView = radio.getByRole('button', { name: 'Quick View', exact: true });
  await goTo(page, quickView);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Keyboard Radio', exact: true });
  await dialog.getByText('Price : $').waitFor();
  await expectFocusKept(page);
  await goTo(page, dialog.getByRole('button', { name: 'Quantity: one more', exact: true }));
  await keyboard.press('Space');
  await goTo(page, dialog.getByRole('button', { name: 'Add To Cart', exact: true }));
  await keyboard.press('Enter');
  await dialog.getByText('In your cart.').waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await quickView.evaluate((element) => element === document.activeElement)).toBe(true);

  // A card's own Add To Cart, and the question that follows.
  await goTo(page, radio.getByRole('button', { name: 'Add To Cart', exact: true }), 'Shift+Tab');
  await keyboard.press('Enter');
  const confirm = page.getByRole('dialog').filter({ hasText: 'Quantity : 1' });
  await confirm.waitFor();
  await goTo(page, confirm.getByRole('button', { name: 'Continue Shopping', exact: true }));
  await keyboard.press('Enter');
  await confirm.waitFor({ state: 'hidden' });
  await expectFocusKept(page);

  // A product with colors and sizes.
  await goTo(page, banner.getByRole('link', { name: 'Cloths', exact: true }), 'Shift+Tab');
  await keyboard.press('Enter');
  await arrive('Cloths');
  const shirt = page.getByRole('article', { name: 'Keyboard Shirt', exact: true });
  await goTo(page, shirt.getByRole('link'));
  await keyboard.press('Enter');
  await arrive('Keyboard Shirt');
  const colors = page.getByRole('group', { name: 'Colour' }).getByRole('radio');
  await goTo(page, colors);
  await keyboard.press('Space');
  await keyboard.press('ArrowRight');
  expect(await colors.nth(1).isChecked()).toBe(true);
  const sizes = page.getByRole('group', { name: 'Size' }).getByRole('radio');
  await goTo(page, sizes);
  await keyboard.press('Space');
  await goTo(page, main.getByRole('button', { name: 'Add To Cart', exact: true }));
  await keyboard.press('Enter');
  await main.getByText('In your cart.').waitFor();
  await expectFocusKept(page);

  // The drawer takes a line out and leads to the cart.
  await goTo(page, banner.getByRole('button', { name: /^Cart, 4/ }), 'Shift+Tab');
  await keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Your Shopping Cart', exact: true });
  await drawer.getByText('Keyboard Radio', { exact: true }).waitFor();
  await goTo(page, drawer.getByRole('button', { name: 'Remove Keyboard Radio', exact: true }));
  await keyboard.press('Enter');
  await drawer.getByText('Removed Keyboard Radio.').waitFor();
  await expectFocusKept(page);
  expect(await button('Undo').evaluate((element) => element === document.activeElement)).toBe(true);
  await keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Keyboard Radio', exact: true }).waitFor();
  await button('Undo').waitFor({ state: 'detached' });
  await expectFocusKept(page);
  await goTo(page, drawer.getByRole('link', { name: 'View Cart', exact: true }));
  await keyboard.press('Enter');
  await arrive('Shopping cart');
  await drawer.waitFor({ state: 'hidden' });

  // The cart: one less, one line out, and the estimate.
  await goTo(page, button('One less of Keyboard Radio'));
  await keyboard.press('Space');
  const quantity = main.getByLabel('Quantity of Keyboard Radio', { exact: true });
  await expect.poll(() => quantity.inputValue()).toBe('2');
  await expectFocusKept(page);
  // The last one of them, after which the button has nothing to do.
  await keyboard.press('Space');
  await expect.poll(() => quantity.inputValue()).toBe('1');
  await expect.poll(() => button('One less of Keyboard Radio').isDisabled()).toBe(true);
  expect((await focusOf(page)).what).toBe('BUTTON One less of Keyboard Radio');
  await goTo(page, main.getByRole('button', { name: 'Remove Keyboard Radio', exact: true }));
  await keyboard.press('Enter');
  await main.getByText('Removed Keyboard Radio.').waitFor();
  await expectFocusKept(page);
  await goTo(page, main.getByLabel('City Name'));
  await keyboard.type('Chittagong');
  await goTo(page, main.getByLabel('Zip Code'));
  await keyboard.type('4100');
  await keyboard.press('Enter');
  const checkout = main.getByRole('link', { name: 'Checkout', exact: true });
  await checkout.waitFor();
  await expectFocusKept(page);
  await goTo(page, checkout);
  await keyboard.press('Enter');
  await arrive('Checkout');

  // A card that is declined, then one that the bank asks about.
  const typeCard = async (number: string) => {
    await goTo(page, main.getByLabel('Card number'));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(number);
    await goTo(page, main.getByLabel('Expiry date'));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('1240');
    await goTo(page, main.getByLabel('Security code'));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('123');
    await goTo(page, button('Pay Now'));
    await keyboard.press('Enter');
  };
  await typeCard('4000000000000002');
  await main.getByRole('alert').filter({ hasText: '— check it out!' }).waitFor();
  await expectFocusKept(page);
  await typeCard('4000002500003155');
  const bank = page.getByRole('alertdialog', { name: 'Authenticate', exact: true });
  await bank.waitFor();
  await goTo(page, bank.getByRole('button', { name: 'Approve', exact: true }));
  await keyboard.press('Enter');
  await main.getByText('Thank You For Your Payment!', { exact: true }).waitFor();
  await bank.waitFor({ state: 'hidden' });
  await expectFocusKept(page);

  // My Orders, by the menu.
  await goTo(
    page,
    banner.getByRole('button', { name: 'Account of Kay Board', exact: true }),
    'Shift+Tab',
  );
  await keyboard.press('Enter');
  await goTo(page, banner.getByRole('link', { name: 'MyOrders', exact: true }));
  await keyboard.press('Enter');
  await arrive('My Orders');
  await goTo(page, button('Paid'));
});

test('the menu of a narrow screen opens, closes and leads on by keyboard', async () => {
  const page = await browser.open({ viewport: { width: 390, height: 844 } });
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const login = page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true });
  await goTo(page, menu);
  await page.keyboard.press('Enter');
  const shoes = page.getByRole('banner').getByRole('link', { name: 'Shoes', exact: true });
  await shoes.waitFor();
  await page.keyboard.press('Escape');
  await shoes.waitFor({ state: 'hidden' });
  expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  await goTo(page, page.getByRole('button', { name: 'Account', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await goTo(page, login);
  await page.keyboard.press('Enter');
  await expectArrival(page, 'Log in');
});

test('the question before a removal gives the focus back, whatever the choice', async () => {
  await goods.add('Keyboard Doomed');
  const { storageState } = await goods.getAdmin();
  const page = await browser.open({ storageState });
  await page.goto('/manageAllProducts');
  const card = page.getByRole('article', { name: 'Keyboard Doomed', exact: true });
  const remove = card.getByRole('button', { name: 'Remove', exact: true });
  const dialog = page.getByRole('alertdialog');
  await goTo(page, remove);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await expectFocusKept(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => remove.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Enter');
  // A Tab before it is there would leave the button.
  await dialog.waitFor();
  await expectFocusKept(page);
  await goTo(page, dialog.getByRole('button', { name: 'Delete', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('deleted successfully', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  // The same button of the product that took its place.
  await expect.poll(async () => (await focusOf(page)).what).toBe('BUTTON Remove');

  // The console has another frame than the shop.
  await goTo(
    page,
    page.getByRole('banner').getByRole('button', { name: /^Account of/ }),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await goTo(page, page.getByRole('link', { name: 'Console', exact: true }));
  await page.keyboard.press('Enter');
  await expectArrival(page, 'Overview');
  await goTo(page, page.getByRole('link', { name: 'Online Shop' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectArrival(page, HOME);
});

test('the focus goes to the heading when the last thing of its kind is removed', async () => {
  const shopper = await newShopper('Kay Elsewhere');
  const { storageState } = shopper;
  await newSession(shopper);
  const page = await browser.open({ storageState });
  await page.goto('/account');
  await goTo(page, page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('That device is signed out.').waitFor();
  await expect.poll(async () => (await focusOf(page)).what).toBe('H1 Account');
  await page.goto('/cloths?min=900');
  await goTo(page, page.getByRole('link', { name: 'Clear all filters', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('article').first().waitFor();
  await expect.poll(async () => (await focusOf(page)).what).toMatch(/^H1 Cloths/);
});
