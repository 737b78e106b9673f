import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LOST, loseResponse, refreshItself, watchedBrowser } from '../support/browser.ts';
import { demoPerson, newShopper, payOrder, placeOrder, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

/** A paid order of some lamps that has no address, and its page. */
async function openOrder(lamp: string, quantity: number, javaScriptEnabled = true) {
  const buyer = await newShopper('Tove Typed');
  const order = await placeOrder(buyer, await goods.add(lamp, { price: 30 }), { quantity });
  await payOrder(buyer, order);
  const staff = await demoPerson('admin@example.com');
  const viewport = { width: 1440, height: 900 };
  const { storageState } = staff;
  const page = await browser.open({ storageState, viewport, javaScriptEnabled, expects: LOST });
  await page.goto(`/admin/orders/${order._id}`);
  /** A change by somebody else. */
  const change = async (what: string, body: object) => {
    const response = await staff.ask(`/api/v1/orders/${order._id}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
  };
  return { page, change, path: `admin/orders/${order._id}` };
}

const labels = ['Tracking number', 'Note', 'Why it is refunded', 'Reason', 'Comment'];

/** The first of each on the page. */
const typedIn = (page: Page) =>
  Promise.all(labels.map((label) => page.getByLabel(label).first().inputValue()));

test('what is typed into the forms of an order stays whatever becomes of another form, until its own is done', async () => {
  const { page, change, path } = await openOrder('Lamp of Words', 3);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const units = page.getByLabel('Units of Lamp of Words in this parcel');
  const question = page.getByRole('alertdialog');
  await page.getByText('Cancel items').click();
  await page.getByText('Refund items or shipping').click();
  for (const label of labels) await page.getByLabel(label).fill(label);
  await units.fill('1');
  const cancelled = page.getByLabel('Refund, at most');
  await cancelled.fill('30');

  // Who has read the refusal may press again, however long the page takes to load after it.
  const loads = `**/${path}.data*`;
  await page.route(loads, async (route) => {
    if (route.request().method() === 'GET') await sleep(500);
    await route.continue();
  });
  await press('Ship');
  await page.getByText('Please name the carrier').waitFor();
  expect(await typedIn(page)).toEqual(labels);
  await page.getByLabel('Carrier').fill('DHL');
  await press('Ship');
  await page.unroute(loads);
  await question.getByRole('button', { name: 'Go back' }).click();
  await page.getByLabel('Tags, with commas').fill('tall');
  await press('Save tags');
  await page.getByText('The tags are saved.').waitFor();
  expect([await typedIn(page), await units.inputValue()]).toEqual([labels, '1']);

  await change('hold', { reason: 'Why not' });
  await change('release', {});
  await press('Ship');
  await page.getByText('This order has changed since').waitFor();
  expect([await typedIn(page), await units.inputValue()]).toEqual([labels, '1']);
  await change('fulfillments', { lines: [{ sku: await skuOf(page), quantity: 1 }] });
  await press('Ship');
  // The units are others now.
  await expect.poll(() => units.inputValue()).toBe('2');
  expect([await typedIn(page), await cancelled.inputValue()]).toEqual([labels, '']);

  await units.fill('1');
  await press('Ship');
  await question.getByRole('button', { name: 'Ship anyway' }).click();
  await page.getByText('The parcel is recorded').waitFor();
  const left = page.getByRole('region', { name: /^To ship/ });
  expect(await left.getByLabel('Tracking number').inputValue()).toBe('');
  await press('Add comment');
  await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('');
  expect(await page.getByLabel('Note').inputValue()).toBe('Note');

  await page.getByLabel('Comment').fill('Another');
  const remove = async (choice: string) => {
    await press('Remove comment');
    await question.getByText('Staff no longer see it.').waitFor();
    await question.getByRole('button', { name: choice }).click();
    await question.waitFor({ state: 'detached' });
  };
  await remove('Cancel');
  expect(await page.getByRole('button', { name: 'Remove comment' }).count()).toBe(1);
  await remove('Yes, remove comment');
  await page.getByText('The comment is removed').waitFor();
  expect(await page.getByRole('button', { name: 'Remove comment' }).count()).toBe(0);
  expect(await page.getByLabel('Comment').inputValue()).toBe('Another');
  expect(await page.getByLabel('Note').inputValue()).toBe('Note');
});

const skuOf = (page: Page) => page.locator('input[name=sku]').first().inputValue();

test('the Back button on the page of an order brings back no result, and removes no typed text', async () => {
  const { page } = await openOrder('Lamp of Steps', 2);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const refusal = page.getByText('Please name the carrier');
  const comment = page.getByLabel('Comment');
  const tracking = page.getByLabel('Tracking number').first();
  const goBackFrom = async (notice: string) => {
    await page.getByText(notice).waitFor();
    await page.goBack();
    await page.getByText(notice).waitFor({ state: 'detached' });
    expect(await refusal.count()).toBe(0);
  };
  await comment.fill('Seen');
  await tracking.fill('T-1');
  await press('Ship');
  await refusal.waitFor();
  await page.getByLabel('Tags, with commas').fill('tall');
  await press('Save tags');
  await goBackFrom('The tags are saved.');
  expect(await page.getByLabel('Tags, with commas').inputValue()).toBe('tall');
  expect([await comment.inputValue(), await tracking.inputValue()]).toEqual(['Seen', 'T-1']);
  await press('Ship');
  await refusal.waitFor();
  await press('Add comment');
  await goBackFrom('The comment is added.');
  expect([await comment.inputValue(), await tracking.inputValue()]).toEqual(['', 'T-1']);
  await page.getByLabel('Reason').fill('Wait');
  await press('Put on hold');
  await goBackFrom('The order is on hold.');
  await page.getByRole('button', { name: 'Release', exact: true }).waitFor();
  await page.goForward();
  expect(await comment.inputValue()).toBe('');
});

test('without script a refusal and a question of an order show again what was typed', async () => {
  const { page } = await openOrder('Lamp without Script', 2, false);
  const units = page.getByLabel('Units of Lamp without Script to cancel');
  // Each response is a new page, and the one before it looks the same.
  const cancel = async () => {
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Cancel these items' }).click();
    await loaded;
  };
  const shown = async () => [
    await units.inputValue(),
    await page.getByLabel('Refund, at most').inputValue(),
    await page.getByLabel('Note').inputValue(),
    await page.getByLabel('Put them back into the stock').isChecked(),
  ];
  await page.getByText('Cancel items').click();
  await units.fill('1');
  await page.getByLabel('Refund, at most').fill('999');
  await page.getByLabel('Note').fill('Cracked');
  await page.getByLabel('Put them back into the stock').uncheck();
  await cancel();
  expect(await shown()).toEqual(['1', '999', 'Cracked', false]);
  await page.getByLabel('Refund, at most').fill('');
  await cancel();
  const question = page.getByRole('region', { name: 'Confirmation' });
  await question.getByRole('button', { name: 'Go back' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await shown()).toEqual(['1', '', 'Cracked', false]);
  await cancel();
  await question.getByRole('button', { name: 'Cancel and refund $30.00' }).click();
  await page.getByText('Cancelled 1 item: Cracked').waitFor();
  expect(await shown()).toEqual(['0', '', '', true]);
});

test('a form of an order whose response was lost is done once', async () => {
  const { page, change, path } = await openOrder('Lamp of Losses', 2);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const question = page.getByRole('alertdialog');

  // A page that refreshes itself goes on asking.
  await press('Ship');
  await question.getByText('Ship it anyway?').waitFor();
  await change('comments', { text: 'Seen meanwhile' });
  await refreshItself(page);
  await page.getByText('Seen meanwhile').waitFor();
  await question.getByRole('button', { name: 'Go back' }).click();

  const comment = page.getByLabel('Comment');
  await comment.fill('Written once');
  // A link to a part of the page stops a form that did not reach the shop: it is not done.
  const address = `**/${path}.data*`;
  const isPost = (request: { method: () => string }) => request.method() === 'POST';
  await page.route(address, (route) => (isPost(route.request()) ? undefined : route.fallback()));
  const sent = page.waitForRequest(isPost);
  await press('Add comment');
  await sent;
  const loaded = page.waitForResponse((response) => !isPost(response.request()));
  await page.evaluate(() => location.assign('#timeline'));
  await loaded;
  await page.unroute(address);
  await page.getByRole('button', { name: 'Add comment', disabled: false }).waitFor();
  expect(await comment.inputValue()).toBe('Written once');
  // Another one did reach it, so the page that is loaded again has the comment.
  const goElsewhere = () => page.evaluate(() => location.assign('#tags'));
  await loseResponse(page, path, () => press('Add comment'), goElsewhere);
  await expect.poll(() => comment.inputValue()).toBe('');
  expect(await page.getByText('Written once').count()).toBe(1);

  await page.getByText('Refund items or shipping').click();
  const amount = page.getByLabel('Amount, at most');
  await amount.fill('5');
  await page.getByLabel('Why it is refunded').fill('Late');
  await press('Refund these items');
  const yes = question.getByRole('button', { name: 'Yes, refund $5.00' });
  // Only then its own response is lost, and not the one that asks.
  await yes.waitFor();
  await loseResponse(page, path, () => yes.click());
  await page.getByText('Refunded $5.00').waitFor();
  expect(await amount.inputValue()).toBe('');
});
