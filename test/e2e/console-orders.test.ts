import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, watchedBrowser } from '../support/browser.ts';
import {
  demoPerson,
  fillCart,
  newShopper,
  type Person,
  payOrder,
  placeOrder,
  stockroom,
} from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

async function openAsAdmin(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
  const { storageState } = await demoPerson('admin@example.com');
  return browser.open({ storageState, viewport: { width: 1440, height: 900 }, ...options });
}

/** A paid order, and the words of its table in the console. */
async function paidOrder(buyer: Person, name: string, quantity: number) {
  const lamp = await goods.add(name, { price: 30 });
  const order = await placeOrder(buyer, lamp, { quantity });
  await payOrder(buyer, order);
  const { number } = await (await buyer.call('GET', `/orders/${order._id}`)).json();
  return { id: order._id, number: number as string };
}

const tableOf = ({ email }: Person, filter = '') =>
  `/admin/orders?${new URLSearchParams({ q: email })}${filter}`;

test('staff find an order by its key, ship it in two parcels, hold and cancel of the rest meanwhile, and its customer follows', async () => {
  const buyer = await newShopper('Petra Parcel');
  const { number } = await paidOrder(buyer, 'Parcelled Lamp', 4);
  const page = await openAsAdmin();
  await page.goto('/admin/orders?fulfillment=to_ship');
  const search = page.getByLabel('Order number, name, email, phone, tracking number or SKU');
  await search.fill('parcel pétra');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL('**/admin/orders?*q=parcel*');
  await page.locator('#main').getByText('1 order', { exact: true }).waitFor();
  await page.getByText('Address missing').last().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Order ${number}` }).waitFor();

  await page.getByLabel('Units of Parcelled Lamp in this parcel').fill('1');
  await page.getByLabel('Carrier').fill('dhl');
  await page.getByLabel('Tracking number').fill('JD 0146');
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await page.getByText('The parcel is recorded').waitFor();
  await page.getByText('Customers can return its items once').waitFor();
  await page.getByText('Partly shipped').waitFor();
  const track = page.getByRole('link', { name: 'JD 0146' });
  expect(await track.getAttribute('href')).toMatch(/^https:\/\/www\.dhl\.com\/.*JD0146$/);
  await page.getByText('Correct tracking').click();
  const parcel = page.getByRole('region', { name: 'Parcel 1' });
  await parcel.getByLabel('Tracking number').fill('JD 0147');
  expect(await violationsInBoth(page, 'a partly fulfilled order')).toEqual([]);
  await parcel.getByRole('button', { name: 'Save tracking' }).click();
  await page.getByRole('link', { name: 'JD 0147' }).waitFor();

  await page.getByLabel('Reason').fill('Waits for a shade');
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await page.getByText('Put on hold: Waits for a shade').waitFor();
  expect(await page.getByRole('button', { name: 'Ship', exact: true }).count()).toBe(0);
  await page.getByText('Cancel items').click();
  await page.getByLabel('Units of Parcelled Lamp to cancel').fill('1');
  await page.getByText('Empty refunds $30.00').waitFor();
  await page.getByLabel('Note').fill('Cracked glass');
  expect(await violationsInBoth(page, 'the form that cancels items')).toEqual([]);
  await page.getByRole('button', { name: 'Cancel these items' }).click();
  await page.getByRole('button', { name: 'Cancel and refund $30.00' }).click();
  await page.getByText('Amount of the refund: $30.00.').waitFor();
  await page.getByText('Cancelled 1 item: Cracked glass').waitFor();
  await page.getByText('Partly refunded').waitFor();
  await page.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await page.getByText('Sent a parcel with 2 items').waitFor();
  await page.getByLabel('Comment').fill('Wrapped twice.\nFragile!');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByText('Wrapped twice.').waitFor();
  expect(await page.getByLabel('Comment').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Remove comment' }).click();
  await page.getByRole('button', { name: 'Yes, remove comment' }).click();
  await page.getByText('The comment is removed.').waitFor();
  expect(await page.getByText('Wrapped twice.').count()).toBe(0);
  for (let parcel = 1; parcel <= 2; parcel += 1) {
    await page.getByRole('button', { name: 'Mark as delivered' }).first().click();
    await expect.poll(() => page.getByText('Parcel delivered').count()).toBe(parcel);
  }
  await page.getByText('Delivered', { exact: true }).waitFor();

  const own = await browser.open({ storageState: buyer.storageState });
  await own.goto('/myOrders');
  const order = own.getByRole('article', { name: `Order ${number}` });
  await order.getByText('Delivered: done').waitFor({ state: 'attached' });
  expect(await order.getByRole('link', { name: 'Track JD 0147' }).count()).toBe(1);
  expect(await order.getByText('2 × Parcelled Lamp').count()).toBe(1);
  await order.getByText('Cancelled: 1 × Parcelled Lamp').waitFor();
  expect(await order.getByRole('button', { name: 'Delete From My Order' }).count()).toBe(0);
  expect(await violationsInBoth(own, 'a delivered order')).toEqual([]);
});

test('units that are refunded before they are shipped are not chosen for parcels, slips and lists, and their customer does not wait for them', async () => {
  const buyer = await newShopper('Rita Refunded');
  const { id, number } = await paidOrder(buyer, 'Unwanted Lamp', 4);
  const page = await openAsAdmin();
  const inParcel = page.getByLabel('Units of Unwanted Lamp in this parcel');
  const ship = async (parcels: number) => {
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await page.getByRole('region', { name: `Parcel ${parcels}` }).waitFor();
  };
  await page.goto(`/admin/orders/${id}`);
  await page.getByText('Refund items or shipping').click();
  const toRefund = page.getByLabel('Units of Unwanted Lamp to refund');
  await toRefund.fill('1');
  await page.getByText('is not chosen for parcels').waitFor();
  await page.getByLabel('Why it is refunded').fill('Changed her mind');
  await page.getByRole('button', { name: 'Refund these items' }).click();
  await page.getByRole('button', { name: 'Yes, refund' }).click();
  await page.getByText('Refunded, so not chosen for this parcel: 1 of').waitFor();
  await page.getByRole('heading', { name: 'To ship: 3 items' }).waitFor();
  expect(await inParcel.inputValue()).toBe('3');
  await inParcel.fill('1');
  await ship(1);
  // The shipped unit was not refunded, so the next refund is for it.
  expect(await inParcel.inputValue()).toBe('2');
  await toRefund.fill('1');
  await page.getByText('Empty refunds $30.00').waitFor();
  expect(await page.getByText('is not chosen for parcels').count()).toBe(0);
  await toRefund.fill('2');
  await page.getByText('is not chosen for parcels').waitFor();

  const print = async (what: string) => page.goto(`/admin/orders/print?what=${what}&order=${id}`);
  await print('slips');
  await page.getByRole('article').getByText('2 items', { exact: true }).waitFor();
  expect(await page.getByText('Sent already').count()).toBe(0);
  await print('pick');
  await page.getByText(`${number}: 2`).waitFor();
  await page.goto(`/admin/orders/${id}`);
  const own = await browser.open({ storageState: buyer.storageState });
  await own.goto('/myOrders');
  await own.getByText('Sent: 1 of 3 items').waitFor();
  await ship(2);
  expect(await inParcel.inputValue()).toBe('0');
  await page.getByRole('heading', { name: 'To ship: 0 items' }).waitFor();
  await print('pick');
  await page.getByText('These orders have nothing to send').waitFor();
  await print('slips');
  await page.getByRole('article').getByText('3 items', { exact: true }).waitFor();
  await page.getByRole('article').getByText('Sent already', { exact: true }).waitFor();
  await own.reload();
  await own.getByText('Sent: done').waitFor({ state: 'attached' });

  await page.goto(`/admin/orders/${id}`);
  await inParcel.fill('1');
  await ship(3);
  expect(await inParcel.count()).toBe(0);
});

test('staff find a customer by keys, see what they ordered, spent and left in the cart, and follow it to their orders and back', async () => {
  const buyer = await newShopper('Cora Caller');
  const { number } = await paidOrder(buyer, 'Lamp on the Phone', 2);
  const unpaid = await placeOrder(buyer, await goods.add('Unpaid Lamp', { price: 30 }));
  await fillCart(buyer, await goods.add('Wanted Lamp', { price: 12 }), 2);
  const page = await openAsAdmin();
  const { keyboard } = page;
  await page.goto('/admin/customers');
  await keyboard.press('/');
  await keyboard.type(buyer.email);
  await keyboard.press('Enter');
  await page.getByText('1 customer with an account', { exact: true }).waitFor();
  const row = page.getByRole('row', { name: /^Cora Caller/ });
  // The order that is not paid counts, and nothing was spent for it.
  await row.getByText('$180.00').waitFor();
  expect(await row.getByRole('cell').nth(3).textContent()).toContain('2');
  expect(await violationsInBoth(page, 'the table of customers')).toEqual([]);
  // The search has the focus until then.
  await page.reload();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Cora Caller' }).waitFor();
  await page.getByText('Email not verified').waitFor();
  await page.getByText('This account has saved no address.').waitFor();
  expect(await violationsInBoth(page, 'a customer')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // What is in the cart and not ordered.
  await page.getByRole('link', { name: 'Show', exact: true }).click();
  await page.getByText('1 open cart, at today’s prices', { exact: true }).waitFor();
  const cart = page.getByRole('row', { name: /^Cora Caller/ });
  await cart.getByRole('link', { name: 'Wanted Lamp' }).waitFor();
  expect(await cart.getByRole('cell').nth(2).textContent()).toContain('2');
  await cart.getByText('$24.00').waitFor();
  expect(await violationsInBoth(page, 'the table of carts')).toEqual([]);
  await page.getByLabel('Carts of').selectOption('guests');
  await page.getByText('Nothing matches').waitFor();
  await page.goBack();
  await cart.waitFor();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Cora Caller' }).waitFor();

  await page.getByRole('link', { name: '1 unpaid' }).click();
  await page.getByRole('main').getByText('1 order of Cora Caller').waitFor();
  await page.getByLabel('Payment', { exact: true }).selectOption('paid');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
  await page.getByRole('link', { name: 'Cora Caller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cora Caller' }).waitFor();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await page.waitForURL(`**/admin/orders/${unpaid._id}`);
});

test('two who have the same order open: the second is told to look again, and sends nothing; parcels are taken back with script and without', async () => {
  const buyer = await newShopper('Twice Opened');
  const { id } = await paidOrder(buyer, 'Lamp of Two', 2);
  const [one, other] = [await openAsAdmin(), await openAsAdmin({ javaScriptEnabled: false })];
  for (const page of [one, other]) await page.goto(`/admin/orders/${id}`);
  await one.getByLabel('Units of Lamp of Two in this parcel').fill('1');
  await one.getByRole('button', { name: 'Ship', exact: true }).click();
  await one.getByText('The parcel is recorded').waitFor();
  await other.getByLabel('Units of Lamp of Two in this parcel').fill('1');
  await other.getByRole('button', { name: 'Ship', exact: true }).click();
  await other.getByText('This order has changed since you opened it.').waitFor();
  await other.goto(`/admin/orders/${id}`);
  expect(await other.getByRole('button', { name: 'Mark as delivered' }).count()).toBe(1);

  await other.getByRole('button', { name: 'Take back' }).click();
  const question = other.getByRole('region', { name: 'Confirmation' });
  await question.getByText('These items count as not shipped again: 1 × Lamp of Two.').waitFor();
  await question.getByText(/customer was told that it is on its way|still waits/).waitFor();
  await question.getByRole('button', { name: 'Yes, take back' }).click();
  await other.getByText('The parcel is taken back.').waitFor();
  await other.getByRole('heading', { name: 'To ship: 2 items' }).waitFor();
  await other.getByText('Took back a parcel with 1 item').waitFor();
  await one.getByRole('button', { name: 'Mark as delivered' }).click();
  await one.getByText('This parcel was taken back.').waitFor();
  await one.getByRole('button', { name: 'Ship', exact: true }).click();
  await one.getByText('Sent a parcel with 2 items').waitFor();
  await one.getByRole('button', { name: 'Take back' }).click();
  const dialog = one.getByRole('alertdialog');
  await dialog.getByText('again: 2 × Lamp of Two.').waitFor();
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await one.getByRole('button', { name: 'Take back' }).click();
  expect(await violationsInBoth(one, 'the question before a parcel is taken back')).toEqual([]);
  await dialog.getByRole('button', { name: 'Yes, take back' }).click();
  await one.getByText('Took back a parcel with 2 items').waitFor();
  expect(await one.getByRole('button', { name: 'Mark as delivered' }).count()).toBe(0);
});

test.each([true, false])(
  'staff print, tag, export and ship what they selected, with JavaScript: %s',
  async (js) => {
    const buyer = await newShopper(`Betty Bulk of Hohenstaufen-Wittelsbach ${js}`);
    const [first, second] = [
      await paidOrder(buyer, `Bulk Lamp ${js}`, 1),
      await paidOrder(buyer, `Bulk Shade ${js}`, 2),
    ];
    const held = await paidOrder(buyer, `Bulk Cord ${js}`, 1);
    const staff = await demoPerson('admin@example.com');
    const kept = await staff.ask(`/api/v1/orders/${held.id}/hold`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': held.id },
      body: '{}',
    });
    expect(kept.status).toBe(200);
    const page = await openAsAdmin({
      javaScriptEnabled: js,
      viewport: { width: 360, height: 740 },
    });
    const select = async () => {
      await page.goto(tableOf(buyer));
      for (const { number } of [first, second, held])
        await page.getByLabel(`Select order ${number}`).check();
    };
    await select();
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Packing slips' }).click();
    await page.getByRole('heading', { name: `Order ${second.number}` }).waitFor();
    expect(await page.getByRole('article').count()).toBe(3);
    const marked = page.getByRole('article').filter({ hasText: 'On hold' });
    expect(await marked.innerText()).toContain(held.number);
    await select();
    await page.getByRole('button', { name: 'Pick list' }).click();
    await page.getByText('2 orders; 1 left out').waitFor();
    await page.getByText('3 items').waitFor();

    const question = js
      ? page.getByRole('alertdialog')
      : page.getByRole('region', { name: 'Confirmation' });
    await select();
    await page.locator('summary', { hasText: 'Tags' }).click();
    // A refusal keeps what was selected and typed.
    await page.getByLabel('Tags to add').fill('x'.repeat(61));
    await page.getByRole('button', { name: 'Change tags' }).click();
    await page.getByText('A tag has 60 characters at most.').waitFor();
    for (const { number } of [first, second, held])
      expect(await page.getByLabel(`Select order ${number}`).isChecked()).toBe(true);
    expect(await page.getByLabel('Tags to add').inputValue()).toBe('x'.repeat(61));
    await page.getByLabel('Tags to add').fill(`bulk ${js}, "a, b"`);
    expect(await overflowOf(page)).toBe(0);
    if (js) expect(await violationsInBoth(page, 'the bar of selected orders')).toEqual([]);
    await page.getByLabel('Tags to add').press('Enter');
    await question.getByText(`They get “bulk ${js}” and “a, b”.`).waitFor();
    await question.getByRole('button', { name: 'Change them' }).click();
    await page.getByText('3 orders changed.').waitFor();
    await expect.poll(() => page.getByLabel('Tags to add').inputValue()).toBe('');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(tableOf(buyer));
    await page.getByText('Address missing').last().waitFor();
    // Nothing of the table is cut off, however long a name is.
    const hidden = (table: Element) =>
      (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0);
    expect(await page.getByRole('table').evaluate(hidden)).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });

    await page.goto(`/admin/orders?tag=BULK+${js}`);
    await page.getByText('upper and lower case differ').waitFor();
    await page.getByRole('link', { name: `Show “bulk ${js}”` }).click();
    await page.getByText('3 orders', { exact: true }).first().waitFor();

    await page.goto(`/admin/orders?tag=bulk+${js}&fulfillment=unfulfilled`);
    await page.getByText('2 orders', { exact: true }).first().waitFor();
    const view = page.getByRole('link', { name: `Bulk ${js}` });
    const save = async () => {
      await page.locator('summary', { hasText: 'Save view' }).click();
      await page.getByLabel('Name of this view').fill(`Bulk ${js}`);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    };
    await save();
    await expect.poll(() => view.getAttribute('aria-current')).toBe('true');
    const shown = page.url();
    await page.goto(`/admin/orders?tag=bulk+${js}&fulfillment=to_ship`);
    await save();
    await question.getByText(`Replace the view “Bulk ${js}”?`).waitFor();
    await page.goto(shown);
    await expect.poll(() => view.getAttribute('aria-current')).toBe('true');
    await page.goto(`/admin/orders?tag=bulk+${js}`);
    await save();
    await question.getByRole('button', { name: 'Replace it' }).click();
    await expect.poll(() => view.getAttribute('aria-current')).toBe('true');
    await page.goto(shown);
    expect(await view.getAttribute('aria-current')).toBeNull();
    await view.click();
    await page.getByText('3 orders', { exact: true }).first().waitFor();
    for (const { number } of [first, second])
      await page.getByLabel(`Select order ${number}`).check();
    const download = page.waitForEvent('download');
    await page.getByRole(js ? 'link' : 'button', { name: 'Export', exact: true }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const rows = parse<Record<string, string>>(file, { bom: true, columns: true });
    expect(rows.map(({ Order }) => Order)).toEqual([second.number, first.number]);
    expect(rows[0]?.Tags).toBe(`bulk ${js}, "a, b"`);
    await page.locator('summary', { hasText: 'Delete view' }).click();
    await page.getByRole('button', { name: `Delete “Bulk ${js}”` }).click();
    await expect.poll(() => view.count()).toBe(0);

    await page.goto(`/admin/orders/${first.id}`);
    await page.getByLabel('Tags, with commas').fill('"a, b"');
    await page.getByRole('button', { name: 'Save tags' }).click();
    await page.getByText('The tags are saved.').waitFor();
    await page.getByText('Tags changed: 1 removed').waitFor();
    expect(await page.getByRole('list', { name: 'Tags' }).innerText()).toBe('a, b');

    await select();
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await question.getByText('Ship 3 orders?').waitFor();
    await question.getByLabel('Carrier').fill('RedX');
    await question.getByRole('button', { name: 'Ship them' }).click();
    await page.getByText('2 orders fulfilled. Not fulfilled:').waitFor();
    await page.getByText(`${held.number}: This order is on hold.`).waitFor();
    await page.goto(tableOf(buyer, '&fulfillment=fulfilled'));
    await page.getByText('2 orders', { exact: true }).first().waitFor();
    await select();
    await page.getByRole('button', { name: 'Mark as delivered' }).click();
    await question.getByText('Mark 2 parcels as delivered?').waitFor();
    await question.getByText('They can return its items from then on.').waitFor();
    await question.getByRole('button', { name: 'Mark them' }).click();
    await page.getByText('2 orders marked as delivered. Not marked as delivered:').waitFor();
    await page.goto(tableOf(buyer, '&fulfillment=delivered'));
    await page.getByText('2 orders', { exact: true }).first().waitFor();
    await page.goto(tableOf(buyer, '&fulfillment=on_hold&payment=paid&address=missing'));
    await page.getByText('1 order', { exact: true }).first().waitFor();
  },
);
