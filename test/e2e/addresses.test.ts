import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { watchedBrowser } from '../support/browser.ts';
import {
  demoPerson,
  estimateFor,
  fillCart,
  type Goods,
  newShopper,
  placeOrder,
  stockroom,
} from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
let kite: Goods;
beforeAll(async () => {
  kite = await goods.add('Addressed Kite', { price: 10 });
});

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
};
const shipTo = (page: Page) =>
  page.getByRole('definition').filter({ has: page.locator('address') });

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a customer %s', (_, javaScriptEnabled) => {
  test('gives an address in the form of its country, learns what shipping costs, and orders to it', async () => {
    const shopper = await newShopper('Addie Ress');
    await fillCart(shopper, kite);
    await estimateFor(shopper, 'Chittagong', '4000');
    const page = await browser.open({
      javaScriptEnabled,
      storageState: shopper.storageState,
      viewport: { width: 390, height: 844 },
    });
    await page.goto('/checkOut');
    await page.getByText('Address missing').waitFor();
    await page.getByRole('link', { name: 'Add the delivery address' }).click();
    await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
    // The estimate prefills it.
    const values = () =>
      Promise.all(
        ['Full name', 'City', 'Postcode'].map((name) => page.getByLabel(name).inputValue()),
      );
    await expect.poll(values).toEqual(['Addie Ress', 'Chittagong', '4000']);

    const top = () => page.evaluate(() => scrollY);
    await page.evaluate(() => scrollTo(0, 200));
    await page.getByLabel('Country or region').selectOption('Germany');
    const change = page.getByRole('button', { name: 'Change country' });
    if (!javaScriptEnabled) await change.click();
    else expect(await change.count()).toBe(0);
    // Germany needs a postcode, and has it before the city.
    await page.locator('input[name=postcode][required]').waitFor();
    // The page stays where it was.
    if (javaScriptEnabled) expect(await top()).toBe(200);
    expect(await values()).toEqual(['Addie Ress', '', '']);
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await fill(page, {
      'Street address': 'Torstraße 1',
      City: 'Berlin',
      Postcode: '101',
      Phone: '030 123456',
    });
    await page.getByRole('button', { name: 'Deliver to this address' }).click();
    await page.getByText('This does not look like one of that country, such as').waitFor();
    expect(await page.getByLabel('Street address').inputValue()).toBe('Torstraße 1');
    await fill(page, { Postcode: '10119' });
    await page.getByRole('button', { name: 'Deliver to this address' }).click();

    await page
      .getByText('Shipping to Berlin costs $120.00. Your estimate for Chittagong was $60.00.')
      .waitFor();
    // The checkout begins at its top, though the button of the form was far down.
    expect(await top()).toBe(0);
    const label = ['Addie Ress', 'Torstraße 1', '10119 Berlin', 'Germany', '+49 30 123456'];
    expect(await shipTo(page).locator('span').allTextContents()).toEqual(label);
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pay Later' }).click();
    await page.getByText('Your order is placed.').waitFor();
    expect(await page.getByText('Address missing').count()).toBe(0);
    const [order] = await (await shopper.call('GET', `/orders?email=${shopper.email}`)).json();
    expect(order).toMatchObject({
      city: 'Berlin',
      shippingCost: 120,
      address: { line1: 'Torstraße 1', postcode: '10119', country: 'DE', phone: '+4930123456' },
    });

    // The next cart goes there too, until another one is chosen.
    await page.goto('/account/addresses');
    await page.getByRole('link', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You have no addresses yet').waitFor();
    await page.goto(`/checkOut/${order._id}`);
    expect(await shipTo(page).locator('span').allTextContents()).toEqual(label);
  });
});

test('a customer adds the address of an order with a city alone, and staff correct it', async () => {
  const shopper = await newShopper('Later Addressed');
  const { _id: id } = await placeOrder(shopper, kite, { city: 'Dhaka' });
  const page = await browser.open({ storageState: shopper.storageState });
  await page.goto('/myOrders');
  await page.getByText('Address missing').waitFor();
  await page.getByRole('link', { name: 'Add the address' }).click();
  await fill(page, { 'Street address': '5 Lake Road', Phone: '01712345678' });
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('The address is saved.').waitFor();
  expect(await shipTo(page).textContent()).toContain('5 Lake Road');

  const admin = await demoPerson('admin@example.com');
  const staff = await browser.open({ storageState: admin.storageState });
  await staff.goto(`/AllOrders?q=${encodeURIComponent(shopper.email)}`);
  await staff.getByRole('link', { name: 'Correct address' }).click();
  await staff.getByLabel('Street address').fill('7 Lake Road');
  await staff.getByRole('button', { name: 'Save address' }).click();
  await staff.waitForURL(/AllOrders/);
  await staff.getByText('7 Lake Road').waitFor();
  await page.goto(`/checkOut/${id}`);
  expect(await shipTo(page).textContent()).toContain('7 Lake Road');
});
