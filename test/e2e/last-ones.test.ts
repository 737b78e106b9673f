import { beforeAll, expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { fillCart, type Goods, newShopper, placeOrder, stockroom } from '../support/people.ts';

// What 'Add To Cart' says when there is less left than was asked for.

const browser = watchedBrowser();
const goods = stockroom();
let last: Goods;
let three: Goods;
beforeAll(async () => {
  last = await goods.add('Last Lamp', { inventory: 1 });
  three = await goods.add('Third Lamp', { inventory: 3 });
});

test('a line of which fewer are left has no plus, and one tap takes those', async () => {
  const short = await goods.add('Short Lamp', { inventory: 3 });
  const shopper = await newShopper('Sam Short');
  await fillCart(shopper, short, 3);
  const other = await newShopper('Otto Other');
  await placeOrder(other, short, { quantity: 2 });
  const page = await browser.open({ storageState: shopper.storageState });
  await page.goto('/shoppingCart');
  await page.getByText('Only 1 left, not 3.').waitFor();
  const plus = page.getByRole('button', { name: 'One more of Short Lamp' });
  expect(await plus.isDisabled()).toBe(true);
  await Promise.all([
    page.waitForResponse('**/cart.data*'),
    page.getByRole('button', { name: 'Take 1 of Short Lamp' }).click(),
  ]);
  await page.getByText('Only 1 left').waitFor({ state: 'hidden' });
  expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Short Lamp/);
  // What is sent is shown before it is stored.
  const reloaded = async () => {
    await page.reload();
    return page.getByText('Only 1 left').count();
  };
  await expect.poll(reloaded).toBe(0);
  expect(await plus.isDisabled()).toBe(false);
});

test('the card adds the last one, and says at the second time that nothing was added', async () => {
  const shopper = await newShopper('Lara Last');
  const page = await browser.open({ storageState: shopper.storageState });
  await page.goto('/gadget?q=Last');
  const card = page.getByRole('article').filter({ hasText: 'Last Lamp' });
  const add = card.getByRole('button', { name: 'Add To Cart' });
  await add.click();
  await page.getByRole('dialog', { name: 'Added to your cart' }).waitFor();
  await page.getByRole('button', { name: 'Cart, 1 item', includeHidden: true }).waitFor();
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await add.click();
  const told = page.getByRole('dialog', { name: 'Nothing was added' });
  await told.getByText('Only 1 is left; it is in your cart already.').waitFor();
  expect(await told.getByText('Quantity : 1').count()).toBe(0);
});

test('the product page and the quick view say how many there were [4.12]', async () => {
  const shopper = await newShopper('Theo Third');
  const page = await browser.open({ storageState: shopper.storageState });
  await page.goto(`/product/${three.slug}`);
  await page.getByLabel('Quantity', { exact: true }).fill('7');
  await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).click();
  await page.getByRole('main').getByText('Only 3 were left: 3 are in your cart.').waitFor();
  expect(await page.getByText('In your cart.', { exact: true }).count()).toBe(0);
  await page.goto('/gadget?q=Third');
  const card = page.getByRole('article').filter({ hasText: 'Third Lamp' });
  await card.getByRole('button', { name: 'Quick View' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add To Cart' }).click();
  await page
    .getByRole('dialog')
    .getByText('Only 3 are left; 3 are in your cart already.')
    .waitFor();
});

test.each([true, false])('Buy It Now leads to a cart that says so, with script: %s', async (js) => {
  const shopper = await newShopper(`Bo Buyer ${js}`);
  const { storageState } = shopper;
  const page = await browser.open({ storageState, javaScriptEnabled: js });
  await page.goto(`/product/${three.slug}`);
  await page.getByLabel('Quantity', { exact: true }).fill('7');
  await page.getByRole('main').getByRole('button', { name: 'Buy It Now' }).click();
  await page.waitForURL(/shoppingCart/);
  await page.getByText('Not all of it could be added').waitFor();
});

test('without script the cart page says that nothing was added', async () => {
  const shopper = await newShopper('Noa Script');
  await fillCart(shopper, last);
  const { storageState } = shopper;
  const page = await browser.open({ storageState, javaScriptEnabled: false });
  await page.goto(`/product/${last.slug}`);
  await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).click();
  await page.waitForURL(/shoppingCart/);
  await page.getByText('Nothing was added: your cart holds as much as you can buy now.').waitFor();
});
