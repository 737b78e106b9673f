import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProduct } from '#features/catalog/catalog.ts';
import { editor } from '../support/editing.ts';
import { stock } from '../support/goods.ts';
import { imageForm, imagesOf } from '../support/images.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
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
