import { afterAll, expect, test } from 'vitest';
import { addAddress } from '#features/addresses/addresses.ts';
import { getCart } from '#features/cart/cart.ts';
import { findDelivery, placeOrderFromCart, undoDeletion } from '#features/checkout/checkout.ts';
import { deleteOrder } from '#features/orders/orders.ts';
import { codeOf } from '../support/code-of.ts';
import { orderOf } from '../support/goods.ts';
import type { Client } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { AWAY, json, openTaxShop, VAT } from '../support/taxes.ts';

const { shop, ctx, admin, setRates, customer, view, pay } = await openTaxShop();
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
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
    estimate: {
      place: 'Dhaka',
      isElsewhere: true,
      shipping: null,
      taxes: { estimatedMinor: 2_100, minor: 1_155 },
    },
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

  // A rate that rose since then keeps nobody from their own address.
  const again = { cart: [{ _id: shirt.id, quantity: 2 }], city: 'Dhaka' };
  const earlier = await json(client.post('/orders', again));
  await setRates([{ ...VAT, rate: 7 }, texas]);
  const home = await client.put(`/api/v1/orders/${earlier._id}/address`, AWAY);
  expect([home.status, await home.json()]).toMatchObject([200, { taxAmount: earlier.taxAmount }]);
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
