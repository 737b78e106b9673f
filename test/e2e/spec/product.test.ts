import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { shop } from '#shop-config';
import { watchedBrowser } from '../../support/browser.ts';
import { type Goods, IMAGE, newShopper, type Person, stockroom } from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();
let kettle: Goods;
let gone: Goods;
beforeAll(async () => {
  kettle = await goods.add('Page Kettle', {
    price: 44.4,
    img: IMAGE,
    descriptions: 'Boils a litre in two minutes.',
  });
  gone = await goods.add('Page Gone', { inventory: 0 });
});

describe.each(WIDTHS)('on a $name', ({ viewport, name }) => {
  let page: Page;
  let shopper: Person;
  const main = () => page.getByRole('main');
  const quantity = () => main().getByLabel('Quantity', { exact: true });
  const press = (label: string) => main().getByRole('button', { name: label, exact: true }).click();
  beforeAll(async () => {
    shopper = await newShopper(`Prue Duct ${name}`);
    page = await browser.open({ viewport, storageState: shopper.storageState });
    await page.goto(`/product/${kettle._id}`);
  });

  test('the page has image, name, price, category, quantity, Add To Cart and descriptions [2.5, 2.76, 2.77, 2.78]', async () => {
    expect(await main().locator('img').first().getAttribute('src')).toContain('/pictures/skerry');
    expect(await main().getByRole('heading', { level: 1 }).textContent()).toBe('Page Kettle');
    for (const text of ['$44.40', 'Gadget', 'Boils a litre in two minutes.']) {
      expect(await main().getByText(text, { exact: true }).isVisible()).toBe(true);
    }
    for (const label of ['Quantity: one less', 'Quantity: one more', 'Add To Cart', 'Buy It Now']) {
      expect(await main().getByRole('button', { name: label, exact: true }).isEnabled()).toBe(true);
    }
  });

  test('it has the social links [2.80]', async () => {
    for (const { label, href } of shop.footer.social) {
      const link = main().getByRole('link', { name: label, exact: true });
      expect(await link.getAttribute('href')).toBe(href);
    }
  });

  test('the quantity starts at 1; plus adds 1, minus takes 1 away, but never below 0 [2.77, 4.1, 4.2, 9.10]', async () => {
    expect(await quantity().inputValue()).toBe('1');
    await press('Quantity: one more');
    expect(await quantity().inputValue()).toBe('2');
    await press('Quantity: one less');
    await press('Quantity: one less');
    expect(await quantity().inputValue()).toBe('0');
    for (const label of ['Quantity: one less', 'Add To Cart', 'Buy It Now']) {
      expect(await main().getByRole('button', { name: label, exact: true }).isDisabled()).toBe(
        true,
      );
    }
    await press('Quantity: one more');
  });

  test('Add To Cart adds the quantity; the same product again raises its line [4.6]', async () => {
    await press('Quantity: one more');
    await press('Add To Cart');
    await main().getByText('In your cart.', { exact: true }).waitFor();
    const bag = (units: number) =>
      page.getByRole('button', { name: `Cart, ${units} items`, exact: true }).waitFor();
    await bag(2);
    await press('Add To Cart');
    await bag(4);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Cart, / })
      .click();
    const drawer = page.getByRole('dialog', { name: 'Your Shopping Cart' });
    await expect.poll(() => drawer.getByLabel(/^Quantity of /).inputValue()).toBe('4');
    expect(await drawer.getByRole('listitem').count()).toBe(1);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
  });

  test('the quantity is 1 when another product opens, and Not In Stock can not be bought [2.79, 3.5, 4.5]', async () => {
    expect(await main().getByText('In Stock', { exact: true }).isVisible()).toBe(true);
    expect(await quantity().inputValue()).toBe('2');
    await main().getByRole('link', { name: 'Gadget', exact: true }).click();
    await page.getByRole('article', { name: 'Page Gone', exact: true }).getByRole('link').click();
    await page.waitForURL(`**/product/${gone.slug}`);
    await main().getByText('Not In Stock', { exact: true }).waitFor();
    expect(await quantity().inputValue()).toBe('1');
    expect(await main().getByRole('button', { name: 'Add To Cart' }).isDisabled()).toBe(true);
  });

  test('Buy It Now adds the quantity and leads to the cart [2.81]', async () => {
    await page.goto(`/product/${kettle.slug}`);
    await press('Quantity: one more');
    await press('Buy It Now');
    await page.waitForURL('**/shoppingCart');
    await expect
      .poll(() =>
        main()
          .getByLabel(/^Quantity of /)
          .inputValue(),
      )
      .toBe('6');
  });
});
