import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { StaffProduct } from '#features/product-management/product-management.schema.ts';
import { violationsInBoth } from '../support/axe.ts';
import { imageFile, overflowOf, watchedBrowser } from '../support/browser.ts';
import { noise } from '../support/images.ts';
import { type Goods, signInAs, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

/** The editor of a product, or of a new one, opened by staff. */
async function openEditor(
  product: Goods | 'new',
  options: Parameters<typeof browser.open>[0] = {},
) {
  const page = await browser.open({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  await signInAs(page, 'admin@example.com');
  await page.goto(`/admin/products/${product === 'new' ? product : product._id}`);
  return page;
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => page.getByText('Saved.', { exact: true }).waitFor();
const cell = (page: Page, row: number, column: number) => page.locator(`#cell-${row}-${column}`);
const COLUMN = { price: 0, available: 3, sku: 4, barcode: 5 };

async function pasteInto(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

/** What is stored, as the editor has loaded it. */
async function storedProduct(page: Page): Promise<StaffProduct> {
  await page.reload();
  return page.evaluate(() => {
    const { loaderData } = (
      window as unknown as {
        __reactRouterDataRouter: { state: { loaderData: Record<string, { product: never }> } };
      }
    ).__reactRouterDataRouter.state;
    return Object.values(loaderData).find((one) => one?.product)?.product as never;
  });
}

test('a jacket in 4 colors and 6 sizes with 8 images is entered on one page', async () => {
  const page = await openEditor('new');
  const start = Date.now();
  await field(page, 'Name').fill('Harbour Jacket');
  await field(page, 'Details').fill('Warm, light and dry.');
  await page.getByLabel('Status').selectOption('active');
  await page.getByLabel('Category').selectOption('Cloths');
  await page.getByLabel('Gender').fill('Unisex');
  await field(page, 'Price').fill('129');
  await field(page, 'Compare-at').fill('159');
  await field(page, 'Cost').fill('60');
  await page.getByText('53.5 %, $69.00').waitFor();
  const files = await Promise.all(
    Array.from({ length: 8 }, async (_, index) =>
      imageFile(await noise(300, 375).jpeg().toBuffer(), `jacket-${index}.jpg`, 'image/jpeg'),
    ),
  );
  await page.getByLabel('Choose images').setInputFiles(files);
  await field(page, 'Colours').pressSequentially('Moss,Rust,Ink,Sand,');
  await field(page, 'Sizes').fill('XL, S, 2XL, M, XS, L,');
  expect(await page.getByRole('rowheader').allTextContents()).toEqual(
    expect.arrayContaining([
      'Moss / XS',
      'Moss / S',
      'Moss / M',
      'Moss / L',
      'Moss / XL',
      'Moss / 2XL',
    ]),
  );
  await page.getByText('24 variants').waitFor();
  await page.getByRole('button', { name: 'Fill empty SKUs' }).click();
  await cell(page, 0, COLUMN.available).click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  await pasteInto(page, '12');
  await page.getByRole('button', { name: 'Move image 8 earlier' }).waitFor();
  await page.getByLabel('Colour of image 1').selectOption('Moss');
  await page.getByLabel('Colour of image 2').selectOption('Rust');
  await field(page, 'Description of image 1').fill('In moss, from the front');
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.waitForURL(/\/admin\/products\/prd_/);
  await saved(page);
  console.log(`entering a jacket: ${Date.now() - start} ms`);

  const product = await storedProduct(page);
  expect(product).toMatchObject({
    slug: 'harbour-jacket',
    status: 'active',
    compareAtMinor: 15_900,
  });
  expect(product.images).toHaveLength(8);
  expect(product.images[0]?.alt).toBe('In moss, from the front');
  expect(product.variants).toHaveLength(24);
  expect(new Set(product.variants.map(({ available }) => available))).toEqual(new Set([12]));
  expect(product.variants.map(({ sku }) => sku)).toContain('HARBOUR-JACKET-SAND-2XL');
  const ofMoss = product.variants.filter(({ color }) => color === 'Moss');
  expect(new Set(ofMoss.map(({ imageUrl }) => imageUrl))).toEqual(
    new Set([product.images[0]?.url]),
  );
  await page.goto('/product/harbour-jacket');
  expect(await page.getByText('$159.00').evaluate((element) => element.tagName)).toBe('S');
  await page.goto(`/admin/products/${product.id}`);
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('button', { name: 'Restore as a draft' }).waitFor();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Jacket (copy)' }).waitFor();
  expect((await storedProduct(page)).variants).toHaveLength(24);
});

test('prices and SKUs are pasted, filled, undone and saved, and errors are named', async () => {
  const sizes = ['S', 'M', 'L', 'XL'];
  const tee = await goods.add('Sheet Tee', {
    variants: sizes.map((size) => ({ sku: `SHEET-${size}`, size, inventory: 5 })),
  });
  const page = await openEditor(tee);
  await cell(page, 0, COLUMN.price).click();
  await pasteInto(page, '$1,010.00\r\n20\r\n30,50\r\nfree');
  const prices = () =>
    Promise.all(sizes.map((_, row) => cell(page, row, COLUMN.price).textContent()));
  expect(await prices()).toEqual([
    '1010.00',
    '20.00',
    '30.50',
    'freeThis is a number such as 29.90.',
  ]);
  await page.getByText('4 variants, 1 with errors').waitFor();
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
  const page = await openEditor(tee);
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

test('images are ordered by keyboard and by dragging, described, replaced and deleted', async () => {
  const tee = await goods.add('Image Tee');
  const page = await openEditor(tee);
  const files = await Promise.all(
    [1, 2, 3].map(async (number) =>
      imageFile(await noise(200, 250).jpeg().toBuffer(), `${number}.jpg`, 'image/jpeg'),
    ),
  );
  const notOne = imageFile(Buffer.from('no image'), '4.jpg', 'image/jpeg');
  await page.getByLabel('Choose images').setInputFiles([...files, notOne]);
  await page.getByRole('button', { name: 'Remove 4.jpg' }).click();
  await page.getByRole('button', { name: 'Delete image 3' }).waitFor();
  for (const number of [1, 2, 3]) {
    await field(page, `Description of image ${number}`).fill(`number ${number}`);
  }
  const alts = () =>
    Promise.all([1, 2, 3].map((n) => field(page, `Description of image ${n}`).inputValue()));
  await page.getByRole('button', { name: 'Move image 3 earlier' }).focus();
  await page.keyboard.press('Enter');
  expect(await alts()).toEqual(['number 1', 'number 3', 'number 2']);
  const cards = page.getByRole('img', { name: /^number/ });
  await cards.nth(2).dragTo(cards.nth(0));
  expect(await alts()).toEqual(['number 2', 'number 1', 'number 3']);
  const before = await cards.nth(1).getAttribute('src');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace image 2' }).click();
  await (await chooser).setFiles(
    imageFile(await noise(200, 250).jpeg().toBuffer(), 'other.jpg', 'image/jpeg'),
  );
  await expect.poll(() => cards.nth(1).getAttribute('src')).not.toBe(before);
  await page.getByRole('button', { name: 'Delete image 1' }).click();
  await saveButton(page).click();
  await saved(page);
  const { images } = await storedProduct(page);
  expect(images.map(({ alt }) => alt)).toEqual(['number 1', 'number 3']);
});

test('two people edit one product: the second sees both versions and loses nothing', async () => {
  const tee = await goods.add('Shared Tee', {
    variants: ['S', 'M'].map((size) => ({ sku: `SHARED-${size}`, size, inventory: 5 })),
  });
  const [first, second] = [await openEditor(tee), await openEditor(tee)];
  await field(first, 'Name').fill('Shared Tee of the first');
  await field(first, 'Brand').fill('First Brand');
  await cell(first, 0, COLUMN.price).click();
  await first.keyboard.type('11\n');
  await field(second, 'Name').fill('Shared Tee of the second');
  await field(second, 'Material').fill('Wool');
  await cell(second, 0, COLUMN.price).click();
  await second.keyboard.type('22\n');
  await saveButton(first).click();
  await saved(first);
  await saveButton(second).click();
  const panel = second.getByRole('region', {
    name: 'Somebody else changed this product meanwhile',
  });
  await panel.waitFor();
  expect(await panel.getByRole('rowheader').allTextContents()).toEqual([
    'Name',
    'Brand',
    'S: Price',
  ]);
  expect(await violationsInBoth(second, 'conflict')).toEqual([]);
  await panel.getByRole('button', { name: /Take theirs: S: Price/ }).click();
  await panel.getByRole('button', { name: 'Save these choices' }).click();
  await saved(second);
  const product = await storedProduct(second);
  expect(product).toMatchObject({
    name: 'Shared Tee of the second',
    brand: 'First Brand',
    material: 'Wool',
    version: 3,
  });
  expect(product.variants.map(({ priceMinor }) => priceMinor)).toEqual([1_100, null]);
});

test('unsaved changes survive a click, a lost connection and a sign-out', async () => {
  const tee = await goods.add('Unsaved Tee');
  const page = await openEditor(tee, { expects: ['net::ERR'] });
  await field(page, 'Name').fill('Unsaved Tee, renamed');
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await field(page, 'Name').inputValue()).toBe('Unsaved Tee, renamed');

  await page.context().setOffline(true);
  await saveButton(page).click();
  await page.getByText('You are offline. That was not sent.').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Unsaved Tee, renamed');
  await page.context().setOffline(false);

  await page.context().clearCookies();
  await saveButton(page).click();
  await page.waitForURL(/\/login/);
  await signInAs(page, 'admin@example.com');
  await page.goto(`/admin/products/${tee._id}`);
  await page.getByRole('button', { name: 'Bring them back' }).click();
  expect(await field(page, 'Name').inputValue()).toBe('Unsaved Tee, renamed');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.reload();
  expect(await field(page, 'Name').inputValue()).toBe('Unsaved Tee, renamed');
  expect(await page.getByRole('button', { name: 'Bring them back' }).count()).toBe(0);
});

test('the plain fields work without JavaScript, with both versions after a conflict', async () => {
  const tee = await goods.add('Plain Tee');
  const plain = { javaScriptEnabled: false, permissions: [] };
  const [page, other] = [await openEditor(tee, plain), await openEditor(tee, plain)];
  await field(page, 'Brand').fill('Plain Brand');
  await field(page, 'Price').fill('nothing');
  await saveButton(page).click();
  await page.getByText('This is a number such as 29.90.').waitFor();
  expect(await field(page, 'Brand').inputValue()).toBe('Plain Brand');
  await field(page, 'Price').fill('21');
  await saveButton(page).click();
  await saved(page);

  await field(other, 'Brand').fill('Other Brand');
  await field(other, 'Material').fill('Linen');
  await saveButton(other).click();
  const panel = other.getByRole('region', { name: 'Somebody else changed this product meanwhile' });
  expect(await panel.getByRole('row', { name: 'Brand' }).textContent()).toBe(
    'BrandOther BrandPlain Brand',
  );
  expect(await field(other, 'Brand').inputValue()).toBe('Other Brand');
  await saveButton(other).click();
  await saved(other);
  await page.reload();
  expect(await field(page, 'Brand').inputValue()).toBe('Other Brand');
  expect(await field(page, 'Price').inputValue()).toBe('21.00');
  expect(await field(page, 'Material').inputValue()).toBe('Linen');
});

test('2,000 variants stay fluid: few rows are drawn, and a cell is typed into at once', async () => {
  const tee = await goods.add('Wide Tee');
  const page = await openEditor(tee);
  const numbers = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}${index + 1}`).join(',');
  await field(page, 'Colours').fill(`${numbers(40, 'Colour ')},`);
  await field(page, 'Sizes').fill(`${numbers(50, '')},`);
  await page.getByText('2,000 variants', { exact: true }).waitFor();
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

test('the editor keeps to WCAG 2.2 AA and fits every width', async () => {
  const tee = await goods.add('Audited Tee', {
    img: '/pictures/skerry-cable-jumper-moss-800.webp',
    variants: ['S', 'M'].map((size) => ({
      sku: `EDITOR-${size}`,
      size,
      color: 'Moss',
      inventory: 5,
    })),
  });
  const page = await openEditor(tee, { reducedMotion: 'reduce' });
  expect(await violationsInBoth(page, 'editor')).toEqual([]);
  await cell(page, 0, COLUMN.price).click();
  await page.keyboard.type('free\n');
  await field(page, 'Name').fill('');
  await saveButton(page).click();
  await page.getByText('A name is needed.').waitFor();
  expect(await violationsInBoth(page, 'editor with mistakes')).toEqual([]);
  for (const width of [320, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await overflowOf(page)]).toEqual([width, 0]);
  }
});
