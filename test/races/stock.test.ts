import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProduct } from '#features/catalog/catalog.ts';
import { orderOf, stock } from '../support/goods.ts';
import { heldBack } from '../support/held-back.ts';
import { openTestShop, type TestShop, THIS_MACHINE } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 40 });
});
afterAll(() => shop.close());

test('twenty buyers of the last unit make one sale', async () => {
  const last = await stock(shop, { name: 'Last Shirt', inventory: 1 });
  const buyers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => shop.shopper(`Buyer ${i}`)),
  );
  const returns = await Promise.all(buyers.map((buyer) => buyer.post('/orders', orderOf(last))));
  const statuses = returns.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
  const refused = returns.filter(({ status }) => status === 409);
  for (const response of refused) expect((await response.json()).code).toBe('out_of_stock');
  expect((await getProduct(shop.context.ctx, last.id)).variants[0]?.available).toBe(0);
  await expectSoundLedger(shop);
});

test('adjustments and orders at once never sell or take what is not there', async () => {
  const admin = await shop.admin();
  admin.address = THIS_MACHINE;
  const buyers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => shop.shopper(`Adjusted ${i}`, THIS_MACHINE)),
  );
  for (const setTo of [0, 4, 12]) {
    const shirt = await stock(shop, { name: `Contested ${setTo}`, inventory: 8 });
    const { id = '', sku = '' } = shirt.variants[0] ?? {};
    const lock = { text: 'select 1 from variants where id = $1 for update', values: [id] };
    const call = (body: object) => admin.post('/api/v1/stock-adjustments', { sku, ...body });
    const responses = await heldBack(shop, lock, () =>
      buyers.flatMap((buyer, i) => [
        buyer.post('/orders', orderOf(shirt, 1)),
        ...(i % 3 === 0 ? [call({ quantity: -2, reason: 'damaged' })] : []),
        ...(i === 5 ? [call({ setTo, reason: 'counted' })] : []),
      ]),
    );
    const bodies = await Promise.all(responses.map((response) => response.json()));
    expect(responses.map(({ status }) => status).filter((s) => s !== 201 && s !== 409)).toEqual([]);
    const levels = bodies.filter(({ onHand }) => onHand !== undefined);
    expect(levels).toHaveLength(5);
    for (const { onHand, reserved, available } of levels) {
      expect(onHand).toBe(available + reserved);
      expect(Math.min(reserved, available)).toBeGreaterThanOrEqual(0);
    }
    const sold = bodies.filter(({ _id }) => _id !== undefined).length;
    const { rows } = await shop.database.pool.query(
      "select coalesce(sum(quantity), 0)::int as units from stock_movements where variant_id = $1 and reason <> 'sold'",
      [id],
    );
    const { variants } = await getProduct(shop.context.ctx, shirt.id);
    expect(variants[0]?.available).toBe(rows[0].units - sold);
    await expectSoundLedger(shop);
  }
});
