import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { rulesApplied, violationsInBoth } from '../support/axe.ts';
import { overflowOf, typeCard, watchedBrowser } from '../support/browser.ts';
import { emailedLink } from '../support/emailed-link.ts';
import {
  demoPerson,
  estimateFor,
  fillCart,
  type Goods,
  newSession,
  newShopper,
  Person,
  payOrder,
  placeOrder,
  stockroom,
} from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();
const goods = stockroom();
let radio: Goods;
beforeAll(async () => {
  const img = '/pictures/skerry-cable-jumper-moss-800.webp';
  radio = await goods.add('Audited Radio', { category: 'Cloths', price: 31.5, img });
});

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** Opens an address, and says in which of two widths its page scrolls sideways. */
async function scrollsSideways(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(path);
  const narrow = await overflowOf(page);
  // Nothing is rendered anew for another width: loading the page again takes longer.
  await page.setViewportSize({ width: 1920, height: 900 });
  const wide = await overflowOf(page);
  const found = Object.entries({ 'at 320 px': narrow, 'at 1920 px': wide });
  return found
    .filter(([, pixels]) => pixels !== 0)
    .map(([where, pixels]) => `${path} ${where} is ${pixels} px too wide`);
}

/**
 * A page that is looked at in light and in dark, wherever it is led; collects what is wrong. What it
 * opens by `visit` must not scroll sideways either.
 */
async function openAudited(person: Person, viewport = DESKTOP) {
  const { storageState } = person;
  // Without motion nothing is looked at while it fades.
  const page = await browser.open({ storageState, viewport, reducedMotion: 'reduce' });
  const found: string[] = [];
  const look = async (scene: string) => {
    found.push(...(await violationsInBoth(page, scene)));
  };
  const visit = async (path: string, scene: string) => {
    found.push(...(await scrollsSideways(page, path)));
    await page.setViewportSize(viewport);
    await look(scene);
  };
  return { page, look, visit, found };
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const closed = (page: Page) => page.locator('[role$=dialog]').waitFor({ state: 'hidden' });

test('what a guest sees keeps to WCAG 2.2 AA: pages, menus, drawer, mistakes in forms', async () => {
  const { page, look, visit, found } = await openAudited(new Person(), PHONE);
  await visit('/', 'home');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await look('menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await look('account menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cart, empty', exact: true }).click();
  await page.getByText('Your cart is empty.').waitFor();
  await look('empty drawer');
  await visit('/login', 'login');
  await press(page, 'Log in');
  await page.getByText('A password is needed.').waitFor();
  await look('login with mistakes');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('nothing-at-all-1');
  await press(page, 'Log in');
  await page.getByRole('main').getByRole('alert').waitFor();
  await look('login refused');
  await visit('/register', 'register');
  await press(page, 'Register');
  await page.getByText('A profile image is needed.').waitFor();
  await look('register with mistakes');
  await visit('/nowhere', '404');
  expect(found).toEqual([]);
});

test('what belongs to an account keeps to it: forgotten password, links of emails, account, leaving', async () => {
  const guest = await openAudited(new Person(), PHONE);
  const shopper = await newShopper('Axel Account');
  const own = await openAudited(shopper, PHONE);
  await guest.visit('/login?error=access_denied', 'broken off at Google');
  await guest.visit('/forgotPassword', 'forgotten password');
  await guest.page.getByLabel('Email').fill(shopper.email);
  await press(guest.page, 'Send the link');
  await guest.page.getByText('an email is on its way to it.').waitFor();
  await guest.look('mail sent');
  for (const kind of ['reset-password', 'verify-email'] as const) {
    await own.page.goto(await emailedLink(shopper.email, kind));
    await own.page.getByRole('main').getByRole('button').first().waitFor();
    await own.look(kind);
  }
  await own.visit('/resetPassword?token=spent', 'a link that is spent');
  await newSession(shopper);
  await own.visit('/account?notice=mail-sent', 'account');
  await press(own.page, 'Change password');
  await own.page.getByText('Your current password is needed.').waitFor();
  await own.look('account with mistakes');
  await own.visit('/account/email', 'another email');
  await own.visit('/account/delete', 'leaving');
  expect([...guest.found, ...own.found]).toEqual([]);
});

test('what a customer sees before buying keeps to it: lists, product, dialogs, cart, empty pages', async () => {
  const shopper = await newShopper('Axel Before');
  const { page, look, visit, found } = await openAudited(shopper);
  for (const path of ['/shoes', '/gadget', '/jersey', '/product/skerry-cable-jumper']) {
    await visit(path, 'page');
  }
  await press(page, 'Add To Cart');
  await page.getByRole('main').getByRole('alert').waitFor();
  await look('no size chosen');
  for (const path of ['/shoppingCart', '/myOrders']) {
    await page.goto(path);
    await look('empty');
  }
  await page.goto('/makeAdmin');
  await look('403');

  const card = page.getByRole('article', { name: radio.name, exact: true });
  await visit('/cloths', 'page');
  await card.getByRole('button', { name: 'Quick View' }).click();
  await page.getByRole('dialog').getByText('Price : $').waitFor();
  await look('quick view');
  await page.keyboard.press('Escape');
  await closed(page);
  await card.getByRole('button', { name: 'Add To Cart' }).click();
  await page.getByRole('dialog').getByText('Quantity : 1').waitFor();
  await look('cart confirmation');
  await page.keyboard.press('Escape');
  await closed(page);
  await page.getByRole('button', { name: 'Cart, 1 item', exact: true }).click();
  await page.getByRole('button', { name: `One more of ${radio.name}` }).waitFor();
  await look('drawer');
  await page.getByRole('button', { name: `Remove ${radio.name}` }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: `Remove ${radio.name}` }).waitFor();

  await page.goto('/shoppingCart');
  await press(page, 'Update');
  await page.getByText('A city is needed.').waitFor();
  await look('cart with mistakes');
  await press(page, `Remove ${radio.name}`);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await look('cart with a line removed');
  await page.getByRole('button', { name: 'Account of Axel Before' }).click();
  await look('account menu');
  expect(found).toEqual([]);
});

test('paying keeps to it: checkout, mistakes, a decline, the question of the bank, paid, My Orders', async () => {
  const shopper = await newShopper('Axel Paying');
  await placeOrder(shopper, radio);
  await fillCart(shopper, radio);
  await estimateFor(shopper);
  const { page, look, visit, found } = await openAudited(shopper, PHONE);
  await visit('/shoppingCart', 'cart');
  await visit('/checkOut', 'checkout');
  await press(page, 'Pay Now');
  await page.getByText('Your card number is needed.').waitFor();
  await look('card with mistakes');
  const pay = async (number: string) => {
    await typeCard(page, number);
    await press(page, 'Pay Now');
  };
  await pay('4000 0000 0000 0002');
  await page.getByText('— check it out!').waitFor();
  await look('declined');
  await pay('4000 0025 0000 3155');
  await page.getByRole('alertdialog').waitFor();
  await look('question of the bank');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Thank You For Your Payment!').waitFor();
  await closed(page);
  await look('paid');
  await visit('/myOrders', 'orders');
  expect(found).toEqual([]);
});

test('what an admin sees keeps to it: orders, products, forms and questions', async () => {
  const buyer = await newShopper('Axel Buyer');
  await payOrder(buyer, await placeOrder(buyer, radio));
  await placeOrder(buyer, radio, { quantity: 2 });
  const { page, look, visit, found } = await openAudited(await demoPerson('admin@example.com'));
  for (const path of [
    '/AllOrders',
    '/makeAdmin',
    '/manageAllProducts',
    '/admin/payment-problems',
    '/admin/held-stock',
    '/admin/audit-log',
    '/admin/sales',
    '/admin/emails',
    '/admin/emails?list=previews',
    '/admin/pages/new',
    '/addProduct',
  ]) {
    await visit(path, 'page');
  }
  await queryShop(`insert into removals values ('sentEmails', '2000-01-01', 1234, now())
    on conflict (rule) do update set removed = 1234`);
  await page.goto('/admin/status');
  await page.getByRole('row', { name: /^Sent emails .+ UTC 1,234$/ }).waitFor();
  await look('status');
  await page.goto('/addProduct');
  await press(page, 'Add Product');
  await page.getByText('A name is needed.').waitFor();
  await look('with mistakes');
  await page.getByLabel('Name', { exact: true }).fill('Half a product');
  await page.getByRole('banner').getByRole('link', { name: 'Online Shop' }).click();
  await page.getByRole('alertdialog').waitFor();
  await look('leaving it unsaved');
  await page.goto('/AllOrders');
  await page.getByRole('link', { name: 'Refund', exact: true }).first().click();
  await press(page, 'Refund');
  await page.getByText('A reason is needed.').waitFor();
  await look('refund with mistakes');
  await page.goto('/makeAdmin');
  await press(page, 'Make Admin');
  await page.getByText('An email address is needed.').waitFor();
  await look('with mistakes');
  await page.goto('/manageAllProducts');
  await page.getByRole('main').getByRole('button', { name: 'Remove', exact: true }).first().click();
  await page.getByRole('alertdialog').waitFor();
  await look('question before a removal');
  await page.keyboard.press('Escape');
  await closed(page);
  await page.getByRole('button', { name: 'Account of Demo Admin' }).click();
  await look('account menu');
  expect(found).toEqual([]);
});

test('the size of targets, 24 pixels or room around them, is among what is looked at', async () => {
  const page = await browser.open({ viewport: PHONE });
  await page.goto('/login');
  expect(await rulesApplied(page)).toContain('target-size');
});

test('no page beside those above scrolls sideways at 320 and at 1920 pixels', async () => {
  const shopper = await newShopper('Wide Narrow');
  const order = await placeOrder(shopper, radio);
  const pages: [Person, string[]][] = [
    [new Person(), ['/google?from=/']],
    [shopper, ['/full-set', '/cloths?color=Rust#filters', `/checkOut/${order._id}`]],
    [shopper, ['/account/addresses', '/account/addresses/new?for=delivery']],
    [shopper, ['/verifyEmail', '/resetPassword']],
    [await goods.getAdmin(), ['/admin', '/admin/products', '/admin/products?q=shirt&stock=low']],
    [await goods.getAdmin(), ['/admin/settings', '/admin/customers', '/admin/carts']],
  ];
  const found: string[] = [];
  for (const [{ storageState }, paths] of pages) {
    const page = await browser.open({ storageState });
    for (const path of paths) found.push(...(await scrollsSideways(page, path)));
  }
  expect(found).toEqual([]);
});

test('drawer and quick view keep the focus, and give it back', async () => {
  const page = await browser.open({ storageState: (await newShopper('Foe Cus')).storageState });
  await page.goto('/gadget');
  const bag = page.getByRole('banner').getByRole('button', { name: /cart|bag/i });
  await bag.click();
  await page.getByRole('dialog', { name: 'Your Shopping Cart' }).waitFor();
  await page.getByRole('main', { includeHidden: true }).and(page.locator('[inert]')).waitFor();
  await page.evaluate(() => {
    const outside: string[] = [];
    Object.assign(window, { outside });
    document.addEventListener('focusin', ({ target }) => {
      const element = target as Element;
      if (!element.closest('[data-base-ui-portal]')) outside.push(element.outerHTML);
    });
  });
  // As fast as keys can be sent.
  await Promise.all(Array.from({ length: 40 }, () => page.keyboard.press('Tab')));
  expect(await page.evaluate(() => (window as unknown as { outside: string[] }).outside)).toEqual(
    [],
  );
  await page.keyboard.press('Escape');
  await closed(page);
  expect(await bag.evaluate((element) => element === document.activeElement)).toBe(true);

  const quick = page.getByRole('button', { name: 'Quick View' }).first();
  await quick.click();
  await page.getByRole('dialog').getByText('Price : $').waitFor();
  await page.keyboard.press('Escape');
  await closed(page);
  expect(await quick.evaluate((element) => element === document.activeElement)).toBe(true);
});
