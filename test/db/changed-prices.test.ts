import { afterEach, beforeEach, expect, test } from 'vitest';
import { importProducts } from '#features/product-management/import/import-products.ts';
import { stock } from '../support/goods.ts';
import { heldUntil } from '../support/held-back.ts';
import { csv } from '../support/product-csv.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

// A change of prices, by far the most frequent one, does less than others. What it leaves out must
// not be missing.

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

/** The products whose row in the search index is another one than it would be if it were made anew. */
const staleRows = () =>
  shop.query(`select n.id from search_rows_of(array(select id from products)) n
    left join search_index i on i.product_id = n.id
    where (n.listed, n.category, n.created_at, n.name_key, n.price_minor, n.price_varies, n.in_stock, n.choices, n.document)
      is distinct from (i.listed, i.category, i.created_at, i.name_key, i.price_minor, i.price_varies, i.in_stock, i.choices, i.document)`);

async function inOneTransaction(statements: string[]): Promise<void> {
  const client = await shop.database.pool.connect();
  try {
    for (const statement of ['begin', ...statements, 'commit']) await client.query(statement);
  } finally {
    client.release();
  }
}

const addShirt = () =>
  stock(shop, {
    name: 'Wool Shirt',
    variants: [
      { sku: 'S-1', size: 'S', inventory: 3 },
      { sku: 'S-2', size: 'M', inventory: 0, priceMinor: 3_000 },
    ],
  });

test('a change of prices writes the prices in the search index, and makes no words', async () => {
  const { id } = await addShirt();
  // Words that only a row that is made anew would lose.
  await shop.query(`update search_index set document = 'kept'::tsvector where product_id = $1`, [
    id,
  ]);
  const row = () => shop.query('select price_minor::int, price_varies, document from search_index');
  await shop.query('update products set price_minor = 9000, version = version + 1');
  expect(await row()).toEqual([{ price_minor: 3_000, price_varies: true, document: "'kept'" }]);
  await shop.query('update variants set price_minor = 9000 where price_minor is not null');
  expect(await row()).toEqual([{ price_minor: 9_000, price_varies: false, document: "'kept'" }]);
  await shop.query("update products set material = 'Silk'");
  expect(await staleRows()).toEqual([]);
});

test.each([
  ['a name', ["update products set name = 'Silk Shirt', price_minor = 1"]],
  [
    'a name afterwards',
    ['update products set price_minor = 1', "update products set name = 'Silk'"],
  ],
  [
    'a status',
    ["update products set status = 'draft', price_minor = 1", 'update variants set active = false'],
  ],
  ['tags', ["update products set tags = '{new}', price_minor = 1"]],
  ['a size', ["update variants set size = 'XL', price_minor = 5 where sku = 'S-2'"]],
  [
    'a variant that comes back',
    ["update variants set on_hand = 4, price_minor = 5 where sku = 'S-2'"],
  ],
  [
    'an archived variant',
    ["update variants set active = false, price_minor = 5 where sku = 'S-1'"],
  ],
  [
    'a new variant',
    [
      'update products set price_minor = 1',
      `insert into variants (id, product_id, sku, size, on_hand, position)
        select 'var_new', id, 'S-3', 'XS', 5, 2 from products`,
    ],
  ],
  [
    'a removed variant',
    ['update products set price_minor = 1', "delete from variants where id = 'var_new'"],
  ],
])('prices beside %s leave no old words in the search index', async (_, statements) => {
  const { id } = await addShirt();
  if (statements.join().includes('delete')) {
    await shop.query(
      `insert into variants (id, product_id, sku, size, on_hand, position) values ('var_new', $1, 'S-3', 'XS', 5, 2)`,
      [id],
    );
  }
  await inOneTransaction(statements);
  expect(await staleRows()).toEqual([]);
});

test('a statement that changes the prices of many products keeps the former one of each variant', async () => {
  const shirt = await addShirt();
  const cap = await stock(shop, { name: 'Cap', priceMinor: 700 });
  await stock(shop, { name: 'Scarf', priceMinor: 500 });
  const past = () =>
    shop.query(`select sku, p.price_minor::int from past_prices p join variants v on v.id = p.variant_id
      order by p.price_minor`);
  // The connection keeps the plan that it makes for one product.
  await shop.query('update products set price_minor = 600 where id = $1', [cap.id]);
  expect(await past()).toEqual([{ sku: expect.any(String), price_minor: 700 }]);
  await shop.query(
    `update products set price_minor = price_minor + 100, version = version + 1
      where id = any($1)`,
    [[shirt.id, cap.id]],
  );
  expect((await past()).map((one) => one.price_minor)).toEqual([600, 700, 2_000]);
  await shop.query("update products set brand = 'Other'");
  expect(await past()).toHaveLength(3);
});

test('an import reads a product again that somebody changed before it was locked', async () => {
  const { ctx } = shop.context;
  const row = { Handle: 'tee', Title: 'Tee', 'Variant SKU': 'T-1', 'Variant Inventory Qty': '5' };
  const load = (cells: Record<string, string>) =>
    importProducts(ctx, csv([{ ...row, ...cells }]), {
      category: 'Full Set',
      actor: 'test import',
    });
  await load({});
  const left = async () =>
    (await shop.query('select on_hand, barcode, price_minor from variants'))[0];
  // The file says what the shop has when it is read: five units. Then some are lost.
  const report = await heldUntil(
    shop,
    [
      "update variants set on_hand = 2, barcode = '4006381333931'",
      `insert into stock_movements (variant_id, quantity, reason, actor)
        select id, -3, 'damaged', 'test' from variants`,
    ],
    () => load({ 'Variant Price': '77.00' }),
  );
  expect(report).toMatchObject({ changed: 1, problems: [] });
  expect(await left()).toMatchObject({ on_hand: 5, barcode: '4006381333931' });
  await expectSoundLedger(shop);
});
