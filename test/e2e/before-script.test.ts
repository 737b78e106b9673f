import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdBack, staysWhenAsked, watchedBrowser } from '../support/browser.ts';
import { demoPerson, estimateFor, fillCart, newShopper, stockroom } from '../support/people.ts';

// What somebody does on a page whose scripts are still on their way.

const browser = watchedBrowser();
const goods = stockroom();

const holdScripts = (page: Page) => holdBack(page, '**/assets/*.js');

const isHydrated = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Cart/ }).waitFor();

const SHIRT = {
  category: 'Cloths',
  variants: [
    { sku: 'EARLY-S-INK', size: 'S', color: 'Ink', inventory: 9 },
    { sku: 'EARLY-M-INK', size: 'M', color: 'Ink', inventory: 9 },
    { sku: 'EARLY-M-SAND', size: 'M', color: 'Sand', price: 35, inventory: 9 },
  ],
};

test('what is chosen of a product stays chosen, and is what goes into the cart', async () => {
  const shirt = await goods.add('Early Shirt', SHIRT);
  const { storageState } = await newShopper('Eddie Early');
  const page = await browser.open({ storageState });
  const release = await holdScripts(page);
  await page.goto(`/product/${shirt.slug}`, { waitUntil: 'commit' });
  await page.getByLabel('Quantity', { exact: true }).fill('5');
  await page.getByText('Sand', { exact: true }).click();
  await page.getByText('M', { exact: true }).click();
  release();
  await isHydrated(page);
  await page.waitForURL(/variant=EARLY-M-SAND/);
  await page.getByText('$35.00').waitFor();
  expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('5');
  expect(await page.getByRole('radio', { name: 'Sand' }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: 'M', exact: true }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Add To Cart' }).click();
  await page.getByRole('button', { name: 'Cart, 5 items' }).waitFor();
});

test('of a choice that is not made, the color stays', async () => {
  const shirt = await goods.add('Early Vest', {
    ...SHIRT,
    variants: SHIRT.variants.map((variant) => ({ ...variant, sku: `V-${variant.sku}` })),
  });
  const { storageState } = await newShopper('Edna Early');
  const page = await browser.open({ storageState });
  const release = await holdScripts(page);
  await page.goto(`/product/${shirt.slug}`, { waitUntil: 'commit' });
  await page.getByText('S', { exact: true }).click();
  await page.getByText('Sand', { exact: true }).click();
  release();
  await isHydrated(page);
  await page.getByRole('radio', { name: 'S (not made)' }).waitFor({ state: 'attached' });
  expect(await page.getByRole('radio', { name: 'Sand' }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: 'S (not made)' }).isChecked()).toBe(false);
  expect(new URL(page.url()).search).toBe('?color=Sand');
});

test('the card that is typed stays, and can be paid with', async () => {
  const lamp = await goods.add('Early Lamp');
  const shopper = await newShopper('Ella Early');
  await fillCart(shopper, lamp);
  await estimateFor(shopper);
  const page = await browser.open({ storageState: shopper.storageState });
  const release = await holdScripts(page);
  await page.goto('/checkOut', { waitUntil: 'commit' });
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('12/40');
  release();
  await isHydrated(page);
  await page.getByLabel('Security code').fill('123');
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Thank You For Your Payment!').waitFor();
});

test('what is typed about a new product is not lost by a click either', async () => {
  const { storageState } = await demoPerson('admin@example.com');
  const page = await browser.open({ storageState });
  const release = await holdScripts(page);
  await page.goto('/addProduct', { waitUntil: 'commit' });
  await page.getByLabel('Details').fill('A lamp of brass.');
  release();
  await isHydrated(page);
  await page.getByRole('link', { name: 'Online Shop', exact: true }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click();
  expect(await page.getByLabel('Details').inputValue()).toBe('A lamp of brass.');
});

test('what is typed into the text of a category and of a page stays, and is saved', async () => {
  const staff = await demoPerson('admin@example.com');
  const body = { name: `Early Imprint ${randomUUID()}`, html: '<p><em>Old.</em></p>' };
  const added = await staff.call('POST', '/api/v1/pages', body);
  const of = { name: `Early ${randomUUID()}`, description: 'Old.' };
  const category = await staff.call('POST', '/api/v1/categories', of);
  const editors = [
    [`/admin/pages/${(await added.json())._id}`, 'New terms.'],
    [`/admin/categories/${(await category.json())._id}`, 'New words.'],
  ] as const;
  for (const [path, typed] of editors) {
    const page = await browser.open({ storageState: staff.storageState });
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill(typed);
    release();
    await page.locator('form[novalidate]').waitFor({ state: 'attached' });
    await staysWhenAsked(page, 'Stock');
    await page.keyboard.press('Control+S');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    expect(await text.evaluate((it) => it.textContent)).toBe(typed);
  }
  await staff.call('DELETE', `/api/v1/categories/${editors[1][0].split('/').at(-1)}`, {});
});

test('a form that nothing was typed into is left without a question', async () => {
  const { storageState } = await demoPerson('admin@example.com');
  const page = await browser.open({ storageState });
  await page.goto('/addProduct');
  await isHydrated(page);
  await page.getByRole('link', { name: 'Online Shop', exact: true }).first().click();
  await page.waitForURL((url) => url.pathname === '/');
});
