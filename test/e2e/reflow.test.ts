import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import {
  estimateFor,
  fillCart,
  type Goods,
  newShopper,
  type Person,
  placeOrder,
  stockroom,
} from '../support/people.ts';

// WCAG 1.4.10: everything can be read and worked at 400 %, and whatever an admin or an import puts
// into the shop, no page scrolls sideways.

const browser = watchedBrowser();
const goods = stockroom();

const LONG_NAME = `Lamp${'n'.repeat(176)}`;
const LONG_OPTION = 'o'.repeat(60);
let lamp: Goods;
let shirt: Goods;
let buyer: Person;

beforeAll(async () => {
  const descriptions = 'd'.repeat(150);
  lamp = await goods.add(LONG_NAME, { descriptions });
  shirt = await goods.add(`Shirt${'n'.repeat(175)}`, {
    category: 'Cloths',
    descriptions,
    variants: ['S', LONG_OPTION].flatMap((size, index) =>
      ['Ink', LONG_OPTION].map((color) => ({
        sku: `REFLOW-${index}-${color.slice(0, 2)}`,
        size,
        color,
        inventory: 5,
      })),
    ),
  });
  buyer = await newShopper('Rhea Reflow');
  await placeOrder(buyer, lamp);
  await fillCart(buyer, lamp);
  for (const { _id } of shirt.variants) {
    await buyer.post('/cart', { intent: 'add', variantId: _id, quantity: '1' });
  }
  await estimateFor(buyer);
});

/** How far a page or the dialog on it can be pushed sideways, in pixels. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role$=dialog]')];
    return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}

const WIDTHS = [320, 1440];
const HEIGHT = 800;
const emulated = { viewport: { width: 320, height: HEIGHT }, reducedMotion: 'reduce' } as const;

/** Opens each page once, and looks at it in each width: another width renders nothing anew. */
async function eachPage(
  { storageState }: Person,
  paths: string[],
  look: (page: Page, scene: [string, number]) => Promise<void>,
): Promise<void> {
  const page = await browser.open({ ...emulated, storageState });
  for (const path of paths) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await look(page, [path, width]);
    }
  }
}

const stays = async (page: Page, scene: [string, number]) =>
  expect([scene, await sideways(page)]).toEqual([scene, 0]);

describe(`at ${WIDTHS.join(' and ')} px nothing scrolls sideways`, () => {
  test('on pages', async () => {
    const variant = shirt.variants.at(-1)?.sku;
    const products = [`/product/${lamp.slug}`, `/product/${shirt.slug}?variant=${variant}`];
    await eachPage(buyer, ['/', '/gadget', '/cloths', ...products, '/checkOut'], stays);
  });

  test('nor in letters of twice the size on a phone', async () => {
    const viewport = { width: 360, height: HEIGHT };
    const page = await browser.open({ viewport, storageState: buyer.storageState });
    for (const path of ['/', '/cloths']) {
      await page.goto(path);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await stays(page, [path, 360]);
    }
  });

  test('and amounts beside a long name stay in one line', async () => {
    await eachPage(buyer, ['/shoppingCart', '/myOrders'], async (page, scene) => {
      await stays(page, scene);
      const cells = page.getByRole('cell').getByText(/^\$\d+\.\d\d$/);
      const heights = await cells.evaluateAll((amounts) =>
        amounts.map((amount) => amount.getBoundingClientRect().height),
      );
      expect(heights.length).toBeGreaterThan(1);
      expect(Math.max(...heights)).toBeLessThan(40);
    });
  });

  test('on pages of admins', async () => {
    const paths = ['/manageAllProducts', '/AllOrders', `/manageAllProducts?remove=${lamp._id}`];
    await eachPage(await goods.getAdmin(), paths, stays);
  });

  test.each(WIDTHS)('in what opens on top of them, at %i px', async (width) => {
    const page = await browser.open({
      viewport: { width, height: HEIGHT },
      reducedMotion: 'reduce',
      storageState: buyer.storageState,
    });
    const dialog = page.getByRole('dialog');
    await page.goto('/cloths');
    await page
      .getByRole('article')
      .filter({ hasText: shirt.name })
      .getByRole('button', { name: 'Quick View' })
      .click();
    await dialog.getByText('Price : $').waitFor();
    expect(['quick view', await sideways(page)]).toEqual(['quick view', 0]);
    await page.goto('/gadget');
    const card = page.getByRole('article').filter({ hasText: lamp.name });
    await card.getByRole('button', { name: 'Add To Cart' }).click();
    await dialog.getByText('Quantity : 1').waitFor();
    expect(['confirmation', await sideways(page)]).toEqual(['confirmation', 0]);
    await page.getByRole('button', { name: 'Continue Shopping' }).click();
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
    await dialog.getByText('SubTotal').waitFor();
    expect(['drawer', await sideways(page)]).toEqual(['drawer', 0]);
  });
});

describe('at 400 %, which is 320 by 256', () => {
  const enlarged = { viewport: { width: 320, height: 256 }, reducedMotion: 'reduce' } as const;

  /** Where something stands, in parts of the window that it takes when it is scrolled to. */
  const visible = async (page: Page, name: RegExp | string) => {
    const control = page.getByRole('dialog').getByRole('button', { name }).last();
    await control.scrollIntoViewIfNeeded();
    return control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return element.contains(hit);
    });
  };

  test('the cart drawer can be read and worked', async () => {
    const page = await browser.open({ ...enlarged, storageState: buyer.storageState });
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
    const lines = page.getByRole('dialog').getByRole('listitem');
    await lines.first().waitFor();
    const list = await page.getByRole('dialog').getByRole('list').boundingBox();
    expect(list?.height).toBeGreaterThan(200);
    for (const name of [/^Remove/, 'Continue Shopping']) {
      expect([name, await visible(page, name)]).toEqual([name, true]);
    }
  });

  test('the quick view and the confirmation can be, too', async () => {
    const page = await browser.open({ ...enlarged, storageState: buyer.storageState });
    await page.goto('/gadget');
    const card = page.getByRole('article').filter({ hasText: lamp.name });
    await card.getByRole('button', { name: 'Quick View' }).click();
    await page.getByRole('dialog').getByText('Price : $').waitFor();
    for (const name of ['Quantity: one more', 'Add To Cart']) {
      expect([name, await visible(page, name)]).toEqual([name, true]);
    }
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Add To Cart' }).click();
    await page.getByRole('dialog').getByText('Quantity : 1').waitFor();
    expect(await visible(page, 'Continue Shopping')).toBe(true);
  });
});
