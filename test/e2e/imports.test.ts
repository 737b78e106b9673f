import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, watchedBrowser } from '../support/browser.ts';
import { demoPerson, stockroom } from '../support/people.ts';
import { csv } from '../support/product-csv.ts';

const browser = watchedBrowser();
const goods = stockroom();

async function openAsAdmin(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  return browser.open({ storageState, viewport: { width: 1440, height: 900 }, ...options });
}

/** A number of the page, by the word above it. */
const countOf = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd');

async function send(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/admin/imports');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).click();
}

async function upload(page: Page, name: string, text: string): Promise<void> {
  await send(page, name, text);
  await page.waitForURL(/\/admin\/imports\/job_/);
}

test('staff check a file, import it, download what was left out, and take the import back', async () => {
  await goods.add('Import Journey Vest', {
    inventory: undefined,
    variants: [{ sku: 'JRN-VEST', size: 'S', inventory: 9 }],
  });
  const page = await openAsAdmin();
  const file = csv([
    {
      Handle: 'import-journey-vest',
      Title: 'Import Journey Vest',
      'Variant SKU': 'JRN-VEST',
      'Option1 Name': 'Size',
      'Option1 Value': 'S',
      'Variant Price': '77',
      'Variant Inventory Qty': '4',
    },
    { Handle: 'journey-hat', Title: 'Journey Hat', 'Variant SKU': 'JRN-HAT' },
    { Handle: 'journey-bad', Title: 'Journey Bad', 'Variant Price': 'free' },
  ]);
  await send(page, 'empty.csv', '');
  await page.getByText('The file is empty. Please choose another one.').waitFor();
  await upload(page, 'journey.csv', file);
  await page.getByText('Check of the file: done').waitFor();
  const counts = async () =>
    Promise.all(
      ['New', 'Changed', 'Unchanged', 'Wrong'].map((one) => countOf(page, one).innerText()),
    );
  expect(await counts()).toEqual(['1', '1', '0', '1']);
  await page.getByText('JRN-VEST: Available: 9 → 4').waitFor();
  await page.getByText('Line 4: "free" is not a price').waitFor();
  await page.getByText(/1 variant · 0 units in stock · No image · Active/).waitFor();
  expect(await violationsInBoth(page, 'a checked file')).toEqual([]);

  await page.getByRole('button', { name: 'Import 2 products' }).click();
  await page.getByText('Import: done').waitFor();
  expect(await counts()).toEqual(['1', '1', '0', '1']);
  // What it did leads to the products, where the check could only name them.
  for (const name of ['Import Journey Vest', 'Journey Hat']) {
    const link = page.getByRole('link', { name, exact: true });
    expect(await link.getAttribute('href')).toMatch(/^\/admin\/products\/prd_/);
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the lines with problems' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('journey-bad,Journey Bad');

  // Its history says where it came from, and leads there.
  const imported = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Journey Hat', exact: true }).click();
  await page.getByRole('link', { name: 'Changes' }).click();
  await page.getByText('Only what changed Journey Hat').waitFor();
  await page.getByRole('heading', { name: 'Added by the import of journey.csv' }).waitFor();
  expect(await page.locator('main article').count()).toBe(1);
  await page.locator('main article').getByRole('link', { name: 'Import' }).click();
  await page.waitForURL(`**${imported}`);

  // The table shows it, and the file of the table has it alone.
  await page.goto('/admin/products?q=journey+hat');
  await page.getByText('1 product', { exact: true }).waitFor();
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export products' }).click(),
  ]);
  const lines = (await readFile(await exported.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('journey-hat,Journey Hat');

  await page.goto('/admin/imports');
  await page.getByRole('link', { name: 'journey.csv' }).first().click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Import: undone').waitFor();
  expect(await countOf(page, 'Taken back').innerText()).toBe('2');
  await page.getByRole('heading', { name: '1 product had been added before the undo' }).waitFor();
  await page.getByText('Taken back: archived now').waitFor();
  await page.goto('/admin/imports');
  await page.getByRole('cell', { name: '2 products taken back' }).waitFor();
  await page.goto('/admin/stock?q=JRN-VEST');
  await page.getByText('1 variant', { exact: true }).waitFor();
  expect(await page.getByRole('row').nth(1).innerText()).toMatch(/\b9\b/);
});

test('staff say which columns of an unknown table are which, on a narrow screen without script', async () => {
  const page = await openAsAdmin({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
  });
  const table = 'Ware;Nummer;Betrag\nJourney Scarf;JRN-SCARF;12.50\n';
  await upload(page, 'ware.csv', table);
  const wait = async (text: string) => {
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByText(text).count();
      })
      .toBeGreaterThan(0);
  };
  await wait('Check of the file: failed');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.getByLabel('Name', { exact: true }).selectOption('Ware');
  await page.getByLabel('SKU', { exact: true }).selectOption('Nummer');
  await page.getByLabel('Price', { exact: true }).selectOption('Betrag');
  const units = page.getByLabel('Units of new goods without counted stock');
  await units.fill('few');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Please enter whole units.').waitFor();
  await page.getByLabel('Name', { exact: true }).selectOption('Ware');
  await page.getByLabel('SKU', { exact: true }).selectOption('Nummer');
  await page.getByLabel('Price', { exact: true }).selectOption('Betrag');
  await units.fill('12');
  await page.getByRole('button', { name: 'Check again' }).click();
  await wait('Check of the file: done');
  expect(await countOf(page, 'New').innerText()).toBe('1');
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await wait('Import: done');

  // The next file of the supplier needs no choice.
  await upload(page, 'ware2.csv', 'Nummer;Ware;Betrag\nJRN-SCARF;Journey Scarf;13.50\n');
  await wait('Check of the file: done');
  expect(await countOf(page, 'Changed').innerText()).toBe('1');
  await page.getByText(/^Columns as in ware\.csv of \d+ \w+ \d{4}$/).waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.getByText('Columns of the file, and choices').click();
  await page.getByLabel('Products that the shop has').selectOption('leave');
  await page.getByRole('button', { name: 'Check with the detected columns' }).click();
  await wait('Check of the file: failed');
  expect(await page.getByText('Columns as in').count()).toBe(0);
  expect(await page.getByLabel('Products that the shop has').inputValue()).toBe('leave');
  await page.getByRole('button', { name: 'Check again' }).waitFor();

  // No choice of columns mends this one.
  await upload(page, 'broken.csv', 'Nummer;Ware;Betrag\nX;"Never closed;1\n');
  await wait('Check of the file: failed');
  expect(await page.getByRole('button', { name: 'Check again' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Upload another file' }).click();
  await page.waitForURL(/\/admin\/imports$/);
});
