import { expect, test } from 'vitest';
import { imageFile, LOST, loseResponse, watchedBrowser } from '../support/browser.ts';
import {
  COLUMN,
  cell,
  field,
  openEditor,
  saveButton,
  saved,
  storedProduct,
} from '../support/product-editor.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();

test('a cap without colors and sizes is added, then gets sizes, and is a single variant again', async () => {
  const page = await openEditor(browser, 'new', { expects: LOST });
  await field(page, 'Name').fill('Plain Cap');
  // What is needed is marked before anything is sent: of a draft, only its name.
  const marked = () =>
    page.locator('#product [aria-required]').evaluateAll((all) => all.map(({ id }) => id).sort());
  expect(await marked()).toEqual(['product-name']);
  await field(page, 'Price').fill('12');
  await page.getByLabel('Category').selectOption('Cloths');
  await page.getByRole('rowheader', { name: 'Single variant' }).waitFor();
  await cell(page, 0, COLUMN.onHand).click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  // The response of the first press is lost, so it is pressed again: one product is added.
  const add = () => page.getByRole('button', { name: 'Add product' }).click();
  await loseResponse(page, 'admin/products/new', add);
  await page.getByText('The shop could not be reached.').waitFor();
  await add();
  await page.waitForURL(/\/admin\/products\/prd_/);
  expect(await queryShop("select slug from products where name = 'Plain Cap'")).toHaveLength(1);
  await saved(page);
  const { variants } = await storedProduct(page);
  expect(variants).toMatchObject([{ sku: 'PLAIN-CAP', size: null, color: null, available: 7 }]);

  // An active product needs details.
  await page.getByLabel('Status').selectOption('active');
  await saveButton(page).click();
  await page.getByText('Details are needed.').waitFor();
  await page.locator('.field-label', { hasText: 'Details *' }).waitFor();
  await field(page, 'Details').fill('One size for all.');
  await field(page, 'Sizes').pressSequentially('S,M,');
  await saveButton(page).click();
  await saved(page);
  const sized = await storedProduct(page);
  expect(sized.variants).toMatchObject([
    { id: variants[0]?.id, size: 'S', available: 7 },
    { sku: 'PLAIN-CAP-M', size: 'M', available: 0 },
  ]);
  for (const size of ['M', 'S']) {
    await page.getByRole('button', { name: `Remove ${size}`, exact: true }).click();
  }
  const archives = page.getByText(/^Saving archives 1 variant with 0 units/);
  await archives.waitFor();
  for (const _ of ['S', 'M']) {
    await page.getByRole('button', { name: 'Undo images and variants' }).click();
  }
  expect(await archives.count()).toBe(0);
  for (const _ of ['M', 'S']) {
    await page.getByRole('button', { name: 'Redo images and variants' }).click();
  }
  await archives.waitFor();
  await saveButton(page).click();
  await saved(page);
  expect(await archives.count()).toBe(0);
  const single = await storedProduct(page);
  expect(single.variants).toMatchObject([
    { id: variants[0]?.id, size: null, archived: false, available: 7 },
    { size: 'M', archived: true },
  ]);
});

test('a draft is saved with a name alone, and what it lacks is marked when it is to be published', async () => {
  const page = await openEditor(browser, 'new');
  await field(page, 'Name').fill('Bare Mug');
  const unreadable = imageFile(Buffer.from('no image'), 'mug.jpg', 'image/jpeg');
  await page.getByLabel('Choose images').setInputFiles(unreadable);
  await page.getByRole('button', { name: 'Remove mug.jpg' }).waitFor();
  const add = page.getByRole('button', { name: 'Add product' });
  await add.click();
  const question = page.getByRole('alertdialog', { name: 'Add the product without 1 image?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove mug.jpg' }).waitFor();
  await add.click();
  await question.getByRole('button', { name: 'Yes, add it' }).click();
  await page.waitForURL(/\/admin\/products\/prd_/);
  await saved(page);
  expect(await storedProduct(page)).toMatchObject({ category: '', priceMinor: null });
  await page.getByLabel('Status').selectOption('active');
  await saveButton(page).click();
  for (const text of ['Please choose a category.', 'A price is needed.', 'Details are needed.']) {
    await page.getByText(text).waitFor();
  }
  await field(page, 'Price').fill('6');
  await field(page, 'Details').fill('A mug.');
  await page.getByLabel('Category').selectOption('Cloths');
  await saveButton(page).click();
  await saved(page);
  expect(await storedProduct(page)).toMatchObject({ status: 'active', priceMinor: 600 });
  await page.getByLabel('Status').selectOption('scheduled');
  await field(page, 'Publish at').fill('2020-01-01T10:00');
  await saveButton(page).click();
  const ofField = (name: string) => page.locator(`#product-${name}-error`).textContent();
  await page.locator('#product-publishAt-error').waitFor();
  expect(await ofField('publishAt')).toContain('Please choose a time in the future');
  await page.getByLabel('Status').selectOption('active');
  await field(page, 'Details').fill('word '.repeat(20_001));
  await saveButton(page).click();
  await page.locator('#product-descriptions-error').waitFor();
  expect(await ofField('descriptions')).toBe('This text can have 100,000 characters at most.');
  await page.getByText('Details: This text can have 100,000 characters at most.').waitFor();
  await field(page, 'Details').fill('A mug.');
  await page.locator('#product-descriptions-error').waitFor({ state: 'detached' });
  await page.goto('/admin/products?q=bare+mug');
  await page.getByText('$6.00').first().waitFor();
});
