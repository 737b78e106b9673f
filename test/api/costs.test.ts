import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#features/actor.ts';
import { EVERY_ENTRY } from '#features/audit-log/audit-log.schema.ts';
import { listAudit } from '#features/audit-log/audit-log.ts';
import type { Ctx } from '#features/context.ts';
import { exportListedProducts, exportProducts, exportStock } from '#features/exports/exports.ts';
import { pricesAsOf, valueStock } from '#features/inventory/inventory.ts';
import {
  addStaffProduct,
  duplicateProduct,
  editProduct,
  getStaffProduct,
  openSheet,
  previewBulkEdit,
  startBulkEdit,
  startImport,
} from '#features/product-management/product-management.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;
beforeAll(async () => {
  shop = await openTestShop();
  [sam, admin] = [await shop.shopper('Sam Curious'), await shop.admin()];
});
afterAll(() => shop.close());

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}
const filter = {
  ...{ text: null, status: null, category: null, stock: 'any' as const },
  ...{ missingImage: false, price: { minMinor: null, maxMinor: null }, tag: null },
};

/** Every use case that returns what goods cost the shop. */
const readers = (ctx: Ctx, actor: Actor, id: string, variantId: string) => ({
  getStaffProduct: () => getStaffProduct(ctx, actor, id),
  openSheet: () => openSheet(ctx, actor, { ids: [id] }),
  exportProducts: () => textOf(exportProducts(ctx, actor, {})),
  exportListedProducts: () => textOf(exportListedProducts(ctx, actor, filter)),
  exportStock: () => textOf(exportStock(ctx, actor)),
  valueStock: () => valueStock(ctx, actor),
  pricesAsOf: () => pricesAsOf(ctx, actor, variantId, null),
  listAudit: () => listAudit(ctx, actor, { filter: EVERY_ENTRY, limit: 10, after: null }),
});

test('every use case with costs gives them to admins, and refuses everybody else', async () => {
  const { ctx } = shop.context;
  const { id, version, variants } = await stock(shop, { name: 'Costly Shirt', inventory: 1 });
  const variantId = variants[0]?.id ?? '';
  await editProduct(ctx, actorOf(admin, 'admin'), id, version, { cost: 81_234_567 });
  for (const [name, read] of Object.entries(readers(ctx, actorOf(admin, 'admin'), id, variantId))) {
    expect([name, /812345[.]?67/.test(JSON.stringify(await read()))]).toEqual([name, true]);
  }
  for (const [actor, code] of [
    [actorOf(sam), 'forbidden'],
    [actorOf(shop.guest()), 'unauthenticated'],
  ] as const) {
    const writers = {
      editProduct: () => editProduct(ctx, actor, id, 2, { cost: 1 }),
      duplicateProduct: () => duplicateProduct(ctx, actor, id),
      addStaffProduct: async () => addStaffProduct(ctx, actor, {} as never),
      previewBulkEdit: () => previewBulkEdit(ctx, actor, {} as never),
      startBulkEdit: () => startBulkEdit(ctx, actor, {} as never),
      startImport: () => startImport(ctx, actor, 'fil_1', {} as never),
    };
    for (const [name, use] of Object.entries({
      ...readers(ctx, actor, id, variantId),
      ...writers,
    })) {
      const refused = await (async () => use())().catch((error) => error);
      expect([name, refused?.code]).toEqual([name, code]);
    }
  }
  const { rows } = await shop.database.pool.query('select cost_minor from products where id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ cost_minor: '81234567' }]);
});
