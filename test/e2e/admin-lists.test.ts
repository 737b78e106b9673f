import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { fillInProduct, watchedBrowser } from '../support/browser.ts';
import { cards, count, namesOf, queryOf, rowsOf } from '../support/lists.ts';
import { demoPerson, newShopper, placeOrder, signInAs, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

const WIDE = { width: 1280, height: 900 };
const LAPTOP = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 800 };

describe.each([
  ['with JavaScript', true, WIDE],
  ['without JavaScript', false, NARROW],
])('an admin %s', (_, javaScriptEnabled, viewport) => {
  test('finds an order, deletes it, finds it among the deleted and restores it', async () => {
    const name = javaScriptEnabled ? 'Olga Order' : 'Otto Order';
    const buyer = await newShopper(name);
    await placeOrder(buyer, await goods.add(`Lamp of ${name}`));
    const page = await browser.open({ javaScriptEnabled, viewport });
    await signInAs(page, 'admin@example.com');
    await page.goto('/AllOrders');
    await page
      .getByLabel('Number of an order or invoice, name, email, phone, tracking number or SKU')
      .fill(buyer.email.toUpperCase());
    await page.getByRole('button', { name: 'Search' }).click();
    await count(page, '1 order');
    const text = await cards(page).textContent();
    const number = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text ?? '')?.[0] ?? '';
    await page.goto(`/AllOrders?q=${number.replace('-', '')}&sort=oldest`);
    await count(page, '1 order');
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Delete From All Order' }).click();
    const question = javaScriptEnabled
      ? page.getByRole('alertdialog')
      : page.getByRole('region', { name: 'Confirmation' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('The order was deleted.').waitFor();
    await expect
      .poll(() => queryOf(page))
      .toEqual([
        `q=${number.replace('-', '')}`,
        'sort=oldest',
        // With script it is said once.
        ...(javaScriptEnabled ? [] : ['notice=order-deleted', expect.stringMatching(/^undo=ord_/)]),
      ]);
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('State').selectOption('Deleted');
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/state=deleted/);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The order is back in All Orders.').waitFor();
    await page.goto(`/AllOrders?q=${number}&state=cancelled`);
    await count(page, '1 order');
    await cards(page).getByText('Not Payed').waitFor();
  });

  test('searches products and removes several at once, after the question', async () => {
    const page = await browser.open({ javaScriptEnabled, viewport });
    await signInAs(page, 'admin@example.com');
    const names = ['Aardvark Cap', 'Zebra Cap', 'Kept Cap'].map(
      (name) => `${name} ${javaScriptEnabled ? 'One' : 'Two'}`,
    );
    for (const name of names) {
      await fillInProduct(page, { name, category: 'Jersey' });
      await page.getByLabel(/Units in stock/).fill(name.startsWith('Zebra') ? '0' : '4');
      await page.getByRole('button', { name: 'Add Product' }).click();
      await page.getByText('Product added successfully!').waitFor();
    }
    await page.goto('/manageAllProducts');
    await page.getByLabel('Product name').fill(javaScriptEnabled ? 'cap one' : 'cap two');
    await page.getByLabel('Sort by').selectOption('Name');
    await page.getByRole('button', { name: 'Search' }).click();
    await count(page, '3 products');
    await expect.poll(() => namesOf(page)).toEqual(names.toSorted());
    await cards(page).filter({ hasText: 'Zebra' }).getByText('Sold out').waitFor();
    await cards(page).filter({ hasText: 'Kept' }).getByText('Low stock: 4 left').waitFor();

    await page.getByLabel(/^Select Aardvark/).check();
    await page.getByLabel(/^Select Zebra/).check();
    await page.getByRole('button', { name: 'Remove selected' }).click();
    const question = javaScriptEnabled
      ? page.getByRole('alertdialog')
      : page.getByRole('region', { name: 'Confirmation' });
    await question
      .getByRole('heading', { name: 'Are you sure you want to delete the product' })
      .waitFor();
    await question.getByText(`${names[0]}, ${names[1]}`).waitFor();
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('deleted successfully').waitFor();
    await count(page, '1 product');
    expect(await namesOf(page)).toEqual([names[2]]);
    expect(queryOf(page)).toContain('sort=name');
  });
});

test('an admin is told which of several products were gone already', async () => {
  const [first, second] = await Promise.all([browser.open(), browser.open()]);
  for (const page of [first, second]) await signInAs(page, 'admin@example.com');
  for (const name of ['Raced Vest', 'Raced Scarf']) {
    await fillInProduct(first, { name, category: 'Shoes' });
    await first.getByRole('button', { name: 'Add Product' }).click();
    await first.getByText('Product added successfully!').waitFor();
  }
  for (const page of [first, second]) {
    await page.goto('/manageAllProducts?q=raced');
    await count(page, '2 products');
  }
  const remove = async (page: Page) =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await first.getByLabel('Select all shown').check();
  await first.getByRole('button', { name: 'Remove selected (2)' }).click();
  await first.getByRole('alertdialog').waitFor();
  await cards(second).filter({ hasText: 'Raced Vest' }).getByRole('button').click();
  await remove(second);
  await second.getByText('deleted successfully').waitFor();
  await remove(first);
  await first
    .getByText(
      'Not removed, because it was gone already: Raced Vest. 1 product deleted successfully.',
    )
    .waitFor();
});

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('compact rows %s', (_, javaScriptEnabled) => {
  test('show forty rows of each table on a laptop, are remembered, and leave a phone as it is', async () => {
    const { storageState } = await demoPerson('admin@example.com');
    const viewport = LAPTOP;
    const reducedMotion = 'reduce';
    const page = await browser.open({ javaScriptEnabled, viewport, storageState, reducedMotion });
    const inSight = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('tr[data-row]')].filter(
            (row) => row.getBoundingClientRect().bottom <= window.innerHeight,
          ).length,
      );
    const heightOnPhone = async () => {
      await page.setViewportSize(NARROW);
      const box = await rowsOf(page).first().boundingBox();
      await page.setViewportSize(LAPTOP);
      return box?.height;
    };
    const button = page.getByRole('button', { name: 'Compact rows' });
    const firstBox = rowsOf(page).first().getByRole('checkbox');
    const list = '/admin/products?sort=name';
    await page.goto(list);
    expect(await inSight()).toBeLessThan(25);
    const usual = await heightOnPhone();
    await firstBox.check();
    // The choice is remembered once the server has responded.
    await Promise.all([page.waitForResponse(/\/admin\/rows/), button.click()]);
    await button.and(page.locator('[aria-pressed=true]')).waitFor();
    await expect.poll(inSight).toBeGreaterThanOrEqual(40);
    expect(new URL(page.url()).search).toBe('?sort=name');
    if (javaScriptEnabled) expect(await firstBox.isChecked()).toBe(true);
    await page.goto('/admin/stock?show=100');
    expect(await inSight()).toBeGreaterThanOrEqual(40);
    await page.goto(list);
    expect(await heightOnPhone()).toBe(usual);
    await button.click();
    await button.and(page.locator('[aria-pressed=false]')).waitFor();
    // The button may have been scrolled to. Rows above the window would be counted.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(inSight).toBeLessThan(25);
  });
});
