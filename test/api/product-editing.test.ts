import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { editProduct } from '#features/product-management/product-management.ts';
import { payIntent } from '../support/cards.ts';
import { editor, everyField, everyFieldOfVariant } from '../support/editing.ts';
import { orderOf } from '../support/goods.ts';
import { imageForm, imagesOf } from '../support/images.ts';
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

/** An order of the first variant that waits for payment. */
async function buy(product: ProductDetail, quantity: number) {
  const { cart, ...order } = orderOf(product, quantity);
  const lines = (cart as object[]).map((line) => ({ ...line, sku: product.variants[0]?.sku }));
  const response = await sam.post('/orders', { ...order, cart: lines });
  expect(response.status).toBe(201);
  return (await response.json()) as { _id: string; totalAmount: number };
}

async function payFor({ _id: orderId, totalAmount }: { _id: string; totalAmount: number }) {
  const transaction = await payIntent(sam, { totalAmount, orderId });
  expect((await sam.put(`/orders/${orderId}`, { transaction })).status).toBe(200);
}

describe('an edit', () => {
  test('changes every field, and nothing that it does not name', async () => {
    const { id } = await goods.coat('Plain Coat');
    const before = await goods.read(id);
    const [small] = before.variants;
    const edited = await goods.edit(id, {
      ...everyField,
      variants: [{ _id: small?._id, ...everyFieldOfVariant }],
    });
    expect(edited).toMatchObject({
      ...everyField,
      version: before.version + 1,
      formerSlugs: ['plain-coat'],
      img: '/pictures/b-800.webp',
      inventory: 10,
      variants: [
        { _id: small?._id, ...everyFieldOfVariant, inventory: 5, archived: false },
        before.variants[1],
      ],
    });
    const response = await admin.get(goods.path(id));
    expect(response.headers.get('etag')).toBe(`"${edited.version}"`);
    expect(await response.json()).toEqual(edited);
    const empty = { compareAtPrice: null, cost: null, weight: null, tags: [], images: [] };
    expect(await goods.edit(id, { ...empty, brand: '' })).toMatchObject({ ...empty, brand: '' });
    const variant = {
      price: null,
      barcode: null,
      lowStockAt: null,
      img: null,
      color: null,
      option: null,
    };
    const { variants } = await goods.edit(id, { variants: [{ sku: 'OSLO-XL', ...variant }] });
    expect(variants[0]).toMatchObject({ sku: 'OSLO-XL', size: 'XL', ...variant });
  });

  test('gives variants only images that the product has', async () => {
    const { id } = await goods.coat('Windowed Coat');
    const [a, b] = ['/pictures/a-800.webp', '/pictures/b-800.webp'].map((url) => ({
      url,
      alt: '',
    }));
    const ofSmall = (img?: string) => ({ variants: [{ sku: 'WINDOWED-COAT-S', img }] });
    expect(await goods.refused(id, ofSmall(a?.url))).toContain('has no image /pictures/a-800.webp');
    const given = await goods.edit(id, { images: [a, b], ...ofSmall(a?.url) });
    expect(given.variants[0]).toMatchObject({ img: a?.url });
    // The variant is in the edit, but its image is not.
    const priced = { variants: [{ sku: 'WINDOWED-COAT-S', price: 9 }] };
    const removed = await goods.edit(id, { images: [b], ...priced });
    expect(removed.variants[0]).toMatchObject({ img: null, price: 9 });
    expect((await goods.auditOf(id)).at(-1).detail.changed).toHaveProperty(
      'WINDOWED-COAT-S imageUrl',
    );
  });

  test('has room for the most variants and the longest details', async () => {
    const { id } = await goods.coat('Many-sided Coat');
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        sku: `MANY-SIDED-COAT-${from + i}`,
        size: `Size ${from + i}`,
        color: 'Ink',
        barcode: `4006381${from + i}`,
      }));
    const descriptions = 'Wärme. '.repeat(14_000);
    const { variants } = await goods.edit(id, { descriptions, variants: some(0, 1_998) });
    expect(variants).toHaveLength(2_000);
    const tooLong = { descriptions: 'x'.repeat(2_200_000) };
    const refused = await goods.patch(id, 2, tooLong);
    expect([refused.status, (await refused.json()).detail]).toEqual([
      413,
      expect.stringContaining('which is 2 MB.'),
    ]);
    expect((await goods.patch(id, 2, tooLong, sam)).status).toBe(403);
    expect((await goods.patch(id, 2, tooLong, shop.guest())).status).toBe(401);
  });

  test('is seen by customers, and costs and empty edits are not', async () => {
    const { id, slug } = await goods.coat('Public Coat');
    const { version } = await goods.edit(id, { price: 99, cost: 12.34, brand: 'Secretly' });
    const shown = await (await sam.get(`/products/${slug}`)).json();
    expect(shown).toMatchObject({ _id: id, price: 99 });
    expect(JSON.stringify(shown)).not.toContain('12.34');
    expect((await goods.edit(id, {})).version).toBe(version);
    expect((await goods.edit(id, { price: 99 })).version).toBe(version);
  });

  test('of an older version changes nothing and returns the current record', async () => {
    const { id } = await goods.coat('Contested Coat');
    const first = await goods.edit(id, { brand: 'First' });
    const response = await goods.patch(id, first.version - 1, { brand: 'Second', price: 1 });
    expect(response.status).toBe(412);
    const { code, current } = await response.json();
    expect([code, current]).toEqual(['edit_conflict', first]);
    expect(await goods.read(id)).toEqual(first);
    const form = imageForm(await imagesOf.png(40, 30));
    const version = { 'if-match': `"${first.version - 1}"` };
    expect((await admin.post(`${goods.path(id)}/images`, form, version)).status).toBe(412);
  });

  test('sets the units on hand as a correction, and keeps what was sold meanwhile', async () => {
    const product = await goods.coat('Stocked Coat');
    const [small] = (await goods.read(product.id)).variants;
    const unitsOf = async () =>
      (await goods.read(product.id)).variants.map((one) => [one.inventory, one.reserved]);
    const sku = 'STOCKED-COAT-S';
    const set = (from: number, to: number) => ({ variants: [{ sku, onHand: { from, to } }] });
    const { version } = await goods.edit(product.id, set(5, 9));
    expect(await unitsOf()).toEqual([
      [9, 0],
      [5, 0],
    ]);
    const history =
      'select quantity, reason, note, actor from stock_movements where variant_id = $1';
    expect(await shop.query(`${history} order by id desc limit 1`, [small?._id])).toEqual([
      { quantity: 4, reason: 'correction', note: 'Edit of the product', actor: admin.id },
    ]);
    expect((await goods.auditOf(product.id)).at(-1).detail.changed).toEqual({
      'STOCKED-COAT-S onHand': [5, 9],
    });
    // Orders change no version, so only the units say that some were ordered and paid.
    const bought = await buy(product, 2);
    const reserved = await goods.patch(product.id, version, set(9, 1));
    expect([reserved.status, (await reserved.json()).detail]).toEqual([
      409,
      'STOCKED-COAT-S: Orders that wait for payment reserve 2 units of it.',
    ]);
    await payFor(bought);
    const sold = await goods.patch(product.id, version, { name: 'Not stored', ...set(9, 12) });
    const { code, detail, current } = await sold.json();
    expect([sold.status, code]).toEqual([412, 'edit_conflict']);
    expect(detail).toBe('STOCKED-COAT-S: Its stock has changed since: 9 on hand then, 7 now.');
    expect(current).toEqual(await goods.read(product.id));
    expect(current).toMatchObject({ name: 'Stocked Coat', version });
    await goods.edit(product.id, set(7, 10));
    expect(await unitsOf()).toEqual([
      [10, 0],
      [5, 0],
    ]);
    expect((await goods.edit(product.id, set(10, 10))).version).toBe(version + 1);
    expect(
      await goods.refused(product.id, {
        variants: [{ size: 'XXL', onHand: { from: 0, to: 1 } }],
      }),
    ).toContain('inventory');
  });

  test('needs a version that can be read', async () => {
    const { id } = await goods.coat('Versioned Coat');
    const { version } = await goods.read(id);
    const statuses = [];
    for (const header of [null, 'x', '*', '"-1"', '"1e3"', `"${version}", "9"`, `"${version}`]) {
      const sent = { 'if-match': header };
      statuses.push((await admin.request('PATCH', goods.path(id), { brand: 'x' }, sent)).status);
    }
    expect(statuses).toEqual([428, 422, 422, 422, 422, 422, 422]);
    // Compression makes a tag a weak one.
    const weak = { 'if-match': `W/"${version}"` };
    expect((await admin.request('PATCH', goods.path(id), {}, weak)).status).toBe(200);
    expect((await goods.patch('prd_nothing', 1, {})).status).toBe(404);
    expect((await goods.patch('%00', 1, {})).status).toBe(422);
  });

  test.each<[string, object]>([
    ['an unknown category', { category: 'Hats' }],
    ['a blank name', { name: ' \u200b' }],
    ['a NUL', { care: 'a\0b' }],
    ['a tag that nobody can see', { tags: ['ok', '\u202e'] }],
    ['a NUL in a tag', { tags: ['ok', 'a\0'] }],
    ['a negative price', { price: -1 }],
    ['a price that is null', { price: null }],
    ['a slug in capitals', { slug: 'Coat' }],
    ['a slug with a slash', { slug: 'a/b' }],
    ['an unknown field', { isSecret: true }],
    ['51 images', { images: Array(51).fill({ url: '/pictures/a-800.webp', alt: '' }) }],
    ['an image of another host', { images: [{ url: 'https://evil.example/a.png', alt: '' }] }],
    ['a variant of nothing', { variants: [{ _id: 'var_nothing', price: 1 }] }],
    ['an unknown SKU without size and color', { variants: [{ sku: 'TYPO', price: 1 }] }],
    ['one variant twice', { variants: [{ sku: 'REFUSING-COAT-S' }, { sku: 'REFUSING-COAT-S' }] }],
    ['two new variants alike', { variants: [{ size: 'XL' }, { size: 'XL' }] }],
    ['the size of another variant', { variants: [{ sku: 'REFUSING-COAT-S', size: 'M' }] }],
    ['stock of a variant that is there', { variants: [{ sku: 'REFUSING-COAT-S', inventory: 9 }] }],
    ['a time for an active product', { publishAt: '2999-01-01T00:00:00Z' }],
    ['a schedule without a time', { status: 'scheduled' }],
    ['a time that is over', { status: 'scheduled', publishAt: '2020-01-01T00:00:00Z' }],
    ['the year 9999', { status: 'scheduled', publishAt: '9999-12-31T23:59:59-10:00' }],
    ['the 30th of February', { status: 'scheduled', publishAt: '2030-02-30T00:00:00Z' }],
  ])('refuses %s whole', async (_, changes) => {
    const id = await refusingCoat();
    expect(await goods.refused(id, { brand: 'Not stored', ...changes })).toMatch(/\w/);
  });

  let refusing: Promise<{ id: string }> | undefined;
  const refusingCoat = async () => {
    refusing ??= goods.coat('Refusing Coat');
    return (await refusing).id;
  };

  test('is in the audit log with before and after', async () => {
    const { id } = await goods.coat('Audited Coat');
    const [small] = (await goods.read(id)).variants;
    await goods.edit(id, {
      price: 30,
      brand: 'Nord',
      variants: [{ _id: small?._id, price: 25 }, { size: 'L' }],
    });
    const [, entry] = await goods.auditOf(id);
    expect(entry).toMatchObject({ actor: admin.id, action: 'product.edit' });
    const added = Object.keys(entry.detail.changed).find((name) => name.endsWith(' added'));
    expect(entry.detail).toEqual({
      name: 'Audited Coat',
      changed: {
        priceMinor: [2_000, 3_000],
        brand: ['', 'Nord'],
        'AUDITED-COAT-S priceMinor': [null, 2_500],
        [added ?? '']: [null, 'L'],
      },
    });
  });

  test('is for admins in the use case too', async () => {
    const { id } = await goods.coat('Guarded Coat');
    const { ctx } = shop.context;
    const refusal = { code: 'forbidden' };
    await expect(editProduct(ctx, actorOf(sam), id, 1, {})).rejects.toMatchObject(refusal);
  });
});

describe('related products', () => {
  test('are kept in their order, in calls and in the audit log', async () => {
    const { id } = await goods.coat('Related Coat');
    const [scarf, hat] = [await goods.coat('Related Scarf'), await goods.coat('Related Hat')];
    expect((await goods.edit(id, { related: [hat.id, scarf.id, hat.id] })).related).toEqual([
      hat.id,
      scarf.id,
    ]);
    const { related } = await goods.edit(id, { related: [scarf.id, hat.id] });
    expect(related).toEqual([scarf.id, hat.id]);
    expect((await goods.auditOf(id)).at(-1).detail.changed).toEqual({
      related: [
        ['Related Hat', 'Related Scarf'],
        ['Related Scarf', 'Related Hat'],
      ],
    });
    const copy = await (await admin.post(`${goods.path(id)}/duplicate`, {})).json();
    expect(copy.related).toEqual(related);
    expect(await goods.refused(id, { related: [id] })).toContain('itself');
    expect(await goods.refused(id, { related: ['prd_nothing'] })).toContain('prd_nothing');
    expect(await goods.refused(id, { related: Array(13).fill(hat.id) })).toMatch(/\w/);
    expect((await goods.edit(id, { related: [] })).related).toEqual([]);
  });
});
