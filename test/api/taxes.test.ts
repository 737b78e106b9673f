import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAddress } from '#features/addresses/addresses.ts';
import { addToCart, getCart, setDestination } from '#features/cart/cart.ts';
import { findDelivery, placeOrderFromCart, undoDeletion } from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { deleteOrder } from '#features/orders/orders.ts';
import { editTaxes, getTaxSettings } from '#features/taxes/taxes.ts';
import { payIntent } from '../support/cards.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, signedInActorOf, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop({ shopConfig: { emails: WITHOUT_LIMITS } });
  ctx = shop.context.ctx;
  admin = await shop.admin('Ada Taxes');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const TAXES = '/api/v1/taxes';
const VAT = { name: 'VAT', rate: 15, country: 'BD', coversShipping: true };
const BOOKS = { name: 'Low VAT', rate: '9.975', country: 'BD', categoryId: 'Shoes' };
const AWAY = {
  ...{ recipient: 'Ann Lee', company: null, line1: '5 Lake Road', line2: null, city: 'Dhaka' },
  ...{ region: null, postcode: '1205', country: 'BD', phone: '+8801712345678' },
};

const json = async (response: Promise<Response> | Response) => (await response).json();
const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code,
  );

/** Sets the rates from the version that is stored now. */
async function setRates(rates: object[], pricesIncludeTax = false) {
  const version = (await admin.get(TAXES)).headers.get('etag') ?? '';
  const body = { pricesIncludeTax, rates };
  const response = await admin.request('PUT', TAXES, body, { 'If-Match': version });
  expect(response.status, await response.clone().text()).toBe(200);
  return json(response);
}

/** A new customer with three shirts of $3.33 and a pair of shoes of $10 in the cart, for Dhaka. */
async function customer() {
  count += 1;
  const client = await shop.shopper(`Taxed ${count}`);
  const actor = await signedInActorOf(shop, client);
  const shirt = await stock(shop, { name: `Taxed Shirt ${count}`, priceMinor: 333 });
  const shoes = await stock(shop, {
    ...{ name: `Taxed Shoes ${count}`, priceMinor: 1_000, category: 'Shoes' },
  });
  const add = (goods: typeof shirt, quantity: number) =>
    addToCart(ctx, actor, { variantId: goods.variants[0]?.id ?? '', quantity });
  await add(shirt, 3);
  await add(shoes, 1);
  const cart = await setDestination(ctx, actor, { city: 'Dhaka', zip: '1205' });
  const place = (expectedTotalMinor: number, expectedTaxMinor: number | null = null) =>
    placeOrderFromCart(ctx, actor, {
      ...{ cartId: cart.id ?? '', expectedTotalMinor, expectedTaxMinor },
    });
  return { client, actor, cart, place, shirt, shoes };
}

const view = (id: string, who = admin) => json(who.get(`/orders/${id}`));
async function pay(client: Client, order: { id: string; totalMinor: number }) {
  const totalAmount = order.totalMinor / 100;
  const transaction = await payIntent(client, { totalAmount, orderId: order.id });
  expect((await client.put(`/orders/${order.id}`, { transaction })).status).toBe(200);
}
const refund = (id: string, body: object) =>
  json(
    admin.post(
      `/api/v1/orders/${id}/refunds`,
      { reason: 'Torn', ...body },
      { 'idempotency-key': crypto.randomUUID() },
    ),
  );

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
  [{ ...VAT, country: 'XX' }, 'not a country'],
  [{ ...VAT, country: 'US', region: 'Bavaria' }, 'not a region'],
  [{ ...VAT, coversShipping: false, categoryId: 'none' }, 'no such category'],
  [{ ...BOOKS, coversShipping: true }, 'all categories can cover'],
])('staff cannot set %j', async (rate, words) => {
  const version = (await admin.get(TAXES)).headers.get('etag') ?? '';
  const send = (rates: object[]) =>
    admin.request('PUT', TAXES, { pricesIncludeTax: false, rates }, { 'If-Match': version });
  const response = await send([rate]);
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(words)]);
  const double = await send([VAT, { ...VAT, name: 'GST' }]);
  expect([double.status, (await double.json()).detail]).toEqual([
    ...[422, expect.stringContaining('already a rate')],
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

test('a changed rate is refused like a changed price, by the page and by the call, in every process', async () => {
  await setRates([VAT]);
  const { client, actor, cart, place, shirt } = await customer();
  const other = (await shop.beside()).ctx;
  expect((await getCart(other, actor)).totalMinor).toBe(cart.totalMinor);
  await setRates([{ ...VAT, rate: 16 }]);
  expect(await codeOf(place(cart.totalMinor ?? 0))).toBe('price_changed');
  // 16 % of 139.99 by line: 1.60, 1.60, 19.20.
  expect((await getCart(other, actor)).totalMinor).toBe(16_239);
  const submit = (change: Record<string, unknown>) =>
    client.post('/orders', orderOf(shirt, 1, change));
  const blind = await submit({});
  expect([blind.status, await blind.json()]).toMatchObject([
    ...[409, { quote: { grandTotalAmount: 3.33, taxAmount: 19.73, totalAmount: 143.06 } }],
  ]);
  expect((await submit({ totalAmount: 143.06, taxAmount: 19.72 })).status).toBe(409);
  const placed = await submit({ totalAmount: 143.06, taxAmount: 19.73 });
  expect([placed.status, await placed.json()]).toMatchObject([201, { taxAmount: 19.73 }]);
  // Undoing a deletion places the same order again, or none.
  const order = await place(16_239);
  await deleteOrder(ctx, actor, order.id);
  await setRates([VAT]);
  expect(await codeOf(undoDeletion(ctx, actor, order.id))).toBe('price_changed');
  await setRates([{ ...VAT, rate: 16 }]);
  expect(await codeOf(undoDeletion(ctx, actor, order.id))).toBe('done');
});

test('the address decides: checkout tells what it changes, and an order keeps what it paid', async () => {
  const texas = { ...VAT, name: 'Sales tax', rate: 8.25, country: 'US', region: 'Texas' };
  await setRates([VAT, { ...VAT, country: 'US', rate: 5 }, texas]);
  const { client, actor, cart, place } = await customer();
  const inTexas = await addAddress(ctx, actor, {
    ...AWAY,
    ...{ city: 'Austin', region: 'TX', postcode: '78701', country: 'US', phone: '+15125550123' },
  });
  const there = await findDelivery(ctx, actor, cart);
  // 8.25 % of 9.99, 10 and 120: 0.82, 0.83 and 9.90.
  expect(there).toMatchObject({
    ...{ delivery: { id: inTexas.id }, taxes: { taxMinor: 1_155 }, totalMinor: 15_154 },
    estimate: { city: 'Dhaka', shipping: null, taxes: { estimatedMinor: 2_100, minor: 1_155 } },
  });
  expect(await codeOf(place(15_154))).toBe('price_changed');
  const shown = { cartId: cart.id ?? '', addressId: inTexas.id };
  const order = await placeOrderFromCart(ctx, actor, { ...shown, expectedTotalMinor: 15_154 });
  expect(order).toMatchObject({ taxMinor: 1_155, taxes: [{ name: 'Sales tax', ratePpm: 82_500 }] });

  // An order with a city alone has the taxes of the shop's country. Its owner cannot add an address
  // with more; staff can, and the taxes stay.
  await setRates([{ ...VAT, rate: 5 }, texas]);
  const { shirt } = await customer();
  const plain = await json(
    client.post('/orders', { cart: [{ _id: shirt.id, quantity: 1 }], city: 'Dhaka' }),
  );
  expect(plain.taxAmount).toBe(6.17);
  const texan = Object.keys(AWAY).map((name) => [name, inTexas[name as keyof typeof AWAY]]);
  const put = (who: Client) =>
    who.put(`/api/v1/orders/${plain._id}/address`, Object.fromEntries(texan));
  const refusal = await put(client);
  expect([refusal.status, await refusal.json()]).toMatchObject([409, { code: 'price_changed' }]);
  expect((await put(admin)).status).toBe(200);
  expect((await view(plain._id)).taxAmount).toBe(6.17);
});

test.each([
  ['update orders set tax_minor = 1', /taxes of order .* are final/],
  ['update order_lines set tax_minor = 0', /never changed/],
  [
    `insert into tax_rates values ('t', 'GST', 1, 'BD', null, null, false)`,
    'tax_rates_one_per_place',
  ],
  ['update tax_rates set rate_ppm = 1000001', 'tax_rates_rate_in_range'],
  [`update tax_rates set country = 'bd'`, 'tax_rates_country_is_code'],
  [`update tax_rates set category_id = 'Shoes'`, 'tax_rates_of_shipping_are_of_all_categories'],
  ['insert into tax_settings values (false, 1, false)', 'tax_settings_are_one_row'],
])('the database refuses %s', async (statement, by) => {
  const broken = await shop.database.pool.query(statement).catch((error) => error);
  if (typeof by === 'string') expect(broken.constraint).toBe(by);
  else expect(broken.message).toMatch(by);
});

test('the database refuses orders whose taxes do not add up, and more tax back than was paid', async () => {
  await setRates([VAT]);
  const { client, cart, place } = await customer();
  const order = await place(cart.totalMinor ?? 0);
  await pay(client, order);
  const copy = (change: string) => `
    with o as (insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o)
      || '{"id": "ord_copy", "number": "COPY-COPY", "cart_id": null, "status": "pending", "paid_at": null}'
      || '${change}')).* from orders o where id = '${order.id}' returning id)
    insert into order_lines select (jsonb_populate_record(null::order_lines, to_jsonb(l)
      || '{"order_id": "ord_copy"}')).* from order_lines l where order_id = '${order.id}'`;
  const refusalOf = (statement: string) =>
    shop.database.pool.query(statement).then(
      () => 'done',
      (error) => error.constraint ?? error.message,
    );
  const { totalMinor, taxMinor } = order;
  expect(await refusalOf(copy(`{"total_minor": ${totalMinor + 1}}`))).toBe('orders_total_adds_up');
  const more = `{"total_minor": ${totalMinor + 1}, "tax_minor": ${taxMinor + 1}}`;
  expect(await refusalOf(copy(more))).toMatch(/do not add up/);
  expect(await refusalOf(copy('{"shipping_tax_minor": 12001}'))).toBe('orders_taxes_fit');
  const noRate = '{"shipping_tax_name": null, "shipping_tax_ppm": null}';
  expect(await refusalOf(copy(noRate))).toBe('orders_shipping_tax_has_rate');

  const back = (refunded: string, line = '') => `
    with r as (insert into refunds (id, payment_id, amount_minor, currency, reason, status, created_at,
        shipping_minor, shipping_tax_minor)
      select 'rfd_tax', id, 13000, currency, 'tax', 'requested', now(), ${refunded}
      from payments where order_id = '${order.id}' returning id)
    ${line || 'select * from r'}`;
  const lineOf = (amount: number, tax: number) => `insert into refund_lines
    (refund_id, order_id, position, quantity, amount_minor, tax_minor)
    select id, '${order.id}', 0, 1, ${amount}, ${tax} from r`;
  expect(await refusalOf(back('13000, 1801'))).toBe('refunded_tax_at_most_paid');
  expect(await refusalOf(back('100, 101'))).toBe('refunds_shipping_tax_fits');
  expect(await refusalOf(back('0, 0', lineOf(1_149, 151)))).toBe('refunded_at_most_paid');
  expect(await refusalOf(back('0, 0', lineOf(1_150, 150)))).toBe('refunded_at_most_paid');
  expect(await refusalOf(back('0, 0', lineOf(1, 2)))).toBe('refund_lines_tax_fits');
});
