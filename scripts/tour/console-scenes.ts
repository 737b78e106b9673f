import type { Page } from 'playwright-core';
import { admin } from './admin-scene.ts';
import { orderScenes } from './order-scenes.ts';
import type { Scene } from './scene.ts';
import { visit } from './steps.ts';

/** Opens a page and then its first row. */
function firstOf(list: string) {
  return async (page: Page) => {
    await visit(list)(page);
    const rows = page.getByRole('main').locator('tbody tr, ol li');
    await rows.first().getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname.startsWith(`${list}/`));
    await page.waitForLoadState('networkidle');
  };
}

const FILE = `Handle,Title,Tags,Variant SKU,Variant Price,Variant Inventory Qty
tour-scarf,Tour Scarf,wool,TOUR-1,25,10
tour-mittens,Tour Mittens,wool,TOUR-2,free,4
`;

/** The pages of the console, in their states. */
export const consoleScenes: Scene[] = [
  admin('overview', visit('/admin')),
  admin(
    'menu',
    async (page) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Menu' }).click();
    },
    { onTop: true, widestWidth: 360 },
  ),
  admin(
    'palette',
    async (page) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await visit('/admin')(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('jumper');
      await page.getByRole('dialog').getByText('Skerry Cable Jumper').first().waitFor();
    },
    { onTop: true },
  ),
  admin(
    'keys',
    async (page) => {
      await visit('/admin/products')(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
    { onTop: true },
  ),
  admin('products', visit('/admin/products?sort=name')),
  admin('products-filtered', visit('/admin/products?q=jumper&stock=in&min=20')),
  admin('products-none', visit('/admin/products?q=nothing-of-this-name')),
  admin('products-selected', async (page) => {
    await visit('/admin/products?sort=name')(page);
    for (const index of [0, 1, 2])
      await page
        .getByLabel(/^Select /)
        .nth(index + 1)
        .check();
  }),
  admin(
    'products-question',
    async (page) => {
      await page.getByRole('button', { name: 'Set to draft' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
    { onTop: true },
  ),
  admin('product-sheet', visit('/admin/products/sheet?q=jumper')),
  admin('bulk-edits-none', visit('/admin/bulk-edits')),
  admin('bulk-edit-preview', previewPrices),
  admin('bulk-edit', async (page) => {
    await page.getByRole('button', { name: /^Apply to \d+ product/ }).click();
    await page.getByRole('heading', { name: 'Bulk edit: done' }).waitFor();
  }),
  admin('bulk-edits', visit('/admin/bulk-edits')),
  admin('product-new', visit('/admin/products/new')),
  admin('product', firstOf('/admin/products')),
  ...orderScenes,
  admin('carts', visit('/admin/carts')),
  admin('customers', visit('/admin/customers')),
  admin('customers-none', visit('/admin/customers?q=nothing-of-this-name')),
  admin('customer', firstOf('/admin/customers')),
  admin('settings', visit('/admin/settings')),
  admin('texts', visit('/admin/texts')),
  admin('searches', visit('/admin/searches')),
  admin('pins', visit('/admin/searches/pins')),
  admin('search-pins', pinAndBoost),
  admin('popular-searches', visit('/admin/searches/popular')),
  admin('tags', visit('/admin/tags')),
  admin('synonyms', visit('/admin/synonyms')),
  admin('categories', visit('/admin/categories')),
  admin('category-new', visit('/admin/categories/new')),
  admin('category-refused', async (page) => {
    await page.getByRole('button', { name: 'Add category' }).click();
    await page.getByText('A name is needed.').waitFor();
  }),
  admin('category', firstOf('/admin/categories')),
  admin(
    'category-question',
    async (page) => {
      await page.getByRole('button', { name: 'Move products' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
    { onTop: true },
  ),
  admin('collections-none', visit('/admin/collections')),
  admin('collection-new', visit('/admin/collections/new')),
  admin('collection', async (page) => {
    await page.getByLabel('Name', { exact: true }).fill('Knitted');
    await page.getByLabel('All that fit a rule').check();
    await page.getByLabel('Price from').fill('20');
    await page.getByRole('button', { name: 'Add collection' }).click();
    await page.getByText('in the shop').first().waitFor();
  }),
  admin('collections', visit('/admin/collections')),
  admin('delivery', visit('/admin/delivery?country=Bangladesh&city=Dhaka')),
  admin('delivery-zone', firstOf('/admin/delivery')),
  admin('taxes', visit('/admin/taxes')),
  admin('tax-rate', visit('/admin/taxes/new')),
  admin('return-policy', visit('/admin/return-policy')),
  admin('imports-none', visit('/admin/imports')),
  admin('import', async (page) => {
    const buffer = Buffer.from(FILE);
    const file = { name: 'tour.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Check of the file: done').waitFor();
  }),
  admin('imports', visit('/admin/imports')),
  admin('stock', visit('/admin/stock')),
  admin('stock-low', visit('/admin/stock?stock=low&sort=fewest')),
  admin('stock-none', visit('/admin/stock?q=nothing-of-this-name')),
  admin('stock-variant', async (page) => {
    await firstOf('/admin/stock')(page);
    await page.getByLabel('Stock and prices as of (UTC)').fill('2020-01-01T10:00');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('1 January 2020').first().waitFor();
  }),
  admin('stock-count', visit('/admin/stock/count')),
  admin('stock-receive', visit('/admin/stock/receive')),
  admin('stock-value', visit('/admin/stock/value')),
];

/** Takes a tenth off the prices of the jumpers in a sheet, up to the preview. */
async function previewPrices(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('/admin/products/sheet?q=jumper')(page);
  const bar = page.getByRole('form', { name: 'Change a column' });
  await bar.getByLabel('Operation').selectOption('Change by percent');
  await bar.getByLabel('Percent', { exact: true }).fill('-10');
  await bar.getByRole('button', { name: /^Apply to all/ }).click();
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page
    .getByText(/changed values?/)
    .first()
    .waitFor();
}

/** A search with a pinned product and two boosts. */
async function pinAndBoost(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/searches/pins`);
  const added = page.getByRole('form', { name: 'Add a search' });
  await added.getByRole('textbox').fill('linen shirt');
  await added.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('searchbox', { name: 'Name, brand, SKU or barcode' }).fill('shirt');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('button', { name: /^Pin / }).first().click();
  const boost = page.getByRole('form', { name: 'Add a boost' });
  for (const [kind, name, steps] of [
    ['Category', 'Cloths', '3 steps up'],
    ['Brand', 'Nordwind', '1 step down'],
  ] as const) {
    await boost.getByLabel('What').selectOption(kind);
    await boost.getByLabel('Name').fill(name);
    await boost.getByLabel('Moves').selectOption(steps);
    await boost.getByRole('button').click();
    await page.getByRole('list', { name: 'Boosts' }).getByText(name).waitFor();
  }
}
