import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { signInAs, stockroom } from '../support/people.ts';
import { field, openEditor, saveButton, saved } from '../support/product-editor.ts';

const browser = watchedBrowser();
const goods = stockroom();

test('unsaved changes survive a click, a lost connection and a sign-out', async () => {
  const tee = await goods.add('Unsaved Tee');
  const first = await openEditor(browser, tee, { expects: ['net::ERR', '401'] });
  await field(first, 'Name').fill('Unsaved Tee, renamed');
  await first.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  const dialog = first.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await field(first, 'Name').inputValue()).toBe('Unsaved Tee, renamed');

  await first.context().setOffline(true);
  await saveButton(first).click();
  await first.getByText('You are offline. That was not sent.').waitFor();
  expect(await field(first, 'Name').inputValue()).toBe('Unsaved Tee, renamed');
  await first.context().setOffline(false);

  await first.context().clearCookies();
  // The session has ended, and what was typed last is saved at once.
  await field(first, 'Brand').fill('Late Brand');
  await first.keyboard.press('Control+s');
  await first.getByText('You are signed out, so nothing was saved.').first().waitFor();
  await first.close();
  const page = await first.context().newPage();
  await signInAs(page, 'admin@example.com');
  await page.goto(`/admin/products/${tee._id}`);
  await page.getByRole('button', { name: 'Bring them back' }).click();
  expect(await field(page, 'Name').inputValue()).toBe('Unsaved Tee, renamed');
  expect(await field(page, 'Brand').inputValue()).toBe('Late Brand');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.reload();
  expect(await field(page, 'Name').inputValue()).toBe('Unsaved Tee, renamed');
  expect(await page.getByRole('button', { name: 'Bring them back' }).count()).toBe(0);
});

test('new products that two tabs started are offered one by one', async () => {
  const tabs = [await openEditor(browser, 'new')];
  const context = tabs[0]?.context();
  const other = await context?.newPage();
  if (!context || !other) throw new Error('There is no second tab.');
  tabs.push(other);
  await other.goto('/admin/products/new');
  for (const [index, tab] of tabs.entries()) {
    await field(tab, 'Name').fill(`Started Scarf ${index}`);
    // Its own draft is not offered, and neither is one that is open in the other tab.
    expect(await tab.getByRole('button', { name: 'Bring them back' }).count()).toBe(0);
    const stored = () => tab.evaluate(() => Object.values(localStorage).join());
    await expect.poll(stored).toContain(`Started Scarf ${index}`);
  }
  for (const tab of tabs) await tab.close();

  const page = await context.newPage();
  await page.goto('/admin/products/new');
  const offer = (index: number, tab = page) =>
    tab.getByRole('status').filter({ hasText: `'Started Scarf ${index}'` });
  await offer(1).getByRole('button', { name: 'Drop them' }).click();
  await offer(0).getByRole('button', { name: 'Bring them back' }).click();
  expect(await field(page, 'Name').inputValue()).toBe('Started Scarf 0');
  await page.reload();
  const twin = await context.newPage();
  await twin.goto('/admin/products/new');
  for (const tab of [page, twin]) await offer(0, tab).waitFor();
  for (const [index, tab] of [page, twin].entries()) {
    await offer(0, tab).getByRole('button', { name: 'Bring them back' }).click();
    expect(await field(tab, 'Name').inputValue()).toBe('Started Scarf 0');
    await field(tab, 'Brand').fill(`Brand of tab ${index}`);
  }
  // Each has made the draft its own.
  const brands = () =>
    page.evaluate(() =>
      Object.values(localStorage)
        .join()
        .match(/Brand of tab ./g),
    );
  await expect
    .poll(async () => (await brands())?.sort())
    .toEqual(['Brand of tab 0', 'Brand of tab 1']);
});

test('two tabs that change one product keep a draft each, and what is typed beside an offer stays', async () => {
  const tee = await goods.add('Two-Tab Tee');
  const first = await openEditor(browser, tee);
  const context = first.context();
  const last = await context.newPage();
  await last.goto(first.url());
  for (const [tab, name, typed] of [
    [first, 'Brand', 'First Brand'],
    [last, 'Material', 'Last Material'],
  ] as const) {
    await field(tab, name).fill(typed);
    const stored = () => tab.evaluate(() => Object.values(localStorage).join());
    await expect.poll(stored).toContain(typed);
  }
  for (const tab of [first, last]) await tab.close();

  const page = await context.newPage();
  await page.goto(`/admin/products/${tee._id}`);
  await page.getByText('1 older draft will follow.').waitFor();
  await field(page, 'Name').fill('Two-Tab Tee, renamed');
  await page.getByRole('button', { name: 'Bring them back' }).click();
  expect(await field(page, 'Material').inputValue()).toBe('Last Material');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.reload();
  await page.getByRole('button', { name: 'Bring them back' }).click();
  const values = () =>
    Promise.all(['Name', 'Material', 'Brand'].map((name) => field(page, name).inputValue()));
  expect(await values()).toEqual(['Two-Tab Tee, renamed', 'Last Material', 'First Brand']);
  const discard = page.getByRole('button', { name: 'Discard', exact: true });
  await discard.click();
  await page.getByRole('alertdialog', { name: 'Discard what is not saved?' }).waitFor();
  await page.keyboard.press('Escape');
  await discard.click();
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  expect(await values()).toEqual(['Two-Tab Tee, renamed', 'Last Material', 'First Brand']);
  await discard.click();
  await page.getByRole('button', { name: 'Yes, discard' }).click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain(tee._id);
});
