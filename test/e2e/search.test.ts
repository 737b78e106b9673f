import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { arriveAt, overflowOf, watchedBrowser } from '../support/browser.ts';
import { cards, namesOf, queryOf } from '../support/lists.ts';
import { signInAs } from '../support/people.ts';

const browser = watchedBrowser();

/** What the address asks for. A form that is sent without script has its empty fields as well. */
const askedOf = (page: Page) =>
  queryOf(page)
    .filter((pair) => !pair.endsWith('='))
    .toSorted();

test.each([
  ['with script', true],
  ['without script', false],
])(
  'a search is typed, filtered, sorted and shared by its address, %s',
  async (_, javaScriptEnabled) => {
    const page = await browser.open({ javaScriptEnabled, viewport: { width: 1280, height: 900 } });
    await signInAs(page, 'shopper@example.com');
    await page.goto('/search');
    const field = page.getByRole('main').getByRole('combobox', { name: 'Search the shop' });
    await field.fill('jumpr');
    await field.press('Enter');
    await page.waitForURL(/q=jumpr/);
    await page.getByRole('heading', { level: 1, name: 'Results for ‘jumper’' }).waitFor();
    const all = await namesOf(page);
    expect(all.length).toBeGreaterThan(0);
    // A name counts more than a description.
    expect(all[0]).toBe('Skerry Cable Jumper');

    await page.getByText('These are the results for').getByRole('link', { name: 'jumper' }).click();
    await page.waitForURL(/q=jumper/);
    await page
      .getByRole('group', { name: 'Size' })
      .getByText('M', { exact: false })
      .first()
      .click();
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show products' }).click();
    await page.waitForURL(/size=M/);
    await page.getByLabel('Sort by').selectOption('Price: low to high');
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show products' }).click();
    await page.waitForURL(/sort=price-up/);
    expect(askedOf(page)).toEqual(['q=jumper', 'size=M', 'sort=price-up']);
    const filtered = await namesOf(page);
    expect(filtered.length).toBeGreaterThan(0);
    for (const name of filtered) expect(all).toContain(name);

    await page.getByRole('link', { name: 'Remove filter Size M' }).click();
    await page.waitForURL((url) => !url.search.includes('size='));
    expect(askedOf(page)).toEqual(['q=jumper', 'sort=price-up']);
    await page.goBack();
    await page.waitForURL(/size=M/);
    await expect.poll(() => namesOf(page)).toEqual(filtered);
  },
);

test('a search without hits says so, and shows what can be bought', async () => {
  const page = await browser.open({ viewport: { width: 360, height: 740 } });
  await signInAs(page, 'shopper@example.com');
  await page.goto('/search?q=zeppelin');
  await page.getByRole('heading', { level: 1, name: 'Nothing was found for ‘zeppelin’' }).waitFor();
  expect(await cards(page).count()).toBe(6);
  expect(await overflowOf(page)).toBe(0);
  expect(await violationsInBoth(page, 'a search')).toEqual([]);
  await page.goto('/search?q=navy+striped+m');
  await page.getByText('In Navy, size M.').waitFor();
  const all = await namesOf(page);
  // The key leads to the page's own field, and keeps the search.
  await page.keyboard.press('/');
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search the shop' });
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByRole('link', { name: 'Remove filter Size M' }).click();
  await page.getByText('In Navy.').waitFor();
  expect(askedOf(page)).toEqual(['q=navy striped']);
  expect((await namesOf(page)).length).toBeGreaterThanOrEqual(all.length);
  await page.goto('/search?q=blue+striped+m');
  await page.getByText('In Blue, size M.').waitFor();
  expect(await violationsInBoth(page, 'a search')).toEqual([]);
});

test('frequent searches are offered by the empty field and where nothing is found', async () => {
  const viewport = { width: 1440, height: 900 };
  const [page, staff] = [await browser.open({ viewport }), await browser.open({ viewport })];
  await signInAs(page, 'shopper@example.com');
  await signInAs(staff, 'admin@example.com');
  await page.goto('/');
  const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
  for (const nr of [1, 2, 3, 4, 5]) {
    const from = { 'x-forwarded-for': `198.51.100.${nr}` };
    const search = (q: string) => new URL(`/search?q=${q}`, page.url()).href;
    await page.request.get(search('cable+jumper'), { headers: from });
    // Nobody opened these pages.
    await page.request.head(search('denim+skirt'), { headers: from });
    await page.request.get(search('skirt'), { headers: { ...from, ...embedded } });
    const prefetched = { ...from, 'sec-purpose': 'prefetch;prerender' };
    await page.request.get(search('pleated+skirt'), { headers: prefetched });
  }
  await staff.goto('/admin/searches');
  await staff.getByRole('link', { name: 'Popular searches' }).click();
  await staff.getByRole('button', { name: 'Hide cable jumper' }).waitFor();
  expect(await staff.getByRole('button', { name: /^Hide .*skirt/ }).count()).toBe(0);
  const frequent = page.getByRole('option').filter({ hasText: /^cable jumper$/ });
  await page.keyboard.press('/');
  await frequent.waitFor();
  expect(await violationsInBoth(page, 'popular searches')).toEqual([]);
  await page.keyboard.type('c');
  await frequent.waitFor();
  await page.goto('/search?q=zeppelin');
  const links = page.getByRole('navigation', { name: 'Popular searches' });
  await links.getByRole('link', { name: 'cable jumper' }).click();
  await page.getByRole('heading', { level: 1, name: 'Results for ‘cable jumper’' }).waitFor();

  await staff.getByRole('button', { name: 'Hide cable jumper' }).click();
  await staff.getByText('Hidden: cable jumper.').waitFor();
  await page.goto('/search?q=zeppelin');
  await page.getByRole('heading', { level: 1, name: /Nothing was found/ }).waitFor();
  expect(await links.getByRole('link', { name: 'cable jumper' }).count()).toBe(0);
});

test('the key / leads to the field, which suggests while one types', async () => {
  const page = await browser.open({ viewport: { width: 1440, height: 900 } });
  await signInAs(page, 'shopper@example.com');
  await page.goto('/');
  await page.keyboard.press('/');
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search the shop' });
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.type('skerry ca');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  const product = options.filter({ hasText: 'Skerry Cable Jumper' });
  await product.waitFor();
  expect(await violationsInBoth(page, 'suggestions')).toEqual([]);

  await page.keyboard.press('Escape');
  await product.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('skerry ca');
  const suggested = page.waitForResponse(/suggestions\?q=skerry\+cab$/);
  await page.keyboard.type('b');
  await suggested;
  await product.waitFor();
  await page.keyboard.press('ArrowUp');
  expect(await options.last().getAttribute('aria-selected')).toBe('true');
  expect(await field.getAttribute('aria-activedescendant')).toBe(
    await options.last().getAttribute('id'),
  );
  const told = page.waitForRequest('**/search/clicks');
  await product.click();
  expect((await told).postDataJSON()).toMatchObject({ q: 'skerry cab', suggested: true });
  await arriveAt(page, 'Skerry Cable Jumper');

  await field.fill('oxford');
  await field.press('Enter');
  await page.waitForURL(/search\?q=oxford/);
  await page.goto('/');
  await field.click();
  // What was searched before, while nothing is typed.
  await options.filter({ hasText: /^oxford$/ }).click();
  // The address changes before the page does.
  await page.getByRole('heading', { level: 1, name: 'Results for ‘oxford’' }).waitFor();

  const clicked = page.waitForResponse('**/search/clicks');
  await cards(page).first().getByRole('link').first().click();
  expect((await clicked).status()).toBe(201);
  const staff = await browser.open({ viewport: { width: 1440, height: 900 } });
  await signInAs(staff, 'admin@example.com');
  await staff.goto('/admin/searches');
  const row = staff.getByRole('row').filter({ has: staff.getByRole('link', { name: 'oxford' }) });
  await row.getByRole('link', { name: /Oxford/ }).waitFor();
  expect(await violationsInBoth(staff, 'the reports on searches')).toEqual([]);
});

test.each([
  { width: 360, isInMenu: false },
  { width: 320, isInMenu: true },
])(
  'a phone of $width px has a link to the field, which takes the focus',
  async ({ width, isInMenu }) => {
    const page = await browser.open({ viewport: { width, height: 740 } });
    await signInAs(page, 'shopper@example.com');
    await page.goto('/');
    const header = page.getByRole('banner');
    if (isInMenu) await header.getByRole('button', { name: 'Menu' }).click();
    await header
      .getByRole('link', { name: isInMenu ? 'Search' : 'Search the shop', exact: true })
      .click();
    const field = page.getByRole('main').getByRole('combobox', { name: 'Search the shop' });
    await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  },
);
