import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, watchedBrowser } from '../support/browser.ts';
import { queryOf } from '../support/lists.ts';
import { demoPerson, type Goods, newShopper, placeOrder, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

/** A product in two sizes: `<start>-S` with 9 units and `<start>-M` with 3. */
const addSizes = (name: string, start: string): Promise<Goods> =>
  goods.add(name, {
    inventory: undefined,
    variants: [
      { sku: `${start}-S`, size: 'S', inventory: 9 },
      { sku: `${start}-M`, size: 'M', inventory: 3 },
    ],
  });

async function openAsAdmin(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  return browser.open({ storageState, viewport: { width: 1440, height: 900 }, ...options });
}

const rowOf = (page: Page, sku: string) =>
  page.getByRole('row').filter({ has: page.getByLabel(`Change the stock of ${sku}`) });

/** On hand, reserved and available, as the row of a SKU shows them. */
async function unitsOf(page: Page, sku: string): Promise<number[]> {
  const cells = await rowOf(page, sku).getByRole('cell').allTextContents();
  return cells.slice(-6, -3).map((text) => Number(text.replace(/\D/g, '')));
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('staff adjust stock in its row from the keyboard, and read why an adjustment is refused', async () => {
  await addSizes('Keyboard Coat', 'KEYS');
  const buyer = await newShopper('Kay Keyboard');
  const page = await openAsAdmin();
  await page.goto('/admin/stock?q=keys-');
  await page.getByText('2 variants').waitFor();
  expect(await unitsOf(page, 'KEYS-S')).toEqual([9, 0, 9]);
  await rowOf(page, 'KEYS-M').getByText('Low').waitFor();
  await page.keyboard.press('j');
  const link = await page.evaluate(() => document.activeElement?.getAttribute('href'));
  expect(link).toMatch(/^\/admin\/stock\/var_/);

  await page.getByLabel('Change the stock of KEYS-S').focus();
  await page.keyboard.type('+5');
  await page.keyboard.press('Enter');
  await expect.poll(() => unitsOf(page, 'KEYS-S')).toEqual([14, 0, 14]);
  await page.getByText('KEYS-S has 14 on hand, 14 available.').waitFor();

  // Nothing is taken without a reason that a person chose.
  await page.keyboard.type('-2');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Reason for KEYS-S');
  await page.keyboard.type('Damaged');
  await page.keyboard.press('Enter');
  await expect.poll(() => unitsOf(page, 'KEYS-S')).toEqual([12, 0, 12]);

  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.press('Enter');
  await page.getByText('Undone. KEYS-S has 14 on hand, 14 available.').waitFor();
  await expect.poll(() => unitsOf(page, 'KEYS-S')).toEqual([14, 0, 14]);
  expect(await undo.count()).toBe(0);
  expect(await violationsInBoth(page, 'an undone adjustment')).toEqual([]);

  await page.getByLabel('Change the stock of KEYS-S').fill('90');
  await page.getByLabel('Reason for KEYS-S').selectOption('Correction');
  await page.getByLabel('Change the stock of KEYS-S').press('Enter');
  await page.getByText('Type +5 to add, -2 to take').waitFor();
  await page.getByLabel('Change the stock of KEYS-S').fill('-90');
  await page.getByLabel('Reason for KEYS-S').selectOption('Correction');
  await page.getByLabel('Change the stock of KEYS-S').press('Enter');
  await page.getByText('At most 14 of KEYS-S can be taken: there are no more.').waitFor();
  expect(await page.getByLabel('Change the stock of KEYS-S').inputValue()).toBe('-90');
  expect(await violationsInBoth(page, 'a refused adjustment')).toEqual([]);

  await page.getByLabel('Change the stock of KEYS-M').focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe('Change the stock of KEYS-S');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('Change the stock of KEYS-M');

  const lamp = await goods.add('Keyboard Lamp', { inventory: 4 });
  await placeOrder(buyer, lamp, { quantity: 3 });
  await page.goto('/admin/stock?q=keyboard lamp');
  const sku = await page.locator('input[name=sku]').first().inputValue();
  expect(await unitsOf(page, sku)).toEqual([4, 3, 1]);
  await page.getByLabel(`Change the stock of ${sku}`).fill('=2');
  await page.keyboard.press('Enter');
  await page.getByText('3 to orders that wait for payment').waitFor();
});

test('a number that is typed over one that has changed is refused, and then applied to what is there now', async () => {
  const lamp = await goods.add('Shown Lamp', { inventory: 42 });
  const page = await openAsAdmin();
  await page.goto('/admin/stock?q=shown lamp');
  const sku = await page.locator('input[name=sku]').first().inputValue();
  const admin = await demoPerson('admin@example.com');
  const taken = { sku, quantity: -3, reason: 'damaged' };
  await admin.call('POST', '/api/v1/stock-adjustments', taken);
  const field = page.getByLabel(`Change the stock of ${sku}`);
  await field.fill('=40');
  await page.getByLabel(`Reason for ${sku}`).selectOption('Correction');
  await field.press('Enter');
  await page.getByText('Its stock has changed since: 42 on hand then, 39 now.').waitFor();
  await expect.poll(() => unitsOf(page, sku)).toEqual([39, 0, 39]);
  expect(await field.inputValue()).toBe('=40');
  await field.press('Enter');
  await expect.poll(() => unitsOf(page, sku)).toEqual([40, 0, 40]);
  expect(lamp.inventory).toBe(42);
});

test('staff adjust stock and read its history without JavaScript', async () => {
  const coat = await addSizes('Scriptless Coat', 'NOJS');
  const page = await openAsAdmin({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  await page.goto('/admin/stock?q=nojs');
  await page.getByLabel('Change the stock of NOJS-S').fill('=40');
  await page.getByLabel('Reason for NOJS-S').selectOption('Counted');
  await page.getByRole('button', { name: 'Apply to NOJS-S' }).click();
  await page.getByText('The stock is changed.').waitFor();
  await page.waitForLoadState();
  expect(await unitsOf(page, 'NOJS-S')).toEqual([40, 0, 40]);
  expect(queryOf(page)).toContain('q=nojs');

  await page.getByLabel('Change the stock of NOJS-S').fill('-50');
  await page.getByLabel('Reason for NOJS-S').selectOption('Damaged');
  await page.getByRole('button', { name: 'Apply to NOJS-S' }).click();
  await page.getByText('At most 40 of NOJS-S can be taken: there are no more.').waitFor();
  expect(await page.getByLabel('Change the stock of NOJS-S').inputValue()).toBe('-50');

  await rowOf(page, 'NOJS-S').getByRole('link', { name: coat.name }).click();
  await page.getByRole('heading', { level: 1, name: coat.name }).waitFor();
  await page.getByLabel('Change the stock of NOJS-S').fill('2');
  await page.getByLabel('Reason for NOJS-S').selectOption('Received');
  await page.getByLabel('Note').fill('Delivery 9');
  await page.getByRole('button', { name: 'Apply to NOJS-S' }).click();
  await page.getByText('The stock is changed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The adjustment is undone.').waitFor();
  await page.getByLabel('Low stock at').fill('many');
  await page.getByRole('button', { name: 'Save the level of NOJS-S' }).click();
  await page.getByText('Whole units only.').waitFor();
  await page.getByLabel('Low stock at').fill('42');
  await page.getByRole('button', { name: 'Save the level of NOJS-S' }).click();
  await page.getByText('The low-stock level is saved.').waitFor();
  await page.getByText('Low', { exact: true }).waitFor();
  // The notice stands above the history, which may still be on its way.
  await page.waitForLoadState();
  const history = page.getByRole('table', { name: 'Changes of stock, newest first' });
  const rows = await history.getByRole('row').allTextContents();
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/Correction · Undo: Received.*−2.*40$/),
    expect.stringMatching(/Received · Delivery 9.*Demo Admin, admin@example\.com.*\+2.*42$/),
    expect.stringMatching(/Counted.*Demo Admin, admin@example\.com.*\+31.*40$/),
    expect.stringMatching(/Opening stock.*\+9.*9$/),
  ]);
  await page.getByLabel('Stock and prices as of', { exact: true }).fill('2020-01-01T10:00');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('1 January 2020 at 10:00 UTC').waitFor();
  await page.waitForLoadState();
  const past = page.getByRole('region', { name: 'Stock and prices as of a date' });
  expect(await past.locator('dd').allTextContents()).toEqual(['0', '0', '0', '$20.00', '–', '–']);
  await past.getByText('what it cost before is not known').waitFor();
  await page.getByLabel('Stock and prices as of', { exact: true }).fill('2999-01-01T10:00');
  await page.getByRole('button', { name: 'Show' }).click();
  await past.getByText('is to come, so this is as of now').waitFor();
  const asOf = (at: string) => page.goto(`${new URL(page.url()).pathname}?at=${at}`);
  await asOf('2020-01-01T10:00:36');
  await past.getByText('1 January 2020 at 10:00:36 UTC').waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForURL(/at=2020-01-01T10%3A00%3A36$/);
  await asOf('yesterday');
  await past.getByText('“yesterday” is no date and time from 1970 on.').waitFor();
  expect(await past.locator('dd').count()).toBe(0);
});

test('a scanned code leads to the field of its variant, and back to the next code', async () => {
  await addSizes('Scanned Coat', 'SCAN');
  const page = await openAsAdmin();
  await page.goto('/admin/stock?q=nothing-of-this-name');
  await page.getByText('Nothing matches').waitFor();
  await page.getByLabel('Scan', { exact: true }).fill('SCAN-M');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Change the stock of SCAN-M');
  await page.keyboard.type('+1');
  await page.keyboard.press('Enter');
  await expect.poll(() => unitsOf(page, 'SCAN-M')).toEqual([4, 0, 4]);
  // The next code is typed where the scanner finds itself.
  await expect
    .poll(() =>
      page.getByLabel('Scan', { exact: true }).evaluate((e) => e === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.type('NO-SUCH-CODE');
  await page.keyboard.press('Enter');
  await page.getByText('No variant has the code NO-SUCH-CODE').waitFor();
});

test('the pages of stock keep to WCAG 2.2 AA and fit a phone', async () => {
  const coat = await addSizes('Audited Coat', 'AUDIT');
  for (const width of [360, 1440]) {
    const page = await openAsAdmin({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const variant = `/admin/stock/${coat.variants[0]?._id}?at=2026-01-01T10:00`;
    for (const path of [
      '/admin/stock',
      variant,
      '/admin/stock/value',
      '/admin/stock/count',
      '/admin/stock/receive',
    ]) {
      await page.goto(path);
      expect(await violationsInBoth(page, path)).toEqual([]);
      expect(await overflowOf(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});
