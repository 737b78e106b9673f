import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { submitOrder } from '#features/checkout/checkout.ts';
import { unpackProducts } from '#features/product-management/packed-products.schema.ts';
import { foreseeUndo, openSheet } from '#features/product-management/product-management.ts';
import { getJob, runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { editor } from '../support/editing.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;

beforeEach(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterEach(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const never = new AbortController().signal;
const runJob = () => runNextJob(shop.context.ctx, jobRunners, never);

interface Edit {
  _id: string;
  version: number;
  [field: string]: unknown;
}

async function send(products: Edit[], where = '') {
  const response = await admin.post(`/api/v1/bulk-edits${where}`, { products });
  const body = await response.json();
  expect([response.status, body.detail]).toEqual([where ? 200 : 201, undefined]);
  return body;
}
const find = async ({ _id }: { _id: string }) => (await admin.get(`/api/v1/jobs/${_id}`)).json();
async function forecast({ _id }: { _id: string }) {
  const [{ ctx }, actor] = [shop.context, actorOf(admin, 'admin')];
  return foreseeUndo(ctx, actor, await getJob(ctx, actor, _id));
}
async function undo(job: { _id: string }, by = admin) {
  expect((await by.post(`/api/v1/jobs/${job._id}/undo`, {})).status).toBe(200);
  await runJob();
  return find(job);
}

/** What customers pay and get, and what staff see, of all products. */
const state = () =>
  shop.query(`select p.name, p.status, c.name as category, p.tags, v.sku, v.on_hand, v.low_stock_at,
    coalesce(v.price_minor, p.price_minor)::int as price,
    coalesce(v.cost_minor, p.cost_minor)::int as cost
    from products p join variants v on v.product_id = p.id join categories c on c.id = p.category
    order by p.name, v.sku`);

const price = (product: ProductDetail, amount: unknown, version = 1): Edit => ({
  _id: product.id,
  version,
  variants: product.variants.map(({ id }) => ({ _id: id, price: amount })),
});

test('only staff edit in bulk, within limits, and nobody else gets a long body read', async () => {
  const shirt = await stock(shop, { name: 'Shirt' });
  const edits = { products: [price(shirt, 5)] };
  const long = { products: [{ ...price(shirt, 5), tags: ['x'.repeat(100_000)] }] };
  const sam = await shop.shopper('Sam Customer');
  for (const path of ['/api/v1/bulk-edits', '/api/v1/bulk-edits/preview']) {
    for (const body of [edits, long]) {
      expect((await shop.guest().post(path, body)).status).toBe(401);
      expect((await sam.post(path, body)).status).toBe(403);
    }
    // Longer than other calls may be, and read: one of its values is wrong.
    expect((await admin.post(path, long)).status).toBe(422);
    const tooLong = { products: [{ ...price(shirt, 5), tags: ['x'.repeat(2_200_000)] }] };
    expect((await admin.post(path, tooLong)).status).toBe(413);
    const many = Array.from({ length: 2_001 }, (_, i) => ({ _id: `p${i}`, version: 1 }));
    const wrong: [unknown[], string][] = [
      [[], 'Please change a product first.'],
      [many, '2000'],
      [[edits.products[0], edits.products[0]], 'in the edit twice'],
      [[{ ...price(shirt, -1) }], 'A price is a number'],
      [[{ _id: shirt.id, version: 1, status: 'scheduled' }], 'status'],
    ];
    for (const [products, reason] of wrong) {
      const response = await admin.post(path, { products });
      expect([response.status, (await response.json()).detail]).toEqual([
        422,
        expect.stringContaining(reason),
      ]);
    }
  }
  expect(await shop.query('select * from staff_jobs')).toEqual([]);
  const { ctx } = shop.context;
  await expect(openSheet(ctx, actorOf(sam), { ids: [shirt.id] })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('a body of values without end is refused before it is validated, and a long mistake is cut', async () => {
  const path = '/api/v1/bulk-edits/preview';
  const refusal = async (products: object[]) => {
    const response = await admin.post(path, { products });
    return { status: response.status, text: await response.text() };
  };
  const empty = Array.from({ length: 1_000 }, () => ({}));
  const flood = await refusal(empty.map(() => ({ variants: empty.slice(0, 500) })));
  expect(flood.status).toBe(422);
  expect(flood.text).toContain('Please send fewer values at a time.');
  const wrong = await refusal(empty.map(() => ({ ['x'.repeat(100)]: 1 })));
  expect(wrong.status).toBe(422);
  expect(wrong.text.length).toBeLessThan(50_000);
});

test('a preview says what the job then does, and leaves out what somebody changed since', async () => {
  const coat = await editor(shop, admin).coat('Coat');
  const [shirt, theirs, same] = [
    await stock(shop, { name: 'Shirt', variants: [{ sku: 'SH', priceMinor: 900, inventory: 4 }] }),
    await stock(shop, { name: 'Theirs', variants: [{ sku: 'TH', inventory: 4 }] }),
    await stock(shop, { name: 'Same', variants: [{ sku: 'SA', inventory: 4 }] }),
  ];
  const { ctx } = shop.context;
  const sheet = await openSheet(ctx, actorOf(admin, 'admin'), { ids: [coat.id, shirt.id] });
  const products = unpackProducts(sheet.packed);
  expect(products.map(({ name, version }) => [name, version])).toEqual([
    ['Coat', 1],
    ['Shirt', 1],
  ]);
  expect(products[1]?.variants).toMatchObject([{ sku: 'SH', priceMinor: 900, onHand: 4 }]);
  await editor(shop, admin).edit(theirs.id, { material: 'Wool' });
  const [variant] = shirt.variants;
  const onHand = { from: 4, to: 7 };
  const edits: Edit[] = [
    { ...price(coat, '24.99'), status: 'draft', category: 'Jersey', tags: ['new'] },
    { _id: shirt.id, version: 1, variants: [{ _id: variant?.id, cost: 3, onHand, lowStockAt: 2 }] },
    price(theirs, 1),
    price(same, 20),
    { _id: 'prd_gone', version: 1 },
  ];
  const before = await state();
  const preview = await send(edits, '/preview');
  expect(preview).toMatchObject({
    products: 2,
    variants: 3,
    unchanged: 1,
    leftOut: 2,
    changeCount: 8,
    problems: [
      { name: 'Theirs', reason: 'Somebody changed it meanwhile.' },
      { product: 'prd_gone', name: 'A product that was removed (prd_gone)', reason: 'It is gone.' },
    ],
  });
  expect(preview.changes).toContainEqual({
    product: coat.id,
    name: 'Coat',
    sku: 'COAT-S',
    field: 'price',
    before: 20,
    after: 24.99,
  });
  expect(preview.changes).toContainEqual(
    expect.objectContaining({ sku: 'SH', field: 'lowStockAt', before: null, after: 2 }),
  );
  expect(await state()).toEqual(before);

  const job = await send(edits);
  expect(await runJob()).toBe(true);
  const done = await find(job);
  expect(done).toMatchObject({
    kind: 'bulkEdit',
    status: 'done',
    done: 5,
    total: 5,
    result: { changed: 2, variants: 3, unchanged: 1, leftOut: 2 },
    problemCount: 2,
  });
  expect(done.problems.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    'A product that was removed (prd_gone): It is gone.',
    'Theirs: Somebody changed it meanwhile.',
  ]);
  const coats = { name: 'Coat', status: 'draft', category: 'Jersey', tags: ['new'], price: 2_499 };
  expect(await state()).toMatchObject([
    { ...coats, sku: 'COAT-M' },
    { ...coats, sku: 'COAT-S' },
    { sku: 'SA', price: 2_000 },
    { sku: 'SH', price: 900, cost: 300, on_hand: 7, low_stock_at: 2 },
    { sku: 'TH', price: 2_000 },
  ]);
  expect(
    await shop.query("select reason, quantity, note, actor from stock_movements where note <> ''"),
  ).toEqual([{ reason: 'correction', quantity: 3, note: 'Bulk edit', actor: admin.id }]);
  expect(
    await shop.query(
      "select detail from audit_log where action = 'product.bulkEdit' and subject = $1",
      [coat.id],
    ),
  ).toMatchObject([{ detail: { changed: { priceMinor: [2_000, 2_499] } } }]);
  // Sent once more, as after a lost response, it changes nothing twice.
  const again = await send(edits);
  await runJob();
  expect(await find(again)).toMatchObject({ result: { changed: 0, leftOut: 4 } });

  const colleague = await shop.admin('Colin Colleague');
  expect(await undo(job, colleague)).toMatchObject({ status: 'undone', notUndone: [] });
  expect(await state()).toEqual(before);
  expect(
    await shop.query("select actor from stock_movements where note = 'Undo of a bulk edit'"),
  ).toEqual([{ actor: colleague.id }]);
});

test('the undo leaves what was edited since and names it, and takes back what was sold since', async () => {
  const names = ['Counted', 'Edited', 'Emptied', 'Sold', 'Untouched'];
  const goods: ProductDetail[] = [];
  for (const name of names) {
    goods.push(await stock(shop, { name, variants: [{ sku: name, inventory: 9 }] }));
  }
  const [, edited, emptied, sold] = goods as [never, ProductDetail, ProductDetail, ProductDetail];
  const job = await send(
    goods.map((one) => {
      const onHand = { from: 9, to: 12 };
      const more = one === sold || one === emptied ? { onHand } : {};
      const variants = one.variants.map(({ id }) => ({ _id: id, price: 31, ...more }));
      return { _id: one.id, version: 1, tags: ['sale'], variants };
    }),
  );
  await runJob();
  await editor(shop, admin).edit(edited.id, { material: 'Silk' });
  const sam = await shop.shopper('Sam Buyer');
  const order = (one: ProductDetail, quantity: number, key: string) => {
    const cart = [{ _id: one.id, quantity }];
    return submitOrder(shop.context.ctx, actorOf(sam), { cart, city: 'Dhaka' }, key);
  };
  await order(sold, 2, 'two');
  await order(emptied, 10, 'ten');
  const adjustment = { sku: 'Counted', quantity: 2, reason: 'received' };
  await admin.post('/api/v1/stock-adjustments', adjustment, { 'idempotency-key': 'one' });
  expect(await forecast(job)).toEqual({ looked: 5, isAll: true, stay: 2 });
  const undone = await undo(job);
  expect(undone).toMatchObject({ status: 'undone', done: 5, result: { takenBack: 3, kept: 2 } });
  expect(await forecast(job)).toBeNull();
  expect(
    undone.notUndone.toSorted((a: Named, b: Named) => a.name.localeCompare(b.name)),
  ).toMatchObject([
    { name: 'Edited', reason: 'It has been edited since.' },
    // Of the twelve units ten are sold, so the three that were added are no longer there.
    { name: 'Emptied', reason: 'It has been sold since.' },
  ]);
  expect((await state()).map(({ name, price: now, tags }) => [name, now, tags])).toEqual([
    ['Counted', 2_000, []],
    ['Edited', 3_100, ['sale']],
    ['Emptied', 3_100, ['sale']],
    ['Sold', 2_000, []],
    ['Untouched', 2_000, []],
  ]);
  const onHand = (await state()).map(({ name, on_hand: units }) => [name, units]);
  expect(Object.fromEntries(onHand)).toMatchObject({ Counted: 11, Emptied: 2, Sold: 7 });
});

test('the undo leaves the stock of what was counted since, names it, and takes its price back', async () => {
  const shirt = await stock(shop, { name: 'Shirt', variants: [{ sku: 'SH', inventory: 10 }] });
  const onHand = { from: 10, to: 4 };
  const variants = shirt.variants.map(({ id }) => ({ _id: id, price: 31, onHand }));
  const job = await send([{ _id: shirt.id, version: 1, variants }]);
  await runJob();
  const count = { sku: 'SH', setTo: 10, reason: 'counted' };
  expect((await admin.post('/api/v1/stock-adjustments', count)).status).toBe(201);
  expect(await undo(job)).toMatchObject({
    status: 'undone',
    notUndone: [{ name: 'Shirt', reason: 'Its stock has been counted since, and stays: SH.' }],
  });
  expect(await forecast(job)).toBeNull();
  expect(await state()).toMatchObject([{ sku: 'SH', price: 2_000, on_hand: 10 }]);
});

interface Named {
  name: string;
}

test('a bulk edit whose process is killed goes on in another one, without loss or doubles', async () => {
  const COUNT = 300;
  await shop.query(
    `with made as (
      insert into products (id, slug, name, category, price_minor, currency, descriptions, gender)
      select 'prd_' || lpad(i::text, 4, '0'), 'p-' || i, 'Product ' || i,
        (select id from categories limit 1), 2000, 'USD', 'Text', 'Men'
      from generate_series(1, $1) i returning id
    ) insert into variants (id, product_id, sku, on_hand, position)
      select 'var_' || id, id, 'SKU-' || id, 0, 0 from made`,
    [COUNT],
  );
  const ids = (await shop.query('select id from products order by id')).map(({ id }) => id);
  const job = await send(
    ids.map((id: string) => ({
      _id: id,
      version: 1,
      variants: [{ _id: `var_${id}`, price: 15, onHand: { from: 0, to: 3 } }],
    })),
  );
  // Its third batch waits for this product.
  const blocker = await shop.database.pool.connect();
  await blocker.query(`begin; select from products where id = 'prd_0250' for update`);
  const connection = JSON.stringify(shop.database.connection);
  const child = spawn(process.execPath, ['test/support/job-process.ts', connection, shop.dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  await expect.poll(async () => (await find(job)).done, { timeout: 40_000 }).toBe(200);
  child.kill('SIGKILL');
  await ended;
  await blocker.query('commit');
  blocker.release();
  expect(await find(job)).toMatchObject({ status: 'running', done: 200, total: COUNT });
  // Nobody else takes it before its lease ends.
  expect(await runJob()).toBe(false);
  await shop.query("update staff_jobs set lease_until = now() - interval '1 second'");
  expect(await runJob()).toBe(true);
  expect(await find(job)).toMatchObject({
    status: 'done',
    done: COUNT,
    result: { changed: COUNT, variants: COUNT, leftOut: 0 },
  });
  const units = 'select count(*)::int, sum(quantity)::int from stock_movements';
  expect(await shop.query(units)).toEqual([{ count: COUNT, sum: COUNT * 3 }]);
  expect(
    await shop.query('select distinct price_minor::int as price, version from products'),
  ).toEqual([{ price: 1_500, version: 2 }]);
});

test('an archived product comes back under a free address when another one took its own', async () => {
  const old = await stock(shop, { name: 'Cap' });
  await admin.delete(`/products/${old.id}`);
  await stock(shop, { name: 'Cap' });
  const job = await send([{ _id: old.id, version: 2, status: 'active' }]);
  await runJob();
  expect(await find(job)).toMatchObject({ result: { changed: 1 }, problemCount: 0 });
  expect(await shop.query('select slug, status from products order by slug')).toEqual([
    { slug: 'cap', status: 'active' },
    { slug: 'cap-2', status: 'active' },
  ]);
});
