import { afterAll, beforeAll, expect, test } from 'vitest';
import { payIntent } from '../support/cards.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import { readPdf } from '../support/read-pdf.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

const MARKUP = '#strong[x] $a$ *b* \\n @x';
const BENGALI = 'ঢাকার শাড়ি';
const ARABIC = 'محمد علي';
const GREEK = 'Ελληνικό πουκάμισο';
const JAPANESE = '日本語のシャツ';
const KOREAN = '한국어';

let shop: TestShop;
let sam: Client;
let admin: Client;
let invoice: string;
let order: { id: string; skus: string[] };

const json = async (response: Promise<Response>) => (await response).json();
const pdfOf = (id: string, who = sam, query = '') => who.get(`/api/v1/documents/${id}/pdf${query}`);

async function read(response: Response) {
  expect(response.status, await response.clone().text()).toBe(200);
  return readPdf(new Uint8Array(await response.arrayBuffer()));
}

beforeAll(async () => {
  const seller = { name: 'Rahman & Söhne Ltd.', address: ['Чистые пруды 1'], taxNumber: 'BIN 1' };
  const documents = { invoicePrefix: 'চা-', seller, note: 'Danke' };
  shop = await openTestShop({ shopConfig: { emails: WITHOUT_LIMITS, documents } });
  sam = await shop.shopper('Sam Printed');
  admin = await shop.admin('Ada Printed');
  const version = (await admin.get('/api/v1/taxes')).headers.get('etag') ?? '';
  const vat = { name: 'VAT', rate: 15, country: 'BD', coversShipping: true };
  const rates = { pricesIncludeTax: true, rates: [vat] };
  await admin.request('PUT', '/api/v1/taxes', rates, { 'If-Match': version });
  const names = [MARKUP, BENGALI, GREEK, `${JAPANESE} ${KOREAN} 😀`];
  const placed = await placeOrderOf(shop, sam, [1, 2, 1, 1], { isPaid: false, names });
  const address = {
    ...{ recipient: ARABIC, company: null, line1: '12 Lake Road', line2: null, city: 'Dhaka' },
    ...{ region: null, postcode: '1205', country: 'BD', phone: '+8801712345678' },
  };
  const moved = await sam.put(`/api/v1/orders/${placed.id}/address`, address);
  expect(moved.status, await moved.text()).toBe(200);
  const { totalAmount, id } = placed;
  const transaction = await payIntent(sam, { totalAmount, orderId: id });
  await sam.put(`/orders/${id}`, { transaction });
  order = placed;
  [{ _id: invoice }] = await json(sam.get(`/api/v1/orders/${id}/documents`));
});
afterAll(() => shop.close());

test('an invoice is a PDF with every name as it is, in every script, on the paper asked for', async () => {
  const response = await pdfOf(invoice);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="_-1001.pdf"; filename*=UTF-8''${encodeURIComponent('চা-1001')}.pdf`,
  );
  const { text, size, totalPages } = await read(response);
  expect([size, totalPages]).toEqual([[595, 842], 1]);
  for (const part of [
    ...['Invoice', '1001', 'Rahman & Söhne Ltd.', 'Чистые пруды 1', 'BIN 1', 'Danke'],
    ...[MARKUP, GREEK, JAPANESE, KOREAN, sam.email, '12 Lake Road', 'Bangladesh'],
    ...['Bill to', 'Units', 'Price', '$20.00', '$40.00', 'Subtotal', 'Shipping', 'Total USD'],
    ...['$220.00', 'Including VAT 15% on $191.30', '$28.70', 'Page 1 of 1'],
  ]) {
    expect(text).toContain(part);
  }
  // Readers order the letters of these scripts in their own ways.
  for (const letter of (BENGALI + ARABIC).replaceAll(' ', '')) expect(text).toContain(letter);
  // The emoji, which no font has, and no other letter.
  expect(text.match(/[\ufffd\0]/g)).toEqual(['\ufffd']);
  expect((await read(await pdfOf(invoice, admin, '?paper=letter'))).size).toEqual([612, 792]);
  expect((await pdfOf(invoice, sam, '?paper=a3')).status).toBe(422);
});

test('a credit note is one too, and says when it was withdrawn', async () => {
  const refund = { lines: [{ sku: order.skus[1], quantity: 1 }], reason: 'Private reason' };
  const key = { 'idempotency-key': 'pdf' };
  await admin.post(`/api/v1/orders/${order.id}/refunds`, refund, key);
  const [, note] = await json(sam.get(`/api/v1/orders/${order.id}/documents`));
  const made = await pdfOf(note._id);
  const { text } = await read(made);
  for (const part of ['Credit note CN-1001', 'For invoice', 'Refunded USD', '$20.00', 'VAT 15%']) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/Price|Private reason|Withdrawn/);
  const etag = made.headers.get('etag') ?? '';
  const again = () =>
    sam.request('GET', `/api/v1/documents/${note._id}/pdf`, undefined, { 'if-none-match': etag });
  expect((await again()).status).toBe(304);
  await shop.database.pool.query("update refunds set status = 'withdrawn' where id = $1", [
    note.refundId,
  ]);
  expect((await read(await again())).text).toContain('Withdrawn: the bank returned this refund.');
});

test('only those who see a document get its PDF, and each of them only so many', async () => {
  const other = await shop.shopper('Otto Other');
  const of = async (who: Client) => (await pdfOf(invoice, who)).status;
  expect([await of(other), await of(shop.guest())]).toEqual([404, 401]);
  const etag = (await pdfOf(invoice)).headers.get('etag') ?? '';
  await shop.database.pool.query("update limits set count = 30 where key like 'document-pdf:%'");
  const refused = await pdfOf(invoice);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await refused.json()).detail).toMatch(/^You have downloaded many documents/);
  const known = { 'if-none-match': etag };
  const same = await sam.request('GET', `/api/v1/documents/${invoice}/pdf`, undefined, known);
  expect([same.status, await same.text()]).toEqual([304, '']);
  expect(await of(admin)).toBe(200);
});
