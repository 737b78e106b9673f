import { parse } from 'csv-parse/sync';
import { afterAll, expect, test } from 'vitest';
import { findDelivery, undoDeletion } from '#features/checkout/checkout.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { deleteOrder, viewOrder } from '#features/orders/orders.ts';
import { rateInput } from '#features/taxes/taxes.schema.ts';
import { editTaxes, getTaxSettings } from '#features/taxes/taxes.ts';
import { codeOf } from '../support/code-of.ts';
import { actorOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { BOOKS, json, openTaxShop, TAXES, VAT } from '../support/taxes.ts';

const { shop, ctx, admin, query, setRates, customer, view, pay, refund } = await openTaxShop();
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

test('a shop without rates has no taxes, and shows none', async () => {
  expect(await json(admin.get(TAXES))).toEqual({ version: 0, pricesIncludeTax: false, rates: [] });
  const { cart, place, client } = await customer();
  expect(cart).toMatchObject({ totalMinor: 13_999, taxes: { taxMinor: 0, sums: [] } });
  const order = await place(13_999, 0);
  expect(await view(order.id, client)).toMatchObject({
    ...{ totalAmount: 139.99, taxAmount: 0, taxIncluded: false, taxes: [], shippingTax: null },
    cart: [{ tax: null }, { tax: null }],
  });
  await deliverDue(ctx);
  const [mail] = await query(
    `select text from mailbox_mails where "to" = $1 and text like '%Subtotal%'`,
    [client.email],
  );
  expect(mail.text).toMatch(/Shipping: \$120\.00\s+Total: \$139\.99/);
});

test('staff alone set rates, from the version that they saw, with before and after in the audit log', async () => {
  const { actor } = await customer();
  const taxes = { pricesIncludeTax: false, rates: [] };
  expect(await codeOf(getTaxSettings(ctx, actor))).toBe('forbidden');
  expect(await codeOf(editTaxes(ctx, actor, { version: 0, taxes }))).toBe('forbidden');
  expect((await admin.request('PUT', TAXES, taxes)).status).toBe(428);
  // The page adds a rate to those that are stored, so it does not pass the limit of the call.
  const many = { pricesIncludeTax: false, rates: Array(501).fill(rateInput.parse(VAT)) };
  const owner = actorOf(admin, 'admin');
  const tooMany = editTaxes(ctx, owner, { version: 0, taxes: many });
  await expect(tooMany).rejects.toThrow('at most 500 rates');
  const set = await setRates([VAT, { ...BOOKS, region: null }]);
  expect(set.rates).toMatchObject([
    { name: 'VAT', rate: 15, coversShipping: true },
    { name: 'Low VAT', rate: 9.975, categoryId: 'Shoes', region: null },
  ]);
  const late = await admin.request('PUT', TAXES, taxes, { 'If-Match': '"0"' });
  expect([late.status, await late.json()]).toMatchObject([
    ...[412, { code: 'edit_conflict', current: { version: set.version } }],
  ]);
  // The same again makes no new version, and a rate with its id stays the same one.
  expect(await setRates(set.rates)).toEqual(set);
  const [kept] = (await setRates([{ ...set.rates[0], rate: 20 }, set.rates[1]])).rates;
  expect(kept).toMatchObject({ _id: set.rates[0]._id, rate: 20 });
  const [audited] = await query(
    "select detail from audit_log where action = 'taxes.edit' order by id desc limit 1",
  );
  expect(audited.detail.changed.rates).toEqual([
    ['VAT 15%: Bangladesh; shipping too'],
    ['VAT 20%: Bangladesh; shipping too'],
  ]);
  // A category with a rate of its own stays.
  await json(admin.post('/api/v1/categories', { name: 'Taxed alone' }));
  const [{ id }] = await query("select id from categories where name = 'Taxed alone'");
  await setRates([{ ...VAT, coversShipping: false, categoryId: id }]);
  const removal = await admin.delete(`/api/v1/categories/${id}`);
  expect([removal.status, (await removal.json()).detail]).toEqual([
    ...[409, expect.stringContaining('A tax rate is for Taxed alone alone')],
  ]);
});

test.each([
  [{ ...VAT, rate: '1.23456' }, 'four decimals'],
  [{ ...VAT, rate: 101 }, 'at most 100'],
  [{ ...VAT, rate: -1 }, 'four decimals'],
  [{ ...VAT, name: ' ' }, 'needs a name'],
  [{ ...VAT, country: 'XX' }, 'not a country', 'country'],
  [{ ...VAT, country: 'US', region: 'Bavaria' }, 'not a region', 'region'],
  [{ ...VAT, country: 'DE', region: 'Bavaria' }, 'have no region', 'region'],
  [{ ...VAT, coversShipping: false, categoryId: 'none' }, 'no such category', 'categoryId'],
  [{ ...BOOKS, coversShipping: true }, 'all categories can cover'],
])('staff cannot set %j', async (rate, words, field?: string) => {
  const version = (await admin.get(TAXES)).headers.get('etag') ?? '';
  const send = (rates: object[]) =>
    admin.request('PUT', TAXES, { pricesIncludeTax: false, rates }, { 'If-Match': version });
  const response = await send([rate]);
  const text = await response.text();
  expect([response.status, text]).toEqual([422, expect.stringContaining(words)]);
  expect(JSON.parse(text).field).toBe(field);
  const double = await send([VAT, { ...VAT, name: 'GST' }]);
  expect([double.status, await double.json()]).toMatchObject([
    ...[422, { detail: expect.stringContaining('already a rate'), field: 'country' }],
  ]);
});

test('taxes are added by line and kept: cart, order, calls, email, export, invoice, refunds', async () => {
  await setRates([VAT, BOOKS]);
  const { client, actor, place, cart } = await customer();
  // 15 % of 9.99 is 1.4985, 9.975 % of 10 is 0.9975, 15 % of 120 is 18.
  expect(cart).toMatchObject({
    totalMinor: 1_999 + 12_000 + 150 + 100 + 1_800,
    taxes: {
      sums: [
        { name: 'VAT', taxMinor: 1_950, netMinor: 12_999 },
        { name: 'Low VAT', taxMinor: 100, netMinor: 1_000 },
      ],
    },
  });
  const delivery = await findDelivery(ctx, actor, cart);
  expect(delivery).toMatchObject({ totalMinor: 16_049, taxes: { taxMinor: 2_050 } });
  const order = await place(16_049, 2_050);
  expect(await viewOrder(ctx, order.id)).toEqual(order);
  await pay(client, order);
  const expected = {
    ...{ grandTotalAmount: 19.99, shippingCost: 120, totalAmount: 160.49 },
    ...{ taxAmount: 20.5, taxIncluded: false },
    shippingTax: { name: 'VAT', rate: 15, amount: 18 },
    taxes: [
      { name: 'VAT', rate: 15, amount: 19.5, net: 129.99 },
      { name: 'Low VAT', rate: 9.975, amount: 1, net: 10 },
    ],
    cart: [
      { totalAmount: 9.99, tax: { name: 'VAT', rate: 15, amount: 1.5 } },
      { totalAmount: 10, tax: { name: 'Low VAT', rate: 9.975, amount: 1 } },
    ],
  };
  expect(await view(order.id, client)).toMatchObject(expected);
  // Other rates change nothing of it.
  await setRates([{ ...VAT, rate: 50 }]);
  expect(await view(order.id, client)).toMatchObject(expected);
  await deliverDue(ctx);
  const [{ text }] = await query(
    `select text from mailbox_mails where "to" = $1 and subject like $2`,
    [client.email, '%paid%'],
  );
  expect(text).toMatch(/VAT 15%: \$19\.50\s+Low VAT 9\.975%: \$1\.00\s+Total: \$160\.49/);

  const csv = async (name: string) => {
    const file = await (await admin.get(`/api/v1/exports/${name}.csv`)).text();
    const rows: Record<string, string>[] = parse(file, { bom: true, columns: true });
    return rows.filter((row) => row.Order === order.number);
  };
  expect(await csv('orders')).toMatchObject([
    { Tax: '20.50', 'Tax included': 'no', Taxes: 'VAT 15%: 19.50; Low VAT 9.975%: 1.00' },
  ]);
  const documents = () => json(client.get(`/api/v1/orders/${order.id}/documents`));
  expect(await documents()).toMatchObject([
    { total: 160.49, shipping: 120, taxIncluded: false, taxes: expected.taxes, other: 0 },
  ]);

  // Two of three shirts have 1.00 of the 1.50; the rest goes back with the last one.
  const [first, second] = order.lines.map(({ sku }) => sku);
  const two = await refund(order.id, { lines: [{ sku: first, quantity: 2 }] });
  expect(two.refunds[0]).toMatchObject({ amount: 7.66, tax: 1, lines: [{ amount: 7.66, tax: 1 }] });
  const half = await refund(order.id, { shipping: true, amount: 69 });
  expect(half.refunds[1]).toMatchObject({ amount: 69, shipping: 69, tax: 9, lines: [] });
  const rest = await refund(order.id, {
    lines: [
      { sku: first, quantity: 1 },
      { sku: second, quantity: 1 },
    ],
    shipping: true,
  });
  expect(rest.refunds[2]).toMatchObject({
    ...{ amount: 83.83, shipping: 69, tax: 10.5 },
    lines: [
      { amount: 3.83, tax: 0.5 },
      { amount: 11, tax: 1 },
    ],
  });
  expect(rest.refundedAmount).toBe(160.49);
  const [, , note, last] = await documents();
  expect(note).toMatchObject({
    total: 69,
    shipping: 60,
    taxes: [{ amount: 9, net: 60 }],
    other: 0,
  });
  expect(last).toMatchObject({
    ...{ total: 83.83, shipping: 60, lines: [{ amount: 3.33 }, { amount: 10 }], other: 0 },
    taxes: [
      { name: 'VAT', amount: 9.5, net: 63.33 },
      { name: 'Low VAT', amount: 1, net: 10 },
    ],
  });
  const sums = (await csv('documents')).map((row) => [Number(row.Tax), row['Tax included']]);
  expect(sums.sort()).toEqual([
    [-1, 'no'],
    [-10.5, 'no'],
    [-9, 'no'],
    [20.5, 'no'],
  ]);
  await deliverDue(ctx);
  const mails = await query(
    `select text from mailbox_mails where "to" = $1 and subject like 'A refund%' order by id`,
    [client.email],
  );
  expect(mails.map((mail) => /includes (\S+) of taxes/.exec(mail.text)?.[1]).sort()).toEqual([
    ...['$1.00', '$10.50', '$9.00'],
  ]);
  await expectSoundLedger(shop);
});

test('prices that include taxes stay the same, and say how much of them is tax', async () => {
  await setRates([VAT, BOOKS], true);
  const { client, cart, place } = await customer();
  // 9.99 × 15 / 115 is 1.303, 10 × 9.975 / 109.975 is 0.907, 120 × 15 / 115 is 15.652.
  expect(cart).toMatchObject({ totalMinor: 13_999, taxes: { taxMinor: 1_786, addedMinor: 0 } });
  // A rate that changed since the page showed it is refused, although the total is the same.
  await setRates([{ ...VAT, rate: 16 }, BOOKS], true);
  await expect(place(13_999, 1_786)).rejects.toMatchObject({
    code: 'price_changed',
    details: { quote: { totalAmount: 139.99, taxAmount: 18.84 } },
  });
  await setRates([VAT, BOOKS], true);
  const again = await customer();
  const { id } = await again.place(13_999, 1_786);
  await deleteOrder(ctx, again.actor, id);
  await setRates([VAT], true);
  expect(await codeOf(undoDeletion(ctx, again.actor, id))).toBe('price_changed');
  await setRates([VAT, BOOKS], true);
  const order = await place(13_999, 1_786);
  await pay(client, order);
  expect(await view(order.id, client)).toMatchObject({
    ...{ totalAmount: 139.99, taxAmount: 17.86, taxIncluded: true },
    shippingTax: { amount: 15.65 },
  });
  const body = await refund(order.id, {
    lines: order.lines.map(({ sku, quantity }) => ({ sku, quantity })),
    shipping: true,
  });
  expect(body.refunds).toMatchObject([{ amount: 139.99, tax: 17.86, shipping: 120 }]);
  const [invoice, note] = await json(client.get(`/api/v1/orders/${order.id}/documents`));
  expect(note).toMatchObject({ total: 139.99, shipping: 120, taxIncluded: true });
  expect(note.taxes).toEqual(invoice.taxes);
  expect(invoice.taxes).toMatchObject([{ amount: 16.95, net: 113.04 }, { amount: 0.91 }]);
});
