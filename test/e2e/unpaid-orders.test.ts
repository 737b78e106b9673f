import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { watchedBrowser } from '../support/browser.ts';
import { consoleOrders } from '../support/console-orders.ts';
import { newShopper, placeOrder, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
const { openAsAdmin } = consoleOrders(browser, goods);

test('staff cancel an unpaid order, undo that, mark it as paid in cash and give the money back', async () => {
  const buyer = await newShopper('Carla Cash');
  const lamp = await goods.add('Cash Lamp', { price: 30 });
  const { _id: id } = await placeOrder(buyer, lamp, { quantity: 2 });
  const page = await openAsAdmin();
  const question = page.getByRole('alertdialog');
  await page.goto(`/admin/orders/${id}`);
  await page.getByRole('heading', { name: 'To be paid: $' }).waitFor();
  expect(await violationsInBoth(page, 'an unpaid order')).toEqual([]);

  await page.getByLabel('Reference of the payment').fill('Till 2, receipt 88');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await question.getByText('its items go back on sale').waitFor();
  await question.getByRole('button', { name: 'Go back' }).click();
  expect(await page.getByLabel('Reference of the payment').inputValue()).toBe('Till 2, receipt 88');
  await page.getByLabel('Reference of the payment').fill('');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await question.getByRole('button', { name: 'Yes, cancel order' }).click();
  await page.getByText('The order is cancelled, and its items are on sale again.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('It was placed again, under this new number.').waitFor();
  expect(page.url()).not.toContain(id);

  await page.getByLabel('Reference of the payment').fill('Till 2, receipt 88');
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await question.getByText('Do this once you have all of the $').waitFor();
  await question.getByRole('button', { name: 'Yes, mark as paid' }).click();
  await page.getByText('The order is paid and has its invoice').waitFor();
  await page.getByText('Till 2, receipt 88').waitFor();
  await page.getByText('Paid: outside of the shop').waitFor();

  await page.getByText('Cancel items').click();
  await page.getByLabel('Units of Cash Lamp to cancel').fill('1');
  await page.getByRole('button', { name: 'Cancel these items' }).click();
  await question.getByText('you give the money back').waitFor();
  await question.getByRole('button', { name: 'Cancel and refund $30.00' }).click();
  await page.getByText('Amount of the refund: $30.00.').waitFor();
  await page.getByText('Partly refunded').waitFor();
});
