import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, watchedBrowser } from '../support/browser.ts';
import { consoleOrders } from '../support/console-orders.ts';
import { fillCart, newShopper, placeOrder, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
const { openAsAdmin, paidOrder } = consoleOrders(browser, goods);

test('staff find a customer by keys, see what they ordered, spent and left in the cart, and follow it to their orders and back', async () => {
  const buyer = await newShopper('Cora Caller');
  const { number } = await paidOrder(buyer, 'Lamp on the Phone', 2);
  const unpaid = await placeOrder(buyer, await goods.add('Unpaid Lamp', { price: 30 }));
  await fillCart(buyer, await goods.add('Wanted Lamp', { price: 12 }), 2);
  const page = await openAsAdmin();
  const { keyboard } = page;
  await page.goto('/admin/customers');
  await keyboard.press('/');
  await keyboard.type(buyer.email);
  await keyboard.press('Enter');
  await page.getByText('1 customer with an account', { exact: true }).waitFor();
  const row = page.getByRole('row', { name: /^Cora Caller/ });
  // The order that is not paid counts, and nothing was spent for it.
  await row.getByText('$180.00').waitFor();
  expect(await row.getByRole('cell').nth(3).textContent()).toContain('2');
  expect(await violationsInBoth(page, 'the table of customers')).toEqual([]);
  // The search has the focus until then.
  await page.reload();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Cora Caller' }).waitFor();
  await page.getByText('Email not verified').waitFor();
  await page.getByText('This account has saved no address.').waitFor();
  expect(await violationsInBoth(page, 'a customer')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // What is in the cart and not ordered.
  await page.getByRole('link', { name: 'Show', exact: true }).click();
  await page.getByText('1 open cart, at today’s prices', { exact: true }).waitFor();
  const cart = page.getByRole('row', { name: /^Cora Caller/ });
  await cart.getByRole('link', { name: 'Wanted Lamp' }).waitFor();
  expect(await cart.getByRole('cell').nth(2).textContent()).toContain('2');
  await cart.getByText('$24.00').waitFor();
  expect(await violationsInBoth(page, 'the table of carts')).toEqual([]);
  await page.getByLabel('Carts of').selectOption('guests');
  await page.getByText('Nothing matches').waitFor();
  await page.goBack();
  await cart.waitFor();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Cora Caller' }).waitFor();

  await page.getByRole('link', { name: '1 unpaid' }).click();
  await page.getByRole('main').getByText('1 order of Cora Caller').waitFor();
  await page.getByLabel('Payment: Unpaid').click();
  await page.getByRole('checkbox', { name: 'Paid', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Unpaid' }).uncheck();
  // The panel is above the first rows of the table.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
  await page.getByRole('link', { name: 'Cora Caller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cora Caller' }).waitFor();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await page.waitForURL(`**/admin/orders/${unpaid._id}`);
});
