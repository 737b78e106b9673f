import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProduct } from '#features/catalog/catalog.ts';
import { runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
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

test('what is sold out is refused before the lock of its variant, and who bought the last one finds the order', async () => {
  const last = await stock(shop, { name: 'Rushed Shirt', inventory: 1 });
  const [buyer, late] = [await shop.shopper('Buyer first'), await shop.shopper('Buyer late')];
  const order = await (await buyer.post('/orders', orderOf(last))).json();
  const keyed = { 'idempotency-key': 'rushed' };
  const client = await shop.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from variants where product_id = $1 for update', [last.id]);
    for (const headers of [{}, keyed]) {
      const refused = await late.post('/orders', orderOf(last), headers);
      expect(refused.status).toBe(409);
      const short = [{ _id: last.id, name: 'Rushed Shirt', wanted: 1, left: 0 }];
      expect(await refused.json()).toMatchObject({ code: 'out_of_stock', short });
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  const again = await buyer.post('/orders', orderOf(last));
  expect([again.status, (await again.json())._id]).toEqual([201, order._id]);
  // Two lines of one variant are too much together.
  const two = await stock(shop, { name: 'Rushed Pair', inventory: 3 });
  const [line] = orderOf(two, 2).cart as object[];
  const both = await late.post('/orders', { cart: [line, line], city: 'Dhaka' });
  expect((await both.json()).code).toBe('out_of_stock');
  const bought = await late.post('/orders', orderOf(two, 3), keyed);
  const repeated = await late.post('/orders', orderOf(two, 3), keyed);
  expect(await repeated.json()).toEqual(await bought.json());
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

test('a count leaves out what was adjusted at the moment when its job was added', async () => {
  const admin = await shop.admin('Counting');
  const shirt = await stock(shop, { name: 'Adjusted Meanwhile', inventory: 8 });
  const { id = '', sku = '' } = shirt.variants[0] ?? {};
  const [seen] = await (await admin.get(`/api/v1/stock?code=${sku}`)).json();
  for (const movement of [seen.movement, undefined]) {
    const client = await shop.database.pool.connect();
    try {
      // The adjustment has its number, and nobody sees it yet. The units are the same in the end.
      await client.query('begin');
      await client.query('select from variants where id = $1 for update', [id]);
      await client.query(
        `insert into stock_movements (variant_id, quantity, reason, actor) values ($1, 0, 'counted', $2)`,
        [id, admin.id],
      );
      const variants = [{ _id: id, counted: 5, expected: 8, movement }];
      const response = await admin.post('/api/v1/stock-counts', { variants });
      expect(response.status).toBe(201);
      await client.query('commit');
      const job = await response.json();
      await runNextJob(shop.context.ctx, jobRunners, new AbortController().signal);
      const { result, problems } = await (await admin.get(`/api/v1/jobs/${job._id}`)).json();
      expect(result).toEqual({ changed: 0, unchanged: 0, leftOut: 1 });
      expect(problems[0].reason).toContain('Staff counted or adjusted it after this count');
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  await expectSoundLedger(shop);
});
