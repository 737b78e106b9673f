import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { holdBack, imageFile, overflowOf, watchedBrowser } from '../support/browser.ts';
import { noise } from '../support/images.ts';
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

test('a jacket in 4 colors and 6 sizes with 8 images is entered on one page', async () => {
  const page = await openEditor(browser, 'new');
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
  await field(page, 'Sizes').focus();
  await pasteInto(page, 'XL\r\nS\r\n2XL\nM\nXS\nL\n');
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
  await cell(page, 0, COLUMN.onHand).click();
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
  const sizes = page.getByRole('group', { name: 'Size' }).getByRole('radio');
  expect(
    await sizes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
  ).toEqual(['XS', 'S', 'M', 'L', 'XL', '2XL']);
  await page.goto(`/admin/products/${product.id}`);
  const archive = page.getByRole('button', { name: 'Archive', exact: true });
  await archive.click();
  const question = page.getByRole('alertdialog', { name: 'Archive this product?' });
  await question.getByText('It leaves the shop at once and can’t be bought.').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect((await storedProduct(page)).status).toBe('active');
  await archive.click();
  await question.getByRole('button', { name: 'Yes, archive' }).click();
  await page.getByText('Archived.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Restore as a draft' }).waitFor();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Jacket (copy)' }).waitFor();
  expect((await storedProduct(page)).variants).toHaveLength(24);
});

test('images are ordered by keyboard and by dragging, described, replaced and deleted', async () => {
  const tee = await goods.add('Image Tee');
  const page = await openEditor(browser, tee);
  const files = await Promise.all(
    [1, 2, 3].map(async (number) =>
      imageFile(await noise(200, 250).jpeg().toBuffer(), `${number}.jpg`, 'image/jpeg'),
    ),
  );
  const notOne = imageFile(Buffer.from('no image'), '4.jpg', 'image/jpeg');
  const sheet = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') };
  await page.getByLabel('Choose images').setInputFiles([...files, notOne, sheet]);
  await page.getByText('No images, so not added: prices.csv.').waitFor();
  const removal = page.getByRole('button', { name: 'Remove 4.jpg' });
  await removal.waitFor();
  await page.getByRole('button', { name: 'Delete image 3' }).waitFor();
  await saveButton(page).click();
  await page.getByText('Saved. 1 image was not uploaded.').waitFor();
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await removal.click();
  await page.getByLabel('Choose images').setInputFiles(files.slice(1));
  await page.getByText('2.jpg, 3.jpg are already here.').waitFor();
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
  const letGo = await holdBack(page, '**/uploads');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace image 2' }).click();
  await (await chooser).setFiles(
    imageFile(await noise(200, 250).jpeg().toBuffer(), 'other.jpg', 'image/jpeg'),
  );
  await page.getByText('Images are being uploaded.').waitFor();
  expect(await saveButton(page).isDisabled()).toBe(true);
  letGo();
  await expect.poll(() => cards.nth(1).getAttribute('src')).not.toBe(before);
  await page.getByRole('button', { name: 'Delete image 1' }).click();
  await page.getByRole('button', { name: 'Delete image 1' }).click();
  await page.getByRole('button', { name: 'Undo images and variants' }).click();
  await saveButton(page).click();
  await saved(page);
  const { images } = await storedProduct(page);
  expect(images.map(({ alt }) => alt)).toEqual(['number 1', 'number 3']);
});

test('a color is renamed and moved with the keyboard, and its variants keep their stock and SKUs', async () => {
  const tee = await goods.add('Renamed Tee', {
    variants: ['Navi', 'Moss'].flatMap((color) =>
      ['M', 'S'].map((size) => ({ sku: `REN-${color}-${size}`, color, size, inventory: 5 })),
    ),
  });
  const page = await openEditor(browser, tee);
  const before = (await storedProduct(page)).variants;
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  const rows = () => page.getByRole('rowheader').allTextContents();
  await chip('Rename Navi').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('moss');
  await page.keyboard.press('Enter');
  const refusal = page.getByText('Moss is a value already. Please choose another name.');
  await refusal.waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Navy');
  await page.keyboard.press('Enter');
  expect(await rows()).toEqual(['Navy / S', 'Navy / M', 'Moss / S', 'Moss / M']);
  expect(await refusal.count()).toBe(0);
  await field(page, 'Sizes').fill('m,');
  const dropped = page.getByRole('alert').getByText('Already there, not added: m (as M).');
  await dropped.waitFor();
  await field(page, 'Colours').focus();
  expect(await dropped.isVisible()).toBe(true);
  await chip('Undo images and variants').click();
  expect((await rows())[0]).toBe('Navi / S');
  await chip('Redo images and variants').click();
  await chip('Rename Navy').press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await rows())[0]).toBe('Moss / S');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Move Navy later',
  );
  expect(await violationsInBoth(page, 'renaming a color')).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Rename Navy',
  );
  await page.keyboard.press('Control+s');
  await saved(page);
  const { variants } = await storedProduct(page);
  const renamed = before.map((one) => (one.color === 'Navi' ? { ...one, color: 'Navy' } : one));
  expect(variants).toHaveLength(4);
  expect(variants).toEqual(expect.arrayContaining(renamed));
  await page.goto('/product/renamed-tee');
  const colors = page.getByRole('group', { name: 'Colour' }).getByRole('radio');
  expect(
    await colors.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
  ).toEqual(['Moss', 'Navy']);
});

test('two people edit one product: the second sees both versions and loses nothing', async () => {
  const tee = await goods.add('Shared Tee', {
    variants: ['S', 'M'].map((size) => ({ sku: `SHARED-${size}`, size, inventory: 5 })),
  });
  const [first, second] = [await openEditor(browser, tee), await openEditor(browser, tee)];
  await field(first, 'Name').fill('Shared Tee of the first');
  await field(first, 'Brand').fill('First Brand');
  await cell(first, 0, COLUMN.price).click();
  await first.keyboard.type('11\n');
  await field(second, 'Name').fill('Shared Tee of the second');
  await field(second, 'Material').fill('Wool');
  await cell(second, 0, COLUMN.price).click();
  await second.keyboard.type('22\n');
  await cell(second, 1, COLUMN.onHand).click();
  await second.keyboard.type('9\n');
  await saveButton(first).click();
  await saved(first);
  const taken = await first.evaluate(async () => {
    const body = JSON.stringify({ sku: 'SHARED-M', quantity: -2, reason: 'damaged' });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/api/v1/stock-adjustments', { method: 'POST', headers, body })).status;
  });
  expect(taken).toBe(201);
  await saveButton(second).click();
  const panel = second.getByRole('region', {
    name: 'Somebody else changed this product meanwhile',
  });
  await panel.waitFor();
  expect(await panel.getByRole('rowheader').allTextContents()).toEqual([
    'Name',
    'Brand',
    'S: Price',
    'M: On hand',
  ]);
  expect(await violationsInBoth(second, 'conflict')).toEqual([]);
  await panel.getByRole('button', { name: /Take theirs: S: Price/ }).click();
  // What was taken meanwhile stays taken: 4 are added to what is there.
  await panel.getByRole('button', { name: 'Keep mine: M: On hand, 7 (+4)' }).click();
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
  expect(product.variants.map(({ available }) => available)).toEqual([5, 7]);

  const brand = field(first, 'Brand');
  await brand.fill('first  brand');
  await first.getByText('Products have “First Brand”.').waitFor();
  const offered = brand.locator('xpath=following-sibling::datalist/option');
  await expect
    .poll(() => offered.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)))
    .toEqual(['First Brand']);
  expect(await violationsInBoth(first, 'a brand in use')).toEqual([]);
  await first.getByRole('button', { name: 'Use it' }).click();
  expect(await brand.inputValue()).toBe('First Brand');
});

test('the plain fields work without JavaScript, with both versions after a conflict', async () => {
  const tee = await goods.add('Plain Tee');
  const plain = { javaScriptEnabled: false, permissions: [] };
  const [page, other] = [
    await openEditor(browser, tee, plain),
    await openEditor(browser, tee, plain),
  ];
  await field(page, 'Brand').fill('Plain Brand');
  await field(page, 'Price').fill('nothing');
  await saveButton(page).click();
  await page.getByText('Please enter a price such as 29.90.').waitFor();
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
  const page = await openEditor(browser, tee, { reducedMotion: 'reduce' });
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
