import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { newShopper, placeOrder, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

test('what a redirect has to say is said once, and not again by its address', async () => {
  const person = await newShopper('Nils Notice');
  const lamp = await goods.add('Noticed Lamp');
  // A page that was used before has a history.
  const page = await browser.open({ storageState: person.storageState, isNew: true });
  await page.goto('/myOrders?show=48&notice=order-placed');
  const said = page.getByText('Your order is placed. You can pay for it below.');
  await said.waitFor();
  await page.waitForURL((url) => url.search === '?show=48');
  expect(await said.isVisible()).toBe(true);
  expect(await page.evaluate(() => history.length)).toBe(2);
  await page.reload();
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).waitFor();
  expect(await said.count()).toBe(0);

  // Twice the same is said twice, without asking for the page once more.
  await placeOrder(person, lamp);
  await placeOrder(person, lamp, { quantity: 2 });
  await page.goto('/myOrders');
  for (const left of [1, 0]) {
    const remove = page.getByRole('button', { name: 'Delete From My Order' });
    await remove.first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => remove.count()).toBe(left);
    await page.getByText('The order was deleted.').waitFor();
    await page.waitForURL((url) => url.search === '');
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.waitForTimeout(300);
  expect(asked).toEqual([]);
});

test('without script the address goes on saying it', async () => {
  const { storageState } = await newShopper('Nina Notice');
  const page = await browser.open({ storageState, javaScriptEnabled: false });
  await page.goto('/myOrders?notice=order-placed');
  await page.getByText('Your order is placed.').waitFor();
  expect(new URL(page.url()).search).toBe('?notice=order-placed');
});

test('a description that is cut at an emoji shows all of it or nothing', async () => {
  await goods.add('Emoji Lamp', { descriptions: `${'z'.repeat(99)}😀 tail` });
  const { storageState } = await goods.getAdmin();
  // A page that differs from what the server made is an error in the console, and fails the test.
  const page = await browser.open({ storageState });
  await page.goto('/manageAllProducts?q=Emoji');
  await page
    .getByRole('article')
    .getByText(`${'z'.repeat(99)}😀…`)
    .waitFor();
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).waitFor();
});
