import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations, violationsInBoth } from '../support/axe.ts';
import { holdBack, watchedBrowser } from '../support/browser.ts';
import { cards, choice, count, hydrated, labelOf, namesOf, queryOf } from '../support/lists.ts';
import { signInAs } from '../support/people.ts';

const browser = watchedBrowser();

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
const NARROW = { width: 390, height: 800 };
const pricesOf = async (page: Page) =>
  (
    await cards(page)
      .getByText(/^(from )?\$/)
      .allTextContents()
  ).map((text) => Number(text.replace(/[^\d.]/g, '')));
const up = (a: number, b: number) => a - b;
const said = (page: Page, text: string | RegExp) =>
  page.locator('[role=status][aria-live=polite]').getByText(text).waitFor({ state: 'attached' });
/** Marks the document, so that a reload shows. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same', 'yes'));
const isSame = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-same'));

describe.each([
  ['wide', WIDE],
  ['narrow', NARROW],
])('a category on a %s screen', (width, viewport) => {
  const openFilters = async (page: Page) => {
    if (width === 'wide') return page.getByRole('form', { name: 'Filter and sort' });
    await page.getByText('Filters', { exact: true }).click();
    return page.getByRole('dialog', { name: 'Filters' });
  };

  test.runIf(width === 'wide')(
    'is filtered and sorted at once, by its address, and Back undoes it',
    async () => {
      const page = await browser.open({ viewport });
      await signInAs(page, 'shopper@example.com');
      await page.goto('/cloths');
      await count(page, '24 products');
      await mark(page);
      await labelOf(page, 'M').click();
      await page.waitForURL(/size=M/);
      const blue = choice(page, 'Blue');
      await labelOf(page, 'Blue').click();
      await page.waitForURL(/family=Blue/);
      await page.getByRole('link', { name: 'Remove filter All Blue' }).waitFor();
      await page.getByText(/shades of Blue/).click();
      await labelOf(page, 'Navy').click();
      await page.waitForURL(/color=Navy/);
      expect(await blue.isChecked()).toBe(false);
      await said(page, /^\d products$/);
      expect(queryOf(page)).toEqual(['size=M', 'color=Navy']);
      const filtered = await namesOf(page);
      expect(filtered.length).toBeGreaterThan(0);
      expect(filtered.length).toBeLessThan(24);
      await page.getByLabel('Sort by').selectOption('Price: high to low');
      await page.waitForURL(/sort=price-down/);
      await expect
        .poll(async () => {
          const prices = await pricesOf(page);
          return [prices.length, String(prices) === String(prices.toSorted(up).toReversed())];
        })
        .toEqual([filtered.length, true]);
      expect(await isSame(page)).toBe(true);

      await page.goBack();
      await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('');
      expect(queryOf(page)).toEqual(['size=M', 'color=Navy']);
      await page.goBack();
      await expect.poll(() => choice(page, 'Navy').isChecked()).toBe(false);
      expect(await choice(page, 'M').isChecked()).toBe(true);

      await expect.poll(() => blue.isChecked()).toBe(true);

      await page.goBack();
      await expect.poll(() => blue.isChecked()).toBe(false);
      await page.getByRole('link', { name: 'Remove filter Size M' }).click();
      await expect.poll(() => choice(page, 'M').isChecked()).toBe(false);
      await count(page, '24 products');
      expect(queryOf(page)).toEqual([]);
    },
  );

  test.runIf(width === 'wide')(
    'has a slider for its prices, which keys and pointers move, and Back moves again',
    async () => {
      const page = await browser.open({ viewport });
      await signInAs(page, 'shopper@example.com');
      await page.goto('/cloths');
      const highest = page.getByLabel('Highest price');
      const to = page.getByLabel('To', { exact: true });
      // The slider comes when somebody begins to use the page. A move before its script runs is lost.
      await expect
        .poll(async () => {
          await page.mouse.move(5, 300);
          await page.mouse.move(6, 300);
          return highest.count();
        })
        .toBe(1);
      await highest.focus();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft');
      // Several presses are one step of the history.
      await page.waitForURL(/max=/);
      const most = Number(await to.inputValue());
      expect(await highest.getAttribute('aria-valuetext')).toBe(`$${most}.00`);
      expect(queryOf(page)).toEqual([`max=${most}`]);
      await page.getByRole('link', { name: `Remove filter Up to $${most}.00` }).waitFor();
      expect(Math.max(...(await pricesOf(page)))).toBeLessThanOrEqual(most);

      const handle = await page.getByLabel('Lowest price').boundingBox();
      expect(handle?.width).toBeGreaterThanOrEqual(24);
      const { x, y } = { x: (handle?.x ?? 0) + 12, y: (handle?.y ?? 0) + 12 };
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 30, y, { steps: 3 });
      expect(queryOf(page)).toEqual([`max=${most}`]);
      await page.mouse.up();
      await page.waitForURL(/min=/);
      const least = Number(await page.getByLabel('From').inputValue());
      expect(least).toBeGreaterThan(0);
      expect(queryOf(page)).toEqual([`min=${least}`, `max=${most}`]);
      expect(await violations(page)).toEqual([]);

      await page.goBack();
      await expect.poll(() => page.getByLabel('Lowest price').inputValue()).toBe('0');
      expect(await to.inputValue()).toBe(String(most));
      await page.goBack();
      await expect.poll(() => to.inputValue()).toBe('');
      await expect
        .poll(async () => (await highest.inputValue()) === (await highest.getAttribute('max')))
        .toBe(true);
    },
  );

  test('says when nothing fits, and how to see everything again', async () => {
    const page = await browser.open({ viewport });
    await signInAs(page, 'shopper@example.com');
    await page.goto('/shoes');
    const filters = await openFilters(page);
    const from = filters.getByLabel('From');
    // What is no price is neither applied nor cleared, and its field keeps the focus.
    for (const text of ['abc', '-5']) {
      await from.fill(text);
      await from.press('Enter');
      await from.press('Tab');
      const field = await from.evaluate((one) => ({
        text: (one as HTMLInputElement).value,
        isInvalid: one.matches(':invalid'),
      }));
      expect(field).toEqual({ text, isInvalid: true });
      expect(queryOf(page)).toEqual([]);
    }
    if (width === 'wide') await page.evaluate(() => window.scrollTo(0, 400));
    await from.fill('900');
    await from.press('Enter');
    await page.getByText('Nothing matches these filters').waitFor();
    expect(queryOf(page)).toEqual(['min=900']);
    // The list became shorter, and the field is still in sight.
    if (width === 'wide') expect((await from.boundingBox())?.y).toBeGreaterThan(0);
    await said(page, '0 products');
    // A sheet on its way out still has the marks of an open one.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await cards(page).first().waitFor();
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('');
  });

  test('keeps filters, more rows and the place when people come back from a product', async () => {
    const page = await browser.open({ viewport });
    await signInAs(page, 'admin@example.com');
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
    const page = await browser.open({ viewport });
    await signInAs(page, 'shopper@example.com');
    await page.goto('/cloths?size=M&color=Navy&stock=in&min=20&sort=name');
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    expect(await violationsInBoth(page, 'filters')).toEqual([]);
  });
});

describe('the filters on a phone', () => {
  test('open in a sheet that counts what it would show, and show each product in its color', async () => {
    const page = await browser.open({ viewport: PHONE, reducedMotion: 'reduce' });
    await signInAs(page, 'shopper@example.com');
    await page.goto('/cloths?sort=name');
    const first = await cards(page).nth(0).boundingBox();
    const second = await cards(page).nth(1).boundingBox();
    expect(second?.y).toBe(first?.y);
    const filters = page.getByText('Filters', { exact: true });
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    const closed = () => sheet.waitFor({ state: 'hidden' });
    for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await filters.focus();
      await page.keyboard.press('Enter');
      await sheet.getByRole('button', { name: 'Show 24 products' }).waitFor();
      expect(new URL(page.url()).hash).toBe('#filters');
      await close();
      await closed();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toContain('Filters');
      expect(page.url()).toMatch(/cloths\?sort=name$/);
    }
    await filters.click();
    await sheet.getByText(/shades of Blue/).click();
    const navy = labelOf(sheet, 'Navy');
    await page.context().setOffline(true);
    await navy.click();
    // A first choice without a connection is kept.
    await sheet.getByRole('button', { name: 'Show products' }).waitFor();
    await page.context().setOffline(false);
    // The next choice is counted again.
    await navy.click();
    await navy.click();
    await said(page, 'Show 2 products');
    // The other values count what they would leave beside it.
    await expect.poll(() => labelOf(sheet, 'M').textContent()).toBe('M 2');
    expect(await page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(true);
    expect(await violationsInBoth(page, 'the sheet')).toEqual([]);
    await sheet.getByRole('button', { name: 'Show 2 products' }).click();
    await closed();
    await count(page, '2 products');
    expect(queryOf(page)).toEqual(['color=Navy', 'sort=name']);
    expect(await page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(false);
    for (const card of await cards(page).all()) {
      expect(await card.locator('img').getAttribute('src')).toContain('-navy-');
    }
    const card = page.getByRole('article', { name: 'Cove Striped Long Sleeve' });
    await card.getByRole('button', { name: 'Quick View' }).click();
    const quick = page.getByRole('dialog', { name: 'Cove Striped Long Sleeve' });
    await quick.getByLabel('Navy').waitFor();
    // Its image is whole: 4:5, as everywhere.
    const image = await quick.getByRole('img').first().boundingBox();
    expect((image?.width ?? 0) / (image?.height ?? 1)).toBeCloseTo(0.8, 1);
    expect(await quick.getByLabel('Navy').isChecked()).toBe(true);
    const text = (await quick.textContent()) ?? '';
    expect(text.indexOf('Size')).toBeLessThan(text.indexOf('A sailor stripe'));
    await page.keyboard.press('Escape');
    await card.getByRole('link').click();
    await page.getByRole('button', { name: 'Buy It Now' }).waitFor();
    const shown = page.getByRole('main').locator('[aria-current]');
    const thumbs = page.getByRole('link', { name: /^Show in / });
    const large = page.getByRole('main').locator('img').first();
    expect(await shown.getAttribute('aria-label')).toBe('Show in Navy');
    expect(await large.getAttribute('src')).toContain('-navy-');
    expect(await thumbs.count()).toBe(3);
    await thumbs.filter({ has: page.locator('img[src*="-butter-"]') }).click();
    await expect.poll(() => shown.getAttribute('aria-label')).toBe('Show in Butter');
    expect(await thumbs.count()).toBe(3);
    expect(await page.getByLabel('Butter', { exact: true }).isChecked()).toBe(true);
    expect(queryOf(page)).toEqual(['color=Butter']);
  });
});

describe('a category', () => {
  test('ignores what is unknown or broken in its address', async () => {
    const page = await browser.open();
    await signInAs(page, 'shopper@example.com');
    for (const query of [
      'size=Nope&color=%00&sort=sideways&stock=maybe',
      'min=-1&max=abc&show=x&after=broken',
      `${'size=M2&'.repeat(200)}min=1e9&max=`,
      'after=WyJuZXdlc3QiLCJ4IiwieSJd',
    ]) {
      const response = await page.goto(`/cloths?${query}`);
      expect([query, response?.status()]).toEqual([query, 200]);
      await count(page, '24 products');
      expect(await page.getByRole('link', { name: /^Remove filter/ }).count()).toBe(0);
    }
  });

  test('is filtered and sorted without JavaScript', async () => {
    const page = await browser.open({ javaScriptEnabled: false, viewport: NARROW });
    await signInAs(page, 'shopper@example.com');
    await page.goto('/cloths');
    await page.getByText('Filters').click();
    expect(await page.getByLabel('Lowest price').count()).toBe(0);
    await labelOf(page, 'S').click();
    await labelOf(page, 'L').click();
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
    await signInAs(page, 'shopper@example.com');
    const release = await holdBack(page, /\.js$/);
    await page.goto('/shoes?size=42', { waitUntil: 'commit' });
    await labelOf(page, '44').click();
    release();
    await page.waitForURL(/size=42&size=44/);
    await page.getByRole('link', { name: 'Remove filter Size 44' }).waitFor();
  });

  test('removing a filter by keyboard leaves the focus beside the other ones', async () => {
    const page = await browser.open();
    await signInAs(page, 'shopper@example.com');
    await page.goto('/cloths?size=M&size=L');
    await page.getByRole('link', { name: 'Remove filter Size M' }).press('Enter');
    await page.getByRole('link', { name: 'Remove filter Size M' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('Remove filter Size L');
  });
});
