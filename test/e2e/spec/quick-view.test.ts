import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdBack, watchedBrowser } from '../../support/browser.ts';
import { demoPerson, IMAGE, type Person, stockroom } from '../../support/people.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

let shopper: Person;
beforeAll(async () => {
  shopper = await demoPerson('shopper@example.com');
  await goods.add('Quick Radio', {
    price: 31.5,
    img: IMAGE,
    descriptions: 'Plays what the air brings.',
  });
  await goods.add('Quick Shirt', {
    variants: [
      { sku: 'QS-S', size: 'S', color: 'Red', inventory: 3 },
      { sku: 'QS-M', size: 'M', color: 'Red', inventory: 3 },
      { sku: 'QS-B', size: 'S', color: 'Blue', inventory: 3 },
    ],
  });
});

describe.each(WIDTHS)('on a $name', ({ viewport }) => {
  let page: Page;
  const quantity = () => dialogOf(page, 'Quick Radio').getByLabel('Quantity', { exact: true });
  const press = (name: string) =>
    dialogOf(page, 'Quick Radio').getByRole('button', { name, exact: true }).click();
  const open = async (name: string) => {
    const card = page.getByRole('article', { name, exact: true });
    await card.getByRole('button', { name: 'Quick View', exact: true }).click();
    await dialogOf(page, name).getByText('Price : $').waitFor();
  };
  beforeAll(async () => {
    page = await browser.open({ viewport, storageState: shopper.storageState });
    await page.goto('/gadget');
  });
  beforeEach(async () => {
    if (!(await page.getByRole('dialog').isVisible())) await open('Quick Radio');
  });

  test("it has image, name, 'Price : $' and price, descriptions, quantity and Add To Cart [2.67, 2.68, 2.69, 2.70, 2.71]", async () => {
    const dialog = dialogOf(page, 'Quick Radio');
    expect(await dialog.locator('img').getAttribute('src')).toContain('/pictures/skerry');
    for (const text of ['Price : $31.50', 'Plays what the air brings.']) {
      expect(await dialog.getByText(text, { exact: true }).isVisible()).toBe(true);
    }
    for (const name of ['Quantity: one less', 'Quantity: one more', 'Add To Cart']) {
      expect(await dialog.getByRole('button', { name, exact: true }).isVisible()).toBe(true);
    }
    expect(await quantity().inputValue()).toBe('1');
  });

  test('minus goes down to 0 and not below, and nothing of which there are 0 is added [2.71, 4.2]', async () => {
    await press('Quantity: one less');
    expect(await quantity().inputValue()).toBe('0');
    const dialog = dialogOf(page, 'Quick Radio');
    expect(await dialog.getByRole('button', { name: 'Quantity: one less' }).isDisabled()).toBe(
      true,
    );
    expect(await dialog.getByRole('button', { name: 'Add To Cart' }).isDisabled()).toBe(true);
    await press('Quantity: one more');
    expect(await quantity().inputValue()).toBe('1');
  });

  test('the quantity is 1 again after it was closed [4.4]', async () => {
    await press('Quantity: one more');
    await press('Quantity: one more');
    expect(await quantity().inputValue()).toBe('3');
    await press('Close');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await open('Quick Radio');
    expect(await quantity().inputValue()).toBe('1');
  });

  test('what is made in sizes or colors asks for them first; what is not shows no choice [2.66]', async () => {
    const dialog = dialogOf(page, 'Quick Radio');
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await press('Close');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await open('Quick Shirt');
    const shirt = dialogOf(page, 'Quick Shirt');
    expect(await shirt.getByRole('group', { name: 'Size' }).getByRole('radio').count()).toBe(2);
    expect(await shirt.getByRole('group', { name: 'Colour' }).getByRole('radio').count()).toBe(2);
    await shirt.getByRole('button', { name: 'Add To Cart' }).click();
    await shirt.getByText('Please choose a colour first.', { exact: true }).waitFor();
    await shirt.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('a spinner shows while it is loading [2.47]', async () => {
    await press('Close');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const release = await holdBack(page, '**/quickView/**');
    const card = page.getByRole('article', { name: 'Quick Shirt', exact: true });
    await card.getByRole('button', { name: 'Quick View', exact: true }).click();
    const spinner = dialogOf(page, 'Quick Shirt')
      .getByRole('status')
      .filter({ hasText: 'Loading' });
    await spinner.waitFor({ state: 'attached' });
    release();
    await dialogOf(page, 'Quick Shirt').getByText('Price : $').waitFor();
    await expect.poll(() => spinner.count()).toBe(0);
    await page.unroute('**/quickView/**');
  });
});
