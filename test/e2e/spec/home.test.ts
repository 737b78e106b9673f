import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { contactMessage } from '#features/contact/contact.schema.ts';
import { holdBack, signIn, watchedBrowser } from '../../support/browser.ts';
import { type Goods, Person } from '../../support/people.ts';
import { queryShop } from '../../support/shop-database.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const CATEGORIES = ['Cloths', 'Shoes', 'Gadget', 'Jersey'];

const firstOf = async (category: string, limit: number): Promise<Goods[]> =>
  (
    await new Person().call(
      'GET',
      `/products?${new URLSearchParams({ category, limit: `${limit}` })}`,
    )
  ).json();
const region = (page: Page, name: string) =>
  page.getByRole('main').getByRole('region', { name, exact: true });
const namesIn = (list: Locator) => list.getByRole('heading', { level: 3 }).allTextContents();

/** How many of the list's items stand side by side. */
async function columnsOf(list: Locator): Promise<number> {
  const tops = await list
    .locator('xpath=./li')
    .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)));
  return tops.filter((top) => top === tops[0]).length;
}

describe.each(WIDTHS)('on a $name', ({ viewport, isWide }) => {
  let page: Page;
  const panel = () => page.getByRole('tabpanel');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  beforeAll(async () => {
    page = await browser.open({ viewport });
    await page.goto('/home');
  });

  test('the home page has a header and a hero section [2.43]', async () => {
    expect(await page.getByRole('banner').isVisible()).toBe(true);
    const hero = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 1 }) });
    expect(await hero.locator('img').isVisible()).toBe(true);
    const [first, heading] = await Promise.all([
      hero.boundingBox(),
      page.getByRole('heading', { level: 2 }).first().boundingBox(),
    ]);
    // Above everything else of the page, below the header.
    expect(first?.y).toBeGreaterThanOrEqual(64);
    expect(heading?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
  });

  test('the tabs are Cloths, Shoes, Gadget and Jersey, centered [2.44]', async () => {
    expect(await page.getByRole('tab').allTextContents()).toEqual(CATEGORIES);
    const edges = await page.getByRole('tab').evaluateAll((tabs) => ({
      left: Math.min(...tabs.map((one) => one.getBoundingClientRect().left)),
      right: Math.max(...tabs.map((one) => one.getBoundingClientRect().right)),
    }));
    const middle = await page.evaluate(() => document.documentElement.clientWidth / 2);
    expect(Math.abs((edges.left + edges.right) / 2 - middle)).toBeLessThan(2);
    expect(edges.right - edges.left).toBeLessThan(viewport.width - 24);
  });

  test('each tab shows up to six products of its category [2.45, 9.6]', async () => {
    for (const category of CATEGORIES) {
      await tab(category).click();
      await page.getByRole('tabpanel', { name: category, exact: true }).waitFor();
      const seven = await firstOf(category, 7);
      expect(seven).toHaveLength(7);
      expect(await namesIn(panel())).toEqual(seven.slice(0, 6).map(({ name }) => name));
    }
  });

  test('products stand in 3, 2 or 1 columns on large, medium and small screens [2.46]', async () => {
    const list = panel().getByRole('list').first();
    expect(await columnsOf(list)).toBe(isWide ? 3 : 1);
    if (!isWide) return;
    await page.setViewportSize({ width: 800, height: 900 });
    expect(await columnsOf(list)).toBe(2);
    await page.setViewportSize(viewport);
  });

  test('Grab You Favorite Things heads a banner of four category tiles [2.48, 2.49, 2.51]', async () => {
    const banner = region(page, 'Grab You Favorite Things');
    expect(
      await banner
        .getByRole('heading', { name: 'Grab You Favorite Things', exact: true })
        .isVisible(),
    ).toBe(true);
    const tiles = banner.getByRole('listitem');
    expect(await tiles.count()).toBe(4);
    for (const [index, name] of CATEGORIES.entries()) {
      const tile = tiles.nth(index);
      expect(await tile.getByText(name, { exact: true }).isVisible()).toBe(true);
      expect(await tile.getByRole('link').getAttribute('href')).toBe(`/${name.toLowerCase()}`);
      // The image fills the tile, behind the words.
      const [tileBox, image] = await Promise.all([
        tile.boundingBox(),
        tile.locator('img').boundingBox(),
      ]);
      expect(image).toEqual(tileBox);
    }
  });

  test('each of the four tiles says Stock Items 50 [2.50, 9.8]', async () => {
    const said = region(page, 'Grab You Favorite Things').getByText('Stock Items 50', {
      exact: true,
    });
    expect(await said.count()).toBe(4);
    expect(await said.last().isVisible()).toBe(true);
  });

  test('the Offer section is headed 20% Discount On Our Full Set Item [2.52, 9.9]', async () => {
    const offer = region(page, '20% Discount On Our Full Set Item');
    expect(await offer.getByRole('heading', { level: 2 }).textContent()).toBe(
      '20% Discount On Our Full Set Item',
    );
    expect(await offer.getByText('Offer', { exact: true }).isVisible()).toBe(true);
  });

  test('the first three Full Set products are New Arrivals with Shop Now [2.53, 2.54, 2.55, 3.2, 9.7]', async () => {
    const offer = region(page, '20% Discount On Our Full Set Item');
    const sets = await firstOf('Full Set', 4);
    expect(sets).toHaveLength(4);
    const tiles = offer.getByRole('listitem');
    expect(await namesIn(offer)).toEqual(sets.slice(0, 3).map(({ name }) => name));
    for (const [index, { slug }] of sets.slice(0, 3).entries()) {
      const tile = tiles.nth(index);
      expect(await tile.getByText('New Arrivals', { exact: true }).isVisible()).toBe(true);
      const link = tile.getByText('Shop Now', { exact: true });
      expect(await link.getAttribute('href')).toBe(`/product/${slug}`);
    }
  });

  test('the contact section is titled Contact With Us and has the id contact [2.56]', async () => {
    const section = page.locator('section#contact');
    expect(await section.getByRole('heading', { level: 2 }).textContent()).toBe('Contact With Us');
  });

  test('the contact form has name, email, a message of 5 rows and Send [2.57, 2.58, 2.60, 3.15, 5.12, 5.13, 9.17]', async () => {
    const form = page.locator('#contact form');
    const [name, email, message] = ['Your Name', 'Your Email', 'Your Message'].map((label) =>
      form.getByLabel(label, { exact: true }),
    );
    expect(await name?.getAttribute('name')).toBe('user_name');
    expect(await name?.evaluate((field) => (field as HTMLInputElement).type)).toBe('text');
    expect(await email?.getAttribute('name')).toBe('user_email');
    expect(await email?.getAttribute('type')).toBe('email');
    expect(await message?.getAttribute('name')).toBe('message');
    expect(
      await message?.evaluate((field) => [field.tagName, (field as HTMLTextAreaElement).rows]),
    ).toEqual(['TEXTAREA', 5]);
    expect(await form.getByRole('button', { name: 'Send', exact: true }).isVisible()).toBe(true);
    const required = form.locator(':required');
    expect(await required.count()).toBe(0);
    // Without script, what the shop refuses must not leave the page: the message would be lost.
    for (const [text, isGood] of [
      ['ann.o-n+1@mail.example.com', true],
      ['ann@shop', false],
    ] as const) {
      await email?.fill(text);
      expect([
        text,
        await email?.evaluate((one) => (one as HTMLInputElement).validity.valid),
      ]).toEqual([text, isGood]);
      expect(contactMessage.safeParse({ user_email: text }).success).toBe(isGood);
    }
    await email?.fill('');
  });

  test('the contact form is half as wide as the page [2.59]', async () => {
    const [form, section] = await Promise.all([
      page.locator('#contact form').boundingBox(),
      page.locator('#contact > div').boundingBox(),
    ]);
    const share = (form?.width ?? 0) / (section?.width ?? 1);
    // Two columns and the gap between them; on a phone there is room for one.
    expect(share).toBeGreaterThan(isWide ? 0.47 : 0.99);
    expect(share).toBeLessThanOrEqual(isWide ? 0.5 : 1);
  });

  test('the contact form is empty at once, says nothing, and what it sent is kept [4.39, 4.40, 8.13]', async () => {
    const form = page.locator('#contact form');
    const email = `ann.${viewport.width}@example.com`;
    await form.getByLabel('Your Name').fill('Ann Asking');
    await form.getByLabel('Your Email').fill(email);
    await form.getByLabel('Your Message').fill('Is it warm?\nI hope so.');
    await page.evaluate(() => document.body.setAttribute('data-same', 'yes'));
    const release = await holdBack(page, '**/contact.data*');
    const text = await page.getByRole('main').textContent();
    // The second press is ignored: the response of the first is still on its way.
    await form.getByRole('button', { name: 'Send' }).dblclick();
    for (const label of ['Your Name', 'Your Email', 'Your Message']) {
      expect(await form.getByLabel(label).inputValue()).toBe('');
    }
    const responded = page.waitForResponse(/contact\.data/);
    release();
    await responded;
    const rows = await queryShop('select name, message from contact_messages where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ name: 'Ann Asking', message: 'Is it warm?\nI hope so.' }]);
    expect(await page.getByRole('main').textContent()).toBe(text);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('body').getAttribute('data-same')).toBe('yes');
  });
});

test('the offers lead to all full sets, which are a category of their own but not in the header', async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  await page.goto('/');
  expect(await page.getByRole('banner').getByRole('link', { name: 'Full Set' }).count()).toBe(0);
  await page.getByRole('link', { name: 'See all: Full Set', exact: true }).click();
  await page.waitForURL(/login\?from=%2Ffull-set$/);
  await signIn(page, 'shopper@example.com', undefined, page.url());
  await page.getByRole('heading', { level: 1, name: /^Full Set/ }).waitFor();
  expect(await page.getByRole('article').count()).toBe(8);
  await page.getByRole('article').getByRole('link').first().click();
  await page.getByRole('main').getByRole('link', { name: 'Full Set', exact: true }).click();
  await page.waitForURL('**/full-set');
});

test('the landing page is there at / and at /home [2.1]', async () => {
  const page = await browser.open();
  for (const path of ['/', '/home']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await region(page, 'Grab You Favorite Things').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('a message that could not be sent is told to the console alone [5.13, 8.14]', async () => {
  const page = await browser.open({ expects: [/The message was not sent/] });
  await page.goto('/');
  const told = page.waitForEvent('console', (message) => message.text().includes('not sent'));
  const form = page.locator('#contact form');
  // Longer than the shop takes; the field itself would not let it in.
  await form.getByLabel('Your Name').evaluate((field) => field.removeAttribute('maxlength'));
  await form.getByLabel('Your Name').fill('n'.repeat(201));
  await form.getByRole('button', { name: 'Send' }).click();
  const [, reason] = (await told).args();
  expect(JSON.stringify(await reason?.jsonValue())).toContain(
    'A name can have at most 200 characters.',
  );
  expect(await form.getByLabel('Your Name').inputValue()).toBe('');
  expect(await page.getByRole('main').getByText('200 characters').count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
});
