import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, watchedBrowser } from '../support/browser.ts';
import { signInAs } from '../support/people.ts';

const browser = watchedBrowser();

test.each([true, false])(
  'staff write a page, the footer links it, and anybody reads it (script: %s)',
  async (javaScriptEnabled) => {
    const name = javaScriptEnabled ? 'Privacy' : 'Terms';
    const page = await browser.open({ javaScriptEnabled });
    await signInAs(page, 'admin@example.com');
    await page.goto('/admin/pages');
    await page.getByRole('link', { name: 'Add page' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    if (javaScriptEnabled) {
      await page.getByRole('group', { name: 'Formatting' }).waitFor();
      await text.click();
      await page.getByLabel('Kind of text').selectOption('Heading');
      await page.keyboard.type('What we keep');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Your orders.');
      expect(await violationsInBoth(page, 'page editor')).toEqual([]);
    } else {
      await text.fill('What we keep\nYour orders.');
    }
    await page.getByRole('main').getByRole('button', { name: 'Add page' }).click();
    await page.getByText('The page is in the shop.').waitFor();

    // A guest, also where only members may browse.
    const guest = await browser.open({ javaScriptEnabled, viewport: { width: 390, height: 800 } });
    await guest.goto('/');
    await guest
      .getByRole('navigation', { name: /^Information/ })
      .getByText(name)
      .click();
    await guest.getByRole('heading', { name, level: 1 }).waitFor();
    const heading = guest.getByRole('main').getByRole('heading', { name: 'What we keep' });
    expect(await heading.count()).toBe(javaScriptEnabled ? 1 : 0);
    expect(await guest.getByRole('main').innerText()).toContain('Your orders.');
    expect(await overflowOf(guest)).toBe(0);
    if (javaScriptEnabled) expect(await violationsInBoth(guest, 'own page')).toEqual([]);

    if (javaScriptEnabled) {
      // A button of the editor is unsaved input too, and saving only the name keeps the formatting.
      await text.click();
      await page.keyboard.press('Control+A');
      await page.getByRole('button', { name: 'Bold', exact: true }).click();
      await page.getByRole('link', { name: 'All pages' }).click();
      await page.getByRole('alertdialog').getByRole('button').first().click();
    }
    await page.getByLabel('Address').fill(`our-${name.toLowerCase()}`);
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await guest.goto(`/pages/${name.toLowerCase()}`);
    expect(new URL(guest.url()).pathname).toBe(`/pages/our-${name.toLowerCase()}`);
  },
);
