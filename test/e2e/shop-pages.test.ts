import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, staysWhenAsked, watchedBrowser } from '../support/browser.ts';
import { demoPerson, Person, signInAs } from '../support/people.ts';

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
    await page.getByLabel('Status').selectOption('Draft');
    await previews(page, name);
    await page.getByRole('main').getByRole('button', { name: 'Add page' }).click();
    await page.getByText('The page is added.').waitFor();

    // A guest, also where only members may browse.
    const guest = await browser.open({
      ...{ javaScriptEnabled, viewport: { width: 390, height: 800 }, expects: [/404/] },
    });
    expect((await guest.goto(`/pages/${name.toLowerCase()}`))?.status()).toBe(404);
    expect(await page.getByRole('link', { name: 'Show its page' }).count()).toBe(0);
    await page.getByLabel('Status').selectOption('Published');
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
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
    // 'Saved.' may still be that of before.
    await page.getByText(`These do: ${name.toLowerCase()}.`).waitFor();
    const sent = await guest.goto(`/pages/${name.toLowerCase()}`);
    expect(new URL(guest.url()).pathname).toBe(`/pages/our-${name.toLowerCase()}`);
    // It is sent as it is shown, and to the script that takes the page over, in one form alone.
    expect((await sent?.text())?.split(END)).toHaveLength(3);
  },
);

/** 'Preview' opens what is typed in another tab, as the page would be, and saves nothing. */
async function previews(page: Page, name: string): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opened;
  await preview.getByRole('heading', { name, level: 1 }).waitFor();
  expect(await preview.getByRole('main').innerText()).toContain(END);
  expect(await preview.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await preview.getByRole('contentinfo').waitFor();
  await preview.close();
  const staff = await demoPerson('admin@example.com');
  expect(await (await staff.call('GET', '/api/v1/pages')).json()).toEqual([]);
}

test('a preview is for staff alone, is not kept anywhere, and is as safe as the page', async () => {
  const staff = await demoPerson('admin@example.com');
  const added = await staff.call('POST', '/api/v1/pages', { name: 'Kept', html: '<h2>So</h2>' });
  const { _id } = await added.json();
  const post = async (who: Person, fields: Record<string, string>, of = '') => {
    const init = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' as const };
    const response = await who.ask(`/pages/preview${of}`, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const html =
    '<h2 onclick="x()">Typed</h2><script>x()</script><a href="javascript:x()">this</a><img src="/x">';
  const shown = await post(staff, { name: 'Seen <b>', html });
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('private, no-store'),
  ]);
  const [, body = ''] = shown.text.split('<main');
  expect(body).toContain('Seen &lt;b&gt;');
  expect(body).toContain('<h2>Typed</h2>');
  expect(body.split('</main>')[0]).not.toMatch(/onclick|x\(\)|javascript:|<img/);
  // Without the editor of formatted text, a saved text keeps its formatting until it changes.
  const { text } = await (await staff.ask(`/api/v1/pages/${_id}`, {})).json();
  expect((await post(staff, { name: 'Kept', text }, `?of=${_id}`)).text).toContain('<h2>So</h2>');
  expect((await post(staff, { name: '', html })).text).toContain('A name is needed.');
  const fields = { name: 'Seen', text: 'Typed' };
  const guest = await post(new Person(), fields);
  expect([guest.status, guest.headers.get('location')]).toEqual([
    ...[302, '/login?from=%2Fpages%2Fpreview&notice=not-saved'],
  ]);
  const customer = await post(await demoPerson('shopper@example.com'), fields);
  expect([customer.status, customer.text.includes('Typed')]).toEqual([403, false]);
});

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
