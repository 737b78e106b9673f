import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { register, signIn, watchedBrowser } from '../support/browser.ts';

const browser = watchedBrowser();

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 800 };

const queryOf = (page: Page) => [...new URL(page.url()).searchParams].map((pair) => pair.join('='));
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const namesOf = (page: Page) => cards(page).getByRole('heading').allTextContents();
const pricesOf = async (page: Page) =>
  (
    await cards(page)
      .getByText(/^(from )?\$/)
      .allTextContents()
  ).map((text) => Number(text.replace(/[^\d.]/g, '')));
const up = (a: number, b: number) => a - b;
const said = (page: Page, text: string | RegExp) =>
  page.locator('[role=status][aria-live=polite]').getByText(text).waitFor({ state: 'attached' });
const count = (page: Page, text: string) =>
  page.getByRole('main').getByText(text, { exact: true }).first().waitFor();

/** Until the script runs the link leads to the first added row by itself. */
const hydrated = (page: Page) => page.locator('a[href$="show=48"]').waitFor();

/** Marks the document, so that a reload shows. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same', 'yes'));
const isSame = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-same'));

describe.each([
  ['wide', WIDE],
  ['narrow', NARROW],
])('a category on a %s screen', (width, viewport) => {
  const openFilters = async (page: Page) => {
    if (width === 'narrow') await page.getByText('Filters').click();
  };

  test('is filtered and sorted at once, by its address, and Back undoes it', async () => {
    const page = await browser.open({ viewport });
    await signIn(page, 'shopper@example.com');
    await page.goto('/cloths');
    await count(page, '24 products');
    await mark(page);
    await openFilters(page);
    await page.getByText('M', { exact: true }).click();
    await page.waitForURL(/size=M/);
    await page.getByRole('group', { name: 'Colour' }).getByText('Navy').click();
    await page.waitForURL(/colour=Navy/);
    await said(page, /^\d products$/);
    expect(queryOf(page)).toEqual(['size=M', 'colour=Navy']);
    const filtered = await namesOf(page);
    expect(filtered.length).toBeGreaterThan(0);
    expect(filtered.length).toBeLessThan(24);
    await page.getByLabel('Sort by').selectOption('Price: high to low');
    await page.waitForURL(/sort=price-down/);
    await expect.poll(async () => (await pricesOf(page)).length).toBe(filtered.length);
    const prices = await pricesOf(page);
    expect(prices).toEqual(prices.toSorted(up).toReversed());
    expect(await isSame(page)).toBe(true);

    await page.goBack();
    await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('');
    expect(queryOf(page)).toEqual(['size=M', 'colour=Navy']);
    await page.goBack();
    await expect.poll(() => page.getByLabel('Navy').isChecked()).toBe(false);
    expect(await page.getByLabel('M', { exact: true }).isChecked()).toBe(true);

    await page.getByRole('link', { name: 'Remove filter Size M' }).click();
    await expect.poll(() => page.getByLabel('M', { exact: true }).isChecked()).toBe(false);
    await count(page, '24 products');
    expect(queryOf(page)).toEqual([]);
  });

  test('says when nothing fits, and how to see everything again', async () => {
    const page = await browser.open({ viewport });
    await signIn(page, 'shopper@example.com');
    await page.goto('/shoes');
    await openFilters(page);
    await page.getByLabel('From').fill('900');
    await page.getByLabel('From').press('Enter');
    await page.getByText('Nothing fits these filters').waitFor();
    expect(queryOf(page)).toEqual(['min=900']);
    await said(page, '0 products');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await cards(page).first().waitFor();
    expect(await page.getByLabel('From').inputValue()).toBe('');
  });

  test('keeps filters, more rows and the place when people come back from a product', async () => {
    const page = await browser.open({ viewport });
    await signIn(page, 'admin@example.com');
    await page.goto('/manageAllProducts?sort=name');
    const before = await cards(page).count();
    expect(before).toBe(24);
    await hydrated(page);
    await page.getByRole('link', { name: 'Load more products' }).click();
    await expect.poll(() => cards(page).count()).toBe(48);
    await said(page, '24 more products.');
    expect(queryOf(page).sort()).toEqual(['show=48', 'sort=name']);
    const focused = await page.evaluate(() => document.activeElement?.id);
    expect(focused).toBe('row-24');
    const names = await namesOf(page);
    expect(new Set(names).size).toBe(48);
    await cards(page).nth(40).scrollIntoViewIfNeeded();
    const height = await page.evaluate(() => window.scrollY);
    expect(height).toBeGreaterThan(1000);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'My Orders' })
      .evaluate((link: HTMLElement) => link.click());
    await page.getByRole('heading', { name: 'My Orders', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => cards(page).count()).toBe(48);
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - height))
      .toBeLessThan(8);
    expect(await namesOf(page)).toEqual(names);

    await page.goto('/cloths?sort=price-up&stock=in');
    await cards(page).nth(9).scrollIntoViewIfNeeded();
    const link = cards(page).nth(9).getByRole('link').first();
    const place = await page.evaluate(() => window.scrollY);
    await link.click();
    await page.getByRole('button', { name: 'Buy It Now' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.goBack();
    await cards(page).nth(9).waitFor();
    expect(queryOf(page)).toEqual(['sort=price-up', 'stock=in']);
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place))
      .toBeLessThan(8);
    expect(await page.getByLabel('In stock only').isChecked()).toBe(true);
  });

  test('passes the accessibility checks with filters open and set, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.open({ viewport, colorScheme });
      await signIn(page, 'shopper@example.com');
      await page.goto('/cloths?size=M&colour=Navy&stock=in&min=20&sort=name');
      await page.locator('details').evaluate((details) => details.setAttribute('open', ''));
      expect(await violations(page)).toEqual([]);
    }
  });
});

describe('a category', () => {
  test('ignores what is unknown or broken in its address', async () => {
    const page = await browser.open();
    await signIn(page, 'shopper@example.com');
    for (const query of [
      'size=Nope&colour=%00&sort=sideways&stock=maybe',
      'min=-1&max=abc&show=x&after=broken',
      `${'size=M2&'.repeat(200)}min=1e9&max=`,
      'after=WyJuZXdlc3QiLCJ4IiwieSJd',
    ]) {
      const answer = await page.goto(`/cloths?${query}`);
      expect([query, answer?.status()]).toEqual([query, 200]);
      await count(page, '24 products');
      expect(await page.getByRole('link', { name: /^Remove filter/ }).count()).toBe(0);
    }
  });

  test('is filtered and sorted without JavaScript', async () => {
    const page = await browser.open({ javaScriptEnabled: false, viewport: NARROW });
    await signIn(page, 'shopper@example.com');
    await page.goto('/cloths');
    await page.getByText('Filters').click();
    await page.getByText('S', { exact: true }).click();
    await page.getByText('L', { exact: true }).click();
    await page.getByLabel('To', { exact: true }).fill('60');
    await page.getByLabel('Sort by').selectOption('Price: low to high');
    await page.getByRole('button', { name: 'Show products' }).click();
    await page.waitForURL(/size=S&size=L/);
    const prices = await pricesOf(page);
    expect(prices.length).toBeGreaterThan(1);
    expect(prices).toEqual(prices.toSorted(up));
    expect(Math.max(...prices)).toBeLessThanOrEqual(60);
    await page.getByRole('link', { name: 'Remove filter Size S' }).click();
    await page.getByRole('link', { name: 'Remove filter Up to $60.00' }).waitFor();
    expect(await page.getByRole('link', { name: 'Remove filter Size S' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Clear all', exact: true }).click();
    await count(page, '24 products');
  });

  test('keeps a choice that was made before its script had come', async () => {
    const page = await browser.open({ viewport: WIDE });
    await signIn(page, 'shopper@example.com');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/shoes?size=42', { waitUntil: 'commit' });
    await page.getByText('44', { exact: true }).click();
    release();
    await page.waitForURL(/size=42&size=44/);
    await page.getByRole('link', { name: 'Remove filter Size 44' }).waitFor();
  });

  test('removing a filter by keyboard leaves the focus beside the other ones', async () => {
    const page = await browser.open();
    await signIn(page, 'shopper@example.com');
    await page.goto('/cloths?size=M&size=L');
    await page.getByRole('link', { name: 'Remove filter Size M' }).press('Enter');
    await page.getByRole('link', { name: 'Remove filter Size M' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('Remove filter Size L');
  });
});

describe('more rows', () => {
  test('come without JavaScript, at the first of them', async () => {
    const page = await browser.open({ javaScriptEnabled: false });
    await signIn(page, 'admin@example.com');
    await page.goto('/manageAllProducts?q=e');
    await page.getByRole('link', { name: 'Load more products' }).click();
    await page.waitForURL(/show=48/);
    expect(await cards(page).count()).toBeGreaterThan(24);
    expect(queryOf(page)).toContain('q=e');
    expect(new URL(page.url()).hash).toBe('#row-24');
  });

  test('have their places kept while they are on their way, and nothing jumps', async () => {
    const page = await browser.open({ viewport: WIDE });
    await signIn(page, 'admin@example.com');
    await page.goto('/manageAllProducts');
    const more = page.getByRole('link', { name: 'Load more products' });
    await hydrated(page);
    await more.scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as unknown as Record<string, number | boolean>;
          if (!hadRecentInput) (window as unknown as { shift: number }).shift += Number(value);
        }
      }).observe({ type: 'layout-shift' });
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/manageAllProducts\.data/, async (route) => {
      await held;
      await route.continue();
    });
    const top = () =>
      cards(page)
        .nth(23)
        .evaluate((card) => card.getBoundingClientRect().top);
    const place = await top();
    await more.click();
    await page.locator('li[aria-hidden=true]').nth(23).waitFor();
    expect(await top()).toBeCloseTo(place, 0);
    // Longer than a browser forgives a shift for a click.
    await page.waitForTimeout(700);
    release();
    await expect.poll(() => cards(page).count()).toBe(48);
    expect(await page.locator('li[aria-hidden=true]').count()).toBe(0);
    expect(await top()).toBeCloseTo(place, 0);
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift).toBeLessThan(0.001);
  });
});

/** Places an order for a product of the home page and answers the buyer's e-mail. */
async function order(page: Page, name: string): Promise<string> {
  const email = await register(page, name);
  await page.goto('/gadget?stock=in');
  const card = cards(page).filter({ has: page.locator('form[action="/cart"]') });
  await card.getByRole('button', { name: 'Add To Cart' }).first().click();
  await page.goto('/shoppingCart');
  await page.getByLabel('City Name').fill('Dhaka');
  await page.getByLabel('Zip Code').fill('1200');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await page.waitForURL(/myOrders/);
  return email;
}

describe.each([
  ['with JavaScript', true, WIDE],
  ['without JavaScript', false, NARROW],
])('an admin %s', (_, javaScriptEnabled, viewport) => {
  test('finds an order, deletes it, finds it among the deleted and restores it', async () => {
    const buyer = await browser.open({ javaScriptEnabled: false });
    const email = await order(buyer, javaScriptEnabled ? 'Olga Order' : 'Otto Order');
    const page = await browser.open({ javaScriptEnabled, viewport });
    await signIn(page, 'admin@example.com');
    await page.goto('/AllOrders');
    await page.getByLabel("Order number, buyer's name or e-mail").fill(email.toUpperCase());
    await page.getByRole('button', { name: 'Search' }).click();
    await count(page, '1 order');
    const text = await cards(page).textContent();
    const number = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text ?? '')?.[0] ?? '';
    await page.goto(`/AllOrders?q=${number.replace('-', '')}&sort=oldest`);
    await count(page, '1 order');
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Delete From All Order' }).click();
    await page.getByText('The order was deleted.').waitFor();
    expect(queryOf(page)).toEqual([
      `q=${number.replace('-', '')}`,
      'sort=oldest',
      // With script it is said once.
      ...(javaScriptEnabled ? [] : ['notice=order-deleted']),
    ]);
    await page.getByText('Nothing fits').waitFor();
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
    await signIn(page, 'admin@example.com');
    const names = ['Aardvark Cap', 'Zebra Cap', 'Kept Cap'].map(
      (name) => `${name} ${javaScriptEnabled ? 'One' : 'Two'}`,
    );
    for (const name of names) {
      await page.goto('/addProduct');
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Price').fill('12');
      await page.getByLabel('Category').selectOption('Jersey');
      await page.getByLabel('Gender').fill('Unisex');
      await page.getByLabel('Details').fill('For a test.');
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
  for (const page of [first, second]) await signIn(page, 'admin@example.com');
  for (const name of ['Raced Vest', 'Raced Scarf']) {
    await first.goto('/addProduct');
    await first.getByLabel('Name').fill(name);
    await first.getByLabel('Price').fill('12');
    await first.getByLabel('Category').selectOption('Shoes');
    await first.getByLabel('Gender').fill('Unisex');
    await first.getByLabel('Details').fill('For a test.');
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

describe('an unsaved product', () => {
  test('is not lost by a click: the page asks first', async () => {
    const page = await browser.open();
    await signIn(page, 'admin@example.com');
    const toForm = async () => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('link', { name: 'Add Product' }).click();
      await page.getByRole('heading', { name: 'Add New Product' }).waitFor();
    };
    // Nothing typed, nothing asked.
    await toForm();
    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    await page.waitForURL(/\/shoes/);
    await toForm();
    await page.getByLabel('Name').fill('Half-typed');
    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    await expect
      .poll(() => dialog.evaluate((popup) => popup.contains(document.activeElement)))
      .toBe(true);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Half-typed');

    await page.goBack();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/addProduct');

    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (browsers) => {
        resolve(browsers.type());
        void browsers.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => location.reload()));
    expect(await asked).toBe('beforeunload');

    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/shoes/);
  });

  test('is asked for no more once it is saved, but still is after a refusal', async () => {
    const page = await browser.open();
    await signIn(page, 'admin@example.com');
    await page.goto('/addProduct');
    await page.getByLabel('Name').fill('Saved Belt');
    await page.getByLabel('Price').fill('1e3');
    await page.getByLabel('Category').selectOption('Cloths');
    await page.getByLabel('Gender').fill('Unisex');
    await page.getByLabel('Details').fill('For a test.');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await page.getByText('A price is a number such as 29.90.').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click();
    await page.getByLabel('Price').fill('13');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await page.getByText('Product added successfully!').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect(await page.getByLabel('Category').inputValue()).toBe('');
    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    await page.waitForURL(/\/shoes/);

    await page.goto('/manageAllProducts?q=saved+belt');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('deleted successfully').waitFor();
  });
});
