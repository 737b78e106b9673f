import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editProduct } from '#features/product-management/product-management.ts';
import { editor, everyField, everyFieldOfVariant } from '../support/editing.ts';
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

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows;

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
    expect(await query(moved, [large?._id])).toEqual([
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

describe('images', () => {
  test.each<[string, object]>([
    ['outside of it', { focus: { x: 101, y: 0 } }],
    ['before it', { focus: { x: -1, y: 0 } }],
    ['between two percents', { focus: { x: 0.5, y: 0 } }],
    ['without a height', { focus: { x: 5 } }],
  ])('have no focal point %s', async (_, more) => {
    const { id } = await goods.coat(`Focused Coat ${crypto.randomUUID()}`);
    const image = { url: '/pictures/a-800.webp', alt: '', ...more };
    expect(await goods.refused(id, { images: [image] })).toMatch(/\w/);
  });

  test('are replaced in their order; those of hosts that are gone stay', async () => {
    const { id } = await goods.coat('Pictured Coat');
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({
      url: `/pictures/${name}-800.webp`,
      alt: name,
    }));
    await goods.edit(id, { images: [a, b, c] });
    await query("update product_images set url = 'https://gone.example/b.png' where url = $1", [
      b?.url,
    ]);
    const gone = { url: 'https://gone.example/b.png', alt: 'b' };
    const { images } = await goods.edit(id, { images: [c, gone, a] });
    expect(images).toEqual([c, gone, a]);
    const [, , entry] = await goods.auditOf(id);
    expect(entry.detail.changed.images).toEqual([[a, gone, c], images]);
  });

  test('are uploaded and appended', async () => {
    const { id } = await goods.coat('Uploaded Coat');
    const add = async (form: FormData) => {
      const version = { 'if-match': `"${(await goods.read(id)).version}"` };
      const response = await admin.post(`${goods.path(id)}/images`, form, version);
      return { response, body: await response.json() };
    };
    const first = await add(imageForm(await imagesOf.png(900, 600)));
    expect(first.response.status).toBe(201);
    expect(first.response.headers.get('etag')).toBe(`"${first.body.version}"`);
    const form = imageForm(await imagesOf.jpeg(40, 30));
    form.append('alt', 'From behind');
    const { body } = await add(form);
    expect(body.images).toEqual([
      { url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-800\.webp$/), alt: 'Uploaded Coat' },
      { url: expect.stringMatching(/^\/uploads\//), alt: 'From behind' },
    ]);
    expect(await query('select count(*)::int from uploads where used_at is not null')).toEqual([
      { count: 2 },
    ]);
    const refused = await add(imageForm(Buffer.from('no image')));
    expect([refused.response.status, refused.body.code]).toEqual([415, 'not_an_image']);
    expect((await add(new FormData())).response.status).toBe(422);
    const large = imageForm(Buffer.alloc(9_000_000, 1));
    expect((await add(large)).body.code).toBe('image_too_large');
    const full = Array(50).fill({ url: '/pictures/a-800.webp', alt: '' });
    await goods.edit(id, { images: full });
    expect((await add(imageForm(await imagesOf.png(40, 30)))).body.detail).toContain('at most 50');
  });
});
