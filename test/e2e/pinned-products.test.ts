import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { watchedBrowser } from '../support/browser.ts';
import { demoPerson, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

async function open(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  return browser.open({ storageState, reducedMotion: 'reduce', ...options });
}

const namesOf = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').getByRole('link').allTextContents();

test.each([true, false])(
  'staff choose which products come first in a search, and hide a popular one (script: %s)',
  async (script) => {
    const page = await open({
      javaScriptEnabled: script,
      viewport: { width: 390, height: 800 },
      expects: [/4(?:00|12|22)/],
    });
    const text = `garden party ${script ? 'one' : 'two'}`;
    const [hat, scarf] = await Promise.all([
      goods.add(`Pinned Hat ${script}`),
      goods.add(`Pinned Scarf ${script}`),
    ]);
    await page.goto('/admin/searches');
    await page.getByRole('link', { name: 'Pinned products' }).click();
    const added = page.getByRole('form', { name: 'Add a search' });
    await added.getByRole('textbox').fill('!?');
    await added.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Please write a search of 1 to 200 letters.').waitFor();
    await added.getByRole('textbox').fill(text);
    await added.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('heading', { level: 1, name: `Pinned for ‘${text}’` }).waitFor();
    const editor = page.url();
    await page
      .getByRole('searchbox', { name: 'Name, brand, SKU or barcode' })
      .fill(`pinned ${script}`);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    for (const { name } of [hat, scarf]) {
      await page.getByRole('button', { name: `Pin ${name}` }).click();
      await page.getByRole('button', { name: `Take ${name} out` }).waitFor();
    }
    expect(await namesOf(page, 'Pinned products')).toEqual([hat.name, scarf.name]);
    const boost = page.getByRole('form', { name: 'Add a boost' });
    await boost.getByLabel('Name').fill('nothing');
    await boost.getByRole('button').click();
    await page.getByText('There is no category with this name.').waitFor();
    await boost.getByLabel('What').selectOption('Brand');
    await boost.getByLabel('Name').fill('Nordwind');
    await boost.getByRole('button').click();
    const boosted = page.getByRole('list', { name: 'Boosts' }).getByRole('listitem');
    await boosted.getByText('1 step up').waitFor();
    await boosted.getByRole('button', { name: 'Lower Nordwind' }).click();
    await boosted.getByText('1 step down').waitFor();
    if (script) expect(await violationsInBoth(page, 'pinned products')).toEqual([]);
    // Of two people, the second is told what the first did.
    const other = await open({ javaScriptEnabled: script, expects: [/412/] });
    await other.goto(editor);
    const up = page.getByRole('button', { name: `Move ${scarf.name} up` });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => namesOf(page, 'Pinned products')).toEqual([scarf.name, hat.name]);
    if (script) {
      expect(await up.evaluate((it) => it === document.activeElement)).toBe(true);
    }
    await other.getByRole('button', { name: `Take ${scarf.name} out` }).click();
    await other.getByText('Somebody else has changed these products.').waitFor();
    expect(await namesOf(other, 'Pinned products')).toEqual([scarf.name, hat.name]);
    await page.goto(`/search?${new URLSearchParams({ q: text.toUpperCase() })}`);
    expect(await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(
      [scarf.name, hat.name],
    );
    await page.goto('/admin/searches/pins');
    await page.getByRole('row').filter({ hasText: text }).getByText('2 products').waitFor();
    await page.getByRole('link', { name: text }).click();
    await page
      .getByRole('button', { name: `Remove the pinned products and boosts of ${text}` })
      .click();
    await page.getByText('The search is removed from this list.').waitFor();
    await other.getByRole('button', { name: `Take ${hat.name} out` }).click();
    await other.getByText('Somebody else has removed this search from the list.').waitFor();

    await page.goto('/admin/searches/popular');
    const form = page.getByRole('form', { name: 'Hide a search' });
    await form.getByRole('textbox').fill(text);
    await form.getByRole('button', { name: 'Hide' }).click();
    await page.getByText(`Hidden: ${text}.`).waitFor();
    if (script) expect(await violationsInBoth(page, 'popular searches')).toEqual([]);
    await page.getByRole('button', { name: `Offer again: ${text}` }).click();
    await page.getByText(`Not hidden any more: ${text}.`).waitFor();
  },
);
