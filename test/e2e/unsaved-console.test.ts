import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { tableOf } from '../support/console-orders.ts';
import { rowsOf } from '../support/lists.ts';
import { demoPerson, newShopper, placeOrder, stockroom } from '../support/people.ts';
import { csv } from '../support/product-csv.ts';

const browser = watchedBrowser();
const goods = stockroom();

async function openAsAdmin(path: string): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  const page = await browser.open({ storageState, viewport: { width: 1440, height: 900 } });
  await page.goto(path);
  return page;
}

/** Leaves the page by a link, and stays after all. */
async function stay(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'hidden' });
}

test('a file that was chosen for an import, and columns that were chosen, are not lost by a click', async () => {
  const page = await openAsAdmin('/admin/imports');
  const file = page.getByLabel('CSV file');
  const text = csv([{ Handle: 'unsaved-hat', Title: 'Unsaved Hat' }]);
  const buffer = Buffer.from(text);
  await file.setInputFiles({ name: 'unsaved.csv', mimeType: 'text/csv', buffer });
  await stay(page);
  expect(await file.inputValue()).toContain('unsaved.csv');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Check of the file: done').waitFor();
  await page.getByText('Columns of the file').click();
  const start = page.getByRole('button', { name: 'Import 1 product' });
  await page.getByLabel('Products that the shop has').selectOption('leave');
  // The import does what the check said, so it waits for a check of the new choice.
  await page.getByText('Check the file again first.').waitFor();
  expect(await start.isDisabled()).toBe(true);
  await page.getByLabel('Products that the shop has').selectOption('update');
  expect(await start.isEnabled()).toBe(true);
  await page.getByLabel('Products that the shop has').selectOption('leave');
  await stay(page);
  const checked = page.url();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.waitForURL((url) => url.href !== checked);
  await page.getByText('Check of the file: done').waitFor();
  // What was sent is nothing to lose.
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await page.waitForURL(/\/admin$/);
});

test('a text in the bar of selected products is not lost by a click', async () => {
  const page = await openAsAdmin('/admin/products');
  await rowsOf(page).first().getByRole('checkbox').check();
  const bar = page.getByRole('form', { name: 'Change the selected products' });
  const percent = bar.getByLabel('Change of prices in percent');
  await percent.fill('-10');
  await stay(page);
  expect(await percent.inputValue()).toBe('-10');
  // Other filters take the selection, and not the text.
  await page.getByRole('link', { name: 'Draft', exact: true }).click();
  await page.waitForURL(/status=draft/);
  await bar.getByText('0 selected').waitFor();
  expect(await percent.inputValue()).toBe('-10');
  // 'Clear' hides the bar, and nothing that is hidden is asked about.
  await bar.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await page.waitForURL(/\/admin$/);
});

test('a text in the bar of selected orders is not lost by a click, and gone with the selection', async () => {
  const buyer = await newShopper('Uma Unsaved');
  await placeOrder(buyer, await goods.add('Unsaved Lamp', { price: 30 }));
  const page = await openAsAdmin(tableOf(buyer));
  const first = rowsOf(page).first().getByRole('checkbox');
  await first.check();
  const bar = page.getByRole('form', { name: 'The selected orders' });
  const tags = bar.getByLabel('Tags to add, with commas between them');
  await tags.fill('gift');
  await stay(page);
  for (const leave of [
    () => bar.getByRole('button', { name: 'Clear' }).click(),
    () => first.uncheck(),
  ]) {
    await tags.fill('gift');
    await leave();
    await first.check();
    expect(await tags.inputValue()).toBe('');
  }
  await tags.fill('gift');
  await first.uncheck();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await page.waitForURL(/\/admin$/);
});
