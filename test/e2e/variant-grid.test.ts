import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { stockroom } from '../support/people.ts';
import {
  COLUMN,
  cell,
  field,
  openEditor,
  pasteInto,
  saveButton,
  saved,
  storedProduct,
} from '../support/product-editor.ts';

const browser = watchedBrowser();
const goods = stockroom();

test('prices and SKUs are pasted, filled, undone and saved, and errors are named', async () => {
  const sizes = ['S', 'M', 'L', 'XL'];
  const tee = await goods.add('Sheet Tee', {
    variants: sizes.map((size) => ({ sku: `SHEET-${size}`, size, inventory: 5 })),
  });
  const page = await openEditor(browser, tee);
  await seesThereIsMore(page);
  await cell(page, 0, COLUMN.price).click();
  await pasteInto(page, '$1,010.00\r\n20\r\n30,50\r\nfree');
  const prices = () =>
    Promise.all(sizes.map((_, row) => cell(page, row, COLUMN.price).textContent()));
  expect(await prices()).toEqual([
    '1010.00',
    '20.00',
    '30.50',
    'freePlease enter a price such as 29.90.',
  ]);
  await page.getByText('4 variants, 1 with errors').waitFor();
  await cell(page, 3, COLUMN.sku).click();
  await pasteInto(page, 'SHEET-XL\tcode\nSHEET-2XL\tcode');
  await page
    .getByText('Left out of the paste: 1 row did not fit into the grid.', { exact: true })
    .waitFor();
  await page.keyboard.press('Control+z');
  await saveButton(page).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('cell-3-0');
  await page.keyboard.press('Control+d');
  expect((await prices())[3]).toBe('30.50');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await prices()).toEqual(['20.00', '20.00', '20.00', '20.00']);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+y');
  expect((await prices())[3]).toBe('30.50');
  // What is copied is a table for other programs.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1010.00\n20.00');
  await page.keyboard.press('Control+s');
  await saved(page);
  const { variants } = await storedProduct(page);
  expect(variants.map(({ priceMinor }) => priceMinor)).toEqual([101_000, 2_000, 3_050, 3_050]);
});

test('the grid is used with the keyboard alone', async () => {
  const tee = await goods.add('Keyboard Tee', {
    variants: ['S', 'M', 'L'].map((size) => ({ sku: `GRIDKEYS-${size}`, size, inventory: 5 })),
  });
  const page = await openEditor(browser, tee);
  await page.getByRole('button', { name: 'Fill empty SKUs' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await page.keyboard.type('16');
  await page.keyboard.press('Tab');
  await page.keyboard.type('18');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await page.keyboard.type('19');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('0');
  await page.keyboard.press('Shift+Tab');
  expect(await cell(page, 0, 0).textContent()).toBe('15.00');
  expect(await cell(page, 1, 0).textContent()).toBe('16.00');
  expect(await cell(page, 1, 1).textContent()).toBe('109.00');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('cell-1-0');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Delete');
  expect(await cell(page, 0, 0).textContent()).toBe('20.00');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Shift+Delete');
  await page.getByText('2 variants', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('sheet-help');
  await page.keyboard.press('Control+s');
  await saved(page);
  const { variants } = await storedProduct(page);
  expect(variants.map(({ priceMinor, archived }) => [priceMinor, archived])).toEqual([
    [1_500, false],
    [1_600, false],
    [null, true],
  ]);
  await page.getByLabel('Show 1 archived').check();
  await page.getByRole('button', { name: 'Restore L' }).click();
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await storedProduct(page)).variants.some(({ archived }) => archived)).toBe(false);
});

test('2,000 variants stay fluid: few rows are drawn, and a cell is typed into at once', async () => {
  const tee = await goods.add('Wide Tee');
  const page = await openEditor(browser, tee);
  const numbers = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}${index + 1}`).join(',');
  await field(page, 'Colours').fill(`${numbers(40, 'Colour ')},`);
  await field(page, 'Sizes').fill(`${numbers(50, '')},`);
  await page.getByText('2,000 variants', { exact: true }).waitFor();
  await field(page, 'Sizes').fill('51,');
  await page.getByText('these would be 2,040').waitFor();
  await page.getByRole('button', { name: 'Fill empty SKUs' }).click();
  await cell(page, 0, COLUMN.price).click();
  await page.keyboard.press('Control+ArrowDown');
  await cell(page, 1999, COLUMN.price).waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  const paints = await page.evaluate(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') durations.push(duration);
      }
    }).observe({
      type: 'event',
      durationThreshold: 16,
      buffered: false,
    } as PerformanceObserverInit);
    Object.assign(window, { durations });
    return durations;
  });
  expect(paints).toEqual([]);
  await page.keyboard.type('4999');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.waitForTimeout(500);
  const slowest = await page.evaluate(() =>
    Math.max(0, ...(window as unknown as { durations: number[] }).durations),
  );
  console.log(`typing into one of 2,000 variants: ${slowest} ms to the next paint at most`);
  const started = Date.now();
  await saveButton(page).click();
  await saved(page);
  console.log(`saving 1,999 new variants: ${Date.now() - started} ms`);
  const { variants } = await storedProduct(page);
  expect(variants).toHaveLength(2_000);
});

/** On a laptop the columns up to the weight fit, and shades say on which sides others are out of sight. */
async function seesThereIsMore(page: Page): Promise<void> {
  const frame = page.locator('.side-shades');
  const sides = () => frame.evaluate(({ dataset }) => Object.keys(dataset));
  await expect.poll(sides).toEqual(['after']);
  const rightOf = async (within: Locator) => {
    const { x = 0, width = 0 } = (await within.boundingBox()) ?? {};
    return x + width;
  };
  expect(await rightOf(cell(page, 0, COLUMN.weight))).toBeLessThan(await rightOf(frame));
  const name = frame.getByRole('rowheader').first();
  const place = await rightOf(name);
  await frame.evaluate(({ firstElementChild }) => firstElementChild?.scrollTo(9_999, 0));
  await expect.poll(sides).toEqual(['before']);
  expect(await rightOf(name)).toBe(place);
}
