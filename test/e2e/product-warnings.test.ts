import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { watchedBrowser } from '../support/browser.ts';
import { stockroom } from '../support/people.ts';
import {
  COLUMN,
  cell,
  field,
  openEditor,
  saveButton,
  saved,
  storedProduct,
} from '../support/product-editor.ts';

const browser = watchedBrowser();
const goods = stockroom();

const UNSEEN = 'Not above the price, so customers don’t see it.';
const COMPARE_AT = COLUMN.price + 1;

test('the editor says of a compare-at price that customers do not see it, and saves it', async () => {
  const tee = await goods.add('Warned Tee', {
    price: 20,
    variants: ['S', 'M'].map((size) => ({ sku: `WARNED-${size}`, size, inventory: 5 })),
  });
  const page = await openEditor(browser, tee);
  await field(page, 'Compare-at').fill('15');
  await page.getByText(UNSEEN, { exact: true }).waitFor();
  await field(page, 'Compare-at').fill('25');
  await page.getByText(UNSEEN, { exact: true }).waitFor({ state: 'detached' });
  // A variant with a price of its own, which is above what the product compares with.
  await cell(page, 1, COLUMN.price).click();
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await page.getByText('2 variants, 1 to check').waitFor();
  await page.getByText(`, Compare-at: ${UNSEEN}`).waitFor();
  expect(await cell(page, 1, COMPARE_AT).getAttribute('title')).toBe(UNSEEN);
  expect(await violationsInBoth(page, 'a grid with a warning')).toEqual([]);
  await saveButton(page).click();
  await saved(page);
  expect(await storedProduct(page)).toMatchObject({ compareAtMinor: 2_500 });
  await page.goto(`/admin/products/sheet?id=${tee._id}`);
  await page.getByText('1 to check').waitFor();
});

test('the grid shows the SKU that an empty one gets, and saving gives it', async () => {
  const page = await openEditor(browser, 'new');
  await field(page, 'Name').fill('Named Tee');
  await field(page, 'Details').fill('Soft.');
  await page.getByLabel('Category').selectOption('Cloths');
  await page.getByLabel('Gender').fill('Unisex');
  await field(page, 'Price').fill('20');
  await field(page, 'Sizes').fill('M, L,');
  await expect.poll(() => cell(page, 0, COLUMN.sku).textContent()).toBe('NAMED-TEE-M');
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.waitForURL(/\/admin\/products\/prd_/);
  await saved(page);
  const { variants } = await storedProduct(page);
  expect(variants.map(({ sku }) => sku)).toEqual(['NAMED-TEE-M', 'NAMED-TEE-L']);
});
