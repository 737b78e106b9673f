import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { consoleOrders } from '../support/console-orders.ts';
import { newShopper, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
const { openAsAdmin, paidOrder } = consoleOrders(browser, goods);
const phone = { viewport: { width: 390, height: 844 } };

test('an order begins with what is to be done, then has what was bought, and is tabbed as it is seen; on a phone the stock begins with its rows', async () => {
  const { id } = await paidOrder(await newShopper('Nora Narrow'), 'Narrow Lamp', 1);
  const page = await openAsAdmin(phone);
  await page.goto(`/admin/orders/${id}`);
  const topOf = async (name: string) => {
    const box = await page.getByRole('heading', { name }).first().boundingBox();
    return box?.y ?? Number.NaN;
  };
  const parts = ['To ship', 'Bought', 'Customer', 'Timeline'];
  const tops = await Promise.all(parts.map(topOf));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const heads = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  const places = parts.map((part) => heads.findIndex((head) => head.startsWith(part)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await topOf('To ship')).toBeLessThan(await topOf('Bought'));
  expect(await topOf('Customer')).toBeLessThan(await topOf('Timeline'));
  expect(Math.abs((await topOf('To ship')) - (await topOf('Customer')))).toBeLessThan(10);

  await page.setViewportSize(phone.viewport);
  await page.goto('/admin/stock');
  const row = page.getByRole('row').filter({ has: page.getByLabel('Change the stock of') });
  expect((await row.first().boundingBox())?.y).toBeLessThan(600);
  const category = page.getByLabel('Category', { exact: true });
  expect(await category.isVisible()).toBe(false);
  await page.getByText('Filters', { exact: true }).click();
  await category.waitFor();
});

test('the navigation of the console shows a shade where more of it is', async () => {
  const page = await openAsAdmin();
  await page.goto('/admin');
  const list = page.getByRole('navigation', { name: 'Console' }).locator('..');
  const look = await list.evaluate((element) => ({
    scrolls: element.scrollHeight > element.clientHeight,
    attachment: getComputedStyle(element).backgroundAttachment,
  }));
  expect(look).toEqual({ scrolls: true, attachment: 'local, local, scroll, scroll' });
});
