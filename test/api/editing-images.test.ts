import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addToCart, getCart } from '#features/cart/cart.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { listStock } from '#features/inventory/inventory.ts';
import { listMyOrders, viewOwnOrder } from '#features/orders/orders.ts';
import { imageOfVariant } from '#shared/image-of-variant.ts';
import { editor } from '../support/editing.ts';
import { stock } from '../support/goods.ts';
import { imageForm, imagesOf } from '../support/images.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;
let goods: ReturnType<typeof editor>;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  goods = editor(shop, admin);
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
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
    await shop.query(
      "update product_images set url = 'https://gone.example/b.png' where url = $1",
      [b?.url],
    );
    const gone = { url: 'https://gone.example/b.png', alt: 'b' };
    const { images } = await goods.edit(id, { images: [c, gone, a] });
    expect(images).toEqual([c, gone, a]);
    const [, , entry] = await goods.auditOf(id);
    expect(entry.detail.changed.images).toEqual([[a, gone, c], images]);
  });

  test('of a color that was removed are shown with no other color, and keep it', async () => {
    const { id } = await stock(shop, {
      name: 'Recolored Coat',
      variants: ['Rose', 'Navy'].map((color) => ({
        sku: `RECOLORED-${color}`,
        color,
        inventory: 5,
      })),
    });
    const [rose, navy, all] = ['Rose', 'Navy', undefined].map((color, at) => ({
      url: `/pictures/recolored-${at}-800.webp`,
      alt: '',
      ...(color && { color }),
    }));
    const images = [rose, navy, all];
    await goods.edit(id, { images });
    const shown = async () => {
      const { images: some, image } = await getProduct(shop.context.ctx, id);
      return [some, image];
    };
    expect(await shown()).toEqual([images, rose]);
    const rename = (color: string) => ({ variants: [{ sku: 'RECOLORED-Rose', color }] });
    const blush = { ...rose, color: 'Blush' };
    expect((await goods.edit(id, rename('Blush'))).images).toEqual([blush, navy, all]);
    expect((await goods.edit(id, rename('Rose'))).images).toEqual(images);
    const spelled = images.map((one) => (one === rose ? { ...one, color: 'rOSE' } : one));
    expect((await goods.edit(id, { images: spelled })).images).toEqual(images);
    const archive = (archived: boolean) => ({ variants: [{ sku: 'RECOLORED-Rose', archived }] });
    expect((await goods.edit(id, archive(true))).images).toEqual(images);
    expect(await shown()).toEqual([[navy, all], navy]);
    // A product without any other image shows them.
    await goods.edit(id, { images: [rose] });
    expect(await shown()).toEqual([[rose], rose]);
    await goods.edit(id, { images });
    await goods.edit(id, archive(false));
    expect(await shown()).toEqual([images, rose]);
    await goods.edit(id, {
      variants: [
        { sku: 'RECOLORED-Navy', archived: true },
        { sku: 'RECOLORED-Rose', color: null },
      ],
    });
    expect(await shown()).toEqual([images, rose]);
  });

  test('of a color stand for its variants in the cart, orders, stock and for search engines', async () => {
    const { id } = await stock(shop, {
      name: 'Assigned Coat',
      variants: ['Rose', 'Navy', 'Sand', 'Moss'].flatMap((color) =>
        ['S', 'M'].map((size) => ({ sku: `ASSIGNED-${color}-${size}`, color, size, inventory: 5 })),
      ),
    });
    const of = (name: string, color?: string) => ({
      url: `/pictures/assigned-${name}-800.webp`,
      alt: '',
      ...(color && { color }),
    });
    const [front, gone, moss, seam] = [of('front'), of('gone', 'Gold'), of('moss'), of('seam')];
    const [rose, navy] = [of('rose', 'Rose'), of('navy', 'Navy')];
    await goods.edit(id, {
      images: [moss, gone, rose, navy, seam, front],
      variants: [
        { sku: 'ASSIGNED-Rose-M', img: front.url },
        { sku: 'ASSIGNED-Moss-S', img: moss.url },
      ],
    });
    const imagesNow = async () => {
      const product = await getProduct(shop.context.ctx, id);
      const rows = await listStock(shop.context.ctx, actorOf(admin, 'admin'), {
        ...{
          text: 'ASSIGNED-',
          filter: 'all',
          category: null,
          sort: 'sku',
          limit: 50,
          after: null,
        },
      });
      const inStock = Object.fromEntries(rows.items.map(({ sku, imageUrl }) => [sku, imageUrl]));
      const onPages = product.variants.map((one) => [one.sku, imageOfVariant(product, one)?.url]);
      expect(inStock).toEqual(Object.fromEntries(onPages.map(([sku, url]) => [sku, url ?? null])));
      return ['Rose-S', 'Rose-M', 'Navy-S', 'Sand-S', 'Moss-M'].map(
        (name) => inStock[`ASSIGNED-${name}`],
      );
    };
    expect(await imagesNow()).toEqual([front, front, navy, seam, moss].map(({ url }) => url));

    const { variants } = await getProduct(shop.context.ctx, id);
    const ids = ['Navy-S', 'Sand-S'].map(
      (name) => variants.find(({ sku }) => sku === `ASSIGNED-${name}`)?.id,
    );
    const shopper = await shop.shopper('Cora Colorful');
    const actor = actorOf(shopper, 'shopper');
    const { ctx } = shop.context;
    for (const variantId of ids)
      await addToCart(ctx, actor, { variantId: variantId ?? '', quantity: 1 });
    const imagesOfLines = (lines: { image: string | null }[]) => lines.map(({ image }) => image);
    expect(imagesOfLines((await getCart(ctx, actor)).lines)).toEqual([navy.url, seam.url]);
    const cart = ['Navy', 'Sand'].map((color) => ({
      _id: id,
      sku: `ASSIGNED-${color}-S`,
      quantity: 1,
    }));
    await shopper.post('/orders', { cart, city: 'Dhaka' });
    const [order] = (await listMyOrders(ctx, actor, { limit: 1, after: null })).items;
    const { lines } = await viewOwnOrder(ctx, actor, order?.id ?? '');
    expect(imagesOfLines(lines)).toEqual([navy.url, seam.url]);

    await goods.edit(id, { variants: [{ sku: 'ASSIGNED-Rose-M', img: null }] });
    expect((await imagesNow())[0]).toBe(rose.url);
    await goods.edit(id, {
      images: [gone, rose, navy],
      variants: [{ sku: 'ASSIGNED-Moss-S', img: null }],
    });
    expect(await imagesNow()).toEqual([rose, rose, navy, rose, rose].map(({ url }) => url));
    await goods.edit(id, { images: [gone] });
    expect(new Set(await imagesNow())).toEqual(new Set([gone.url]));
    await goods.edit(id, { images: [] });
    expect(new Set(await imagesNow())).toEqual(new Set([null]));
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
    expect(await shop.query('select count(*)::int from uploads where used_at is not null')).toEqual(
      [{ count: 2 }],
    );
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
