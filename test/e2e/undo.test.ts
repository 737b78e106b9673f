import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { watchedBrowser } from '../support/browser.ts';
import { type Goods, newShopper, payOrder, placeOrder, stockroom } from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();
const goods = stockroom();
let lamp: Goods;
beforeAll(async () => {
  lamp = await goods.add('Undone Lamp', { price: 19.9 });
});

const orderOf = (page: Page, id: string) =>
  page.getByRole('article').filter({ has: page.locator(`#order-${id}`) });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a customer %s', (_, javaScriptEnabled) => {
  test('is asked once before an order goes, can undo it, and finds it under Cancelled [2.100]', async () => {
    const shopper = await newShopper('Una Do');
    const paid = await placeOrder(shopper, lamp, { city: 'Chittagong' });
    await payOrder(shopper, paid);
    const open = await placeOrder(shopper, lamp, { quantity: 2, city: 'Sylhet' });
    const page = await browser.open({ javaScriptEnabled, storageState: shopper.storageState });
    const question = javaScriptEnabled
      ? page.getByRole('alertdialog')
      : page.getByRole('region', { name: 'Confirmation' });
    const ask = async (id: string, consequence: string) => {
      const button = orderOf(page, id).getByRole('button', { name: 'Delete From My Order' });
      await button.click();
      await question.getByText(consequence).waitFor();
    };
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await page.goto('/myOrders');

    await ask(open._id, 'It will be cancelled, and its items go back on sale.');
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await question.getByText('Keep it').click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => orderOf(page, open._id).count()).toBe(1);

    await ask(open._id, 'It will be cancelled, and its items go back on sale.');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText("The order was deleted. You can find it under 'Cancelled'.").waitFor();
    await expect.poll(() => orderOf(page, open._id).count()).toBe(0);
    const number = await orderOf(page, paid._id).getByRole('heading').textContent();
    if (javaScriptEnabled) await expect.poll(() => focused(page)).toBe(number);

    await undo.click();
    await page.getByText('The order is back. It was placed again, under a new number').waitFor();
    const [again] = await queryShop('select id, number from orders where replaces_id = $1', [
      open._id,
    ]);
    const { id, number: newNumber } = again as { id: string; number: string };
    if (javaScriptEnabled) await expect.poll(() => focused(page)).toBe(`Order ${newNumber}`);
    await expect.poll(() => orderOf(page, id).getByText('Undone Lamp').count()).toBe(1);

    await ask(paid._id, "It leaves My Orders but stays in the shop's records.");
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('The order was deleted.').waitFor();
    await expect.poll(() => orderOf(page, paid._id).count()).toBe(0);
    await undo.click();
    await page.getByText('The order is back.').waitFor();
    await expect.poll(() => orderOf(page, paid._id).count()).toBe(1);

    await page.getByRole('tab', { name: 'Cancelled' }).click();
    const cancelled = orderOf(page, open._id);
    await cancelled.getByText(`It was placed again as order ${newNumber}.`).waitFor();
    expect(await cancelled.getByText(/, by you\./).count()).toBe(1);
    expect(await page.getByRole('article').count()).toBe(1);
  });
});

test('the focus goes to the page heading when no order is left', async () => {
  const shopper = await newShopper('Lena Last');
  await placeOrder(shopper, lamp);
  const page = await browser.open({ storageState: shopper.storageState });
  await page.goto('/myOrders');
  await page.getByRole('button', { name: 'Delete From My Order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('You have no orders yet').waitFor();
  await expect.poll(() => focused(page)).toBe('My Orders');
});

test('an order is printed black on white, whole, without what only works on a screen', async () => {
  const shopper = await newShopper('Paula Paper');
  const order = await placeOrder(shopper, lamp);
  const viewport = { width: 700, height: 1000 };
  const page = await browser.open({ viewport, storageState: shopper.storageState });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/myOrders');
  const article = orderOf(page, order._id);
  for (const role of ['banner', 'button', 'tablist'] as const) {
    expect(await page.getByRole(role).count(), role).toBe(0);
  }
  // Its heading leads to its page.
  expect(await article.getByRole('link').count()).toBe(1);
  const shop = page.getByRole('contentinfo');
  expect(await shop.getByText('12 Agrabad Avenue').isVisible()).toBe(true);
  expect(await shop.getByRole('navigation').count()).toBe(0);
  const style = await article.evaluate((element) => {
    const { color, backgroundColor, breakInside } = getComputedStyle(element);
    return { color, backgroundColor, breakInside };
  });
  expect(style).toEqual({
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
    breakInside: 'avoid',
  });
  expect(await article.getByRole('columnheader', { name: 'Product Qunatity' }).isVisible()).toBe(
    true,
  );
});
