import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeProducts } from '#features/product-management/product-management.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  sam = await shop.shopper('Sam Shopper');
});
afterAll(() => shop.close());

const auditOf = (id: string) =>
  shop.query('select actor, action, detail from audit_log where subject = $1 order by id', [id]);

describe('removing a product', () => {
  test('counts 1, then 0, with one audit row, and leaves every list [7.4]', async () => {
    const shirt = await stock(shop, { name: 'Going Shirt', category: 'Jersey' });
    const remove = async () => (await admin.delete(`/products/${shirt.id}`)).json();
    expect(await remove()).toEqual({ deletedCount: 1 });
    expect(await remove()).toEqual({ deletedCount: 0 });
    expect(await auditOf(shirt.id)).toMatchObject([
      { action: 'product.add' },
      { actor: admin.id, action: 'product.remove' },
    ]);
    for (const path of ['/products', '/products?category=Jersey', '/products?q=going']) {
      expect(await (await sam.get(path)).text(), path).not.toContain(shirt.id);
    }
    for (const key of [shirt.id, shirt.slug]) {
      expect((await sam.get(`/products/${key}`)).status).toBe(404);
    }
  });

  test('that is not there counts 0', async () => {
    const response = await admin.delete('/products/prd_nothing');
    expect([response.status, await response.json()]).toEqual([200, { deletedCount: 0 }]);
  });

  test('keeps it from being bought, and past orders keep what they said', async () => {
    const shirt = await stock(shop, { name: 'Souvenir Shirt', priceMinor: 3_333, inventory: 5 });
    const placed = await (await sam.post('/orders', orderOf(shirt, 2))).json();
    await admin.delete(`/products/${shirt.id}`);
    const refused = await (await shop.shopper('Late Buyer')).post('/orders', orderOf(shirt));
    expect(refused.status).toBe(409);
    expect((await refused.json()).code).toBe('product_unavailable');
    const { insertedId, ...order } = placed;
    expect(await (await sam.get(`/orders/${insertedId}`)).json()).toEqual(order);
    expect(order.cart).toMatchObject([{ _id: shirt.id, name: 'Souvenir Shirt', price: 33.33 }]);
    expect(
      await shop.query('select on_hand, active from variants where product_id = $1', [shirt.id]),
    ).toEqual([{ on_hand: 3, active: false }]);
  });

  test('frees its address for a new product of the same name', async () => {
    const first = await stock(shop, { name: 'Phoenix Shirt' });
    await admin.delete(`/products/${first.id}`);
    const second = await stock(shop, { name: 'Phoenix Shirt' });
    expect(second.slug).toBe(first.slug);
    expect((await (await sam.get(`/products/${first.slug}`)).json())._id).toBe(second.id);
  });
});

describe('removing several products', () => {
  const removeAll = (client: Client, role: 'shopper' | 'admin', ids: string[]) =>
    removeProducts(shop.context.ctx, actorOf(client, role), ids);

  test('removes all, each with its audit row, and names those that were gone', async () => {
    const [one, two, gone] = await Promise.all(
      ['First Cap', 'Second Cap', 'Gone Cap'].map((name) => stock(shop, { name })),
    );
    if (!one || !two || !gone) throw new Error('three products');
    await admin.delete(`/products/${gone.id}`);
    const ids = [two.id, one.id, gone.id, one.id, 'prd_nothing'];
    expect(await removeAll(admin, 'admin', ids)).toEqual({
      deletedCount: 2,
      notRemoved: ['Gone Cap', 'An unknown product'],
    });
    for (const { id } of [one, two, gone]) {
      expect((await sam.get(`/products/${id}`)).status).toBe(404);
      expect((await auditOf(id)).map(({ action }) => action)).toEqual([
        'product.add',
        'product.remove',
      ]);
    }
  });

  test('is for admins, a hundred at once at most, and of none removes none', async () => {
    const cap = await stock(shop, { name: 'Kept Cap' });
    await expect(removeAll(sam, 'shopper', [cap.id])).rejects.toMatchObject({ code: 'forbidden' });
    const many = [cap.id, ...Array.from({ length: 100 }, (_, i) => `prd_${i}`)];
    await expect(removeAll(admin, 'admin', many)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await removeAll(admin, 'admin', [])).toEqual({ deletedCount: 0, notRemoved: [] });
    expect((await sam.get(`/products/${cap.id}`)).status).toBe(200);
  });
});
