import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { namesInTable as namesOf, rowsOf } from '../support/lists.ts';
import { demoPerson } from '../support/people.ts';

const browser = watchedBrowser();

test('pages of the list follow each other by cursor, and what is selected stays on all of them', async () => {
  const { storageState } = await demoPerson('admin@example.com');
  const page = await browser.open({ viewport: { width: 1280, height: 900 }, storageState });
  await page.goto('/admin/products?sort=name');
  const first = await namesOf(page);
  expect(first).toHaveLength(50);
  await page.getByLabel('Select all shown').check();
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL(/after=/);
  await expect.poll(() => namesOf(page)).not.toEqual(first);
  const second = await namesOf(page);
  expect(second.filter((name) => first.includes(name))).toEqual([]);
  await rowsOf(page).first().getByRole('checkbox').check();
  const bar = page.getByRole('form', { name: 'Change the selected products' });
  await bar.getByText('51 selected (50 not on this page)').waitFor();
  await page.getByRole('link', { name: 'First page' }).click();
  await page.waitForURL((url) => !url.searchParams.has('after'));
  await expect.poll(() => namesOf(page)).toEqual(first);
  await rowsOf(page).nth(1).getByRole('checkbox').uncheck();
  await bar.getByText('50 selected (1 not on this page)').waitFor();
  // With Shift all rows change from the one that changed last.
  const boxAt = (at: number) => rowsOf(page).nth(at).getByRole('checkbox');
  await boxAt(4).click({ modifiers: ['Shift'] });
  await bar.getByText('47 selected (1 not on this page)').waitFor();
  await boxAt(2).focus();
  await page.keyboard.press('Space');
  await boxAt(4).focus();
  await page.keyboard.press('Shift+Space');
  await bar.getByText('50 selected (1 not on this page)').waitFor();
  // The bar does not cover the row that the keys lead to.
  for (let pressed = 0; pressed < 20; pressed += 1) await page.keyboard.press('j');
  const row = await page
    .locator('[data-row]')
    .filter({ has: page.locator(':focus') })
    .boundingBox();
  const above = await bar.boundingBox();
  expect((row?.y ?? 0) + (row?.height ?? 900)).toBeLessThanOrEqual(above?.y ?? 0);
  // A product that is opened, and other filters, come between.
  await rowsOf(page).first().getByRole('link').click();
  await page.waitForURL(/products\/prd_/);
  await page.goBack();
  await page.getByRole('columnheader').getByRole('link', { name: 'Price' }).click();
  await page.waitForURL(/sort=price-up/);
  await bar.getByText('50 selected').waitFor();
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Active' })
    .click();
  await page.waitForURL(/status=active/);
  await bar.waitFor({ state: 'hidden' });
  await page.goBack();
  await bar.getByText('50 selected').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const lines = await readFile(await download.path(), 'utf8');
  const handles = parse<{ Handle: string }>(lines, { bom: true, columns: true });
  expect(new Set(handles.map(({ Handle }) => Handle)).size).toBe(50);
  await bar.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Archive 50 products?' }).waitFor();
  await page.keyboard.press('Escape');
  await bar.getByRole('link', { name: 'Edit in a sheet' }).click();
  await page.getByText('50 products. Nothing changes').waitFor();
  await page.goBack();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await bar.waitFor({ state: 'hidden' });
  expect(await page.locator(':focus').getAttribute('type')).toBe('checkbox');
});

test('on a phone the bar is one line, and its actions are a menu above it', async () => {
  const { storageState } = await demoPerson('admin@example.com');
  const page = await browser.open({ viewport: { width: 390, height: 844 }, storageState });
  await page.goto('/admin/products?sort=name');
  await rowsOf(page).first().getByRole('checkbox').check();
  const bar = page.getByRole('form', { name: 'Change the selected products' });
  await bar.getByText('1 selected').waitFor();
  expect((await bar.boundingBox())?.height).toBeLessThan(70);
  const archive = bar.getByRole('button', { name: 'Archive', exact: true });
  expect(await archive.isVisible()).toBe(false);
  const actions = bar.getByText('Actions', { exact: true });
  await actions.focus();
  await page.keyboard.press('Enter');
  await bar.getByLabel('Change of prices in percent').focus();
  await page.keyboard.press('Escape');
  expect(await page.locator(':focus').innerText()).toBe('Actions');
  expect(await archive.isVisible()).toBe(false);
  await actions.click();
  await archive.click();
  await page.getByRole('alertdialog', { name: 'Archive 1 product?' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await archive.isVisible()).toBe(false);
  await bar.getByRole('button', { name: 'Clear' }).click();
  await bar.waitFor({ state: 'hidden' });
});
