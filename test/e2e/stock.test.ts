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
  return cells.slice(-4, -1).map((text) => Number(text.replace(/\D/g, '')));
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
  await page.getByText('KEYS-S has 14 on hand, 14 available.').waitFor({ state: 'attached' });

  // Nothing is taken without a reason that a person chose.
  await page.keyboard.type('-2');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Reason for KEYS-S');
  await page.keyboard.type('Damaged');
  await page.keyboard.press('Enter');
  await expect.poll(() => unitsOf(page, 'KEYS-S')).toEqual([12, 0, 12]);

  await page.getByLabel('Change the stock of KEYS-S').fill('90');
  await page.getByLabel('Reason for KEYS-S').selectOption('Correction');
  await page.getByLabel('Change the stock of KEYS-S').press('Enter');
  await page.getByText('Type +5 to add, -2 to take').waitFor();
  await page.getByLabel('Change the stock of KEYS-S').fill('-90');
  await page.getByLabel('Reason for KEYS-S').selectOption('Correction');
  await page.getByLabel('Change the stock of KEYS-S').press('Enter');
  await page.getByText('At most 12 of KEYS-S can be taken: there are no more.').waitFor();
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
    expect.stringMatching(/Received · Delivery 9.*Demo Admin, admin@example\.com.*\+2.*42$/),
    expect.stringMatching(/Counted.*Demo Admin, admin@example\.com.*\+31.*40$/),
    expect.stringMatching(/Opening stock.*\+9.*9$/),
  ]);
  await page.getByLabel('Stock and prices as of (UTC)').fill('2020-01-01T10:00');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('1 January 2020 at 10:00 UTC').waitFor();
  await page.waitForLoadState();
  const past = page.getByRole('region', { name: 'Stock and prices as of a date' });
  expect(await past.locator('dd').allTextContents()).toEqual(['0', '0', '0', '$20.00', '–', '–']);
  await past.getByText('what it cost before is not known').waitFor();
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

test('a stock count adds one with each scan, takes a file, survives a reload, and sets the numbers on hand', async () => {
  await addSizes('Tallied Coat', 'TALLY');
  const page = await openAsAdmin();
  await page.goto('/admin/stock/count');
  const scan = async (...codes: string[]) => {
    for (const code of codes) {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
  };
  const countOf = (sku: string) => page.getByLabel(`Counted units of ${sku}`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  // Faster than the first of them is looked up.
  await scan('TALLY-S', 'tally-s', 'TALLY-M', 'TALLY-S');
  await expect.poll(() => countOf('TALLY-S').inputValue()).toBe('3');
  expect(await countOf('TALLY-M').inputValue()).toBe('1');
  await scan('UNKNOWN-CODE', 'UNKNOWN-TOO');
  await page.getByText('UNKNOWN-TOO, UNKNOWN-CODE', { exact: true }).waitFor();
  const lines = ['SKU,On hand,Counted', 'TALLY-M,3,4', 'TALLY-S,9,', 'TALLY-NONE,1,1'];
  const file = { name: 'counted.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('File of counted units').setInputFiles(file);
  await page.getByText('TALLY-NONE, UNKNOWN-TOO, UNKNOWN-CODE', { exact: true }).waitFor();
  expect(await countOf('TALLY-M').inputValue()).toBe('4');
  await page.reload();
  await expect.poll(() => countOf('TALLY-S').inputValue()).toBe('3');
  await countOf('TALLY-M').fill('7');
  expect(await violationsInBoth(page, 'a count')).toEqual([]);
  await page.getByRole('button', { name: 'Clear this list' }).click();
  await page.getByRole('button', { name: 'Apply 2 counts' }).click();
  const question = page.getByRole('alertdialog', { name: 'Apply 2 counts?' });
  await question.getByText(/^2 counts, /).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  // The next scan goes into the field again.
  const field = page.getByLabel('Scan a barcode or SKU');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Apply 2 counts' }).click();
  await question.getByRole('button', { name: 'Yes, apply' }).click();
  await page.getByText('Nothing is counted yet.').waitFor();
  await page.getByText('2 counts applied. The history').waitFor();
  await page.goto('/admin/stock?q=tally');
  expect(await unitsOf(page, 'TALLY-S')).toEqual([3, 0, 3]);
  expect(await unitsOf(page, 'TALLY-M')).toEqual([7, 0, 7]);
});

test('the question before counts are applied compares with the stock now, and what is scanned meanwhile is counted and presses no button', async () => {
  await addSizes('Asked Coat', 'ASKED');
  const page = await openAsAdmin();
  await page.goto('/admin/stock/count');
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  const field = page.getByLabel('Scan a barcode or SKU');
  const isInField = () => field.evaluate((one) => one === document.activeElement);
  await expect.poll(isInField).toBe(true);
  await scan('ASKED-S');
  await page.getByRole('button', { name: 'Apply 1 count' }).waitFor();
  // Of the 9 units, 2 are left when the question opens.
  const adjustment = { sku: 'ASKED-S', setTo: 2, reason: 'damaged' };
  const admin = await demoPerson('admin@example.com');
  await admin.call('POST', '/api/v1/stock-adjustments', adjustment);
  await page.getByRole('button', { name: 'Apply 1 count' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('1 count, of which 1 differs: 1 unit fewer.').waitFor();

  const apply = question.getByRole('button', { name: 'Yes, apply' });
  await apply.focus();
  // Faster than the first of them is looked up.
  await scan('ASKED-S');
  await scan('ASKED-M');
  await page.keyboard.press('Enter');
  await scan('NO SUCH');
  await question.getByText('2 counts, of which 1 differs: 2 units fewer.').waitFor();
  await question.getByText('for 1 scanned code, the last one NO SUCH.').waitFor();
  expect(await apply.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await violationsInBoth(page, 'a question with scans')).toEqual([]);
  // A key that ends no scan presses the button.
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await page.getByText('2 counts applied. The history').waitFor();
  await expect.poll(isInField).toBe(true);
  await page.goto('/admin/stock?q=asked');
  expect(await unitsOf(page, 'ASKED-S')).toEqual([2, 0, 2]);
  expect(await unitsOf(page, 'ASKED-M')).toEqual([1, 0, 1]);
});

test('counts are applied with the scans that wait for a slow look-up, and a scan made while they are applied stays', async () => {
  await addSizes('Waiting Coat', 'WAITS');
  const page = await openAsAdmin();
  await page.goto('/admin/stock/count');
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  const field = page.getByLabel('Scan a barcode or SKU');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await scan('WAITS-S');
  await page.getByRole('button', { name: 'Apply 1 count' }).click();
  const question = page.getByRole('alertdialog');
  const apply = question.getByRole('button', { name: 'Yes, apply' });
  const slow = Promise.withResolvers<void>();
  await page.route(/code=WAITS-M/, (route) => slow.promise.then(() => route.continue()));
  await apply.focus();
  await scan('WAITS-M');
  await scan('WAITS-S');
  const sent: unknown[] = [];
  const response = Promise.withResolvers<void>();
  await page.route('**/api/v1/stock-adjustments', async (route) => {
    sent.push(route.request().postDataJSON());
    await response.promise;
    await route.continue();
  });
  await apply.click();
  await page.waitForTimeout(300);
  expect(sent).toEqual([]);
  slow.resolve();
  await expect.poll(() => sent.length).toBe(1);
  // One more, behind another slow look-up, while the counts are applied.
  const slower = Promise.withResolvers<void>();
  await page.route(/code=WAITS-NONE/, (route) => slower.promise.then(() => route.continue()));
  await field.focus();
  await scan('WAITS-NONE');
  await scan('WAITS-S');
  const responded = page.waitForResponse('**/api/v1/stock-adjustments');
  response.resolve();
  await responded;
  await page.waitForTimeout(300);
  slower.resolve();
  await page.getByText('2 counts applied. The history').waitFor();
  expect(await page.getByLabel('Counted units of WAITS-S').inputValue()).toBe('3');
  expect(await page.getByLabel('Counted units of WAITS-M').count()).toBe(0);
  await page.goto('/admin/stock?q=waits');
  expect(await unitsOf(page, 'WAITS-S')).toEqual([2, 0, 2]);
  expect(await unitsOf(page, 'WAITS-M')).toEqual([1, 0, 1]);
});

test('the pages of stock keep to WCAG 2.2 AA and fit a phone', async () => {
  const coat = await addSizes('Audited Coat', 'AUDIT');
  for (const width of [360, 1440]) {
    const page = await openAsAdmin({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const variant = `/admin/stock/${coat.variants[0]?._id}?at=2026-01-01T10:00`;
    for (const path of ['/admin/stock', variant, '/admin/stock/value', '/admin/stock/count']) {
      await page.goto(path);
      expect(await violationsInBoth(page, path)).toEqual([]);
      expect(await overflowOf(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});
