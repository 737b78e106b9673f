import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { makeSkus } from '#features/product-management/make-skus.ts';
import { duplicateProduct } from '#features/product-management/product-management.ts';
import { requireSkuPattern } from '#server/start/shop-sku-pattern.ts';
import { editor } from '../support/editing.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
let goods: ReturnType<typeof editor>;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  goods = editor(shop, admin);
});
afterAll(() => shop.close());

const skusOf = async (id: string) => (await goods.read(id)).variants.map(({ sku }) => sku);

async function add(name: string, variants?: object[]): Promise<string> {
  const fields = { name, descriptions: 'Soft.', category: 'Cloths', gender: 'Unisex', price: 20 };
  const response = await admin.post('/products', { ...fields, ...(variants && { variants }) });
  const { _id } = (await response.json()) as { _id: string };
  expect(response.status).toBe(201);
  return _id;
}

test('variants that are added without an SKU get one by the pattern of the shop', async () => {
  const id = await add('Wool Scarf', [
    { size: 'S', color: 'Deep Blue', inventory: 1 },
    { size: 'M', color: 'Deep Blue', sku: 'MINE', inventory: 1 },
  ]);
  expect(await skusOf(id)).toEqual(['WOOL-SCARF-DEEP-BLUE-S', 'MINE']);
  await goods.edit(id, { variants: [{ size: 'L', color: 'Red' }] });
  expect(await skusOf(id)).toEqual(['WOOL-SCARF-DEEP-BLUE-S', 'MINE', 'WOOL-SCARF-RED-L']);
  const copy = await duplicateProduct(shop.context.ctx, actorOf(admin, 'admin'), id);
  expect(copy.variants.map(({ sku }) => sku)).toEqual([
    'WOOL-SCARF-COPY-DEEP-BLUE-S',
    'WOOL-SCARF-COPY-DEEP-BLUE-M',
    'WOOL-SCARF-COPY-RED-L',
  ]);
});

test('a variant that is added with a new name and address of its product gets an SKU of these', async () => {
  const id = await add('Old Basket', [{ size: 'M', inventory: 1 }]);
  await goods.edit(id, { name: 'New Basket', slug: 'new-basket', variants: [{ size: 'S' }] });
  expect(await skusOf(id)).toEqual(['OLD-BASKET-M', 'NEW-BASKET-S']);
});

test('products that are added at the same time get SKUs of their own', async () => {
  const { ctx } = shop.context;
  const usual = ctx.shop;
  ctx.shop = { ...usual, skuPattern: 'basket-{size}' };
  const variants = [
    { size: 'S', inventory: 1 },
    { size: 'M', inventory: 1 },
  ];
  const ids = await Promise.all(['First', 'Second', 'Third'].map((name) => add(name, variants)));
  ctx.shop = usual;
  const skus = (await Promise.all(ids.map(skusOf))).flat();
  expect(skus.toSorted()).toEqual(
    ['M', 'M-2', 'M-3', 'S', 'S-2', 'S-3'].map((rest) => `BASKET-${rest}`),
  );
});

test('the largest product gets its SKUs in one call', async () => {
  const { ctx } = shop.context;
  const all = Array.from({ length: 2_000 }, (_, position) => ({ size: `S${position}`, position }));
  const product = { id: 'prd_large', slug: 'large', name: 'Large' };
  const skus = await inTransaction(ctx.db, (tx) => makeSkus(ctx, tx, product, all));
  expect([new Set(skus).size, skus[1_999]]).toEqual([2_000, 'LARGE-S1999']);
});

test('an SKU that is taken gets a number, also one that another variant gets in the same edit', async () => {
  await add('Taker', [{ size: 'S', sku: 'PLAIN-MUG-L', inventory: 1 }]);
  const id = await add('Plain Mug', [{ size: 'L', inventory: 1 }]);
  expect(await skusOf(id)).toEqual(['PLAIN-MUG-L-2']);
  await goods.edit(id, {
    variants: [{ size: 'S' }, { size: 'M', sku: 'PLAIN-MUG-S' }],
  });
  expect(await skusOf(id)).toEqual(['PLAIN-MUG-L-2', 'PLAIN-MUG-S-2', 'PLAIN-MUG-S']);
});

test('a pattern that leaves nothing, or only SKUs that are taken, gives SKUs of the product’s id', async () => {
  const { ctx } = shop.context;
  ctx.shop = { ...ctx.shop, skuPattern: '{size}' };
  const id = await add('Bare Mug');
  expect(await skusOf(id)).toEqual([`${id.slice(-10).toUpperCase()}-1`]);
  ctx.shop = { ...ctx.shop, skuPattern: 'same' };
  const sizes = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ size: String(from + index), inventory: 1 }));
  const first = await add('Many', sizes(1, 30));
  const made = await skusOf(first);
  expect([made[0], made[29]]).toEqual(['SAME', 'SAME-30']);
  const second = await add('More', sizes(1, 2));
  expect(await skusOf(second)).toEqual(
    [1, 2].map((n) => `${second.slice(-10).toUpperCase()}-${n}`),
  );
});

test.each([
  ['{slug}-{sise}', 'no {sise}'],
  [' ', '1 to 76 characters'],
])('a shop does not start with the pattern %j', (skuPattern, why) => {
  expect(() => requireSkuPattern({ skuPattern })).toThrow(why);
  expect(() => requireSkuPattern({ skuPattern: '{slug}/{color}' })).not.toThrow();
  expect(() => requireSkuPattern({})).not.toThrow();
});
