import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { stockroom } from '../support/people.ts';
import {
  COLUMN,
  cell,
  openEditor,
  saveButton,
  saved,
  storedProduct,
} from '../support/product-editor.ts';

const browser = watchedBrowser();
const goods = stockroom();

const sizes = (sku: string) =>
  ['S', 'M'].map((size) => ({ sku: `${sku}-${size}`, size, inventory: 5 }));

test('the grid cuts SKUs at their beginning, so that it shows what tells them apart', async () => {
  const tee = await goods.add('Long Tee', {
    variants: sizes('HARBOUR-LINE-HEAVYWEIGHT-ORGANIC-COTTON'),
  });
  const page = await openEditor(browser, tee);
  for (const row of [0, 1]) {
    const place = await cell(page, row, COLUMN.sku).evaluate((element) => {
      const text = element.querySelector('bdi')?.getBoundingClientRect();
      const around = element.getBoundingClientRect();
      return { start: (text?.left ?? 0) - around.left, end: around.right - (text?.right ?? 0) };
    });
    expect(place.start).toBeLessThan(0);
    expect(place.end).toBeGreaterThan(0);
  }
  expect(await cell(page, 1, COLUMN.sku).textContent()).toMatch(/^HARBOUR-LINE.*-M$/);
});

test('a tapped price begins with that of the product, and is its own once it is changed', async () => {
  const tee = await goods.add('Tapped Tee', { price: 20, variants: sizes('TAPPED') });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await openEditor(browser, tee, phone);
  await page.getByText('Tap a cell to type into it.').waitFor();
  expect(await page.getByText('F2 changes it').isVisible()).toBe(false);
  const price = page.getByRole('textbox', { name: 'Price of S', exact: true });
  await cell(page, 0, COLUMN.price).tap();
  expect(await price.inputValue()).toBe('20.00');
  // Opened and left, it stays the product's.
  await cell(page, 1, COLUMN.price).tap();
  await page.getByRole('textbox', { name: 'Price of M', exact: true }).fill('25');
  await cell(page, 0, COLUMN.price).tap();
  expect(await price.inputValue()).toBe('20.00');
  await page.keyboard.press('Enter');
  await saveButton(page).tap();
  await saved(page);
  const { variants } = await storedProduct(page);
  expect(variants.map(({ priceMinor }) => priceMinor)).toEqual([null, 2_500]);
});
