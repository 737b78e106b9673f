import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { watchedBrowser } from '../support/browser.ts';
import { estimateFor, fillCart, type Goods, newShopper, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
let drum: Goods;
beforeAll(async () => {
  drum = await goods.add('Travelling Drum', { price: 10 });
});

const HOME = {
  ...{ recipient: 'At Home', company: null, line1: '12 Lake Road', line2: null },
  ...{ city: 'Sylhet', region: null, postcode: '3100', country: 'BD', phone: '01712345678' },
};

/** The page of a cart with a drum, of a new customer. */
async function openCart(name: string, javaScriptEnabled: boolean, address?: object) {
  const shopper = await newShopper(name);
  if (address) await shopper.call('POST', '/api/v1/addresses', address);
  await fillCart(shopper, drum);
  const page = await browser.open({
    javaScriptEnabled,
    storageState: shopper.storageState,
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/shoppingCart');
  return { shopper, page };
}

const totalOf = (page: Page) => page.getByRole('region', { name: 'Grand Total' });
const abroadOf = (page: Page) =>
  page.getByRole('group').filter({ hasText: 'Shipping to another country?' });

/** The focus is on a control that has the place of the one that was pressed. */
const expectFocus = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(text);

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a customer %s', (_, javaScriptEnabled) => {
  test('in another country estimates the shipping there, and checkout begins with it', async () => {
    const { page } = await openCart('Abby Road', javaScriptEnabled);
    // The form of the shop's own country is as ever.
    expect(await page.getByLabel('Country', { exact: true }).inputValue()).toBe('Bangladesh');
    const abroad = abroadOf(page);
    expect(await abroad.getByRole('combobox').isVisible()).toBe(false);
    await page.getByText('Shipping to another country?').click();
    await abroad.getByRole('combobox').waitFor();
    if (javaScriptEnabled) await expectFocus(page, 'Shipping to another country?');
    await abroad.getByLabel('Country or region').selectOption('United Kingdom');
    if (!javaScriptEnabled) await abroad.getByRole('button', { name: 'Choose' }).click();
    const update = abroad.getByRole('button', { name: 'Update', exact: true });
    await update.waitFor();
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await abroad.getByLabel('Town or city').fill('London');
    await abroad.getByLabel('Postcode').fill('12345');
    await update.click();
    await abroad.getByText('This does not look like one of that country, such as').waitFor();
    expect(await abroad.getByLabel('Town or city').inputValue()).toBe('London');
    await abroad.getByLabel('Postcode').fill('sw1a 1aa');
    await update.click();
    const checkout = totalOf(page).getByRole('link', { name: 'Checkout', exact: true });
    await checkout.waitFor();
    await totalOf(page).getByText('$130.00', { exact: true }).waitFor();

    await page.reload();
    await checkout.waitFor();
    expect(await abroad.getByLabel('Country or region').inputValue()).toBe('GB');
    expect(await abroad.getByLabel('Postcode').inputValue()).toBe('SW1A 1AA');
    expect(await page.getByLabel('City Name').inputValue()).toBe('');
    await checkout.click();
    await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
    const typed = ['Country or region', 'Town or city', 'Postcode'].map((label) =>
      page.getByLabel(label).inputValue(),
    );
    expect(await Promise.all(typed)).toEqual(['GB', 'London', 'SW1A 1AA']);

    // An estimate for the own country takes its place.
    await page.goto('/shoppingCart');
    await page.getByLabel('City Name').fill('Chittagong');
    await page.getByLabel('Zip Code').fill('04100');
    await page.getByRole('button', { name: 'Update', exact: true }).first().click();
    await totalOf(page).getByText('$70.00', { exact: true }).waitFor();
    await checkout.waitFor();
    expect(await abroad.getByRole('combobox').isVisible()).toBe(false);
    if (javaScriptEnabled) await expectFocus(page, 'Update');
  });
});

test('the estimate begins with the saved address, and checkout says which address counts', async () => {
  const { shopper, page } = await openCart('Ada Dress', true, HOME);
  expect(await page.getByLabel('City Name').inputValue()).toBe('Sylhet');
  expect(await page.getByLabel('Zip Code').inputValue()).toBe('3100');
  // It is not sent for them.
  await totalOf(page).getByText('Not known yet').waitFor();
  await estimateFor(shopper, 'Khulna', '9000');
  await page.goto('/checkOut');
  await page
    .getByText(
      'This order goes to the address above, in Sylhet. Your estimate was for Khulna, and shipping costs the same.',
    )
    .waitFor();
  await estimateFor(shopper, 'Chittagong', '4000');
  await page.goto('/checkOut');
  await page.getByText('This order goes to the address above.').waitFor();
  await page
    .getByText('Shipping to Sylhet costs $120.00. Your estimate for Chittagong was $60.00.')
    .waitFor();
});
