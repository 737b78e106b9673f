import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { holdBack, imageFile, overflowOf, watchedBrowser } from '../support/browser.ts';
import { noise } from '../support/images.ts';
import { signInAs, stockroom } from '../support/people.ts';
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
  const page = await openEditor(browser, tee, { expects: ['net::ERR'] });
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
  // The session has ended, and what was typed last is saved at once.
  await field(page, 'Brand').fill('Late Brand');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/login/);
  await signInAs(page, 'admin@example.com');
  await page.goto(`/admin/products/${tee._id}`);
  await page.getByRole('button', { name: 'Bring them back' }).click();
  expect(await field(page, 'Name').inputValue()).toBe('Unsaved Tee, renamed');
  expect(await field(page, 'Brand').inputValue()).toBe('Late Brand');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.reload();
  expect(await field(page, 'Name').inputValue()).toBe('Unsaved Tee, renamed');
  expect(await page.getByRole('button', { name: 'Bring them back' }).count()).toBe(0);
});

test('new products that two tabs started are offered one by one', async () => {
  const tabs = [await openEditor(browser, 'new')];
  const context = tabs[0]?.context();
  const other = await context?.newPage();
  if (!context || !other) throw new Error('There is no second tab.');
  tabs.push(other);
  await other.goto('/admin/products/new');
  for (const [index, tab] of tabs.entries()) {
    await field(tab, 'Name').fill(`Started Scarf ${index}`);
    // Its own draft is not offered, and neither is one that is open in the other tab.
    expect(await tab.getByRole('button', { name: 'Bring them back' }).count()).toBe(0);
    const stored = () => tab.evaluate(() => Object.values(localStorage).join());
    await expect.poll(stored).toContain(`Started Scarf ${index}`);
  }
  for (const tab of tabs) await tab.close();

  const page = await context.newPage();
  await page.goto('/admin/products/new');
  const offer = (index: number, tab = page) =>
    tab.getByRole('status').filter({ hasText: `'Started Scarf ${index}'` });
  await offer(1).getByRole('button', { name: 'Drop them' }).click();
  await offer(0).getByRole('button', { name: 'Bring them back' }).click();
  expect(await field(page, 'Name').inputValue()).toBe('Started Scarf 0');
  await page.reload();
  const twin = await context.newPage();
  await twin.goto('/admin/products/new');
  for (const tab of [page, twin]) await offer(0, tab).waitFor();
  for (const [index, tab] of [page, twin].entries()) {
    await offer(0, tab).getByRole('button', { name: 'Bring them back' }).click();
    expect(await field(tab, 'Name').inputValue()).toBe('Started Scarf 0');
    await field(tab, 'Brand').fill(`Brand of tab ${index}`);
  }
  // Each has made the draft its own.
  const brands = () =>
    page.evaluate(() =>
      Object.values(localStorage)
        .join()
        .match(/Brand of tab ./g),
    );
  await expect
    .poll(async () => (await brands())?.sort())
    .toEqual(['Brand of tab 0', 'Brand of tab 1']);
});

test('two tabs that change one product keep a draft each, and what is typed beside an offer stays', async () => {
  const tee = await goods.add('Two-Tab Tee');
  const first = await openEditor(browser, tee);
  const context = first.context();
  const last = await context.newPage();
  await last.goto(first.url());
  for (const [tab, name, typed] of [
    [first, 'Brand', 'First Brand'],
    [last, 'Material', 'Last Material'],
  ] as const) {
    await field(tab, name).fill(typed);
    const stored = () => tab.evaluate(() => Object.values(localStorage).join());
    await expect.poll(stored).toContain(typed);
  }
  for (const tab of [first, last]) await tab.close();

  const page = await context.newPage();
  await page.goto(`/admin/products/${tee._id}`);
  await page.getByText('1 older draft will follow.').waitFor();
  await field(page, 'Name').fill('Two-Tab Tee, renamed');
  await page.getByRole('button', { name: 'Bring them back' }).click();
  expect(await field(page, 'Material').inputValue()).toBe('Last Material');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.reload();
  await page.getByRole('button', { name: 'Bring them back' }).click();
  const values = () =>
    Promise.all(['Name', 'Material', 'Brand'].map((name) => field(page, name).inputValue()));
  expect(await values()).toEqual(['Two-Tab Tee, renamed', 'Last Material', 'First Brand']);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain(tee._id);
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
