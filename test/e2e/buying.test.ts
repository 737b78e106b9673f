import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { register, sendToShop, typeCard, watchedBrowser } from '../support/browser.ts';
import { estimateFor, fillCart, signInAs, signUpAs, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

/** Puts a sized product into the cart from its own page. */
async function addSized(page: Page, category: string) {
  await page.goto(`/${category}`);
  await page
    .getByRole('article')
    .filter({ hasNotText: 'Sold out' })
    .first()
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('button', { name: 'Buy It Now' }).waitFor();
  for (const group of await page.getByRole('main').getByRole('group').all()) {
    const free = group.locator('input[type=radio]:enabled');
    if ((await free.count()) > 0 && (await group.locator('input:checked').count()) === 0) {
      await free.first().locator('xpath=ancestor::label').click();
    }
  }
  await page.getByRole('button', { name: 'Add To Cart' }).click();
}

async function estimate(page: Page, city: string) {
  await page.goto('/shoppingCart');
  await page.getByLabel('City Name').fill(city);
  await page.getByLabel('Zip Code').fill('04100');
  await page.getByRole('button', { name: 'Update' }).click();
}

/** Opens the cart of a new person: one thing is in it, and its shipping is estimated. */
async function openFilledCart(page: Page, name: string) {
  const person = await signUpAs(page, name);
  await fillCart(person, await goods.add(`Lamp for ${name}`));
  await estimateFor(person);
  await page.goto('/shoppingCart');
  await page.getByText('$120.00').first().waitFor();
}

test('a newcomer registers, browses, fills a cart, estimates shipping and pays later', async () => {
  const page = await browser.open();
  const email = await register(page, 'Nora Newcomer');
  await addSized(page, 'cloths');
  await page.getByText('In your cart.').waitFor();
  await estimate(page, 'Chittagong');
  await page.getByText('$60.00').first().waitFor();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.waitForURL('**/checkOut');
  await page.getByRole('main').getByText(email).waitFor();
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await page.waitForURL(/myOrders/);
  await page.getByRole('link', { name: 'Pay Now' }).waitFor();
  await page.goto('/shoppingCart');
  await page.getByText('Your cart is empty').waitFor();
});

test('pays by card after a decline, keeps what was typed, and cannot pay twice by going back [7.19]', async () => {
  const page = await browser.open();
  await openFilledCart(page, 'Cara Card');
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.waitForURL('**/checkOut');
  await typeCard(page, '4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Your card was declined. — check it out!').waitFor();
  expect((await page.getByLabel('Card number').inputValue()).replace(/\s/g, '')).toBe(
    '4000000000000002',
  );
  await typeCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Thank You For Your Payment!').waitFor();
  expect(await page.getByRole('button', { name: 'Pay Later' }).count()).toBe(0);
  const orderPage = page.url();
  expect(orderPage).toMatch(/checkOut\/ord_/);
  await page.reload();
  await page.getByText('Thank You For Your Payment!').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByLabel('Card number').count()).toBe(0);
  await page.goto('/myOrders');
  await page.getByRole('button', { name: 'Paid' }).waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
});

test.each([true, false])(
  'an order that waits to be paid can be changed: it is a cart again, with script: %s [4.29]',
  async (javaScriptEnabled) => {
    const page = await browser.open({ javaScriptEnabled });
    await openFilledCart(page, `Mina Mind ${javaScriptEnabled}`);
    await page.getByRole('link', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkOut');
    if (javaScriptEnabled) {
      await typeCard(page, '4000 0000 0000 0002');
      await page.getByRole('button', { name: 'Pay Now' }).click();
      await page.getByText('Your card was declined. — check it out!').waitFor();
      const number = (await page.getByRole('heading', { level: 1 }).textContent())?.slice(6);
      await page.getByText(`Your items are kept for you as order ${number} until`).waitFor();
      await page.goBack();
    } else {
      await page.getByRole('button', { name: 'Pay Later' }).click();
      await page.waitForURL(/myOrders/);
      await page.goto('/shoppingCart');
    }
    await page.getByText('Your cart is empty').waitFor();
    await page.getByRole('link', { name: 'Pay or change it' }).click();
    await page.getByRole('button', { name: 'Change items or address' }).click();
    await page.waitForURL(/shoppingCart/);
    await page.getByText('its items are in your cart again').waitFor();
    await page.getByRole('link', { name: 'Checkout' }).waitFor();
    expect(await page.getByRole('main').getByRole('table').getByRole('row').count()).toBe(2);
    await page.goto('/myOrders');
    expect(await page.getByRole('article').count()).toBe(0);
  },
);

test('asks for authentication when the bank does, and pays when it is given [1.16]', async () => {
  const page = await browser.open();
  await openFilledCart(page, 'Auth Enticate');
  await page.goto('/checkOut');
  await typeCard(page, '4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Thank You For Your Payment!').waitFor();
});

test('the whole purchase works without JavaScript', async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  const email = await register(page, 'Noah Script');
  await addSized(page, 'jersey');
  await page.waitForURL(/shoppingCart/);
  await estimate(page, 'Khulna');
  await page.getByText('$120.00').first().waitFor();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await page.waitForURL(/myOrders/);
  expect(await page.getByRole('article').count()).toBe(1);

  const admin = await browser.open();
  await signInAs(admin, 'admin@example.com');
  await admin.goto('/allOrders');
  const order = admin.getByRole('article').filter({ hasText: email });
  await order.waitFor();
  await order.getByText('Not Payed').waitFor();
});

test('an admin sees who ordered what, adds a product once with two clicks, and removes it again', async () => {
  const page = await browser.open();
  await signInAs(page, 'admin@example.com');
  await page.goto('/addProduct');
  await page.getByLabel('Name').fill('Tested Windbreaker');
  await page.getByLabel('Price').fill('59.90');
  await page
    .getByLabel(/gender/i)
    .fill('Unisex')
    .catch(async () => {
      await page.getByLabel(/gender/i).selectOption('Unisex');
    });
  await page.getByLabel(/details/i).fill('Light and quiet.');
  await page.getByLabel('Category').selectOption('Cloths');
  await page.route('**/addProduct.data*', async (route) => {
    const response = await sendToShop(route);
    await sleep(400);
    await route.fulfill({ response }).catch(() => undefined);
  });
  const add = page.getByRole('main').getByRole('button', { name: /add/i });
  await add.click();
  await page.getByText('Working').waitFor();
  await add.click();
  await page.getByText('Product added successfully!').waitFor();
  await page.unroute('**/addProduct.data*');
  await page.goto('/cloths');
  await page.getByRole('heading', { name: 'Tested Windbreaker' }).waitFor();
  await page.goto('/manageAllProducts');
  await page
    .getByRole('article')
    .filter({ hasText: 'Tested Windbreaker' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page
    .getByRole('heading', { name: 'Are you sure you want to delete the product' })
    .waitFor();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /delete|remove|yes/i })
    .click();
  await page.getByText('deleted successfully').waitFor();
  await page.goto('/cloths');
  expect(await page.getByRole('heading', { name: 'Tested Windbreaker' }).count()).toBe(0);
});

test.each([true, false])(
  "a guest's cart comes along at registration, with script: %s",
  async (javaScriptEnabled) => {
    const page = await browser.open({ javaScriptEnabled });
    await page.goto('/?tab=gadget');
    const card = page
      .getByRole('article')
      .filter({ has: page.locator('form[action="/cart"]') })
      .filter({ hasNotText: 'Sold out' })
      .first();
    const name = await card.getByRole('heading').textContent();
    await card.getByRole('button', { name: 'Add To Cart' }).click();
    await (javaScriptEnabled
      ? page.getByRole('dialog').getByText('Quantity : 1').waitFor()
      : page.waitForLoadState('load'));
    await register(page, 'Vera Visitor');
    await page.goto('/shoppingCart');
    await page
      .getByRole('main')
      .getByRole('link', { name: String(name) })
      .waitFor();
  },
);

test('guards lead to sign-in and back to the page that was wanted', async () => {
  const page = await browser.open();
  await page.goto('/jersey?from=elsewhere');
  await page.waitForURL(/\/login/);
  await page.getByLabel('Email').fill('shopper@example.com');
  await page.getByLabel('Password').fill('demo-shop-2026');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/\/jersey/);
  const response = await page.goto('/ALLORDERS');
  expect(response?.status()).toBe(403);
});
