import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import {
  imageFile,
  overflowOf,
  pressTwice,
  staysWhenAsked,
  watchedBrowser,
} from '../support/browser.ts';
import { imagesOf } from '../support/images.ts';
import { demoPerson, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

// What a failed test leaves would fail its second attempt, and the tests of other files.
const keptIds = new Set<string>();
const PATHS = ['/api/v1/collections', '/api/v1/categories'];
async function sectionsIn(path: string): Promise<{ _id: string }[]> {
  return (await (await goods.getAdmin()).call('GET', path)).json();
}
beforeAll(async () => {
  for (const path of PATHS) for (const { _id } of await sectionsIn(path)) keptIds.add(_id);
});
afterEach(async () => {
  const admin = await goods.getAdmin();
  for (const path of PATHS) {
    for (const { _id } of await sectionsIn(path)) {
      if (keptIds.has(_id)) continue;
      if (path.endsWith('categories'))
        await admin.call('POST', `${path}/${_id}/move`, { to: 'Gadget' });
      await admin.call('DELETE', `${path}/${_id}`, {});
    }
  }
});

async function open(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  const viewport = { width: 1280, height: 900 };
  return browser.open({ viewport, storageState, reducedMotion: 'reduce', ...options });
}

const rowsOf = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').getByRole('link');
const namesOf = (page: Page, list: string) => rowsOf(page, list).allTextContents();

async function openEditor(page: Page, list: 'Categories' | 'Collections', name: string) {
  await page.goto(`/admin/${list.toLowerCase()}`);
  await rowsOf(page, list).filter({ hasText: name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Fills in what both editors have, and saves. */
async function save(page: Page, fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function remove(page: Page, thing: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${thing}` }).click();
  await page.getByRole('button', { name: `Yes, remove ${thing}` }).click();
  await page.getByText(`The ${thing} is removed.`).waitFor();
}

test('a category goes from its first day to its removal, with a collection of its products', async () => {
  const page = await open({ expects: [/404/] });
  const shop = await open();
  const menu = shop.getByRole('navigation', { name: 'Pages' });
  const inShop = async (path: string) => (await shop.goto(path))?.status();

  await page.goto('/admin/categories/new');
  // Nothing was typed, so nothing is asked.
  await page.getByRole('link', { name: 'Stock', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
  await page.goto('/admin/categories/new');
  await page.getByLabel('Image').setInputFiles(imageFile(await imagesOf.png(300, 200), 'hats.png'));
  await page.getByText('Image uploaded successfully').waitFor();
  await save(page, { Name: 'Journey Hats', Text: 'For heads on the way' }, 'Add category');
  await page.getByText('The category is added, and its page is in the shop.').waitFor();

  expect(await inShop('/')).toBe(200);
  await menu.getByRole('link', { name: 'Journey Hats' }).waitFor();
  await shop.getByRole('tab', { name: 'Journey Hats' }).waitFor();
  const footer = shop.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Journey Hats' }).waitFor();
  const tile = shop.getByRole('link', { name: /^Journey Hats.*Stock Items/ });
  expect(await tile.locator('img').getAttribute('src')).toContain('/uploads/');
  await menu.getByRole('link', { name: 'Journey Hats' }).click();
  await shop.getByRole('heading', { level: 1, name: 'Journey Hats' }).waitFor();
  await shop.getByText('For heads on the way').waitFor();

  // Of two people, the second sees what the first saved, and what they typed themselves.
  const other = await open();
  await openEditor(other, 'Categories', 'Journey Hats');
  await openEditor(page, 'Categories', 'Journey Hats');
  await save(page, { Name: 'Journey Caps' }, 'Save');
  await page.getByRole('heading', { level: 1, name: 'Journey Caps' }).waitFor();
  await save(other, { Text: 'For every head' }, 'Save');
  const found = other.getByRole('status').or(other.getByRole('alert'));
  await found.getByText('This is saved now.').waitFor();
  await found.getByText('Journey Caps').waitFor();
  expect(await other.getByLabel('Text').inputValue()).toBe('For every head');
  await save(other, { Name: 'Journey Caps' }, 'Save');
  await other.getByText('Saved.', { exact: true }).waitFor();
  expect(await inShop('/journey-hats?sort=name')).toBe(200);
  expect(new URL(shop.url()).pathname + new URL(shop.url()).search).toBe('/journey-caps?sort=name');
  await shop.getByText('For every head').waitFor();

  await page.goto('/admin/categories');
  const before = await namesOf(page, 'Categories');
  expect(before.at(-1)).toBe('Journey Caps');
  const up = page.getByRole('button', { name: 'Move Journey Caps up' });
  await pressTwice(up);
  const moved = [...before.slice(0, -3), 'Journey Caps', ...before.slice(-3, -1)];
  await expect.poll(() => namesOf(page, 'Categories')).toEqual(moved);
  const list = page.getByRole('list', { name: 'Categories' });
  // A page that is loaded again sooner does not send the second move.
  await expect.poll(() => list.getAttribute('aria-busy')).toBe('false');
  expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect
    .poll(async () => {
      await page.reload();
      return namesOf(page, 'Categories');
    })
    .toEqual(moved);

  await goods.add('Journey Cap', { category: 'Journey Caps', price: 30 });
  await goods.add('Journey Visor', { category: 'Journey Caps', price: 12 });
  await page.goto('/admin/collections/new');
  await page.getByLabel('All that fit a rule').check();
  await page.getByLabel('Category').selectOption('Journey Caps');
  await page.getByLabel('In the menu').check();
  const crossed = { Name: 'Journey Best', 'Price from': '90', 'Price to': '50' };
  await save(page, crossed, 'Add collection');
  // No field alone is wrong, so what is said about the form comes into view.
  const said = page.getByText('The lowest price of a rule is above its highest.');
  await said.waitFor();
  await expect
    .poll(() => said.evaluate((it) => document.activeElement?.contains(it)), { timeout: 10_000 })
    .toBe(true);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIV');
  await save(page, { 'Price from': '20', 'Price to': '' }, 'Add collection');
  await page.getByText('1 product in the shop').waitFor();
  await shop.goto('/');
  await menu.getByRole('button', { name: 'More pages' }).click();
  await menu.getByRole('link', { name: 'Journey Best' }).click();
  await shop.getByRole('heading', { level: 1, name: 'Journey Best' }).waitFor();
  await shop.getByRole('heading', { name: 'Journey Cap', exact: true }).waitFor();
  expect(await shop.getByRole('heading', { name: 'Journey Visor' }).count()).toBe(0);

  // What is in use stays until it is not.
  await openEditor(page, 'Categories', 'Journey Caps');
  await page.getByText('Journey Caps has 2 products, archived ones included.').waitFor();
  expect(await page.getByRole('button', { name: 'Remove category' }).count()).toBe(0);
  await page.getByLabel('Move all its products to').selectOption('Gadget');
  await page.getByRole('button', { name: 'Move products' }).click();
  await page.getByRole('button', { name: 'Yes, move products' }).click();
  await page.getByText('2 products moved.').waitFor();
  await page.getByText('These collections have a rule that names Journey Caps').waitFor();
  await openEditor(page, 'Collections', 'Journey Best');
  await remove(page, 'collection');
  await openEditor(page, 'Categories', 'Journey Caps');
  await remove(page, 'category');
  for (const path of ['/journey-caps', '/collections/journey-best'])
    expect((await page.goto(path))?.status()).toBe(404);
  await shop.goto('/');
  for (const place of [menu, footer])
    expect(await place.getByRole('link', { name: /Journey/ }).count()).toBe(0);
});

test("what a long menu has no room for is under 'More', also without JavaScript", async () => {
  const admin = await goods.getAdmin();
  const names = ['Outdoor', 'Swimwear', 'Accessories', 'Bags', 'Kids', 'Sale', 'New in', 'Gifts'];
  for (const name of names)
    await admin.call('POST', '/api/v1/categories', { name: `${name} long` });
  for (const javaScriptEnabled of [true, false]) {
    const page = await open({ javaScriptEnabled });
    await page.goto('/home');
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const line = page.getByRole('navigation', { name: 'Pages' });
      const more = line.getByRole('button', { name: 'More pages' });
      const end = (await more.boundingBox()) ?? { x: 0, width: 0 };
      const search = page
        .getByRole('banner')
        .getByLabel('Search the shop')
        .filter({ visible: true });
      expect(end.x + end.width).toBeLessThanOrEqual((await search.boundingBox())?.x ?? 0);
      expect(await line.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
      const inLine = await line.getByRole('link').allTextContents();
      await more.focus();
      await page.keyboard.press('Enter');
      const panel = (await line.locator('[popover]').boundingBox()) ?? { x: 0, width: 0 };
      expect(panel.x + panel.width).toBeCloseTo(end.x + end.width, 0);
      const all = await line.getByRole('link').allTextContents();
      expect([all.length, new Set(all).size]).toEqual([13, 13]);
      expect(inLine.length).toBeGreaterThan(3);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'More pages' }).click();
    await page.getByRole('link', { name: 'Gifts long' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Gifts long' }).waitFor();
  }
});

test('without JavaScript categories are ordered and removed too, and a removal asks', async () => {
  const page = await open({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  await page.goto('/admin/categories/new');
  await save(page, { Name: 'Plain Journey' }, 'Add category');
  await page.getByText('The category is added, and its page is in the shop.').waitFor();
  await page.goto('/admin/categories');
  const before = await namesOf(page, 'Categories');
  await page.getByRole('button', { name: 'Move Plain Journey up' }).click();
  await expect
    .poll(() => namesOf(page, 'Categories'))
    .toEqual([...before.slice(0, -2), 'Plain Journey', before.at(-2)]);
  await openEditor(page, 'Categories', 'Plain Journey');
  const removal = page.getByRole('region', { name: 'Remove the category' });
  await removal.getByRole('button', { name: 'Remove category' }).click();
  await page.getByText('Please confirm it first.').waitFor();
  await removal.getByLabel('Yes, I am sure').check();
  await removal.getByRole('button', { name: 'Remove category' }).click();
  await page.getByText('The category is removed.').waitFor();
});

test.each([true, false])(
  'staff write synonyms, which searches know at once (script: %s)',
  async (script) => {
    const page = await open({
      javaScriptEnabled: script,
      viewport: { width: 390, height: 800 },
      expects: [/4(?:00|12|22)/],
    });
    const finds = async (q: string) => {
      await page.goto(`/search?${new URLSearchParams({ q })}`);
      return !(await page.getByRole('heading', { level: 1 }).innerText()).includes(
        'Nothing was found',
      );
    };
    const odd = `qqxz${script}`;
    expect(await finds(odd)).toBe(false);
    await page.goto('/admin/synonyms');
    const line = (name: string) => page.getByRole('form', { name });
    await line('New synonyms').getByRole('textbox').fill(odd);
    await line('New synonyms').getByRole('button', { name: 'Add' }).click();
    await page.getByText('Please write at least two words').waitFor();
    expect(await line('New synonyms').getByRole('textbox').inputValue()).toBe(odd);
    await line('New synonyms').getByRole('textbox').fill(`${odd}, Skerry`);
    await line('New synonyms').getByRole('button', { name: 'Add' }).click();
    await page.getByText(`Saved: ${odd}, skerry.`).waitFor();
    expect(await finds(odd)).toBe(true);
    await page.goto('/admin/synonyms');
    if (script) expect(await violationsInBoth(page, 'synonyms')).toEqual([]);
    // Of two people, the second reads what the first did, and loses nothing.
    const other = await open({ javaScriptEnabled: script, expects: [/412/] });
    await other.goto('/admin/synonyms');
    const write = async (tab: Page, words: string) => {
      const field = tab.getByRole('form', { name: `Synonyms of ${odd}` }).getByRole('textbox');
      await field.fill(words);
      await field.press('Enter');
    };
    await write(page, `${odd}, nothing`);
    await page.getByText(`Saved: ${odd}, nothing.`).waitFor();
    await write(other, `${odd}, none`);
    await other.getByText(`Somebody else has changed this line to “${odd}, nothing”.`).waitFor();
    if (script) await staysWhenAsked(other, 'Stock');
    await write(other, `${odd}, none`);
    await other.getByText(`Saved: ${odd}, none.`).waitFor();
    await page.reload();
    await page.getByRole('button', { name: `Remove ${odd}, none` }).click();
    await page.getByText(`Removed: ${odd}, none.`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`Saved: ${odd}, none.`).waitFor();
    await page.getByRole('button', { name: `Remove ${odd}, none` }).click();
    await page.getByText(`Removed: ${odd}, none.`).waitFor();
    await write(other, `${odd}, lost`);
    await other.getByText('Somebody else has removed this line.').waitFor();
    await other.getByText(`You had written: ${odd}, lost`).waitFor();
    expect(await finds(odd)).toBe(false);
  },
);

test.each([true, false])(
  'staff change what the shop says, as text, and reset it (script: %s)',
  async (script) => {
    const page = await open({
      javaScriptEnabled: script,
      viewport: { width: 360, height: 800 },
      expects: [/4(?:12|22)/],
    });
    const other = await open({ javaScriptEnabled: script, expects: [/412/] });
    const title = 'New this season';
    const write = async (tab: Page, of: string, text: string) => {
      await tab.getByLabel(of, { exact: true }).fill(text);
      await tab.getByRole('button', { name: `Save: ${of}` }).click();
    };
    const reset = async (of: string) => {
      await page.getByRole('button', { name: `Reset: ${of}` }).click();
      await expect.poll(() => page.getByRole('button', { name: `Reset: ${of}` }).count()).toBe(0);
    };
    await page.goto('/admin/texts');
    await other.goto('/admin/texts');
    await write(page, title, 'Autumn <b>is</b> here');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    if (script) expect(await violationsInBoth(page, 'texts')).toEqual([]);
    const shop = await open();
    await shop.goto('/');
    await shop.getByRole('heading', { name: 'Autumn <b>is</b> here' }).waitFor();
    await write(other, title, 'Winter');
    await other.getByText('changed this text to “Autumn <b>is</b> here”').waitFor();
    if (script) {
      // Another text that is saved meanwhile leaves what was refused.
      await write(other, 'Your Shopping Cart', 'Basket');
      await other.getByText('Saved.', { exact: true }).waitFor();
      await staysWhenAsked(other, 'Stock');
    }
    expect(await other.getByLabel(title, { exact: true }).inputValue()).toBe('Winter');
    await other.getByRole('button', { name: `Save: ${title}` }).click();
    await expect.poll(() => other.getByText('changed this text to').count()).toBe(0);
    await other.getByText('Saved.', { exact: true }).waitFor();
    await other.getByRole('link', { name: 'Stock', exact: true }).first().click();
    await other.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
    await page.goto('/admin/texts');
    await write(page, 'Your Shopping Cart', 'Your bag');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await shop.goto('/');
    await shop.getByRole('heading', { name: 'Winter' }).waitFor();
    await shop.getByRole('button', { name: /^Cart/ }).click();
    await shop.getByRole('dialog', { name: 'Your bag' }).waitFor();
    await reset(title);
    await reset('Your Shopping Cart');
    await shop.goto('/');
    await shop.getByRole('heading', { name: title }).waitFor();
    await page.goto('/admin/audit-log?area=taxes');
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('What', { exact: true }).selectOption('Texts');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/admin/audit-log?**area=text**');
    await page.getByRole('link', { name: 'New this season' }).first().click();
    await page.waitForURL('**/admin/texts#home.newSeason');
  },
);

test.each([true, false])(
  'staff merge two tags on all products, and take it back (script: %s)',
  async (script) => {
    const [one, other] = [`Qz Loud ${script}`, `qz quiet ${script}`];
    const tagged = async (name: string, ...tags: string[]) =>
      goods.edit(await goods.add(`${name} ${script}`), { tags });
    await tagged('Tagged Lamp', one);
    await tagged('Tagged Vase', one, other);
    const page = await open({
      javaScriptEnabled: script,
      viewport: { width: 390, height: 800 },
      expects: [/422/],
    });
    await page.goto(`/admin/tags?${new URLSearchParams({ q: one.toLowerCase() })}`);
    const rows = page.getByRole('table', { name: 'Tags' });
    await rows.getByRole('link', { name: '2 products' }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await rows.getByRole('link', { name: one, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: one }).waitFor();
    if (script) expect(await violationsInBoth(page, 'a tag')).toEqual([]);
    await page.getByLabel('New name').fill(one);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The tag has this name already.').waitFor();
    // Other capitals are those of the tag in use.
    await page.getByLabel('New name').fill(other.toUpperCase());
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: `Merge “${one}” into “${other}”?` }).waitFor();
    await page.getByRole('button', { name: 'Yes, change them' }).click();
    await page.getByText(`2 products now tagged “${other}” instead of “${one}”.`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 2 products as before.').waitFor();
    await page.goto(`/admin/products?${new URLSearchParams({ tag: one })}`);
    await page.getByText(`Tagged Lamp ${script}`).first().waitFor();
  },
);
