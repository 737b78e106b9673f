import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pressTwice, watchedBrowser } from '../../support/browser.ts';
import { fillCart, type Goods, newShopper, stockroom } from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();
let lamp: Goods;
let clock: Goods;
beforeAll(async () => {
  lamp = await goods.add('Cart Lamp', { price: 19.9 });
  clock = await goods.add('Cart Clock', { price: 5.05 });
});

// The tests of one screen follow one cart from one to the next.
describe.each(WIDTHS)('on a $name', ({ viewport, name }) => {
  let page: Page;
  const table = () => page.getByRole('main').getByRole('table');
  const row = (product: string) => table().getByRole('row').filter({ hasText: product });
  const clocks = () => row('Cart Clock').getByLabel('Quantity of Cart Clock', { exact: true });
  /** Waits until the server has that many clocks. What is sent is shown before. */
  const areStored = (quantity: string) =>
    expect.poll(() => row('Cart Clock').locator('[name=from]').first().inputValue()).toBe(quantity);
  const total = () => page.getByRole('region', { name: 'Grand Total', exact: true });
  const totalRow = async (term: string) => {
    const rows = await total().locator('dl > div').allTextContents();
    return rows.find((text) => text.startsWith(term));
  };
  const estimate = async (city: string, zip = '01205') => {
    await page.getByLabel('City Name', { exact: true }).fill(city);
    await page.getByLabel('Zip Code', { exact: true }).fill(zip);
    await page.getByRole('button', { name: 'Update', exact: true }).click();
  };
  beforeAll(async () => {
    const shopper = await newShopper(`Carla Cart ${name}`);
    await fillCart(shopper, lamp, 3);
    await fillCart(shopper, clock);
    page = await browser.open({ viewport, storageState: shopper.storageState });
    await page.goto('/shoppingCart');
  });

  test('the columns are Products Name, Unit Price, Quantity, Amount and Remove Item [2.6, 2.82, 6.4]', async () => {
    const headers = await table().getByRole('columnheader').allTextContents();
    expect(headers).toEqual(['Products Name', 'Unit Price', 'Quantity', 'Amount', 'Remove Item']);
  });

  test('an amount is quantity times price, and Sub Total is the sum of the amounts [1.11, 2.87, 3.6, 9.4, 9.5]', async () => {
    const cells = async (product: string) => {
      const texts = await row(product).getByRole('cell').allTextContents();
      return texts.map((text) => text.match(/\$[\d.]+$/)?.[0] ?? null);
    };
    expect(await cells('Cart Lamp')).toEqual([null, '$19.90', null, '$59.70', null]);
    expect(await cells('Cart Clock')).toEqual([null, '$5.05', null, '$5.05', null]);
    expect(await totalRow('Sub Total')).toBe('Sub Total$64.75');
  });

  test('the box is headed Grand Total; Checkout is disabled until there is an estimate [2.87, 4.26]', async () => {
    expect(await total().getByRole('heading', { level: 2 }).textContent()).toBe('Grand Total');
    expect(await totalRow('Shipping Cost')).toBe('Shipping CostNot known yet');
    const checkout = total().getByRole('button', { name: 'Checkout', exact: true });
    expect(await checkout.isDisabled()).toBe(true);
    expect(await total().getByRole('link', { name: 'Checkout' }).count()).toBe(0);
  });

  test("the estimate has the fixed country 'Bangladesh', and asks for city and zip code [2.83, 2.84, 2.85, 2.86, 5.9, 5.10]", async () => {
    const country = page.getByLabel('Country', { exact: true });
    expect(await country.inputValue()).toBe('Bangladesh');
    expect(await country.isEditable()).toBe(false);
    const [city, zip] = [page.getByLabel('City Name'), page.getByLabel('Zip Code')];
    for (const field of [city, zip]) {
      expect(await field.evaluate((input) => (input as HTMLInputElement).required)).toBe(true);
    }
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await page.getByText('A city is needed.', { exact: true }).waitFor();
    await page.getByText('A zip code is needed.', { exact: true }).waitFor();
    await estimate('Dhaka', '12a');
    await page.getByText('A zip code has digits only.', { exact: true }).waitFor();
    expect(await total().getByRole('button', { name: 'Checkout' }).isDisabled()).toBe(true);
  });

  test('shipping is 60 to a city with chittagong in its name, else 120, and makes the total [1.3, 2.88, 9.1, 9.2, 9.3]', async () => {
    for (const [city, shipping, sum] of [
      ['Dhaka', '$120.00', '$184.75'],
      ['North CHITTAGONG Hills', '$60.00', '$124.75'],
    ] as const) {
      await estimate(city);
      await total().getByText(shipping, { exact: true }).waitFor();
      expect(await totalRow('Shipping Cost')).toBe(`Shipping Cost${shipping}`);
      expect(await totalRow('Total')).toBe(`Total${sum}`);
    }
    const checkout = total().getByRole('link', { name: 'Checkout', exact: true });
    expect(await checkout.getAttribute('href')).toBe('/checkOut');
  });

  test('a city that is typed but not updated holds Checkout back, and says so [4.26]', async () => {
    const city = page.getByLabel('City Name', { exact: true });
    await city.fill('Dhaka');
    await total()
      .getByText('Say where it goes and press Update to see what shipping costs.')
      .waitFor();
    expect(await total().getByRole('button', { name: 'Checkout' }).isDisabled()).toBe(true);
    expect(await total().getByRole('link', { name: 'Checkout' }).count()).toBe(0);
    await city.fill('North CHITTAGONG Hills');
    await total().getByRole('link', { name: 'Checkout', exact: true }).waitFor();
    await page.getByLabel('Zip Code', { exact: true }).fill('1206');
    await total()
      .getByText('Say where it goes and press Update to see what shipping costs.')
      .waitFor();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await total().getByRole('link', { name: 'Checkout', exact: true }).waitFor();
    await estimate('North CHITTAGONG Hills');
    await total().getByRole('link', { name: 'Checkout', exact: true }).waitFor();
  });

  test('plus raises a line far; minus lowers it, but not below 1 [4.11, 4.12, 5.11, 9.11]', async () => {
    const [less, more] = ['less', 'more'].map((word) =>
      row('Cart Clock').getByRole('button', { name: `One ${word} of Cart Clock`, exact: true }),
    );
    expect(await less?.isDisabled()).toBe(true);
    for (let quantity = 2; quantity <= 12; quantity += 1) {
      await more?.click();
      await expect.poll(() => clocks().inputValue()).toBe(String(quantity));
    }
    await row('Cart Clock').getByText('$60.60', { exact: true }).waitFor();
    await less?.click();
    await expect.poll(() => clocks().inputValue()).toBe('11');
  });

  test('of changes that are made while one is sent, the last one is sent after it', async () => {
    await areStored('11');
    const sent: (string | null)[] = [];
    const { promise: pressed, resolve } = Promise.withResolvers<void>();
    await page.route('**/cart.data*', async (route) => {
      const form = new URLSearchParams(route.request().postData() ?? '');
      if (form.has('intent')) sent.push(form.get('quantity') ?? form.get('typed'));
      await pressed;
      await route.continue();
    });
    const less = row('Cart Clock').getByRole('button', { name: 'One less of Cart Clock' });
    for (let press = 1; press <= 3; press += 1) await less.click();
    expect(await clocks().inputValue()).toBe('8');
    resolve();
    await row('Cart Clock').getByText('$40.40', { exact: true }).waitFor();
    expect(sent).toEqual(['10', '8']);
    await page.unroute('**/cart.data*');
  });

  test('two presses in a row count as two, before the first one is shown', async () => {
    const sum = (amount: string) => row('Cart Clock').getByText(amount, { exact: true }).waitFor();
    await clocks().fill('4');
    await clocks().press('Enter');
    await sum('$20.20');
    await areStored('4');
    const more = row('Cart Clock').getByRole('button', { name: 'One more of Cart Clock' });
    await pressTwice(more);
    await sum('$30.30');
    expect(await clocks().inputValue()).toBe('6');
  });

  test('a quantity is typed as well: by Enter, by leaving the field, and never below 1', async () => {
    const sum = (amount: string) => row('Cart Clock').getByText(amount, { exact: true }).waitFor();
    await clocks().fill('7');
    await clocks().press('Enter');
    await sum('$35.35');
    expect(await clocks().evaluate((one) => one === document.activeElement)).toBe(true);
    await clocks().fill('0');
    await clocks().blur();
    expect(await clocks().inputValue()).toBe('7');
    await clocks().fill('9');
    // To the button beside it, and then out of the form.
    await clocks().press('Tab');
    await page.keyboard.press('Tab');
    await sum('$45.45');
    await clocks().fill('10');
    // The button is pressed before the field was saved, and goes on from what was typed.
    await row('Cart Clock').getByRole('button', { name: 'One more of Cart Clock' }).click();
    await sum('$55.55');
    expect(await clocks().inputValue()).toBe('11');
  });

  test('quantities, city and zip code are still there after a reload [1.2, 2.85, 4.14]', async () => {
    await total().locator('xpath=self::*[not(@aria-busy="true")]').waitFor();
    await page.reload();
    await expect.poll(() => clocks().inputValue()).toBe('11');
    expect(await page.getByLabel('City Name').inputValue()).toBe('North CHITTAGONG Hills');
    expect(await page.getByLabel('Zip Code').inputValue()).toBe('01205');
  });

  test('the remove icon deletes its line; an empty cart has no estimate form [4.7, 4.13, 4.27]', async () => {
    await row('Cart Clock').getByRole('button', { name: 'Remove Cart Clock', exact: true }).click();
    await page.getByText('Removed Cart Clock.', { exact: true }).waitFor();
    await row('Cart Clock').waitFor({ state: 'detached' });
    expect(await row('Cart Lamp').count()).toBe(1);
    await row('Cart Lamp').getByRole('button', { name: 'Remove Cart Lamp', exact: true }).click();
    await page.getByText('Your cart is empty', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Update' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cart, empty', exact: true }).waitFor();
  });
});
