import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '#server/verify/verify-ledger.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';
import { findBreaches } from '../support/sound-ledger.ts';

let shop: TestShop;
const ids = { pending: '', paid: '', variant: '', cart: '' };

beforeAll(async () => {
  shop = await openTestShop();
  const sam = await shop.shopper('Sam Audited');
  const shirt = await stock(shop, { name: 'Audited Shirt' });
  await stock(shop, { name: 'Other Shirt' });
  ids.variant = shirt.variants[0]?.id ?? '';
  const pending = await (await sam.post('/orders', orderOf(shirt))).json();
  ids.pending = pending._id;
  const paid = await (await sam.post('/orders', orderOf(shirt, 2))).json();
  ids.paid = paid._id;
  const transaction = await payIntent(sam, { totalAmount: 160, orderId: paid._id });
  expect((await sam.put(`/orders/${paid._id}`, { transaction })).status).toBe(200);
});
afterAll(() => shop.close());

const withoutGuards = `
  alter table orders disable trigger user; alter table order_lines disable trigger user;
  alter table order_events disable trigger user; alter table ledger_entries disable trigger user;
  alter table refunds disable trigger user; alter table product_slugs disable trigger user;
  alter table fulfillments disable trigger user;
  alter table order_cancellations disable trigger user;
  alter table refund_lines disable trigger user;
  alter table returns disable trigger user; alter table return_lines disable trigger user;
  alter table exchanges disable trigger user; alter table extra_returns disable trigger user;
  alter table documents disable trigger user; alter table document_series disable trigger user;
  alter table order_lines drop constraint order_lines_total_adds_up;
  alter table payments drop constraint payments_intent_id_unique;
  alter table payments drop constraint payments_outside_pay_something;
`;

/** Writes nonsense past every constraint, looks, and takes it back. */
async function breachesAfter(statement: string): Promise<string[]> {
  const client = await shop.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(withoutGuards + statement);
    return Object.keys(await findBreaches((query) => client.query(query)));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const aRefund = () => `
  insert into refunds (id, payment_id, amount_minor, currency, reason, status, created_at, key)
  select 'rfd_1', id, 100, currency, 'parts', 'requested', now(), 'parts'
  from payments where order_id = '${ids.paid}';`;

const aReturn = () => `
  insert into returns (id, order_id, key, requested_at, approved_at)
  values ('ret_1', '${ids.paid}', 'k', now(), now());
  insert into return_lines (return_id, order_id, position, quantity, reason)
  values ('ret_1', '${ids.paid}', 0, 1, 'quality');`;

/** The wanted variant is of another product. */
const anExchange = () => `${aReturn()}
  insert into exchanges (return_id, position, order_id, variant_id, sku, unit_price_minor, quantity)
  select 'ret_1', 0, '${ids.paid}', id, sku, 2000, 1 from variants where id <> '${ids.variant}';`;

/** A return of an exchange that was not sent. */
const anExchangeBack = () => `${anExchange()}
  insert into returns (id, order_id, of_return_id, key, requested_at, approved_at)
  values ('ret_2', '${ids.paid}', 'ret_1', 'k2', now(), now());
  insert into return_lines (return_id, order_id, position, quantity, reason)
  values ('ret_2', '${ids.paid}', 0, 1, 'quality');`;

/** An extra payment for a return without exchanges. */
const anExtra = () => `${aReturn()}
  insert into payments (id, provider, intent_id, return_id, status, amount_minor, currency,
    idempotency_key, created_at, captured_at, next_check_at)
  values ('pay_extra', 'sandbox', 'pi_extra', 'ret_1', 'captured', 500, 'USD', 'pay_extra', now(),
    now(), now());`;

const aNote = (number: number, minor: number) => `
  insert into documents (id, kind, number, label, order_id, refund_id, total_minor, currency, content, issued_at)
  select 'doc_' || id, 'credit_note', ${number}, 'CN-1', '${ids.paid}', id, ${minor}, currency,
    jsonb_build_object('version', 1, 'totalMinor', ${minor}, 'otherMinor', ${minor}, 'shippingMinor', 0, 'lines', '[]'::jsonb), now()
  from refunds; update document_series set last_number = ${number} where kind = 'credit_note';`;

const event = (name: string) => `
  insert into order_events (order_id, event, from_status, to_status, actor, at)
  values ('${ids.paid}', '${name}', 'paid', 'paid', 'somebody', now());`;

// The sabotage of each invariant, by the beginning of its name.
const sabotage: [string, () => string][] = [
  ['stock is', () => `update variants set on_hand = on_hand + 1 where id = '${ids.variant}'`],
  ['a variant is on sale', () => `update variants set active = false where id = '${ids.variant}'`],
  [
    'a slug that a product gave up',
    () => `insert into product_slugs (slug, product_id) select 'audited-shirt', id from products
      where slug <> 'audited-shirt'`,
  ],
  [
    'the stock movements',
    () => `update order_lines set quantity = quantity + 1 where order_id = '${ids.pending}'`,
  ],
  ['the open lines', () => 'update open_lines set units = units + 1'],
  [
    'an order does not add up',
    () => `update order_lines set line_total_minor = 1 where order_id = '${ids.pending}'`,
  ],
  [
    'an order does not add up',
    () =>
      `update orders set tax_minor = 1, total_minor = total_minor + 1 where id = '${ids.pending}'`,
  ],
  [
    'the tax of a line',
    () => `update order_lines set tax_minor = 1, tax_name = 'VAT', tax_ppm = 500000
      where order_id = '${ids.paid}'`,
  ],
  [
    'a paid order does not',
    () => `update payments set status = 'created' where order_id = '${ids.paid}'`,
  ],
  ['the ledger entries', () => 'delete from ledger_entries'],
  ['the sales of a day', () => "insert into daily_sales values (current_date, 'USD', 1, 5, 0)"],
  [
    'a ledger entry or a refund is in',
    () => `update ledger_entries set currency = 'EUR' where order_id = '${ids.paid}'`,
  ],
  [
    'a refund that',
    () => `insert into refunds (id, payment_id, amount_minor, currency, reason, status, created_at)
      select 'rfd_late', id, 1, currency, 'late', 'requested', now() - interval '2 hours'
      from payments where order_id = '${ids.paid}'`,
  ],
  [
    'more is refunded',
    () => `insert into refunds (id, payment_id, amount_minor, currency, reason, status, created_at)
      select 'rfd_' || n, id, amount_minor, currency, 'twice', 'requested', now()
      from payments, generate_series(1, 2) n where order_id = '${ids.paid}'`,
  ],
  [
    'a payment intent',
    () => `insert into payments (id, provider, intent_id, user_id, status, amount_minor, currency,
        idempotency_key, created_at, next_check_at)
      select 'pay_twin', provider, intent_id || '', user_id, 'created', 1, currency, 'twin', now(), now()
      from payments where order_id = '${ids.paid}'`,
  ],
  [
    'a payment outside of the shop is one',
    () => `update payments set provider = 'outside' where order_id = '${ids.paid}'`,
  ],
  [
    'a payment outside of the shop is not',
    () => `update payments set provider = 'outside' where order_id = '${ids.paid}'`,
  ],
  ['the card sandbox holds', () => 'update sandbox_intents set refunded_minor = 1'],
  ['the status of an order', () => `delete from order_events where order_id = '${ids.pending}'`],
  [
    'more of a line is shipped',
    () => `insert into order_cancellations select order_id, position, quantity + 1, 'k', now()
      from order_lines where order_id = '${ids.paid}'`,
  ],
  [
    'an order that is not paid has',
    () => `insert into order_cancellations values ('${ids.pending}', 0, 1, 'k', now())`,
  ],
  [
    'cancelled units went back',
    () => `insert into order_cancellations values ('${ids.paid}', 0, 1, 'k', now(), true)`,
  ],
  [
    'more of a line or of the shipping',
    () => `${aRefund()} insert into refund_lines values ('rfd_1', '${ids.paid}', 0, 99, 1)`,
  ],
  [
    'more of a line or of the shipping',
    () => `${aRefund()} update refunds r set shipping_minor = r.amount_minor where id = 'rfd_1';
      update orders set shipping_minor = 0, total_minor = subtotal_minor where id = '${ids.paid}'`,
  ],
  [
    'the parts of a refund',
    () => `${aRefund()} insert into refund_lines values ('rfd_1', '${ids.paid}', 0, 1, 101)`,
  ],
  [
    'refunded units went back',
    () => `${aRefund()} insert into refund_lines values ('rfd_1', '${ids.paid}', 0, 1, 1, true)`,
  ],
  ['more of a line comes back', () => aReturn()],
  ['a return has no lines', () => `${aReturn()} update returns set received_at = approved_at`],
  ['the return status', () => aReturn()],
  [
    'the list of refunded orders',
    () =>
      `insert into refunded_orders (order_id, refunded_minor, paid_minor) values ('${ids.paid}', 1, 2)`,
  ],
  ['a return is in a state', () => aReturn()],
  [
    'returned units went',
    () => `${aReturn()} update return_lines set received = 1, restocked = true`,
  ],
  ['units that exchanges reserve', () => anExchange()],
  ['an exchange waits', () => anExchange()],
  [
    'the difference of an exchange',
    () => `${anExchange()} update exchanges set refunded_minor = 5`,
  ],
  ['a dearer exchange was sent without', () => anExtra()],
  ['a difference was waived', () => `${anExchange()} update exchanges set waived_unit_minor = 1`],
  ['more comes back of an exchange', () => anExchangeBack()],
  [
    'an extra payment gave back',
    () => `${anExchange()} insert into extra_returns values ('ret_1', 0, 'ret_1', 'refund', 5, 5);`,
  ],
  ['an extra payment has no invoice', () => anExtra()],
  [
    'a parcel that was taken back',
    () => `insert into fulfillments (id, order_id, shipped_at, key)
      values ('ful_back', '${ids.paid}', now(), 'k');
      insert into taken_back_parcels values ('ful_back', '${ids.paid}', 'k')`,
  ],
  [
    'a parcel that was taken back',
    () => `insert into taken_back_parcels values ('ful_back', '${ids.paid}', 'k');
      insert into outbox (id, kind, payload, created_at, send_after, attempts) values ('msg_back',
        'order.shipped', '{"fulfillmentId": "ful_back"}', now(), now(), 1)`,
  ],
  [
    'units were cancelled without',
    () => `insert into order_cancellations values ('${ids.paid}', 0, 1, 'k', now())`,
  ],
  [
    'the fulfillment status',
    () => `update orders set fulfillment_status = 'fulfilled' where id = '${ids.paid}'`,
  ],
  [
    'a parcel is empty',
    () => `insert into fulfillments (id, order_id, shipped_at, key)
      values ('ful_empty', '${ids.paid}', now(), 'k')`,
  ],
  [
    'a return was refunded',
    () => `${aReturn()} ${aRefund()} update refunds set key = 'return ret_1' where id = 'rfd_1'`,
  ],
  ['the history of an order differs', () => aReturn()],
  ['the history of an order differs', () => event('fulfill')],
  ['a parcel was sent while', () => event('hold') + event('fulfill') + event('release')],
  ['a parcel was sent while', () => `update orders set held_at = now() where id = '${ids.paid}'`],
  ['the numbers of documents', () => 'update document_series set last_number = last_number + 1'],
  ['the numbers of documents', () => 'update documents set number = number + 1'],
  ['the numbers of documents', () => `${aRefund()} ${aNote(1002, 100)}`],
  ['a paid order has no invoice', () => 'delete from documents'],
  ['a paid order has no invoice', () => `update documents set order_id = '${ids.pending}'`],
  ['a refund of an order that was', () => `${aRefund()} update refunds set status = 'settled'`],
  ['a refund of an order that was', () => `${aRefund()} ${aNote(1001, 100)}`],
  ['a document has another amount', () => "update documents set currency = 'XXX'"],
  ['a document has another amount', () => `${aRefund()} ${aNote(1001, 99)}`],
  [
    'the lines of a document',
    () => `update documents set content = jsonb_set(content, '{lines,0,amountMinor}', '1')`,
  ],
  [
    'the taxes of a document',
    () => `update documents set content = content || '{"taxes": [{"taxMinor": 1}]}'`,
  ],
  [
    'a debit note does not take back',
    () => `${aRefund()} ${aNote(1001, 100)} update refunds set status = 'withdrawn'`,
  ],
  [
    'a debit note does not take back',
    () => `${aRefund()} ${aNote(1001, 100)} insert into documents
      (id, kind, number, label, order_id, cancels_id, total_minor, currency, content, issued_at)
      select 'doc_debit', 'debit_note', 1001, 'DN-1', order_id, id, total_minor, currency, content, now()
      from documents where kind = 'credit_note'`,
  ],
  [
    'more taxes of an extra payment',
    () => `${aReturn()} ${aRefund()} ${aNote(1001, 100)}
      update documents set return_id = 'ret_1', content = content || '{"taxes": [{"taxMinor": 5}]}'
      where kind = 'credit_note'`,
  ],
  [
    'more of a line or of the shipping',
    () =>
      `${aRefund()} insert into refund_lines values ('rfd_1', '${ids.paid}', 0, 1, 1, false, 1)`,
  ],
  [
    'a cart with',
    () => `insert into carts (id, user_id, status) select 'crt_lost', user_id, 'ordered' from orders
      limit 1`,
  ],
  [
    'the country of an order',
    () => `update orders set delivery_country = 'DE' where id = '${ids.pending}'`,
  ],
  [
    'an order was replaced',
    () => `update orders set replaces_id = '${ids.paid}' where id = '${ids.pending}'`,
  ],
  ['an order was placed without', () => 'delete from outbox'],
  ['an order was paid, cancelled', () => "delete from outbox where kind = 'order.paid'"],
];

test('finds nothing in a sound shop', async () => {
  expect(await findBreaches((query) => shop.database.pool.query(query))).toEqual({});
});

test.each(sabotage)('finds when %s…', async (name, statement) => {
  const found = await breachesAfter(statement());
  expect(found.some((breach) => breach.startsWith(name))).toBe(true);
});

test('there is a sabotage for every invariant', async () => {
  const findings = await verifyLedger((query) => shop.database.pool.query(query));
  const untested = findings.filter(
    ({ breach }) => !sabotage.some(([name]) => breach.startsWith(name)),
  );
  expect(untested).toEqual([]);
});
