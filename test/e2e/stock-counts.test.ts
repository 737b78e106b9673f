import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { sendToShop, watchedBrowser } from '../support/browser.ts';
import { demoPerson, type Goods, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

/** A product in two sizes: `<start>-S` with 9 units and `<start>-M` with 3. */
const addSizes = (name: string, start: string): Promise<Goods> =>
  goods.add(name, {
    inventory: undefined,
    variants: [
      { sku: `${start}-S`, size: 'S', inventory: 9 },
      { sku: `${start}-M`, size: 'M', inventory: 3 },
    ],
  });

async function openAsAdmin(): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  return browser.open({ storageState, viewport: { width: 1440, height: 900 } });
}

/** On hand, reserved and available, as the row of a SKU shows them in the list of stock. */
async function unitsOf(page: Page, sku: string): Promise<number[]> {
  const row = page.getByRole('row').filter({ has: page.getByLabel(`Change the stock of ${sku}`) });
  const cells = await row.getByRole('cell').allTextContents();
  return cells.slice(-6, -3).map((text) => Number(text.replace(/\D/g, '')));
}

test('a stock count adds one with each scan, takes a file, survives a reload, and sets the numbers on hand', async () => {
  await addSizes('Tallied Coat', 'TALLY');
  const page = await openAsAdmin();
  await page.goto('/admin/stock/count');
  const scan = async (...codes: string[]) => {
    for (const code of codes) {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
  };
  const countOf = (sku: string) => page.getByLabel(`Counted units of ${sku}`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  // Faster than the first of them is looked up.
  await scan('TALLY-S', 'tally-s', 'TALLY-M', 'TALLY-S');
  await expect.poll(() => countOf('TALLY-S').inputValue()).toBe('3');
  expect(await countOf('TALLY-M').inputValue()).toBe('1');
  await scan('UNKNOWN-CODE', 'UNKNOWN-TOO');
  await page.getByText('UNKNOWN-TOO, UNKNOWN-CODE', { exact: true }).waitFor();
  const lines = ['SKU,On hand,Counted', 'TALLY-M,3,4', 'TALLY-S,9,', 'TALLY-NONE,1,1'];
  const file = { name: 'counted.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('File of counted units').setInputFiles(file);
  await page.getByText('TALLY-NONE, UNKNOWN-TOO, UNKNOWN-CODE', { exact: true }).waitFor();
  expect(await countOf('TALLY-M').inputValue()).toBe('4');
  await page.reload();
  await expect.poll(() => countOf('TALLY-S').inputValue()).toBe('3');
  // The number can be cleared before another one is typed, and comes back if none is.
  const ofM = countOf('TALLY-M');
  await ofM.press('End');
  await ofM.press('Backspace');
  expect(await ofM.inputValue()).toBe('');
  await ofM.blur();
  expect(await ofM.inputValue()).toBe('4');
  await ofM.press('End');
  await ofM.press('Backspace');
  await page.keyboard.type('7');
  expect(await violationsInBoth(page, 'a count')).toEqual([]);
  await page.getByRole('button', { name: 'Clear this list' }).click();
  await page.getByRole('button', { name: 'Apply 2 counts' }).click();
  const question = page.getByRole('alertdialog', { name: 'Apply 2 counts?' });
  await question.getByText(/^2 counts, /).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  // The next scan goes into the field again.
  const field = page.getByLabel('Scan a barcode or SKU');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  const tab = await page.context().newPage();
  await tab.goto('/admin/stock/count');
  await tab.getByRole('button', { name: 'Apply 2 counts' }).waitFor();
  await page.getByRole('button', { name: 'Apply 2 counts' }).click();
  await question.getByRole('button', { name: 'Yes, apply' }).click();
  await page.getByRole('progressbar').waitFor();
  // A page that is opened again finds its job.
  await page.reload();
  await page.getByText('Nothing is counted yet.').waitFor();
  await page.getByText('2 counts applied.').first().waitFor();
  // Another tab knows as well, so its next scan does not bring them back.
  await tab.getByText('Nothing is counted yet.').waitFor();
  await tab.close();
  await page.getByRole('link', { name: 'What changed, and undo' }).click();
  await page.getByRole('heading', { name: 'Stock count: done' }).waitFor();
  expect(await violationsInBoth(page, 'the job of a count')).toEqual([]);
  const job = page.url();
  await page.goto('/admin/stock?q=tally');
  expect(await unitsOf(page, 'TALLY-S')).toEqual([3, 0, 3]);
  expect(await unitsOf(page, 'TALLY-M')).toEqual([7, 0, 7]);

  // Somebody takes a unit before the undo.
  const change = { sku: 'TALLY-M', quantity: -1, reason: 'damaged' };
  await (await demoPerson('admin@example.com')).call('POST', '/api/v1/stock-adjustments', change);
  await page.goto('/admin/bulk-edits');
  await page.getByRole('row', { name: 'Stock count' }).first().getByRole('link').click();
  await page.waitForURL(job);
  await page.getByRole('button', { name: 'Undo stock count' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Stock count: undone' }).waitFor();
  await page.getByText('Tallied Coat, TALLY-M: Its stock has been changed since.').waitFor();
  await page.goto('/admin/stock?q=tally');
  expect(await unitsOf(page, 'TALLY-S')).toEqual([9, 0, 9]);
  expect(await unitsOf(page, 'TALLY-M')).toEqual([6, 0, 6]);
});

test('the question before counts are applied compares with the stock now, and what is scanned meanwhile is counted and presses no button', async () => {
  await addSizes('Asked Coat', 'ASKED');
  const page = await openAsAdmin();
  await page.goto('/admin/stock/count');
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  const field = page.getByLabel('Scan a barcode or SKU');
  const isInField = () => field.evaluate((one) => one === document.activeElement);
  await expect.poll(isInField).toBe(true);
  await scan('ASKED-S');
  await page.getByRole('button', { name: 'Apply 1 count' }).waitFor();
  // Of the 9 units, 2 are left when the question opens.
  const adjustment = { sku: 'ASKED-S', setTo: 2, reason: 'damaged' };
  const admin = await demoPerson('admin@example.com');
  await admin.call('POST', '/api/v1/stock-adjustments', adjustment);
  // What staff did meanwhile is shown beside the count, which is not applied until it is chosen.
  await page.getByRole('button', { name: 'Apply 1 count' }).click();
  await page.getByText('Choose your count in its row, or leave it out.').waitFor();
  await page.getByText(/Damaged by Demo Admin, .*2 on the shelf now, 1 counted here/).waitFor();
  const question = page.getByRole('alertdialog');
  expect(await question.count()).toBe(0);
  expect(await violationsInBoth(page, 'a count that waits')).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Apply counts' }).click();
  await page.getByText('Choose your count in its row, or leave it out.').waitFor();
  await page.getByRole('button', { name: 'Use my count of ASKED-S' }).click();
  await page.getByRole('button', { name: 'Apply 1 count' }).click();
  await question.getByText('1 count, of which 1 differs: 1 unit fewer.').waitFor();

  const apply = question.getByRole('button', { name: 'Yes, apply' });
  await apply.focus();
  // Faster than the first of them is looked up.
  await scan('ASKED-S');
  await scan('ASKED-M');
  await page.keyboard.press('Enter');
  await scan('NO SUCH');
  await question.getByText('2 counts, of which 1 differs: 2 units fewer.').waitFor();
  await question.getByText('for 1 scanned code, the last one NO SUCH.').waitFor();
  expect(await apply.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await violationsInBoth(page, 'a question with scans')).toEqual([]);
  // A key that ends no scan presses the button.
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await page.getByText('2 counts applied.').first().waitFor();
  await expect.poll(isInField).toBe(true);
  await page.goto('/admin/stock?q=asked');
  expect(await unitsOf(page, 'ASKED-S')).toEqual([2, 0, 2]);
  expect(await unitsOf(page, 'ASKED-M')).toEqual([1, 0, 1]);
});

test('counts are applied with the scans that wait for a slow look-up, and a scan made while they are applied stays, as does what is left out', async () => {
  await addSizes('Waiting Coat', 'WAITS');
  const page = await openAsAdmin();
  await page.goto('/admin/stock/count');
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  const field = page.getByLabel('Scan a barcode or SKU');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await scan('WAITS-S');
  await page.getByRole('button', { name: 'Apply 1 count' }).click();
  const question = page.getByRole('alertdialog');
  const apply = question.getByRole('button', { name: 'Yes, apply' });
  const slow = Promise.withResolvers<void>();
  await page.route(/code=WAITS-M/, (route) => slow.promise.then(() => route.continue()));
  await apply.focus();
  await scan('WAITS-M');
  await scan('WAITS-S');
  const sent: unknown[] = [];
  const response = Promise.withResolvers<void>();
  await page.route('**/api/v1/stock-counts', async (route) => {
    sent.push(route.request().postDataJSON());
    await response.promise;
    await route.continue();
  });
  // Twice, before the page is drawn anew.
  await apply.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.waitForTimeout(300);
  expect(sent).toEqual([]);
  slow.resolve();
  await expect.poll(() => sent.length).toBe(1);
  // One more, behind another slow look-up, while the counts are applied.
  const slower = Promise.withResolvers<void>();
  await page.route(/code=WAITS-NONE/, (route) => slower.promise.then(() => route.continue()));
  await field.focus();
  await scan('WAITS-NONE');
  await scan('WAITS-S');
  // The stock of one is another one than the question compared with.
  const change = { sku: 'WAITS-M', quantity: 1, reason: 'received' };
  await (await demoPerson('admin@example.com')).call('POST', '/api/v1/stock-adjustments', change);
  response.resolve();
  const isDone = (text: string) => text.includes('"status":"done"');
  await page.waitForResponse(
    async (one) => one.url().includes('/jobs/') && isDone(await one.text()),
  );
  await page.waitForTimeout(300);
  slower.resolve();
  await page.getByText('1 of 2 counts applied.').first().waitFor();
  expect(await page.getByLabel('Counted units of WAITS-S').inputValue()).toBe('3');
  expect(await page.getByLabel('Counted units of WAITS-M').inputValue()).toBe('1');
  await page.getByText('3 on the shelf then, 4 now. 1 was counted.').waitFor();
  expect(sent.length).toBe(1);
  await page.goto('/admin/stock?q=waits');
  expect(await unitsOf(page, 'WAITS-S')).toEqual([2, 0, 2]);
  expect(await unitsOf(page, 'WAITS-M')).toEqual([4, 0, 4]);
});

test('counts that were sent are not sent anew before it is known what became of them, and stay when that is undone', async () => {
  const coat = await addSizes('Lost Coat', 'LOST');
  const admin = await demoPerson('admin@example.com');
  const page = await openAsAdmin();
  await page.goto('/admin/stock/count');
  const scan = async (code: string) => {
    await page.getByLabel('Scan a barcode or SKU').fill(code);
    await page.keyboard.press('Enter');
  };
  const apply = page.getByRole('button', { name: 'Apply 1 count' });
  const sent: { variants: { counted: number }[] }[] = [];
  await page.route('**/api/v1/stock-counts', (route) => {
    sent.push(route.request().postDataJSON());
    return route.abort();
  });
  // These never arrive.
  await scan('LOST-S');
  await apply.click();
  await page.getByRole('button', { name: 'Yes, apply' }).click();
  await page.getByText('It is not known yet whether').first().waitFor();
  const stored = await page.evaluate(() => localStorage.getItem('stock-count-sent'));
  const session = await (await admin.call('GET', '/api/auth/get-session')).json();
  expect(JSON.parse(stored ?? '').sender).toBe(session.user.id);
  // So the question comes anew, for what is counted now.
  await page.getByLabel('Counted units of LOST-S').fill('4');
  await apply.click();
  const question = page.getByRole('alertdialog');
  await question.getByText('1 count, of which 1 differs: 5 units fewer.').waitFor();
  expect(sent.length).toBe(1);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Counted units of LOST-S').fill('1');
  await page.unroute('**/api/v1/stock-counts');

  await apply.click();
  let job = '';
  const findJob = async () => (await admin.call('GET', `/api/v1/jobs/${job}`)).json();
  await page.route('**/api/v1/stock-counts', async (route) => {
    job = (await (await sendToShop(route)).json())._id;
    await route.abort();
  });
  await page.route('**/api/v1/jobs/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Yes, apply' }).click();
  await page.getByText('It is not known yet whether').first().waitFor();
  await expect.poll(async () => (await findJob()).status).toBe('done');
  // The page that opens next sends nothing. It finds the job, but not the result.
  await page.unroute('**/api/v1/stock-counts');
  await page.route('**/api/v1/stock-counts', (route) => {
    sent.push(route.request().postDataJSON());
    return route.abort();
  });
  await page.reload();
  await page.getByText('It is not known yet whether').first().waitFor();
  expect(sent.length).toBe(1);
  expect(await page.getByLabel('Counted units of LOST-S').inputValue()).toBe('1');
  const change = { sku: 'LOST-S', quantity: 2, reason: 'received' };
  await admin.call('POST', '/api/v1/stock-adjustments', change);
  await page.unroute('**/api/v1/jobs/**');
  await page.getByRole('button', { name: 'Apply 1 count' }).click();
  await page.getByText('Nothing is counted yet.').waitFor();
  await page.getByText('1 count applied.').first().waitFor();

  const [, medium] = coat.variants;
  for (const _ of 'MMM') await scan('LOST-M');
  await expect.poll(() => page.getByLabel('Counted units of LOST-M').inputValue()).toBe('3');
  const variants = [{ _id: medium?._id, counted: 3, expected: 3 }];
  /** Pauses the job of these counts before it is done. They change nothing, so it can be repeated. */
  async function sendPaused(key: string): Promise<string> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const body = JSON.stringify({ variants });
    const response = await admin.ask('/api/v1/stock-counts', { method: 'POST', headers, body });
    const path = `/api/v1/jobs/${(await response.json())._id}/pause`;
    const paused = await admin.ask(path, { method: 'POST', headers, body: '{}' });
    return paused.ok ? key : sendPaused(`${key}-again`);
  }
  const lost = JSON.stringify({ key: await sendPaused('paused'), variants, job: null });
  await page.evaluate((text) => localStorage.setItem('stock-count-sent', text), lost);
  await page.reload();
  await page.getByText('These counts are paused.').waitFor();
  expect(await violationsInBoth(page, 'a paused count')).toEqual([]);
  const link = page.getByRole('link', { name: 'Resume or cancel' });
  const id = (await link.getAttribute('href'))?.split('/').at(-1);
  await admin.call('POST', `/api/v1/jobs/${id}/undo`, {});
  await page.getByText('were undone, so they stay here.').first().waitFor();
  expect(await page.getByLabel('Counted units of LOST-M').inputValue()).toBe('3');
  await page.goto('/admin/stock?q=lost-');
  expect(await unitsOf(page, 'LOST-S')).toEqual([3, 0, 3]);
});

test('a code that several variants have is counted for the one that a person chooses, and for none of a file', async () => {
  const coat = await addSizes('Shared Coat', 'SHARE');
  await goods.edit(coat, {
    variants: coat.variants.map(({ _id }) => ({ _id, barcode: '4006381333931' })),
  });
  const page = await openAsAdmin();
  // As over http from another machine, where browsers have no such function.
  await page.addInitScript(() => Object.assign(Crypto.prototype, { randomUUID: undefined }));
  await page.goto('/admin/stock/count');
  const scan = async (code: string, tab = page) => {
    await tab.getByLabel('Scan a barcode or SKU').fill(code);
    await tab.keyboard.press('Enter');
  };
  const countOf = (sku: string) => page.getByLabel(`Counted units of ${sku}`);
  await scan('4006381333931');
  await page.getByText('1 unit is not counted yet. Which one was scanned?').waitFor();
  // Also after one of them was counted.
  await scan('SHARE-S');
  await expect.poll(() => countOf('SHARE-S').inputValue()).toBe('1');
  // In another tab, which shows what waits as well.
  const other = await page.context().newPage();
  await other.goto('/admin/stock/count');
  await other.getByText('1 unit is not counted yet. Which one was scanned?').waitFor();
  await scan('4006381333931', other);
  await page.getByText('2 units are not counted yet. Which one was scanned?').waitFor();
  expect(await countOf('SHARE-S').inputValue()).toBe('1');
  expect(await violationsInBoth(page, 'a code of several variants')).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'SHARE-M' }).click();
  await other.getByText('1 unit is not counted yet. Which one was scanned?').waitFor();
  await other.close();
  const field = page.getByLabel('Scan a barcode or SKU');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(() => countOf('SHARE-M').inputValue()).toBe('1');
  const lines = ['4006381333931,4', 'SHARE-M,2'];
  const file = { name: 'counted.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('File of counted units').setInputFiles(file);
  await page.getByText('Several variants have this code of a file').waitFor();
  expect(await countOf('SHARE-M').inputValue()).toBe('2');
  expect(await countOf('SHARE-S').inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Apply 2 counts' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('1 scanned unit of codes that several variants have is not').waitFor();
  await question.getByRole('button', { name: 'Yes, apply' }).click();
  await page.getByText('2 counts applied.').first().waitFor();
  await page.getByRole('button', { name: 'Leave out' }).click();
  await page.getByRole('button', { name: 'Clear this list' }).click();
  expect(await page.getByText('Several variants have').count()).toBe(0);
});

test('a tab that reads the result of a count later than another one takes no fresh scans away', async () => {
  await addSizes('Fresh Coat', 'FRESH');
  const page = await openAsAdmin();
  await page.goto('/admin/stock/count');
  const scan = async () => {
    await page.getByLabel('Scan a barcode or SKU').fill('FRESH-S');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply 1 count' }).waitFor();
  };
  const hold = async (one: Page) => {
    const held = Promise.withResolvers<void>();
    await one.route('**/api/v1/jobs/**', (route) => held.promise.then(() => route.continue()));
    return held.resolve;
  };
  await scan();
  const release = await hold(page);
  await page.getByRole('button', { name: 'Apply 1 count' }).click();
  await page.getByRole('button', { name: 'Yes, apply' }).click();
  const sent = () => page.evaluate(() => localStorage.getItem('stock-count-sent') ?? '{}');
  await expect.poll(async () => JSON.parse(await sent()).job).toMatch(/^job_/);
  const tab = await page.context().newPage();
  const releaseTab = await hold(tab);
  const asked = tab.waitForRequest('**/api/v1/jobs/**');
  await tab.goto('/admin/stock/count');
  await asked;
  release();
  await page.getByText('1 count applied.').first().waitFor();
  await scan();
  releaseTab();
  await tab.getByText('1 count applied.').first().waitFor();
  expect(await tab.getByLabel('Counted units of FRESH-S').inputValue()).toBe('1');
  expect(await page.getByLabel('Counted units of FRESH-S').inputValue()).toBe('1');
});
