import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { focused, watchedBrowser } from '../support/browser.ts';
import { namesInTable as namesOf, queryOf, rowsOf, statusesOf } from '../support/lists.ts';
import { demoPerson, type Goods, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
const NAMES = ['Consolable Apron', 'Consolable Bag', 'Consolable Cap'];
let caps: Goods;
beforeAll(async () => {
  for (const [at, name] of NAMES.entries()) {
    const added = await goods.add(name, {
      category: 'Gadget',
      price: 10 * (at + 1),
      variants: [{ sku: `CONS-${at}`, inventory: at * 40 }],
    });
    if (at === 2) caps = added;
  }
});

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 800 };
const LIST = '/admin/products?q=consolable&sort=name';

async function open(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  return browser.open({ viewport: WIDE, storageState, reducedMotion: 'reduce', ...options });
}

describe.each([
  ['with JavaScript on a laptop', true, WIDE],
  ['without JavaScript on a phone', false, NARROW],
])('the product table %s', (_, javaScriptEnabled, viewport) => {
  const openActions = async (page: Page) => {
    if (viewport === NARROW) await page.getByText('Actions', { exact: true }).click();
  };
  const filters = (page: Page) => page.getByText('Filters', { exact: true });

  test('searches, filters and sorts in the address', async () => {
    const page = await open({ javaScriptEnabled, viewport });
    await page.goto('/admin/products');
    await page.getByLabel('Name, brand, SKU or barcode').fill('consolable');
    if (!javaScriptEnabled) await filters(page).click();
    await page.getByLabel('Sort by').selectOption('Name: Z to A');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('3 products', { exact: true }).first().waitFor();
    // Without script the count can be on the page before the rows.
    await expect.poll(() => namesOf(page)).toEqual(NAMES.toReversed());
    expect(queryOf(page).filter((pair) => !pair.endsWith('='))).toEqual([
      'q=consolable',
      'sort=name-down',
    ]);
    await page.goto(`${LIST}&min=15&stock=in`);
    expect(await namesOf(page)).toEqual(NAMES.slice(1));
    // What is wrong with a range is said beside its field, which is open on a phone too.
    await page.goto(`${LIST}&min=cheap&max=15`);
    const from = page.getByLabel('Price from');
    expect(await from.inputValue()).toBe('cheap');
    await page.getByText('"cheap" is left out. A price is a number such as 29.90.').waitFor();
    expect(await from.getAttribute('aria-describedby')).toMatch(/-error$/);
    expect(await namesOf(page)).toEqual(NAMES.slice(0, 1));
    await from.fill('20,50');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('This is below the lowest price, so nothing is found.').waitFor();
    await page.getByText('Nothing matches').waitFor();
    expect(await from.inputValue()).toBe('20.50');
    await page.goto('/admin/orders?from=2026-11-20&to=2026-11-02');
    await page.getByText('This is before the first day, so nothing is found.').waitFor();
    await page.goto(`${LIST}&stock=out`);
    expect(await namesOf(page)).toEqual(NAMES.slice(0, 1));
    await page.goto('/admin/products?q=cons-1');
    expect(await namesOf(page)).toEqual([NAMES[1]]);
    await page.goto(`${LIST}&category=Shoes`);
    await page.getByText('Nothing matches').waitFor();
  });

  test('sets the selected products to draft after a question, and undoes it', async () => {
    const page = await open({ javaScriptEnabled, viewport });
    await page.goto(LIST);
    await page.getByLabel(`Select ${NAMES[0]}`).check();
    await page.getByLabel(`Select ${NAMES[2]}`).check();
    await openActions(page);
    await page.getByRole('button', { name: 'Set to draft' }).click();
    const question = javaScriptEnabled
      ? page.getByRole('alertdialog')
      : page.getByRole('region', { name: 'Confirmation' });
    await question.getByRole('heading', { name: 'Set 2 products to draft?' }).waitFor();
    await question.getByText(`${NAMES[0]}, ${NAMES[2]}. They leave the shop`).waitFor();
    await question.getByRole('button', { name: 'Yes, change them' }).click();
    await page.getByText('2 products set to draft.').waitFor();
    await expect.poll(() => statusesOf(page)).toEqual(['Draft', 'Active', 'Draft']);
    const inShop = () => goods.getAdmin().then((one) => one.ask(`/product/${caps.slug}`, {}));
    expect((await inShop()).status).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 2 products as before.').waitFor();
    await expect.poll(() => statusesOf(page)).toEqual(['Active', 'Active', 'Active']);
    expect((await inShop()).status).toBe(200);
  });

  test('asks about all that match, and changes prices by percent as a bulk edit', async () => {
    const page = await open({ javaScriptEnabled, viewport });
    const question = javaScriptEnabled
      ? page.getByRole('alertdialog')
      : page.getByRole('region', { name: 'Confirmation' });
    await page.goto('/admin/products?sort=name&stock=in');
    await rowsOf(page).first().getByRole('checkbox').check();
    await openActions(page);
    await page.getByLabel(/^Select all [\d,+]+ products that match$/).check();
    const sheet = page.getByRole('link', { name: 'Edit in a sheet' });
    if (javaScriptEnabled) {
      expect(await sheet.getAttribute('href')).toBe('/admin/products/sheet?sort=name&stock=in');
    }
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    const title = await question.getByRole('heading').textContent();
    expect(Number(title?.match(/^Archive ([\d,]+) products\?$/)?.[1])).toBeGreaterThan(50);

    await page.goto(LIST);
    await page.getByLabel(`Select ${NAMES[2]}`).check();
    await openActions(page);
    const { width } = page.viewportSize() ?? { width: 0 };
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.getByLabel('Change of prices in percent').fill('50');
    await page.getByRole('button', { name: 'Change prices' }).click();
    await question.getByText(`${NAMES[2]}: $30.00 → $45.00`).waitFor();
    await question.getByText('1 product', { exact: true }).click();
    await question
      .getByRole('listitem')
      .filter({ hasText: `${NAMES[2]}$30.00 → $45.00` })
      .waitFor();
    await question.getByRole('button', { name: 'Yes, change them' }).click();
    await page.getByText('1 product changed in price.').waitFor();
    await page.getByRole('link', { name: 'Bulk edit', exact: true }).click();
    await page.getByText('Change the prices by 50 %: 1 product').waitFor();
    await page.getByRole('heading', { name: '1 product changed' }).waitFor();
    expect(await page.getByRole('link', { name: NAMES[2] }).count()).toBe(1);
    await page.getByText('Price: $30.00 → $45.00').waitFor();
    await page.getByRole('button', { name: 'Undo bulk edit' }).click();
    if (javaScriptEnabled)
      await question.getByRole('button', { name: 'Undo', exact: true }).click();
    const undone = page.getByRole('heading', { name: 'Bulk edit: undone' });
    await expect
      .poll(async () => {
        await page.reload();
        return undone.count();
      })
      .toBe(1);
  });

  test('remembers the columns, and saves a view for all staff until it is deleted', async () => {
    const page = await open({ javaScriptEnabled, viewport });
    await page.goto(`${LIST}&stock=in`);
    await page.getByText('Columns', { exact: true }).first().click();
    await page
      .getByLabel('Category', { exact: true })
      .and(page.locator('[type=checkbox]'))
      .uncheck();
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show them' }).click();
    const category = rowsOf(page).first().getByText('Gadget', { exact: true });
    await category.waitFor({ state: 'detached' });

    const name = javaScriptEnabled ? 'Consolable in stock' : 'The same without script';
    await page.getByText('Save view', { exact: true }).click();
    await page.getByLabel('Name of this view').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name }).and(page.locator('[aria-current]')).waitFor();
    const other = await open({ javaScriptEnabled, viewport });
    await other.goto('/admin/products');
    await other.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
    await other.waitForURL(/stock=in/);
    await expect.poll(() => namesOf(other)).toEqual(NAMES.slice(1));
    // The view has the columns. For other addresses, the browser remembers them.
    await page.goto(LIST);
    for (const shown of [other, page]) {
      expect(await rowsOf(shown).first().getByText('Gadget', { exact: true }).count()).toBe(0);
    }
    const renamed = `${name}, renamed`;
    await other.getByText('Rename view', { exact: true }).click();
    await other.getByLabel('New name of this view').fill(renamed);
    await other.getByRole('button', { name: 'Rename', exact: true }).click();
    const link = other.getByRole('link', { name: renamed });
    await link.and(other.locator('[aria-current]')).waitFor();
    await other.getByText('Delete view', { exact: true }).click();
    await other.getByRole('button', { name: `Delete “${renamed}”` }).click();
    await other.waitForURL((url) => url.search === '');
    await link.waitFor({ state: 'detached' });
  });
});

test('everything works by keyboard alone: search, rows, selection, question, undo, opening', async () => {
  const page = await open();
  const { keyboard } = page;
  await page.goto('/admin');
  await keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Find anything').waitFor();
  await keyboard.press('Escape');
  await page.goto('/admin/products');
  await keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Select the row').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keyboard.press('/');
  await keyboard.type('consolable');
  await keyboard.press('Enter');
  await page.getByText('3 products', { exact: true }).first().waitFor();
  // In the field these are letters.
  await keyboard.press('x');
  expect(await page.getByLabel('Name, brand, SKU or barcode').inputValue()).toContain('x');
  await keyboard.press('Backspace');
  await page.goto(LIST);
  await keyboard.press('j');
  expect(await focused(page)).toBe(NAMES[0]);
  await keyboard.press('x');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Shift+X');
  await page.getByText('3 selected').first().waitFor();
  await keyboard.press('x');
  await page.getByText('2 selected').first().waitFor();
  await keyboard.press('k');
  await keyboard.press('k');
  expect(await focused(page)).toBe(NAMES[0]);
  await page.getByRole('button', { name: 'Archive', exact: true }).focus();
  await keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Archive 2 products?' }).waitFor();
  await keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Archive');
  await page.getByText('2 selected').first().waitFor();
  await page.getByLabel('Tag to add or remove').focus();
  await keyboard.type('for the test');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText('Add the tag “for the test” to 2 products?').waitFor();
  await page.getByRole('button', { name: 'Yes, change them' }).focus();
  await keyboard.press('Enter');
  await page.getByText('2 products tagged “for the test”.').waitFor();
  // The button that asked is hidden, as nothing is selected any more.
  await expect.poll(() => focused(page)).toBe('Products');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await keyboard.press('Enter');
  await page.getByText('Undone: 2 products as before.').waitFor();
  await page.goto(LIST);
  await keyboard.press('j');
  await keyboard.press('j');
  await keyboard.press('Enter');
  await page.waitForURL(/\/admin\/products\/prd_/);
  await page.goBack();
  await expect.poll(() => focused(page)).toBe(NAMES[1]);
  await keyboard.press('j');
  expect(await focused(page)).toBe(NAMES[2]);
});

test('the command palette finds products, orders, customers, pages and settings, and opens them by keyboard', async () => {
  const page = await open();
  const { keyboard } = page;
  await page.goto('/admin');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Find anything' });
  const option = (name: string | RegExp) =>
    dialog.getByRole('option', { name, exact: typeof name === 'string' });
  await option('Products').waitFor();
  expect(loaded.filter((path) => /command-palette.*\.js$/.test(path))).toHaveLength(1);
  await keyboard.type('cons-2');
  await option(/^Consolable Cap/).waitFor();
  await keyboard.press('Enter');
  await page.waitForURL(`**/admin/products/${caps._id}`);
  await dialog.waitFor({ state: 'detached' });

  await page.goto('/admin/products');
  await page
    .getByRole('button', { name: /^Find anything/ })
    .first()
    .click();
  const field = dialog.getByRole('combobox');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await keyboard.type('shopper@ex');
  await dialog.getByRole('group', { name: 'Customers' }).getByRole('option').first().waitFor();
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Demo Shopper' }).waitFor();
  await keyboard.press('Control+k');
  await field.waitFor();
  await keyboard.type('nothing is called so');
  await dialog.getByText('Nothing matches.').waitFor();
  await keyboard.press('Control+a');
  await keyboard.type('sto');
  await option('Stock').waitFor();
  await option('Held stock').waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.waitForURL('**/admin/held-stock');

  await page.goto('/admin');
  for (const [typed, name] of [
    ['shipping', 'Delivery'],
    ['password', 'Profile and password'],
    ['backup', 'Backups'],
    ['VAT', 'Invoices and VAT'],
  ] as const) {
    await keyboard.press('Control+k');
    await field.fill(typed);
    await option(new RegExp(`^${name}`))
      .and(page.locator('[aria-selected=true]'))
      .waitFor();
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await keyboard.press('Control+k');
  await field.fill('VAT');
  await keyboard.press('Enter');
  await page.waitForURL('**/admin/settings#documents.seller.taxNumber');
  await page.getByText('BIN 001234567-0101').waitFor();
  await keyboard.press('Control+k');
  await field.fill('stripe secret');
  await option(/^Takes cards through Stripe.*STRIPE_SECRET_KEY/).click();
  await page.waitForURL('**/admin/settings#STRIPE_SECRET_KEY');

  // Opened again while it is open or closes, it has what is typed.
  await keyboard.press('Control+k');
  await keyboard.type('sal');
  await keyboard.press('Control+k');
  await keyboard.type('es');
  await expect.poll(() => field.inputValue()).toBe('sales');
  await keyboard.press('Escape');
  await keyboard.press('Control+k');
  await keyboard.type('taxs');
  await keyboard.press('Backspace');
  await expect.poll(() => field.inputValue()).toBe('tax');

  // What is typed while the code of the palette is loaded is not lost, and no key of the list below.
  await page.goto('/admin/products');
  await page.route(/command-palette.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await keyboard.press('Control+k');
  await keyboard.type('synx');
  await keyboard.press('Backspace');
  await keyboard.press('Enter');
  await page.waitForURL('**/admin/synonyms');
});

test('the console looks like itself, opened by its address or from the shop', async () => {
  const page = await open();
  const looks = async () => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link').first().waitFor();
    // Above a table of the console only wide screens show its heads.
    await page.getByRole('columnheader', { name: 'Status' }).waitFor();
  };
  await page.goto(LIST);
  await looks();
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.locator('a[href="/admin"]').click();
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await looks();
});

test('the console keeps to WCAG 2.2 AA, in light and in the dark', async () => {
  const found: string[] = [];
  for (const viewport of [WIDE, NARROW]) {
    const page = await open({ viewport });
    const look = async (scene: string) => found.push(...(await violationsInBoth(page, scene)));
    await page.goto('/admin');
    await look('overview');
    await page.goto(LIST);
    await look('table');
    await page.getByText('Columns', { exact: true }).first().click();
    await look('columns');
    await page.keyboard.press('Escape');
    await page.getByLabel(`Select ${NAMES[1]}`).check();
    await look('selection');
    const actions = page.getByText('Actions', { exact: true });
    if (await actions.isVisible()) await actions.click();
    await look('actions');
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
    await look('question');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await look('palette');
    await page.keyboard.type('consol');
    await page.getByRole('option', { name: /Consolable Cap/ }).waitFor();
    await look('palette with results');
    await page.goto('/admin/settings');
    await look('settings');
    if (viewport === NARROW) continue;
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await page.locator('[data-rows=compact]').waitFor();
    await page.goto(LIST);
    const compact = await violationsInBoth(page, 'compact rows');
    // Usual rows, which are one click away, have targets of 24 pixels.
    found.push(...compact.filter((line) => !line.includes(' target-size: ')));
  }
  expect(found).toEqual([]);
});
