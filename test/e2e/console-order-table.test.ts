import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { overflowOf, watchedBrowser } from '../support/browser.ts';
import { consoleOrders, tableOf } from '../support/console-orders.ts';
import { demoPerson, newShopper, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
const { openAsAdmin, paidOrder } = consoleOrders(browser, goods);

test.each([true, false])(
  'staff print, tag, export and ship what they selected, with JavaScript: %s',
  async (js) => {
    const buyer = await newShopper(`Betty Bulk of Hohenstaufen-Wittelsbach ${js}`);
    const [first, second] = [
      await paidOrder(buyer, `Bulk Lamp ${js}`, 1),
      await paidOrder(buyer, `Bulk Shade ${js}`, 2),
    ];
    const held = await paidOrder(buyer, `Bulk Cord ${js}`, 1, { isAddressed: false });
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
    if (js) {
      await page.goBack();
      await page.getByText('3 selected').first().waitFor();
    } else await select();
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

test('staff choose several payment statuses at once, and the orders with a product', async () => {
  const buyer = await newShopper('Pola Picky');
  const lamp = await paidOrder(buyer, 'Picky Lamp', 1);
  const shade = await paidOrder(buyer, 'Picky Shade', 2);
  const staff = await demoPerson('admin@example.com');
  const refund = { lines: [{ sku: shade.sku, quantity: 1 }], reason: 'Asked' };
  const refunded = await staff.ask(`/api/v1/orders/${shade.id}/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': shade.id },
    body: JSON.stringify(refund),
  });
  expect(refunded.status).toBe(201);
  const page = await openAsAdmin();
  const counts = async (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  await page.goto(tableOf(buyer, '&payment=paid'));
  await counts('1 order');
  await page.getByRole('link', { name: lamp.number }).waitFor();
  await page.getByLabel('Payment: Paid', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Partly refunded' }).check();
  await counts('2 orders');
  expect(new URL(page.url()).searchParams.getAll('payment')).toEqual(['paid', 'partly_refunded']);
  expect(await violationsInBoth(page, 'the payment filter of orders')).toEqual([]);
  // It stays open, so that another one can be chosen.
  await page.getByRole('checkbox', { name: 'Paid', exact: true }).uncheck();
  await counts('1 order');
  await page.getByRole('link', { name: shade.number }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Payment: Partly refunded').click();
  await page.getByRole('checkbox', { name: 'Partly refunded' }).uncheck();
  await counts('2 orders');
  const product = page.getByLabel('Product', { exact: true });
  await product.fill('picky lam');
  await product.press('Enter');
  await counts('1 order');
  await page.getByRole('link', { name: lamp.number }).waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect.poll(() => product.inputValue()).toBe('');
  await page.goto(`/admin/products/${lamp.productId}`);
  await page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click();
  await counts('1 order with Picky Lamp');
  await page.getByRole('link', { name: lamp.number }).waitFor();
  // Another filter is added to it.
  await product.fill('shade');
  await product.press('Enter');
  await counts('0 orders with Picky Lamp');
});
