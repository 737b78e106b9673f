import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchedBrowser } from '../../support/browser.ts';
import {
  type Goods,
  newShopper,
  type Person,
  type PlacedOrder,
  payOrder,
  placeOrder,
  stockroom,
} from '../../support/people.ts';
import { queryShop } from '../../support/shop-database.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();
const orderOf = (page: Page, id: string) =>
  page.getByRole('article').filter({ has: page.locator(`#order-${id}`) });
const confirmIn = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
let lamp: Goods;
beforeAll(async () => {
  lamp = await goods.add('Ordered Lamp', { price: 19.9 });
});

describe.each(WIDTHS)('on a $name', ({ viewport, name }) => {
  let page: Page;
  let shopper: Person;
  let open: PlacedOrder;
  let paid: PlacedOrder;
  let transaction: string;
  beforeAll(async () => {
    shopper = await newShopper(`Ora Derer ${name}`);
    open = await placeOrder(shopper, lamp, { quantity: 3, city: 'Sylhet' });
    paid = await placeOrder(shopper, lamp, { city: 'Chittagong' });
    transaction = await payOrder(shopper, paid);
    page = await browser.open({ viewport, storageState: shopper.storageState });
    await page.goto('/myOrders');
  });

  test('each order is a table of Name, Product Qunatity, Price and Total Amount [1.5, 2.9, 2.98]', async () => {
    for (const { _id } of [open, paid]) {
      const headers = orderOf(page, _id).getByRole('columnheader');
      expect(await headers.allTextContents()).toEqual([
        'Name',
        'Product Qunatity',
        'Price',
        'Total Amount',
      ]);
    }
    const cells = orderOf(page, open._id).getByRole('cell').locator('xpath=./div');
    expect(await cells.allTextContents()).toEqual(['Ordered Lamp', '3', '$19.90', '$59.70']);
  });

  test("an order that is to be paid has a 'Pay Now' button to its checkout [2.99]", async () => {
    const link = orderOf(page, open._id).getByRole('link', { name: 'Pay Now', exact: true });
    expect(await link.getAttribute('href')).toBe(`/checkOut/${open._id}`);
    expect(await orderOf(page, open._id).getByRole('button', { name: 'Paid' }).count()).toBe(0);
  });

  test("a paid order has a 'Paid' button instead [2.99, 3.11]", async () => {
    const order = orderOf(page, paid._id);
    expect(await order.getByRole('button', { name: 'Paid', exact: true }).isVisible()).toBe(true);
    expect(await order.getByRole('link', { name: 'Pay Now' }).count()).toBe(0);
  });

  test("nobody else's order is in My Orders [2.9]", async () => {
    expect(await page.getByRole('article').count()).toBe(2);
  });

  test('All Orders shows buyer, email, items, payment, shipping, total, address and state [1.6, 1.13, 2.11, 2.101, 2.102, 2.103, 2.104, 2.105, 3.12, 6.9]', async () => {
    const { storageState } = await goods.getAdmin();
    const admin = await browser.open({ viewport, storageState });
    await admin.goto(`/AllOrders?${new URLSearchParams({ q: shopper.email })}`);
    const order = orderOf(admin, open._id);
    expect(await order.getByRole('heading', { level: 2 }).textContent()).toBe(shopper.name);
    expect(await order.getByText(shopper.email, { exact: true }).isVisible()).toBe(true);
    const cells = order.getByRole('cell').locator('xpath=./div');
    expect(await cells.allTextContents()).toEqual(['Ordered Lamp', '3', '$19.90', '$59.70']);
    const factsOf = (id: string) => orderOf(admin, id).locator('dl > div').allTextContents();
    expect(await factsOf(open._id)).toEqual([
      'Products payment$59.70',
      'Shipping cost$120.00',
      'Total$179.70',
      'AddressSylhet, Bangladesh',
    ]);
    expect(await order.getByText('Not Payed', { exact: true }).isVisible()).toBe(true);
    expect(await orderOf(admin, paid._id).getByText('Paid', { exact: true }).isVisible()).toBe(
      true,
    );
    expect(await orderOf(admin, paid._id).getByText('Not Payed').count()).toBe(0);
    expect(await factsOf(paid._id)).toEqual(
      expect.arrayContaining([`Transaction${transaction}`, 'Cardending in 4242']),
    );
  });

  test("'Delete From All  Order', with two spaces, deletes an order [1.13, 2.106, 6.9]", async () => {
    const extra = await placeOrder(shopper, lamp, { quantity: 2, city: 'Barisal' });
    const { storageState } = await goods.getAdmin();
    const admin = await browser.open({ viewport, storageState });
    // The menu's own way of writing it.
    await admin.goto(`/allOrders?${new URLSearchParams({ q: shopper.email })}`);
    const button = orderOf(admin, extra._id).getByRole('button');
    // Both are seen as well: a browser would draw them as one.
    expect(await button.innerText()).toBe('Delete From All  Order');
    await button.click();
    await confirmIn(admin);
    await admin.getByText('The order was deleted.').waitFor();
    expect(await orderOf(admin, extra._id).count()).toBe(0);
    const rows = await queryShop('select status from orders where id = $1', [extra._id]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  test("'Delete From My Order' deletes an order [1.11, 2.100, 4.31, 6.6]", async () => {
    const button = orderOf(page, open._id).getByRole('button', {
      name: 'Delete From My Order',
      exact: true,
    });
    await button.click();
    await confirmIn(page);
    await page.getByText('The order was deleted.').waitFor();
    expect(await orderOf(page, open._id).count()).toBe(0);
    expect(await orderOf(page, paid._id).count()).toBe(1);
  });
});

test('who has no orders is told so', async () => {
  const { storageState } = await newShopper('Nora Orders');
  const page = await browser.open({ storageState });
  await page.goto('/myOrders');
  expect(await page.getByText('You have no orders yet', { exact: true }).isVisible()).toBe(true);
});
