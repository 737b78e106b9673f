import { afterAll, beforeAll, expect, test } from 'vitest';
import { stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

/** The ids of the variants of a new product, with these units each. */
async function variantsOf(name: string, ...units: number[]) {
  const variants = units.map((inventory, index) => ({
    ...{ sku: `${name.toUpperCase()}-${index}`, size: String(index), inventory },
  }));
  const product = await stock(shop, { name, variants });
  return { product, ids: product.variants.map(({ id }) => id) };
}

async function receive(body: object, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  const response = await admin.post('/api/v1/stock-receipts', body, headers);
  return { status: response.status, body: await response.json() };
}

test('a receipt adds all of its units with its note, and a repeat adds none', async () => {
  const { product, ids } = await variantsOf('Vest', 5, 0);
  const buyer = await shop.shopper('Bea Buyer');
  const [small, medium] = ids;
  const price = product.priceMinor / 100;
  const cart = [{ _id: product.id, sku: 'VEST-0', quantity: 2, price }];
  expect((await buyer.post('/orders', { cart, city: 'Dhaka' })).status).toBe(201);
  const note = 'Delivery note 4711';
  const variants = [
    { _id: medium, units: 12 },
    { _id: small, units: 3 },
  ];
  const done = [
    { _id: medium, sku: 'VEST-1', units: 12, onHand: 12, reserved: 0, available: 12, toShip: 0 },
    { _id: small, sku: 'VEST-0', units: 3, onHand: 8, reserved: 2, available: 6, toShip: 0 },
  ];
  const both = await Promise.all([1, 2].map(() => receive({ variants, note }, 'vest-1')));
  expect(both).toEqual([1, 2].map(() => ({ status: 201, body: done })));
  const moved = `select variant_id, quantity, reason, note, actor from stock_movements
    where variant_id = any($1) and reason = 'received' order by quantity`;
  expect(await shop.query(moved, [ids])).toEqual([
    { variant_id: small, quantity: 3, reason: 'received', note, actor: admin.id },
    { variant_id: medium, quantity: 12, reason: 'received', note, actor: admin.id },
  ]);
  const audit = `select subject, detail from audit_log where action = 'stock.adjust' and subject = any($1)`;
  expect(await shop.query(audit, [ids])).toEqual(
    expect.arrayContaining([
      {
        subject: medium,
        detail: { sku: 'VEST-1', before: 0, after: 12, reason: 'received', note },
      },
      { subject: small, detail: { sku: 'VEST-0', before: 5, after: 8, reason: 'received', note } },
    ]),
  );
  // Anybody who receives stock can find out whether it arrived.
  const other = await shop.admin('Olga Other');
  const found = await other.get(`/api/v1/stock-receipts/vest-1?sender=${admin.id}`);
  const { variants: arrived, ...rest } = await found.json();
  expect([found.status, rest]).toEqual([200, { note }]);
  expect(arrived).toHaveLength(2);
  expect(arrived).toEqual(expect.arrayContaining(variants));
  expect((await admin.get('/api/v1/stock-receipts/vest')).status).toBe(404);
  // The key belongs to this receipt: no other units, variants or note.
  for (const other of [
    { variants: variants.slice(0, 1), note },
    { variants: [...variants.slice(0, 1), { _id: small, units: 4 }], note },
    { variants, note: 'Another' },
    { variants: [variants[1]], note },
  ]) {
    const refused = await receive(other, 'vest-1');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'That key was used for another receipt.',
    ]);
  }
  expect(await shop.query(moved, [ids])).toHaveLength(2);
});

test('a receipt adds nothing when one of its variants can’t be received', async () => {
  const { ids } = await variantsOf('Sock', 1, 999_999);
  const [few, many] = ids;
  const line = (_id: unknown, units: unknown) => ({ _id, units });
  const refusals: [object[], number, string][] = [
    [[line(few, 1), line('var_gone', 1)], 404, 'no longer in the shop'],
    [[line(few, 1), line(many, 2)], 422, 'SOCK-1 would have more than 1,000,000 units.'],
    [[line(few, 1), line(few, 2)], 422, 'in the list twice'],
    [[line(few, 0)], 422, 'At least one unit'],
    [[], 422, 'add something first'],
  ];
  for (const [variants, status, detail] of refusals) {
    const refused = await receive({ variants });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      status,
      expect.stringContaining(detail),
    ]);
  }
  const rows = await shop.query('select on_hand from variants where id = any($1) order by sku', [
    ids,
  ]);
  expect(rows).toEqual([{ on_hand: 1 }, { on_hand: 999_999 }]);
});
