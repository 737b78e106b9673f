import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStaffProduct } from '#features/product-management/product-management.ts';
import { editor } from '../support/editing.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;
let sam: Client;
let goods: ReturnType<typeof editor>;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  sam = await shop.shopper('Sam Customer');
  goods = editor(shop, admin);
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

describe('variants', () => {
  test('are added with stock, archived, and come back with their size and color', async () => {
    const { id, slug } = await goods.coat('Growing Coat');
    const added = await goods.edit(id, {
      variants: [{ sku: 'GROWN-L', size: 'L', inventory: 7, price: 33 }, { size: 'XXL' }],
    });
    const [, , large, huge] = added.variants;
    expect(large).toMatchObject({ sku: 'GROWN-L', inventory: 7, price: 33 });
    expect(huge).toMatchObject({ size: 'XXL', inventory: 0, sku: expect.stringMatching(/\w/) });
    const moved = 'select quantity, reason, actor from stock_movements where variant_id = $1';
    expect(await shop.query(moved, [large?._id])).toEqual([
      { quantity: 7, reason: 'opening', actor: admin.id },
    ]);

    const placed = await (await sam.post('/orders', orderFor(id, 'GROWN-L', 33))).json();
    await goods.edit(id, { variants: [{ _id: large?._id, archived: true }] });
    const skus = async () =>
      (await (await sam.get(`/products/${slug}`)).json()).variants.map((one: Sku) => one.sku);
    expect(await skus()).toEqual(['GROWING-COAT-S', 'GROWING-COAT-M', huge?.sku]);
    const { insertedId, ...order } = placed;
    expect(await (await sam.get(`/orders/${insertedId}`)).json()).toEqual(order);
    expect(order.cart[0].sku).toBe('GROWN-L');
    const late = await shop.shopper('Late Customer');
    const refused = await late.post('/orders', orderFor(id, 'GROWN-L', 33));
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'product_unavailable']);

    // A change that names it leaves it archived; its size as a new one brings it back.
    await goods.edit(id, { variants: [{ sku: 'GROWN-L', price: 34 }] });
    expect((await goods.read(id)).variants[2]?.archived).toBe(true);
    const back = await goods.edit(id, { variants: [{ size: 'L', sku: 'GROWN-L-2' }] });
    expect(back.variants).toHaveLength(4);
    expect(back.variants[2]).toMatchObject({
      _id: large?._id,
      sku: 'GROWN-L-2',
      archived: false,
      inventory: 6,
      reserved: 1,
    });
    expect(await skus()).toContain('GROWN-L-2');
  });

  interface Sku {
    sku: string;
  }
  const orderFor = (id: string, sku: string, price: number) => ({
    cart: [{ _id: id, sku, quantity: 1, price }],
    city: 'Dhaka',
    shippingCost: 120,
    grandTotalAmount: price,
    totalAmount: price + 120,
  });

  test.each(['_id', 'sku'] as const)(
    'leave their options to a new one when they are archived and renamed by %s',
    async (key) => {
      const { id } = await goods.coat(`Renamed Coat by ${key}`);
      const medium = (await goods.read(id)).variants[1];
      await goods.edit(id, { variants: [{ _id: medium?._id, archived: true }] });
      const sku = `RENAMED-${key}`;
      const { variants } = await goods.edit(id, {
        variants: [
          { [key]: medium?.[key], size: 'Medium' },
          { size: 'M', sku },
        ],
      });
      expect(variants[1]).toMatchObject({ _id: medium?._id, size: 'Medium', archived: true });
      expect(variants[2]).toMatchObject({ sku, size: 'M', archived: false });
    },
  );

  test('a product has a single one without options, then sizes, and then the single one again', async () => {
    const product = { name: 'Plain Cap', category: 'Cloths', price: 12, descriptions: 'A cap.' };
    const actor = actorOf(admin, 'admin');
    const { id, variants } = await addStaffProduct(shop.context.ctx, actor, {
      ...{ ...product, price: 1_200, gender: 'Unisex' },
      variants: [{ size: null, color: null, option: null, inventory: 4 }],
    });
    const single = variants[0]?.id;
    const { variants: unnamed } = await addStaffProduct(shop.context.ctx, actor, {
      ...{ ...product, name: 'Cap Nobody Counted', price: 1_200, gender: 'Unisex' },
    });
    expect(unnamed).toMatchObject([{ available: 0 }]);
    expect(variants).toMatchObject([{ sku: 'PLAIN-CAP', size: null, available: 4 }]);
    // Beside another one, nothing would tell it apart. An SKU that is mistyped adds none either.
    const refused = await goods.refused(id, { variants: [{ sku: 'TYPO', price: 3 }] });
    expect(refused).toContain('no variant with the SKU "TYPO". Beside others, a new variant needs');
    expect(await goods.refused(id, { variants: [{ size: 'S' }, {}] })).toContain('needs a size');

    const sizes = [{ size: 'S', inventory: 1 }, { size: 'M' }];
    const sized = await goods.edit(id, { variants: [{ _id: single, archived: true }, ...sizes] });
    const [, small, medium] = sized.variants;
    const gone = [small, medium].map((one) => ({ _id: one?._id, archived: true }));
    const back = await goods.edit(id, { variants: [...gone, {}] });
    expect(back.variants).toMatchObject([
      { _id: single, archived: false, inventory: 4 },
      { _id: small?._id, archived: true, inventory: 1 },
      { _id: medium?._id, archived: true },
    ]);

    // A product whose variants all had a size gets a new one.
    const coat = await goods.coat('Coat In One Size');
    const both = (await goods.read(coat.id)).variants.map(({ _id }) => ({ _id, archived: true }));
    const one = await goods.edit(coat.id, { variants: [...both, { inventory: 2 }] });
    expect(one.variants[2]).toMatchObject({ size: null, archived: false, inventory: 2 });
  });

  test('without options are not on sale beside others, whichever change would do it', async () => {
    const { id } = await goods.coat('Coat Apart');
    const [small, medium] = (await goods.read(id)).variants;
    const needs = 'needs a size, a colour or';
    const cleared = [{ _id: small?._id, size: null }];
    expect(await goods.refused(id, { variants: cleared })).toContain(needs);
    const rest = { _id: medium?._id, archived: true };
    await goods.edit(id, { variants: [...cleared, rest] });
    // Restoring one with a size, and adding one, are refused beside the single one.
    for (const change of [{ ...rest, archived: false }, { size: 'L' }]) {
      expect(await goods.refused(id, { variants: [change] })).toContain(needs);
    }
    await goods.edit(id, { variants: [{ size: 'L' }, { _id: small?._id, archived: true }] });
    const restored = [{ _id: small?._id, archived: false }];
    expect(await goods.refused(id, { variants: restored })).toContain(needs);
    await goods.edit(id, { variants: [{ ...restored[0], size: 'XS' }] });
    // A product that is so already can be changed.
    await shop.query('update variants set size = null where id = $1', [small?._id]);
    await goods.edit(id, { price: 21 });
  });

  test('can be archived all, which sells the product out', async () => {
    const { id, slug } = await goods.coat('Bare Coat');
    const variants = (await goods.read(id)).variants.map(({ _id }) => ({ _id, archived: true }));
    expect(await goods.edit(id, { variants })).toMatchObject({ status: 'active', inventory: 0 });
    const shown = await (await sam.get(`/products/${slug}`)).json();
    expect(shown).toMatchObject({ stock: true, variants: [], price: 20 });
  });

  test('take each other’s SKU and size, and nobody else’s', async () => {
    const { id } = await goods.coat('Swapped Coat');
    const other = await goods.coat('Other Coat');
    const [small, medium] = (await goods.read(id)).variants;
    const { variants } = await goods.edit(id, {
      variants: [
        { _id: small?._id, sku: medium?.sku, size: 'M' },
        { _id: medium?._id, sku: small?.sku, size: 'S' },
      ],
    });
    expect(variants).toMatchObject([
      { _id: small?._id, sku: medium?.sku, size: 'M' },
      { _id: medium?._id, sku: small?.sku, size: 'S' },
    ]);
    const taken = [{ _id: small?._id, sku: other.variants[0]?.sku }];
    expect(await goods.refused(id, { variants: taken })).toContain(
      'The SKU "OTHER-COAT-S" belongs to another variant.',
    );
  });
});
