import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { watchedBrowser } from '../../support/browser.ts';
import { fillCart, type Goods, IMAGE, Person, stockroom } from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();
const drawer = (page: Page) =>
  page.getByRole('dialog', { name: 'Your Shopping Cart', exact: true });
const lineOf = (page: Page, name: string) =>
  drawer(page).getByRole('listitem').filter({ hasText: name });

let lamp: Goods;
let clock: Goods;
beforeAll(async () => {
  lamp = await goods.add('Drawer Lamp', { price: 19.9 });
  clock = await goods.add('Drawer Clock', { price: 5.05, img: IMAGE });
});

describe.each(WIDTHS)('on a $name', ({ viewport }) => {
  let page: Page;
  beforeAll(async () => {
    const guest = new Person();
    await fillCart(guest, lamp, 2);
    await fillCart(guest, clock);
    page = await browser.open({ viewport, storageState: guest.storageState });
    await page.goto('/login');
  });
  // Every test begins with the open drawer and both lines.
  beforeEach(async () => {
    if (!(await drawer(page).isVisible())) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Cart, \d/ })
        .click();
    }
    await lineOf(page, 'Drawer Lamp').waitFor();
  });

  test('the drawer is 300 pixels wide, at the right edge, and has its title [2.34, 2.35, 9.15]', async () => {
    await drawer(page).getByRole('heading', { name: 'Your Shopping Cart', exact: true }).waitFor();
    const box = () => drawer(page).boundingBox();
    await expect.poll(async () => (await box())?.x).toBe(viewport.width - 300);
    expect((await box())?.width).toBe(300);
  });

  test('a line has image, name, remove icon, quantity with minus and plus, and the price [2.36, 2.37]', async () => {
    const line = lineOf(page, 'Drawer Clock');
    expect(await line.locator('img').getAttribute('src')).toContain('/pictures/skerry');
    expect(await line.getByText('Drawer Clock', { exact: true }).isVisible()).toBe(true);
    for (const name of [
      'Remove Drawer Clock',
      'One less of Drawer Clock',
      'One more of Drawer Clock',
    ]) {
      expect(await line.getByRole('button', { name, exact: true }).isVisible()).toBe(true);
    }
    expect(await line.getByText('$5.05', { exact: true }).isVisible()).toBe(true);
    expect(await lineOf(page, 'Drawer Lamp').getByText('$19.90', { exact: true }).count()).toBe(1);
  });

  test('SubTotal is the sum of the lines, with a $ sign [2.38, 9.5]', async () => {
    const row = drawer(page).getByRole('paragraph').filter({ hasText: 'SubTotal' });
    expect(await row.textContent()).toBe('SubTotal$44.85');
  });

  test('Continue Shopping closes the drawer [2.40]', async () => {
    await drawer(page).getByRole('button', { name: 'Continue Shopping', exact: true }).click();
    await drawer(page).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('a click outside closes the drawer [2.42]', async () => {
    await expect.poll(async () => (await drawer(page).boundingBox())?.x).toBe(viewport.width - 300);
    await page.mouse.click(20, 450);
    await drawer(page).waitFor({ state: 'hidden' });
  });

  test('the page behind is dimmed within 500 ms [9.18]', async () => {
    const backdrop = drawer(page).locator('xpath=preceding::*[@role="presentation"][1]');
    const { transitionDuration, transitionProperty } = await backdrop.evaluate((element) => {
      const { transitionDuration, transitionProperty } = getComputedStyle(element);
      return { transitionDuration, transitionProperty };
    });
    expect([transitionProperty, transitionDuration]).toEqual(['opacity', '0.5s']);
  });

  test('plus raises a line; minus lowers it while it is above 1 [4.11, 5.11]', async () => {
    const line = lineOf(page, 'Drawer Clock');
    const [less, more] = ['less', 'more'].map((word) =>
      line.getByRole('button', { name: `One ${word} of Drawer Clock`, exact: true }),
    );
    expect(await less?.isDisabled()).toBe(true);
    await more?.click();
    await expect.poll(() => line.getByLabel('Quantity of Drawer Clock').inputValue()).toBe('2');
    await drawer(page).getByText('$49.90', { exact: true }).waitFor();
    await less?.click();
    await expect.poll(() => line.getByLabel('Quantity of Drawer Clock').inputValue()).toBe('1');
    expect(await less?.isDisabled()).toBe(true);
  });

  test('the remove icon deletes its line [4.13]', async () => {
    await lineOf(page, 'Drawer Lamp').getByRole('button', { name: 'Remove Drawer Lamp' }).click();
    await drawer(page).getByText('Removed Drawer Lamp.').waitFor();
    await lineOf(page, 'Drawer Lamp').waitFor({ state: 'detached' });
    expect(await lineOf(page, 'Drawer Clock').count()).toBe(1);
    await drawer(page).getByRole('button', { name: 'Undo' }).click();
    await lineOf(page, 'Drawer Lamp').waitFor();
  });

  test('View Cart leads to the cart page [2.39]', async () => {
    const link = drawer(page).getByRole('link', { name: 'View Cart', exact: true });
    expect(await link.getAttribute('href')).toBe('/shoppingCart');
  });
});
