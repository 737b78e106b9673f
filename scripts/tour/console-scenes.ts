import type { Page } from 'playwright-core';
import {
  askForReturn,
  decideReturn,
  placeOrders,
  refundSome,
  type TourOrder,
} from './place-orders.ts';
import type { Scene } from './scene.ts';
import { visit } from './steps.ts';

const admin = (name: string, reach: Scene['reach'], more: Partial<Scene> = {}): Scene => ({
  name: `console-${name}`,
  who: 'admin',
  reach,
  ...more,
});

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

/** The orders that the first scene of the table of orders places. */
let orders: TourOrder[] = [];
/** The id of the return that the tour asks for. */
let returned = '';
const selection = () => new URLSearchParams(orders.map(({ id }) => ['order', id]));

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
  admin('product-new', visit('/admin/products/new')),
  admin('product', firstOf('/admin/products')),
  admin('order-table', async (page) => {
    orders = await placeOrders(page);
    await visit('/admin/orders')(page);
  }),
  admin('order-table-none', visit('/admin/orders?q=nothing-of-this-name')),
  admin('order-table-selected', async (page) => {
    await visit('/admin/orders')(page);
    for (const index of [0, 1])
      await page
        .getByLabel(/^Select order/)
        .nth(index)
        .check();
  }),
  admin(
    'order-question',
    async (page) => {
      await page.getByRole('button', { name: 'Fulfill' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
    { onTop: true },
  ),
  admin('order', (page) => visit(`/admin/orders/${orders[1]?.id}`)(page)),
  admin('order-unpaid', (page) => visit(`/admin/orders/${orders[2]?.id}`)(page)),
  admin('order-held', async (page) => {
    await visit(`/admin/orders/${orders[0]?.id}`)(page);
    await page.getByLabel('Reason').fill('Waits for the right size');
    await page.getByRole('button', { name: 'Put on hold' }).click();
    await page.getByText('The order is on hold.').waitFor();
  }),
  admin('order-return-requested', async (page) => {
    if (orders[1]) returned = await askForReturn(page, orders[1]);
    await visit(`/admin/orders/${orders[1]?.id}`)(page);
  }),
  admin('return-order', (page) => visit(`/returnOrder/${orders[1]?.id}`)(page)),
  admin('order-return-on-its-way', async (page) => {
    await decideReturn(page, returned, 'approve');
    await visit(`/admin/orders/${orders[1]?.id}`)(page);
  }),
  admin('return-slip', (page) =>
    visit(`/returnOrder/${orders[1]?.id}/slip?return=${returned}`)(page),
  ),
  admin('order-return-received', async (page) => {
    await decideReturn(page, returned, 'receive');
    await visit(`/admin/orders/${orders[1]?.id}`)(page);
    await page.getByText('Refund items or shipping').click();
  }),
  admin('invoice', async (page) => {
    await visit(`/admin/orders/${orders[1]?.id}`)(page);
    await page.getByRole('link', { name: /^Invoice/ }).click();
    await page.getByRole('heading', { name: /^Invoice/, level: 1 }).waitFor();
  }),
  admin('credit-note', async (page) => {
    if (orders[1]) await refundSome(page, orders[1]);
    await visit(`/admin/orders/${orders[1]?.id}`)(page);
    await page.getByRole('link', { name: /^Credit note/ }).click();
    await page.getByRole('heading', { name: /^Credit note/, level: 1 }).waitFor();
  }),
  admin('order-slips', (page) => visit(`/admin/orders/print?what=slips&${selection()}`)(page)),
  admin('order-pick-list', (page) => visit(`/admin/orders/print?what=pick&${selection()}`)(page)),
  admin('settings', visit('/admin/settings')),
  admin('texts', visit('/admin/texts')),
  admin('searches', visit('/admin/searches')),
  admin('search-pins', pinAndBoost),
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
  admin('stock-value', visit('/admin/stock/value')),
];

/** A search with a pinned product and two boosts. */
async function pinAndBoost(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/searches/pins`);
  const added = page.getByRole('form', { name: 'Add a search' });
  await added.getByRole('textbox').fill('linen shirt');
  await added.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('searchbox', { name: 'Name, SKU or barcode' }).fill('shirt');
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
