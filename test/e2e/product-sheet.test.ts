import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { holdBack, overflowOf, watchedBrowser } from '../support/browser.ts';
import { demoPerson, type Goods, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
const added: Goods[] = [];
const SIZES = 100;

beforeAll(async () => {
  for (const letter of ['A', 'B', 'C', 'D', 'E']) {
    const variants = Array.from({ length: SIZES }, (_, i) => ({
      sku: `SHEETED-${letter}-${i}`,
      size: String(100 + i),
      inventory: 2,
    }));
    added.push(await goods.add(`Sheeted Sock ${letter}`, { inventory: undefined, variants }));
  }
});

async function open(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  const permissions = ['clipboard-read', 'clipboard-write'];
  return browser.open({
    viewport: { width: 1440, height: 900 },
    storageState,
    permissions,
    reducedMotion: 'reduce',
    ...options,
  });
}

/** What customers pay for the variants of a product, by SKU. */
async function pricesOf({ _id }: Goods): Promise<number[]> {
  const admin = await goods.getAdmin();
  const { price, variants } = await (await admin.call('GET', `/api/v1/products/${_id}`)).json();
  return variants.map((one: { price: number | null }) => one.price ?? price);
}

const cell = (page: Page, row: number, column: number) => page.locator(`#cell-${row}-${column}`);
const PRICE = 3;
const ROWS = '**/admin/products/sheet/rows.data*';

test('500 prices are pasted, previewed, applied by a job and taken back', async () => {
  const page = await open();
  await page.goto('/admin/products?q=sheeted&sort=name');
  await page.getByLabel('Select all shown').check();
  const start = Date.now();
  await page.getByRole('link', { name: 'Edit in a sheet' }).click();
  await page.getByText('500 variants, 0 changed').waitFor();
  const wanted = Array.from({ length: 5 * SIZES }, (_, i) => (1_000 + i) / 100);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    wanted.map((price) => `$${price.toFixed(2)}`).join('\r\n'),
  );
  await cell(page, 0, PRICE).click();
  await page.keyboard.press('Control+v');
  await page.getByText('500 variants, 500 changed').waitFor();
  expect(await cell(page, 1, PRICE).innerText()).toBe('10.01');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByText('500 changed values').waitFor();
  await page.getByText('Price: $20.00 → $14.99').waitFor();
  expect(await pricesOf(added[0] as Goods)).toEqual(Array(SIZES).fill(20));
  await page.getByRole('button', { name: 'Apply to 5 products' }).click();
  await page.getByRole('heading', { name: 'Bulk edit: done' }).waitFor();
  const seconds = (Date.now() - start) / 1_000;
  console.info(`500 prices by paste: ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(60);
  for (const [at, one] of added.entries()) {
    expect(await pricesOf(one)).toEqual(wanted.slice(at * SIZES, (at + 1) * SIZES));
  }
  expect(await violationsInBoth(page, 'a bulk edit')).toEqual([]);

  await page.getByRole('button', { name: 'Undo bulk edit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Bulk edit: undone' }).waitFor();
  for (const one of added) expect(await pricesOf(one)).toEqual(Array(SIZES).fill(20));
  await page.getByRole('link', { name: 'Bulk edits' }).last().click();
  await page.getByText('5 products taken back').waitFor();
});

test('on a phone the bar changes all rows, and a wrong cell leaves its product out', async () => {
  const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const sendRows = await holdBack(page, ROWS);
  await page.route(ROWS, (route) => route.abort(), { times: 1 });
  await page.goto(`/admin/products/sheet?id=${added[0]?._id}&id=${added[1]?._id}`);
  // The page has the first rows. They stay when the others do not arrive, and wait for them.
  await page.getByText('The products could not be loaded. The shop could not be').waitFor();
  await page.locator('[inert]', { hasText: 'Only the first rows are loaded.' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[inert]', { hasText: 'All rows are being loaded.' }).waitFor();
  expect(await cell(page, 0, PRICE).innerText()).toBe('20.00');
  sendRows();
  await page.getByText('200 variants, 0 changed').waitFor();
  const bar = page.getByRole('form', { name: 'Change a column' });
  await bar.getByLabel('Operation').selectOption('Change by percent');
  await bar.getByLabel('Percent', { exact: true }).fill('lots');
  await bar.getByRole('button', { name: 'Apply to all 200' }).click();
  await bar.getByText('Please type a percentage such as 10 or -12.5.').waitFor();
  await bar.getByLabel('Percent', { exact: true }).fill('-12.5');
  await bar.getByRole('button', { name: 'Apply to all 200' }).click();
  await expect.poll(() => cell(page, 0, PRICE).innerText()).toBe('17.50');
  await bar.getByLabel('Operation').selectOption('Round to .99');
  await bar.getByRole('button', { name: 'Apply to all 200' }).click();
  await expect.poll(() => cell(page, 0, PRICE).innerText()).toBe('17.99');
  await page.getByRole('button', { name: 'Undo in the grid' }).click();
  await expect.poll(() => cell(page, 0, PRICE).innerText()).toBe('17.50');
  await cell(page, 0, PRICE).tap();
  await page.getByLabel('Price of Sheeted Sock A, 100').fill('free');
  await page.keyboard.press('Enter');
  await page.getByText('200 variants, 200 changed, 1 with errors').waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  // Where a page is scrolled, its header may cover a part of a button.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await violationsInBoth(page, 'a sheet')).toEqual([]);
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page
    .getByText('Sheeted Sock A: SHEETED-A-0: Price: Please enter a price such as')
    .waitFor();
  await page.getByRole('button', { name: 'Apply to 1 product' }).waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await violationsInBoth(page, 'a preview')).toEqual([]);
  // What is typed is asked for before it is lost.
  await page.getByRole('button', { name: 'Back to the sheet' }).click();
  await page.getByRole('link', { name: 'Earlier bulk edits' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Bulk edits' }).waitFor();
  // The browser has kept it.
  await page.goBack();
  await page.getByText('200 variants, 0 changed').waitFor();
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await page.getByText('200 variants, 200 changed, 1 with errors').waitFor();
  // So it does with those of a product that was left out.
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByRole('button', { name: 'Apply to 1 product' }).click();
  await page.getByRole('heading', { name: 'Bulk edit: done' }).waitFor();
  await page.getByRole('link', { name: 'Back to the sheet' }).click();
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await page.getByText('200 variants, 100 changed, 1 with errors').waitFor();
  expect(await cell(page, 0, PRICE).innerText()).toContain('free');
});

test('a sheet in parts keeps what is typed in each, and asks before all of it is left', async () => {
  const page = await open();
  await page.goto('/admin/products?q=sheeted&sort=name');
  await page.getByLabel('Select all shown').check();
  await page.getByText('5 selected').first().waitFor();
  await page.goto('/admin/products/sheet?selected=yes&show=2');
  const part = (name: string) => page.getByRole('link', { name: `${name} part` }).click();
  const type = async (price: string) => {
    await cell(page, 0, PRICE).click();
    await page.keyboard.type(`${price}\n`);
  };
  await page.getByText('1–2 of 5 products').first().waitFor();
  await type('31');
  await page.getByText('200 variants, 1 changed').waitFor();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const sendRows = await holdBack(page, ROWS);
  await part('Next');
  // It also asks while the other part is loaded.
  await page.getByText('The products are being loaded.').waitFor();
  await page.getByRole('link', { name: 'Earlier bulk edits' }).click();
  await question.getByRole('button', { name: 'Stay here' }).click();
  sendRows();
  await page.getByText('3–4 of 5 products').first().waitFor();
  await page.getByText('200 variants, 0 changed, 1 changed in other parts').waitFor();
  await type('32');
  await part('Next');
  await page.getByText('100 variants, 0 changed, 2 changed in other parts').waitFor();
  await page.getByRole('link', { name: 'Earlier bulk edits' }).click();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await part('Earlier');
  await page.getByText('200 variants, 1 changed, 1 changed in other parts').waitFor();
  expect(await cell(page, 0, PRICE).innerText()).toBe('32.00');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByText('What you changed in other parts is not applied').waitFor();
  await page.getByRole('button', { name: 'Apply to 1 product' }).click();
  await page.getByRole('heading', { name: 'Bulk edit: done' }).waitFor();
  expect((await pricesOf(added[2] as Goods))[0]).toBe(32);
  // The browser keeps what was typed in the other part.
  await page.getByRole('link', { name: 'Back to the sheet' }).click();
  await page.getByText('200 variants, 0 changed').waitFor();
  await part('First');
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await page.getByText('200 variants, 1 changed').waitFor();
  expect(await cell(page, 0, PRICE).innerText()).toBe('31.00');

  // The browser has no more space.
  await page.evaluate(() => {
    localStorage.clear();
    Storage.prototype.setItem = () => {
      throw new Error('There is no space left.');
    };
  });
  await part('Next');
  await page.getByText('200 variants, 0 changed, 1 changed in other parts').waitFor();
  await type('33');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByText('This browser could not store it').waitFor();
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/api/v1/bulk-edits', (route) => held.then(() => route.continue()));
  await page.getByRole('button', { name: 'Apply to 1 product' }).click();
  // Other parts can't be opened while this one is sent.
  await page.locator('nav[inert]', { hasText: 'First part' }).waitFor();
  send();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await page.getByText('This part is being applied.').waitFor();
  await part('First');
  await page.getByText('200 variants, 1 changed', { exact: true }).waitFor();
  expect(await cell(page, 0, PRICE).innerText()).toBe('31.00');
});
