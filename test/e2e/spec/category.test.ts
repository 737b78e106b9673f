import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchedBrowser } from '../../support/browser.ts';
import { type Goods, IMAGE, newShopper, type Person, stockroom } from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();
const CATEGORIES = ['Cloths', 'Shoes', 'Gadget', 'Jersey'];
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

let shopper: Person;
let radio: Goods;
beforeAll(async () => {
  shopper = await newShopper('Cate Gory');
  radio = await goods.add('Card Radio', { price: 31.5, img: IMAGE });
});

describe.each(WIDTHS)('on a $name', ({ viewport }) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.open({ viewport, storageState: shopper.storageState });
  });

  test('a category page shows all products of its category [1.1, 2.4, 2.63]', async () => {
    for (const category of CATEGORIES) {
      await page.goto(`/${category.toLowerCase()}`, { waitUntil: 'domcontentloaded' });
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(category);
      const all: Goods[] = await (await shopper.call('GET', '/products')).json();
      const names = all.filter((one) => one.category === category).map(({ name }) => name);
      const more = page.getByRole('link', { name: 'Load more products', exact: true });
      while ((await cards(page).count()) < names.length) {
        const before = await cards(page).count();
        await more.click();
        await cards(page).nth(before).waitFor();
      }
      expect(await cards(page).getByRole('heading').allTextContents()).toEqual(names);
      expect(await more.count()).toBe(0);
    }
  });

  test('a card has image, name, Add To Cart and Quick View [2.64, 2.65, 2.66, 2.67]', async () => {
    await page.goto('/gadget');
    const card = cardOf(page, 'Card Radio');
    expect(await card.locator('img').getAttribute('src')).toContain('/pictures/skerry');
    expect(await card.getByRole('heading', { name: 'Card Radio', exact: true }).isVisible()).toBe(
      true,
    );
    for (const name of ['Add To Cart', 'Quick View']) {
      expect(await card.getByRole('button', { name, exact: true }).isEnabled()).toBe(true);
    }
  });

  test("Add To Cart asks how to go on: name, 'Quantity : 1' and category [2.72, 2.73, 2.75]", async () => {
    await cardOf(page, 'Card Radio').getByRole('button', { name: 'Add To Cart' }).click();
    const dialog = page.getByRole('dialog');
    for (const text of ['Card Radio', 'Quantity : 1', 'Gadget']) {
      await dialog.getByText(text, { exact: true }).waitFor();
    }
    const proceed = dialog.getByRole('link', { name: 'Proceed To Cart', exact: true });
    expect(await proceed.getAttribute('href')).toBe('/shoppingCart');
  });

  test('Continue Shopping closes the confirmation [2.74]', async () => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Continue Shopping', exact: true })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/gadget');
  });

  test('a click on the image opens the product [2.64]', async () => {
    await cardOf(page, 'Card Radio').locator('img').click();
    await page.waitForURL(`**/product/${radio.slug}`);
    await page.getByRole('heading', { level: 1, name: 'Card Radio', exact: true }).waitFor();
  });
});
