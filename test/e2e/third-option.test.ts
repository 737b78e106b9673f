import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { estimate, overflowOf, watchedBrowser } from '../support/browser.ts';
import { newShopper, signInAs, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

const choose = (page: Page, group: string, value: string) =>
  page.getByRole('group', { name: group }).getByText(value, { exact: true }).click();
const add = (page: Page) => page.getByRole('button', { name: 'Add To Cart' });

test('an owner adds lengths to trousers, and a customer has to choose one, which the order keeps', async () => {
  const trousers = await goods.add('Two Length Trousers', {
    variants: ['M', 'L'].map((size) => ({ sku: `TLT-${size}`, size, color: 'Navy', inventory: 4 })),
  });
  const staff = await browser.open({ viewport: { width: 1440, height: 900 } });
  await signInAs(staff, 'admin@example.com');
  await staff.goto(`/admin/products/${trousers._id}`);
  const field = (name: string) => staff.getByRole('textbox', { name, exact: true });
  const press = (name: string) => staff.getByRole('button', { name, exact: true }).click();
  await press('Add another option');
  expect(await field('Another option').evaluate((input) => input === document.activeElement)).toBe(
    true,
  );
  await field('Its values').fill('Short, Long,');
  await staff.getByText('4 variants', { exact: true }).waitFor();
  // Values without a name are not saved.
  await press('Save');
  await staff.getByText('Please name the option of these values.').waitFor();
  await field('Another option').fill('Length');
  expect(await staff.getByRole('rowheader').allTextContents()).toEqual([
    'Navy / M / Short',
    'Navy / M / Long',
    'Navy / L / Short',
    'Navy / L / Long',
  ]);
  // The new variants have their opening stock typed in: two of each.
  for (const row of [1, 3]) {
    await staff.locator(`#cell-${row}-3`).click();
    await staff.keyboard.type('2');
    await staff.keyboard.press('Enter');
  }
  await press('Fill empty SKUs');
  await press('Save');
  await staff.getByText('Saved.', { exact: true }).waitFor();
  expect(await violationsInBoth(staff, 'the editor of a third option')).toEqual([]);

  const sam = await newShopper('Sam Long');
  const page = await browser.open({
    viewport: { width: 360, height: 740 },
    storageState: sam.storageState,
  });
  await page.goto(`/product/${trousers.slug}`);
  expect(await page.getByRole('group', { name: 'Length' }).getByRole('radio').count()).toBe(2);
  await choose(page, 'Size', 'L');
  await add(page).click();
  await page.getByText('Please choose Length first.', { exact: true }).waitFor();
  expect(
    await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value),
  ).toBe('Short');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/variant=TWO-LENGTH-TROUSERS-NAVY-L-LONG/);
  expect(await violationsInBoth(page, 'the page of a third option')).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await add(page).click();
  await page.getByText('In your cart.').waitFor();
  await estimate(page);
  await page.getByText('Navy / L / Long', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: 'One more of Two Length Trousers, Navy / L / Long' })
    .click();
  // The checkout refuses a total that was shown before the second one was stored.
  await page.locator('[aria-labelledby="total-title"][aria-busy="false"]').waitFor();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByText('Gadget, Navy / L / Long').waitFor();
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await page.waitForURL(/myOrders/);
  await page.getByText('Navy / L / Long', { exact: true }).waitFor();
  // Both are sold, and the other length is not.
  await page.goto(`/product/${trousers.slug}`);
  await choose(page, 'Size', 'L');
  const lengths = page.getByRole('group', { name: 'Length' });
  await lengths.getByText('(sold out)').waitFor({ state: 'attached' });
  expect(await lengths.getByText('(sold out)').count()).toBe(1);
});

test('the quick view and a page without script ask for the third option, too', async () => {
  await goods.add('Cuffed Trousers', {
    optionName: 'Fit',
    variants: ['Slim', 'Wide'].map((option) => ({ sku: `CT-${option}`, option, inventory: 4 })),
  });
  const page = await browser.open();
  await signInAs(page, 'shopper@example.com');
  await page.goto('/gadget');
  const card = page.getByRole('article', { name: 'Cuffed Trousers', exact: true });
  await card.getByRole('button', { name: 'Add To Cart' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cuffed Trousers', exact: true });
  await dialog.getByRole('button', { name: 'Add To Cart' }).click();
  await dialog.getByText('Please choose Fit first.', { exact: true }).waitFor();

  const sam = await newShopper('Sam Scriptless');
  const plain = await browser.open({ javaScriptEnabled: false, storageState: sam.storageState });
  await plain.goto('/product/cuffed-trousers');
  await choose(plain, 'Fit', 'Wide');
  await add(plain).click();
  await plain.waitForURL(/shoppingCart/);
  await plain.getByText('Wide', { exact: true }).waitFor();

  // What is refused there stays chosen, and the page names the fault.
  const { slug } = await goods.add('Uneven Shirt', {
    variants: [
      { sku: 'US-M', size: 'M', color: 'Navy', inventory: 4 },
      { sku: 'US-L', size: 'L', color: 'Moss', inventory: 4 },
    ],
  });
  await plain.goto(`/product/${slug}`);
  await choose(plain, 'Colour', 'Navy');
  await choose(plain, 'Size', 'L');
  await add(plain).click();
  await plain.getByRole('alert').getByText('That combination is not made.').waitFor();
  const shown = async () => [
    ...(await plain
      .locator('main :checked')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))),
    await plain.getByRole('spinbutton', { name: 'Quantity' }).inputValue(),
  ];
  expect(await shown()).toEqual(['Navy', 'L', '1']);
  await choose(plain, 'Size', 'M');
  await plain.getByRole('spinbutton', { name: 'Quantity' }).fill('0');
  await add(plain).click();
  await plain.getByRole('alert').getByText('Please choose a quantity from 1').waitFor();
  expect(await shown()).toEqual(['Navy', 'M', '1']);
});
