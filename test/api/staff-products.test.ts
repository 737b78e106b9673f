import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addProductImage,
  duplicateProduct,
  getStaffProduct,
  listStaffProducts,
} from '#features/product-management/product-management.ts';
import { editor, everyField, everyFieldOfVariant } from '../support/editing.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

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
afterAll(() => shop.close());

test('the use cases are for admins, whoever calls them', async () => {
  const { id } = await goods.coat('Guarded Coat');
  const { ctx } = shop.context;
  const image = { bytes: new Uint8Array(), alt: '', address: '10.0.0.1' };
  for (const work of [
    getStaffProduct(ctx, actorOf(sam), id),
    listStaffProducts(ctx, actorOf(sam), { limit: 1 }),
    addProductImage(ctx, actorOf(sam), id, 1, image),
    duplicateProduct(ctx, actorOf(sam), id),
  ]) {
    await expect(work).rejects.toMatchObject({ code: 'forbidden' });
  }
});

describe('a copy', () => {
  test('is a draft with everything but slug, SKUs, barcodes, stock and texts for search engines', async () => {
    const { id } = await goods.coat('Model Coat');
    const [small] = (await goods.read(id)).variants;
    const original = await goods.edit(id, {
      ...everyField,
      name: 'Model Coat',
      slug: 'model-coat',
      variants: [
        { _id: small?._id, ...everyFieldOfVariant, sku: 'MODEL-XL' },
        { sku: 'MODEL-COAT-M', archived: true },
      ],
    });
    const response = await admin.post(`${goods.path(id)}/duplicate`, undefined);
    const copy = await response.json();
    expect([response.status, response.headers.get('etag')]).toEqual([201, '"1"']);
    const { _id, slug, name, status, version, createdAt, updatedAt, inventory, ...same } = copy;
    const { variants, formerSlugs, seoTitle, seoDescription, ...rest } = same;
    expect(original).toMatchObject(rest);
    // Each would be the same as that of another page.
    expect([seoTitle, seoDescription]).toEqual(['', '']);
    expect(original.seoTitle).not.toBe('');
    expect({ slug, name, status, version, inventory, formerSlugs }).toEqual({
      slug: 'model-coat-copy',
      name: 'Model Coat (copy)',
      status: 'draft',
      version: 1,
      inventory: 0,
      formerSlugs: [],
    });
    const { sku, barcode, ...options } = everyFieldOfVariant;
    expect(variants).toMatchObject([{ ...options, barcode: null, inventory: 0, archived: false }]);
    expect(variants[0].sku).not.toBe(sku);
    expect(await goods.auditOf(_id)).toEqual([
      { actor: admin.id, action: 'product.duplicate', detail: { name, of: 'Model Coat' } },
    ]);
    expect((await admin.post(`${goods.path('prd_no')}/duplicate`, undefined)).status).toBe(404);
    const more = await Promise.all(
      Array.from({ length: 12 }, () => admin.post(`${goods.path(id)}/duplicate`, undefined)),
    );
    const slugs = await Promise.all(more.map(async (one) => (await one.json()).slug));
    const expected = more.map((_, at) => `model-coat-copy-${at + 2}`);
    expect(slugs.sort()).toEqual(expected.sort());
  });
});

describe('the list of staff', () => {
  const list = async (search: string) => {
    const response = await admin.get(`/api/v1/products${search}`);
    expect(response.status).toBe(200);
    const names = (await response.json()).map(({ name }: { name: string }) => name);
    const next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    return { names, next };
  };

  test('has all statuses, newest first, in pages, and filters', async () => {
    for (const status of ['draft', 'archived', 'active']) {
      const { id } = await stock(shop, { name: `Listed ${status}`, category: 'Shoes' });
      await goods.edit(id, { status });
    }
    const [lamp] = [await stock(shop, { name: 'Lamp', category: 'Shoes' })];
    await goods.edit(lamp.id, {
      slug: 'floor-light',
      variants: [{ sku: lamp.variants[0]?.sku, barcode: '5901234_23457' }],
    });
    const all = ['Lamp', 'Listed active', 'Listed archived', 'Listed draft'];
    const first = await list('?category=Shoes&limit=3');
    expect(first.names).toEqual(all.slice(0, 3));
    const second = await list(`/${first.next ?? ''}`.replace('//api/v1/products', ''));
    expect([second.names, second.next]).toEqual([all.slice(3), undefined]);
    expect((await list('?category=Shoes&status=archived')).names).toEqual(['Listed archived']);
    for (const q of [
      'LAMP',
      'lam',
      'floor-light',
      '5901234_23457',
      lamp.variants[0]?.sku.slice(0, -1),
    ]) {
      expect((await list(`?q=${q}`)).names, q).toEqual(['Lamp']);
    }
    expect((await list('?q=%25')).names).toEqual([]);
    for (const bad of ['?status=gone', '?after=x', '?limit=0', '?q=%00']) {
      expect((await admin.get(`/api/v1/products${bad}`)).status, bad).toBe(422);
    }
  });

  test('shows units and images of what is not archived', async () => {
    const { id } = await goods.coat('Counted Coat');
    await goods.edit(id, {
      images: [{ url: '/pictures/a-800.webp', alt: '' }],
      variants: [{ sku: 'COUNTED-COAT-M', archived: true }],
    });
    await sam.post('/orders', orderOf(await stock(shop, { name: 'Bystander' })));
    const [row] = await (await admin.get('/api/v1/products?q=counted')).json();
    const { variants: _, ...record } = await goods.read(id);
    const { variantCount, ...listed } = row;
    expect([variantCount, listed.inventory]).toEqual([1, 5]);
    expect(record).toMatchObject(listed);
  });
});
