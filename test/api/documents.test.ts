import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverDue } from '#features/emails/deliver.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

const seller = { name: 'Rahman & Söhne Ltd.', address: ['১২ আগ্রাবাদ', 'চট্টগ্রাম'], taxNumber: 'BIN 1' };

beforeAll(async () => {
  const documents = { invoicePrefix: 'R-', seller, note: 'Danke' };
  shop = await openTestShop({ shopConfig: { emails: WITHOUT_LIMITS, documents } });
  sam = await shop.shopper('Sam 山田 Documented');
  admin = await shop.admin('Ada Documents');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const json = async (response: Promise<Response>) => (await response).json();
const documentsOf = ({ id }: { id: string }, who = sam) =>
  json(who.get(`/api/v1/orders/${id}/documents`));
const refund = (order: PaidOrder, body: object) =>
  json(
    admin.post(
      `/api/v1/orders/${order.id}/refunds`,
      { reason: 'Our private reason', ...body },
      { 'idempotency-key': crypto.randomUUID() },
    ),
  );
const address = {
  ...{
    recipient: '山田 太郎',
    line1: 'شارع الملك فهد 12',
    city: 'Dhaka',
    postcode: '1212',
    country: 'BD',
  },
  ...{ company: null, line2: null, region: null, phone: '+8801712345678' },
};

test('a paid order has an invoice of everything that it cost, and it stays as it was', async () => {
  const unpaid = await placeOrderOf(shop, sam, [2, 1], { isPaid: false });
  expect(await documentsOf(unpaid)).toEqual([]);
  const order = await placeOrderOf(shop, sam, [2, 1]);
  const [first, second] = order.skus;
  const [invoice, none] = await documentsOf(order);
  expect(none).toBeUndefined();
  const { number, createdAt } = await json(sam.get(`/orders/${order.id}`));
  expect(invoice).toMatchObject({
    kind: 'invoice',
    number: 'R-1001',
    ...{ orderId: order.id, refundId: null, total: 180, currency: 'USD' },
    seller: { ...seller, note: 'Danke', email: 'hello@example.com' },
    customer: { name: 'Sam 山田 Documented', email: sam.email },
    billTo: ['Sam 山田 Documented', 'Dhaka', 'Bangladesh'],
    shipTo: null,
    order: { number, placedAt: createdAt },
    lines: [
      { sku: first, quantity: 2, price: 20, amount: 40 },
      { sku: second, quantity: 1, price: 20, amount: 20 },
    ],
    ...{ shipping: 120, other: 0, invoice: null, reason: null },
  });
  // Everything that it was made of changes.
  const moved = await admin.put(`/api/v1/orders/${order.id}/address`, address);
  expect(moved.status).toBe(200);
  await shop.query("update products set name = 'Renamed', price_minor = 1");
  await shop.query('update variants set sku = sku || 1');
  await shop.query("update users set name = 'Renamed' where id = $1", [sam.user?.id]);
  expect(await documentsOf(order)).toEqual([invoice]);
  expect(await json(admin.get(`/api/v1/documents/${invoice._id}`))).toEqual(invoice);
  // A later document has the customer of the invoice, and the address of that time.
  await refund(order, { amount: 5 });
  const [, note] = await documentsOf(order);
  expect(note).toMatchObject({
    number: 'CN-1001',
    customer: invoice.customer,
    billTo: invoice.billTo,
  });
});

test('credit notes name the invoice and the kind of the refund, and not what staff wrote', async () => {
  const order = await placeOrderOf(shop, sam, [3]);
  const [sku] = order.skus;
  const [invoice] = await documentsOf(order);
  await refund(order, { lines: [{ sku, quantity: 2 }], shipping: true, amount: 150 });
  await refund(order, { amount: 10 });
  const keyed = { 'idempotency-key': 'gone' };
  const cancelled = { lines: [{ sku, quantity: 1 }], restock: true };
  await admin.post(`/api/v1/orders/${order.id}/cancellations`, cancelled, keyed);
  const all = await documentsOf(order);
  expect(all.map(({ kind }: { kind: string }) => kind)).toEqual([
    'invoice',
    'credit_note',
    'credit_note',
    'credit_note',
  ]);
  const [, lines, amount, units] = all;
  expect(lines).toMatchObject({
    ...{ total: 150, reason: 'refunded', other: 0 },
    invoice: { number: invoice.number, issuedAt: invoice.issuedAt },
    lines: [{ sku, quantity: 2, price: 20 }],
  });
  expect(lines.lines[0].amount + lines.shipping).toBe(150);
  expect(amount).toMatchObject({ total: 10, lines: [], shipping: 0, other: 10 });
  expect(units).toMatchObject({ reason: 'cancelled', lines: [{ sku, quantity: 1 }] });
  expect(JSON.stringify(all)).not.toContain('private');
  const { documents, refunds } = await json(sam.get(`/orders/${order.id}`));
  expect(documents.map(({ _id }: { _id: string }) => _id)).toEqual(
    all.map(({ _id }: { _id: string }) => _id),
  );
  expect(new Set(documents.slice(1).map((one: { refundId: string }) => one.refundId))).toEqual(
    new Set(refunds.map(({ _id }: { _id: string }) => _id)),
  );
  await deliverDue(shop.context.ctx);
  const mails = await shop.query('select subject, text from mailbox_mails where "to" like $1', [
    `%${sam.email}%`,
  ]);
  const texts = mails.map(({ text }) => text).join();
  expect(texts).toContain(`Invoice ${invoice.number} is on the page of your order.`);
  expect(texts).toContain(`Credit note ${lines.number} is on the page of your order.`);
});

test('only the owner of its order and staff see a document, and nothing stores it', async () => {
  const order = await placeOrderOf(shop, sam, [1]);
  const [{ _id: id }] = await documentsOf(order);
  const other = await shop.shopper('Otto Other');
  for (const path of [`/api/v1/documents/${id}`, `/api/v1/orders/${order.id}/documents`]) {
    const of = async (who: Client) => (await who.get(path)).status;
    expect([await of(sam), await of(admin)]).toEqual([200, 200]);
    expect([await of(other), await of(shop.guest())]).toEqual([404, 401]);
    expect((await sam.get(path)).headers.get('cache-control')).toBe('private, no-store');
  }
  // A customer who removed the order from My Orders has no page of it either.
  await sam.request('DELETE', `/orders/${order.id}`);
  expect((await sam.get(`/api/v1/documents/${id}`)).status).toBe(404);
  expect((await admin.get(`/api/v1/documents/${id}`)).status).toBe(200);
});

test('the export has the documents of a period, and credit notes with negative amounts', async () => {
  const text = await (await admin.get('/api/v1/exports/documents.csv')).text();
  const rows = text.trim().split('\r\n');
  const [{ count }] = await shop.query('select count(*)::int from documents');
  expect(rows).toHaveLength(count + 1);
  expect(rows[1]).toMatch(/^R-1001,Invoice,/);
  expect(rows.find((row) => row.startsWith('CN-1001'))).toMatch(/,0,0,0,,-5,-5$/);
  const later = await (await admin.get('/api/v1/exports/documents.csv?from=2100-01-01')).text();
  expect(later.trim().split('\r\n')).toHaveLength(1);
  expect(
    await shop.query("select 1 from audit_log where action = 'export.documents'"),
  ).toHaveLength(2);
});

describe('the database', () => {
  const constraintOf = (text: string) =>
    shop.query(text).then(
      () => 'done',
      ({ constraint, message }) => constraint ?? message,
    );
  const copy = (changes: Record<string, string>) => {
    const own = { id: "'doc_own'", kind: 'd.kind', number: 'd.number', label: "'X'", ...changes };
    const columns = ['order_id', 'refund_id', 'total_minor', 'currency', 'content', 'issued_at'];
    const values = columns.map((name) => changes[name] ?? `d.${name}`);
    return `insert into documents (id, kind, number, label, ${columns.join(', ')})
      select ${own.id}, ${own.kind}, ${own.number}, ${own.label}, ${values.join(', ')}
      from documents d order by kind desc, number limit 1`;
  };

  test('itself keeps documents as they are, without gaps, doubles or others than paid ones', async () => {
    const order = await placeOrderOf(shop, sam, [1], { isPaid: false });
    const next = 'update document_series set last_number = last_number + 1';
    for (const [text, refused] of [
      ["update documents set label = 'X'", 'documents'],
      ['delete from documents', 'documents'],
      ['truncate documents', 'documents'],
      ['delete from document_series', 'document_series'],
      ['update document_series set last_number = last_number - 1', 'document_series'],
      [next, 'document_series_has_no_gap'],
      [copy({}), 'documents_number_once'],
      [copy({ number: '1' }), 'documents_one_invoice_of_order'],
      [copy({ number: '9999', order_id: `'${order.id}'` }), 'documents_number_of_series'],
      [
        `with s as (${next} where kind = 'invoice' returning last_number) ${copy({
          number: '(select last_number from s)',
          order_id: `'${order.id}'`,
        })}`,
        'documents_fit',
      ],
    ] as const) {
      expect(await constraintOf(text), text).toContain(refused);
    }
  });
});
