import { afterAll, beforeAll, expect, test } from 'vitest';
import { printDocument } from '#features/documents/printed.schema.ts';
import { viewDocument } from '#features/orders/orders.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import { withdrawReturnedRefund } from '../support/returned-refund.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Debited');
  admin = await shop.admin('Ada Debits');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

test('a debit note takes back the credit note of a withdrawn refund, once and whole', async () => {
  const { ctx } = shop.context;
  const { id: orderId } = await placeOrderOf(shop, sam, [1]);
  const refund = (key: string) =>
    admin.post(
      `/api/v1/orders/${orderId}/refunds`,
      { amount: 140, reason: 'It was too large.' },
      { 'idempotency-key': key },
    );
  await refund('first');
  await withdrawReturnedRefund(shop, admin, orderId);
  const { documents } = await (await sam.get(`/orders/${orderId}`)).json();
  const [, creditNote, debitNote] = documents;
  const csv = await (await admin.get('/api/v1/exports/documents.csv')).text();
  const rowOf = (number: string) => csv.split('\n').find((line) => line.startsWith(number));
  expect(rowOf(creditNote.number)).toMatch(/Withdrawn.*,-140\r?$/);
  expect(rowOf(debitNote.number)).toMatch(/^DN-1001,Debit note,.*,140\r?$/);
  const stored = await viewDocument(ctx, actorOf(sam), debitNote._id);
  const before = await viewDocument(ctx, actorOf(sam), creditNote._id);
  expect(stored.content).toEqual({
    ...before.content,
    invoice: { label: creditNote.number, issuedAt: creditNote.issuedAt, timeZone: 'UTC' },
    reason: 'withdrawn',
  });
  expect(printDocument(stored)).toMatchObject({
    title: 'Debit note DN-1001',
    facts: expect.arrayContaining([
      {
        term: 'Takes back credit note',
        value: [expect.stringContaining('CN-'), expect.anything()],
      },
      { term: 'Reason', value: ['Refund that the bank returned'] },
    ]),
  });
  // The same money goes back in another way, with a credit note of its own.
  await refund('second');
  const after = await (await sam.get(`/orders/${orderId}`)).json();
  expect(after.documents.slice(3)).toMatchObject([{ kind: 'credit_note', withdrawn: false }]);

  const takeBack = (which: string) =>
    shop.query(`with s as (update document_series set last_number = last_number + 1
        where kind = 'debit_note' returning last_number)
      insert into documents (id, kind, number, label, order_id, cancels_id, total_minor, currency, content, issued_at)
      select 'doc_again', 'debit_note', last_number, 'DN-2', order_id, id, total_minor, currency, content, now()
      from s, documents d where order_id = '${orderId}' and kind = 'credit_note' and ${which}`);
  await expect(takeBack(`label <> '${creditNote.number}'`)).rejects.toThrow(
    expect.objectContaining({ constraint: 'documents_fit' }),
  );
  await expect(takeBack(`label = '${creditNote.number}'`)).rejects.toThrow(
    expect.objectContaining({ constraint: 'documents_cancelled_once' }),
  );
});
