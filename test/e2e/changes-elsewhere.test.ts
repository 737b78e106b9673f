import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import { addToCart, typeCard, watchedBrowser } from '../support/browser.ts';
import {
  demoPerson,
  estimateFor,
  fillCart,
  type Goods,
  newShopper,
  PASSWORD,
  Person,
  placeOrder,
  signInAs,
  signUpAs,
  stockroom,
} from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();
const goods = stockroom();

const SIGNED_OUT = 'You are signed out, so nothing was saved.';

/** Logs in by the form, in another tab of the same browser. */
async function logInElsewhere(page: Page, email: string, password: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await other.waitForURL((url) => url.pathname === '/');
  await other.close();
}

describe('what changes elsewhere', () => {
  test('is seen in another tab at once', async () => {
    const page = await browser.open();
    await page.goto('/');
    const other = await page.context().newPage();
    await other.goto('/?tab=gadget');
    await other.locator('form[action="/cart"]').first().getByRole('button').click();
    await page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' }).waitFor();
  });

  test('does not take away what is typed and not saved', async () => {
    const { storageState } = await demoPerson('admin@example.com');
    const page = await browser.open({ storageState });
    await page.goto('/addProduct');
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).waitFor();
    await page.getByLabel('Name').fill('A lamp of brass');
    const other = await page.context().newPage();
    await other.goto('/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await other.getByRole('button', { name: 'Account', exact: true }).waitFor();
    await page.waitForTimeout(1_000);
    expect(asked).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/addProduct');
    expect(await page.getByLabel('Name').inputValue()).toBe('A lamp of brass');
  });

  test('is seen on another device when its page comes back into sight', async () => {
    const page = await browser.open();
    await page.clock.install();
    await signInAs(page, 'shopper@example.com');
    await page.goto('/');
    const device = await browser.open();
    await signInAs(device, 'shopper@example.com');
    const name = await addToCart(device, 'gadget');
    await page.clock.runFor(60_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Cart, \d+ item/ })
      .click();
    await page.getByRole('dialog').getByText(name).first().waitFor();
  });

  test('a form that is sent after the session ended keeps what was typed, and is stored once when it is sent again', async () => {
    const page = await browser.open();
    const { email } = await signUpAs(page, 'Sessa Ended');
    const path = '/account/addresses/new';
    await page.goto(path);
    const fields = {
      'Full name': 'Sessa Ended',
      'Street address': '5 Lost Lane',
      City: 'Dhaka',
      Postcode: '1205',
      Phone: '01712345678',
    };
    const typed = () =>
      Promise.all(Object.keys(fields).map((f) => page.getByLabel(f).inputValue()));
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
    const save = () => page.getByRole('button', { name: 'Save address' }).click();
    await page.context().clearCookies({ name: /session/ });
    await save();
    await page.getByText(SIGNED_OUT).first().waitFor();
    expect([await typed(), new URL(page.url()).pathname]).toEqual([Object.values(fields), path]);
    await logInElsewhere(page, email, PASSWORD);
    expect(await typed()).toEqual(Object.values(fields));
    await save();
    await page.waitForURL((url) => url.pathname === '/account/addresses');
    await page.getByText('5 Lost Lane').first().waitFor();
    expect(await page.getByText('5 Lost Lane').count()).toBe(1);
  });

  test('a comment that staff send after their session ended stays, and is stored once when it is sent again', async () => {
    const buyer = await newShopper('Sessa Commented');
    const { _id } = await placeOrder(buyer, await goods.add('Ended Lamp'));
    const page = await browser.open();
    await signInAs(page, 'admin@example.com');
    await page.goto(`/admin/orders/${_id}`);
    const comment = page.getByLabel('Comment');
    await comment.fill('Written once');
    const add = () => page.getByRole('button', { name: 'Add comment' }).click();
    await page.context().clearCookies({ name: /session/ });
    await add();
    await page.getByText(SIGNED_OUT).first().waitFor();
    expect(await comment.inputValue()).toBe('Written once');
    await logInElsewhere(page, 'admin@example.com', DEMO_PASSWORD);
    expect(await comment.inputValue()).toBe('Written once');
    await add();
    await page.getByText('The comment is added.').waitFor();
    expect(await page.getByText('Written once').count()).toBe(1);
  });

  test('without script, a form that is sent without a session leads to a sign-in that says so', async () => {
    const person = new Person();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    for (const path of ['/account', '/admin/orders/ord_any', '/checkOut/ord_any']) {
      const sent = await person.ask(path, { method: 'POST', headers, body: 'name=Any' });
      const to = sent.headers.get('location') ?? '';
      expect([path, sent.status, to]).toEqual([
        path,
        302,
        `/login?${new URLSearchParams({ from: path, notice: 'not-saved' })}`,
      ]);
      expect(await (await person.ask(to, {})).text()).toContain(SIGNED_OUT);
    }
  });

  test('a session that ended at the card form says so, and how to go on', async () => {
    const page = await browser.open();
    const person = await signUpAs(page, 'Sessa Card');
    await fillCart(person, await goods.add('Card Lamp'));
    await estimateFor(person);
    await page.goto('/checkOut');
    await typeCard(page);
    await page.context().clearCookies({ name: /session/ });
    await page.getByRole('button', { name: 'Pay Now' }).click();
    const link = page.getByRole('main').getByRole('link', { name: 'Log in' });
    expect(await link.getAttribute('href')).toBe('/login?from=%2FcheckOut');
  });

  test('a price, a stock and a product that went are told before anything is ordered', async () => {
    const admin = await demoPerson('admin@example.com');
    const add = async (name: string, price: number, inventory: number): Promise<Goods> => {
      const response = await admin.call('POST', '/products', {
        name,
        price,
        inventory,
        category: 'Jersey',
        descriptions: name,
        gender: 'Unisex',
        img: null,
      });
      return response.json();
    };
    const dear = await add('Dearer Jersey', 20, 9);
    const rare = await add('Rarer Jersey', 30, 2);

    const page = await browser.open();
    const person = await signUpAs(page, 'Changed Meanwhile');
    for (const product of [dear, rare]) await fillCart(person, product);
    await estimateFor(person);
    await admin.call('DELETE', `/products/${rare._id}`);
    await queryShop('update products set price_minor = 2500 where id = $1', [dear._id]);
    await page.goto('/checkOut');
    await page.getByText('Something in your cart cannot be ordered as it is.').first().waitFor();
    await page.getByText('No longer in the shop.').waitFor();
    expect(await page.getByRole('button', { name: 'Checkout' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove Rarer Jersey' }).click();
    await page.getByRole('link', { name: 'Checkout' }).waitFor();

    const told = page.getByRole('alert').filter({ hasText: 'Prices have changed' });
    await told.getByText('Dearer Jersey: was $20.00, is now $25.00').waitFor();
    await told.getByRole('button', { name: 'Understood' }).click();
    await told.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Checkout' }).click();
    await page.getByRole('button', { name: 'Pay Later' }).waitFor();
    await queryShop('update products set price_minor = 2600 where id = $1', [dear._id]);
    await page.getByRole('button', { name: 'Pay Later' }).click();
    await page.getByText('The total was $145.00 and is now $146.00.').waitFor();
    await page.getByText('Dearer Jersey: was $25.00, is now $26.00').waitFor();
    expect(new URL(page.url()).pathname).toBe('/checkOut');
  });
});
