import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { QUICK_MS } from '../../src/web/components/console/use-scans.ts';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, sendToShop, watchedBrowser } from '../support/browser.ts';
import { demoPerson, type Goods, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

/** A product in two sizes, with 5 units of each. */
const addSizes = (name: string, start: string): Promise<Goods> =>
  goods.add(name, {
    inventory: undefined,
    variants: ['S', 'M'].map((size) => ({ sku: `${start}-${size}`, size, inventory: 5 })),
  });

async function openReceipt(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  const viewport = { width: 1440, height: 900 };
  const page = await browser.open({ storageState, viewport, ...options });
  await page.goto('/admin/stock/receive');
  const isReady = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(isReady).toBe('INPUT');
  return page;
}

async function scan(page: Page, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
}

const unitsOf = (page: Page, sku: string) => page.getByLabel(`Delivered units of ${sku}`);
const receive = (page: Page, units: string) =>
  page.getByRole('button', { name: `Receive ${units}`, exact: true }).click();

async function onHand(page: Page, sku: string): Promise<number[]> {
  return page.evaluate(async (code) => {
    const response = await fetch(`/api/v1/stock?code=${code}`);
    return (await response.json()).map((one: { onHand: number }) => one.onHand);
  }, sku);
}

test('a delivery is scanned, typed and pasted, and received at once with its note', async () => {
  await addSizes('Delivered Coat', 'GOODSIN');
  const cap = await addSizes('Delivered Cap', 'GOODSIN-CAP');
  const both = cap.variants.map(({ _id }) => ({ _id, barcode: '5901234123457' }));
  await goods.edit(cap, { variants: both });
  const page = await openReceipt();
  await scan(page, 'GOODSIN-S', 'goodsin-s', 'NO-SUCH-CODE', '5901234123457');
  await expect.poll(() => unitsOf(page, 'GOODSIN-S').inputValue()).toBe('2');
  await page.getByText('No variant has this code, so nothing was received for it:').waitFor();
  await page.getByText('Several variants have the code 5901234123457').first().waitFor();
  await receive(page, '2 units');
  await page.getByText('Please choose first which ones came').waitFor();
  await page.getByRole('button', { name: /GOODSIN-CAP-M/ }).click();
  await page.getByText('Paste a list').click();
  const list = page.getByLabel('A code and its units on each line');
  await list.fill('GOODSIN-M, 12\nNO-SUCH-CODE, 7\nGOODSIN-S, 1\n');
  await page.getByRole('button', { name: 'Add the list' }).dblclick();
  await expect.poll(() => unitsOf(page, 'GOODSIN-S').inputValue()).toBe('3');
  // Its units are not lost.
  expect(await list.inputValue()).toBe('NO-SUCH-CODE, 7');
  expect(await unitsOf(page, 'GOODSIN-M').inputValue()).toBe('12');
  await unitsOf(page, 'GOODSIN-M').fill('10');
  expect(await violationsInBoth(page, 'a delivery')).toEqual([]);
  // A scan into a field of units is no number, and the next one goes into its own field.
  await unitsOf(page, 'GOODSIN-M').focus();
  // As a person who reaches for the scanner: characters in quick succession are those of one scan.
  await page.waitForTimeout(QUICK_MS);
  await scan(page, '4006381333931');
  await page.getByText('is not a number of units').waitFor();
  expect(await unitsOf(page, 'GOODSIN-M').inputValue()).toBe('10');
  await scan(page, 'GOODSIN-CAP-S');
  await unitsOf(page, 'GOODSIN-CAP-S').waitFor();
  await page.getByRole('button', { name: 'Leave out GOODSIN-CAP-S' }).click();
  await scan(page, 'GOODSIN-CAP-S');
  await unitsOf(page, 'GOODSIN-CAP-S').waitFor();
  await page.getByLabel('Note').fill('Delivery note 4711');
  // What is scanned survives a reload.
  await page.reload();
  await expect.poll(() => unitsOf(page, 'GOODSIN-M').inputValue()).toBe('10');
  await page.getByLabel('Note').fill('Delivery note 4711');
  await receive(page, '15 units');
  await page.getByText('Received 15 units of 4 variants, Delivery note 4711.').first().waitFor();
  await page.getByText('Nothing is scanned yet.').waitFor();
  expect(await onHand(page, 'GOODSIN-S')).toEqual([8]);
  expect(await onHand(page, 'GOODSIN-M')).toEqual([15]);
  expect(await onHand(page, 'GOODSIN-CAP-M')).toEqual([6]);
});

test('a receipt whose response is lost is received once, and what was scanned since stays', async () => {
  await addSizes('Unheard Coat', 'UNHEARD');
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const page = await openReceipt({ ...phone, expects: ['net::ERR', '401'] });
  await scan(page, 'UNHEARD-S', 'UNHEARD-S', 'UNHEARD-M');
  await expect.poll(() => unitsOf(page, 'UNHEARD-M').inputValue()).toBe('1');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.route('**/api/v1/stock-receipts', async (route) => {
    await sendToShop(route);
    await route.abort('connectionreset');
  });
  await receive(page, '3 units');
  await page.getByText('Nothing is received twice, so please press Receive again.').waitFor();
  await page.unroute('**/api/v1/stock-receipts');
  // The session has ended meanwhile.
  const status = 401;
  await page.route('**/api/v1/stock-receipts**', (route) => route.fulfill({ status, json: {} }));
  await receive(page, '3 units');
  await page.getByText('Nothing is received twice, so please press Receive again.').waitFor();
  await page.unroute('**/api/v1/stock-receipts**');
  await page.reload();
  const field = page.getByLabel('Scan a barcode or SKU');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByText('A receipt of 3 units is not confirmed.').waitFor();
  await scan(page, 'UNHEARD-M');
  await receive(page, '4 units');
  await page.getByText('Received 3 units of 2 variants.').first().waitFor();
  expect(await onHand(page, 'UNHEARD-S')).toEqual([7]);
  expect(await onHand(page, 'UNHEARD-M')).toEqual([6]);
  await receive(page, '1 unit');
  await page.getByText('Received 1 unit of 1 variant.').first().waitFor();
  expect(await onHand(page, 'UNHEARD-M')).toEqual([7]);
});

test('a press sends what the page shows, also after a receipt that never arrived', async () => {
  await addSizes('Lost Coat', 'NEVERIN');
  const page = await openReceipt({ expects: ['net::ERR', '404'] });
  // The browser stores nothing.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('No space');
    };
  });
  await page.route('**/api/v1/stock?**', (route) => route.abort('connectionreset'));
  await scan(page, 'NEVERIN-S', 'NEVERIN-S');
  await page.getByText('NEVERIN-S (2 units)').waitFor();
  await page.unroute('**/api/v1/stock?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => unitsOf(page, 'NEVERIN-S').inputValue()).toBe('2');
  await page.route('**/api/v1/stock-receipts', (route) => route.abort('connectionreset'));
  await receive(page, '2 units');
  await page.getByText('A receipt of 2 units is not confirmed.').waitFor();
  await page.unroute('**/api/v1/stock-receipts');
  await unitsOf(page, 'NEVERIN-S').fill('1');
  await page.getByRole('button', { name: 'Find out what became of it' }).click();
  await page.getByText('The receipt has not arrived').waitFor();
  const button = page.getByRole('button', { name: 'Receive 1 unit', exact: true });
  await button.dblclick();
  await page.getByText('Received 1 unit of 1 variant.').first().waitFor();
  await page.getByText('Nothing is scanned yet.').waitFor();
  expect(await onHand(page, 'NEVERIN-S')).toEqual([6]);
});
