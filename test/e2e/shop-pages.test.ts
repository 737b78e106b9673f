import { afterEach, expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, staysWhenAsked, watchedBrowser } from '../support/browser.ts';
import { demoPerson, signInAs } from '../support/people.ts';

const browser = watchedBrowser();

// A second attempt adds pages of the same names.
afterEach(async () => {
  const staff = await demoPerson('admin@example.com');
  const pages: { _id: string }[] = await (await staff.call('GET', '/api/v1/pages')).json();
  for (const { _id } of pages) await staff.call('DELETE', `/api/v1/pages/${_id}`);
});

const END = 'And nothing else.';
/** Longer than what search engines get of it. */
const LONG_TEXT = `Your orders. ${'We keep them for the tax office. '.repeat(10)}${END}`;

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
      await page.keyboard.insertText(LONG_TEXT);
      expect(await violationsInBoth(page, 'page editor')).toEqual([]);
    } else {
      await text.fill(`What we keep\n${LONG_TEXT}`);
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
      await staysWhenAsked(page, 'All pages');
    }
    await page.getByLabel('Address').fill(`our-${name.toLowerCase()}`);
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const sent = await guest.goto(`/pages/${name.toLowerCase()}`);
    expect(new URL(guest.url()).pathname).toBe(`/pages/our-${name.toLowerCase()}`);
    // It is sent as it is shown, and to the script that takes the page over, in one form alone.
    expect((await sent?.text())?.split(END)).toHaveLength(3);
  },
);

test('a page that is too long says so, and a change of the formatting alone is a conflict', async () => {
  const staff = await demoPerson('admin@example.com');
  const name = 'Long conditions';
  const added = await staff.call('POST', '/api/v1/pages', { name, html: '<p>Short.</p>' });
  const { _id } = await added.json();
  const page = await browser.open({ expects: [/412/] });
  await signInAs(page, 'admin@example.com');
  await page.goto(`/admin/pages/${_id}`);
  await page.getByRole('group', { name: 'Formatting' }).waitFor();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.click();
  // More than a field of a form may have.
  await page.keyboard.insertText('Word '.repeat(20_000));
  await page.getByLabel('Name', { exact: true }).fill('Longer conditions');
  await page.keyboard.press('Control+S');
  await page.getByText('A page can have at most').waitFor();
  // The focus follows with the next frame.
  await expect
    .poll(() => text.evaluate((it) => it === document.activeElement), { timeout: 10_000 })
    .toBe(true);
  const says = await text.evaluate((it) => {
    const [id = ''] = it.getAttribute('aria-describedby')?.split(' ') ?? [];
    return document.getElementById(id)?.textContent;
  });
  expect(says).toBe('A page can have at most 30,000 characters.');
  expect((await text.innerText()).length).toBeGreaterThan(90_000);
  await staysWhenAsked(page, 'All pages');
  await page.keyboard.press('Control+S');
  await text.press('Control+Z');
  await page.getByText('A page can have at most').waitFor({ state: 'detached' });

  const changed = await staff.ask(`/api/v1/pages/${_id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'if-match': added.headers.get('etag') ?? '' },
    body: JSON.stringify({ html: '<p><strong>Short.</strong></p>', slug: 'conditions-of-ours' }),
  });
  expect(changed.status).toBe(200);
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'This is saved now.' });
  expect(await notice.innerText()).toMatch(/Formatting:\s*changed/);
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.getByText('These do: long-conditions.').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Ctrl S or ⌘ S').waitFor();
});
