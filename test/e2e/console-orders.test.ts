import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { staysWhenAsked, watchedBrowser } from '../support/browser.ts';
import { consoleOrders } from '../support/console-orders.ts';
import { demoPerson, newShopper, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
const { openAsAdmin, paidOrder } = consoleOrders(browser, goods);

test('staff find an order by its key, ship it in two parcels, hold and cancel of the rest meanwhile, and its customer follows', async () => {
  const buyer = await newShopper('Petra Parcel');
  const { id, number } = await paidOrder(buyer, 'Parcelled Lamp', 4, { isAddressed: false });
  const page = await openAsAdmin();
  await page.goto('/admin/orders?fulfillment=to_ship');
  const search = page.getByLabel(
    'Number of an order or invoice, name, email, phone, tracking number or SKU',
  );
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
  const question = page.getByRole('alertdialog');
  await question.getByText('This order has no address. Ship it anyway?').waitFor();
  await question.getByRole('button', { name: 'Ship anyway' }).click();
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
  await question.getByRole('button', { name: 'Ship anyway' }).click();
  await page.getByText('Sent a parcel with 2 items').waitFor();
  await page.getByLabel('Comment').fill('Wrapped twice.\nFragile!');
  await staysWhenAsked(page, 'Stock');
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
  expect(await violationsInBoth(own, 'a delivered order')).toEqual([]);
  await order.getByRole('button', { name: 'Delete From My Order' }).click();
  await own.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await own.getByText('The order was deleted.').waitFor();
  expect(await order.count()).toBe(0);
  // Emails of its returns lead there, and from there to its page.
  await own.goto(`/returnOrder/${id}`);
  await own.getByText('You took this order out of My Orders.').waitFor();
  expect(await own.getByRole('link', { name: 'Track JD 0147' }).count()).toBe(1);
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
  // The refusal is there before the page has loaded the new version of the order.
  await one.getByRole('heading', { name: 'To ship: 2 items' }).waitFor();
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

test('the button of a question counts while the page behind it still loads, and a refused refund keeps what was typed', async () => {
  const buyer = await newShopper('Quentin Quick');
  const { id } = await paidOrder(buyer, 'Quick Lamp', 2);
  const page = await openAsAdmin();
  await page.goto(`/admin/orders/${id}`);
  const ask = async () => {
    await page.getByRole('button', { name: 'Refund these items' }).click();
    return page.getByRole('button', { name: 'Yes, refund $12.00' });
  };
  await page.getByText('Refund items or shipping').click();
  await page.getByLabel('Units of Quick Lamp to refund').fill('1');
  await page.getByLabel('Amount, at most').fill('12');
  await page.getByLabel('Why it is refunded').fill('A scratch');
  const refund = await ask();
  await refund.waitFor();
  // Somebody else refunds meanwhile, so the version that was shown is an older one.
  const staff = await demoPerson('admin@example.com');
  const other = await staff.ask(`/orders/${id}/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `other-${id}` },
    body: JSON.stringify({ amount: 5, reason: 'Late' }),
  });
  expect(other.status).toBe(201);
  await refund.click();
  await page.getByText('This order has changed since you opened it').waitFor();
  await page.getByText('Refunded $5.00').waitFor();
  expect(await page.getByLabel('Units of Quick Lamp to refund').inputValue()).toBe('1');
  expect(await page.getByLabel('Amount, at most').inputValue()).toBe('12');
  expect(await page.getByLabel('Why it is refunded').inputValue()).toBe('A scratch');
  // The page loads again after the question has come, which takes long this time.
  let waits = 0;
  await page.route(`**/admin/orders/${id}.data**`, async (route) => {
    if (route.request().method() === 'GET' && waits === 0) {
      waits += 1;
      await new Promise((resolve) => setTimeout(resolve, 4_000));
    }
    await route.continue().catch(() => undefined);
  });
  await (await ask()).click();
  await page.getByText('Amount of the refund: $12.00.').waitFor();
  expect(waits).toBe(1);
  expect(await page.getByLabel('Why it is refunded').inputValue()).toBe('');
  const { refundedAmount } = await (await staff.call('GET', `/orders/${id}`)).json();
  expect(refundedAmount).toBe(17);
});
