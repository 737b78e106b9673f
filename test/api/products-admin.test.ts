import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const countProducts = async () => (await shop.query('select count(*)::int from products'))[0].count;
const auditOf = (id: string) =>
  shop.query('select actor, action, detail from audit_log where subject = $1 order by id', [id]);

/** What the Add New Product form sends. */
const form = (change: Record<string, unknown> = {}) => ({
  name: 'Rain Jacket',
  category: 'Cloths',
  price: 79.9,
  descriptions: 'Keeps the rain out.',
  gender: 'Women',
  img: null,
  ...change,
});

describe('adding a product', () => {
  test('responds with 201 and it, with the configured quantity, a movement and an audit row [7.3]', async () => {
    const response = await admin.post('/products', form({ name: 'Rain\u200b Jack\u00adet' }));
    expect(response.status).toBe(201);
    const product = await response.json();
    expect(product).toMatchObject({
      ...form(),
      slug: 'rain-jacket',
      stock: false,
      inventory: shop.context.ctx.shop.startingInventory,
      variants: [{ size: null, color: null, price: 79.9, inventory: 10 }],
    });
    expect(await (await shop.guest().get(`/products/${product._id}`)).json()).toEqual(product);
    const variantId = product.variants[0]._id;
    expect(
      await shop.query(
        'select quantity, reason, actor from stock_movements where variant_id = $1',
        [variantId],
      ),
    ).toEqual([{ quantity: 10, reason: 'opening', actor: admin.id }]);
    expect(await auditOf(product._id)).toEqual([
      { actor: admin.id, action: 'product.add', detail: { name: 'Rain Jacket' } },
    ]);
  });

  test('of a name that is taken gives the second an address of its own', async () => {
    const [one, two] = [
      await (await admin.post('/products', form({ name: 'Same Name' }))).json(),
      await (await admin.post('/products', form({ name: 'Same Name' }))).json(),
    ];
    expect([one.slug, two.slug]).toEqual(['same-name', 'same-name-2']);
  });

  test.each([0, 1, 1_000_000, '7'])('takes an inventory of %j', async (inventory) => {
    const product = await (await admin.post('/products', form({ inventory }))).json();
    expect(product).toMatchObject({ inventory: Number(inventory), stock: Number(inventory) === 0 });
  });

  test('takes variants with a price of their own', async () => {
    const variants = [
      { sku: 'RJ-S-RED', size: 'S', color: 'Red', inventory: 2 },
      { size: 'M', color: 'Red', price: '89.90', inventory: 0 },
    ];
    const response = await admin.post('/products', form({ variants }));
    expect(response.status).toBe(201);
    const product = await response.json();
    expect(product).toMatchObject({
      price: 79.9,
      inventory: 2,
      variants: [
        { sku: 'RJ-S-RED', size: 'S', color: 'Red', price: 79.9, inventory: 2 },
        { size: 'M', color: 'Red', price: 89.9, inventory: 0 },
      ],
    });
    expect(product.variants[1].sku).toMatch(/\w/);
  });

  test('takes a barcode of a variant, which only staff see, and refuses a broken one', async () => {
    const variants = [{ size: 'S', barcode: ' 4006381333931 ', inventory: 1 }];
    const response = await admin.post('/products', form({ variants }));
    const product = await response.json();
    expect([response.status, 'barcode' in product.variants[0]]).toEqual([201, false]);
    const seen = await (await admin.get(`/api/v1/products/${product._id}`)).json();
    expect(seen.variants).toMatchObject([{ size: 'S', barcode: '4006381333931' }]);
    const broken = form({ variants: [{ barcode: 'x'.repeat(256), inventory: 1 }] });
    expect((await admin.post('/products', broken)).status).toBe(422);
  });

  test.each<[string, Record<string, unknown>]>([
    ['an unknown category', { category: 'Hats' }],
    ['a category in small letters', { category: 'cloths' }],
    ['no category', { category: undefined }],
    ['a blank name', { name: '  ' }],
    ['a name of invisible characters', { name: '\u200b\u3164\u00ad' }],
    ['a name that only turns the direction of writing', { name: '\u202e \u2066' }],
    ['a name of 256 characters', { name: 'x'.repeat(256) }],
    ['a name that is a list', { name: ['x'] }],
    ['a NUL in the name', { name: 'a\u0000b' }],
    ['half of a surrogate pair in the name', { name: 'a\ud800b' }],
    ['blank details', { descriptions: '' }],
    ['no gender', { gender: undefined }],
    ['a price of -1', { price: -1 }],
    ['a price of NaN', { price: Number.NaN }],
    ['a price in words', { price: 'abc' }],
    ['a price of 1e12', { price: 1e12 }],
    ['a price of "1e3"', { price: '1e3' }],
    ['a price of three decimals', { price: 1.005 }],
    ['a price of three decimals as text', { price: '1.005' }],
    ['a price that is true', { price: true }],
    ['no price', { price: undefined }],
    ['an inventory of -1', { inventory: -1 }],
    ['an inventory of 1.5', { inventory: 1.5 }],
    ['an inventory of a million and one', { inventory: 1_000_001 }],
    ['an inventory of true', { inventory: true }],
    ['an inventory that is a list', { inventory: [5] }],
    ['an inventory that is blank', { inventory: '' }],
    ['no variants at all', { variants: [] }],
    [
      '101 variants',
      { variants: Array.from({ length: 101 }, (_, i) => ({ size: `${i}`, inventory: 1 })) },
    ],
    [
      'two equal variants',
      {
        variants: [
          { size: 'S', inventory: 1 },
          { size: 'S', inventory: 1 },
        ],
      },
    ],
    [
      'one SKU twice',
      {
        variants: [
          { sku: 'D', size: 'S', inventory: 1 },
          { sku: 'D', size: 'M', inventory: 1 },
        ],
      },
    ],
    ['a variant without a quantity', { variants: [{ size: 'S' }] }],
    ['an image over http', { img: 'http://i.ibb.co/a.png' }],
    ['an image of an unknown host', { img: 'https://evil.example/a.png' }],
    ['a host that ends like an allowed one', { img: 'https://evil-i.ibb.co/a.png' }],
    ['a host that is a user name', { img: 'https://i.ibb.co@evil.example/a.png' }],
    ['a password in the address', { img: 'https://:pw@i.ibb.co/a.png' }],
    ['another port', { img: 'https://i.ibb.co:8443/a.png' }],
    ['an image of script', { img: 'javascript:alert(1)' }],
    ['an image of data', { img: 'data:image/svg+xml,<svg onload=alert(1)>' }],
    ['an image without a scheme', { img: '//evil.example/a.png' }],
    ['an image behind a backslash', { img: '/\\evil.example/a.png' }],
    ['a path out of the folder', { img: '/pictures/../../etc/passwd' }],
    ['a page of the shop', { img: '/signOut' }],
    ['a call of the shop', { img: '/products/prd_1' }],
    ['an upload that nobody sent', { img: `/uploads/${'0'.repeat(32)}-800.webp` }],
    ['uploads in capitals', { img: `/UPLOADS/${'0'.repeat(32)}-800.webp` }],
    ['a folder of images', { img: '/pictures/' }],
    ['a drawing that may carry script', { img: '/pictures/logo.svg' }],
    ['an image with a query', { img: '/pictures/tee-800.webp?x=1' }],
    ['a line break behind an image', { img: '/pictures/tee-800.webp\n/signOut' }],
    ['the address of this machine', { img: 'https://127.0.0.1/a.png' }],
    ['an image that is a number', { img: 5 }],
  ])('refuses %s and writes nothing [3.2, 5.2]', async (_, change) => {
    const before = await countProducts();
    const response = await admin.post('/products', form(change));
    expect(response.status).toBe(422);
    expect((await response.json()).code).toBe('invalid_request');
    expect(await countProducts()).toBe(before);
  });

  test('refuses the SKU of another product', async () => {
    const variants = [{ sku: 'ONE-OF-A-KIND', inventory: 1 }];
    expect((await admin.post('/products', form({ variants }))).status).toBe(201);
    const before = await countProducts();
    const again = await admin.post('/products', form({ variants }));
    expect(again.status).toBe(422);
    expect((await again.json()).detail).toContain('SKU');
    expect(await countProducts()).toBe(before);
  });

  test.each([
    ['https://i.ibb.co/abc/a.png', 'https://i.ibb.co/abc/a.png'],
    ['https://cdn.shopify.com/s/a.jpg?v=1', 'https://cdn.shopify.com/s/a.jpg?v=1'],
    ['HTTPS://I.IBB.CO/a.png', 'https://i.ibb.co/a.png'],
    ['https:i.ibb.co/a.png', 'https://i.ibb.co/a.png'],
    ['https://i.ibb.co\\@evil.example/a.png', 'https://i.ibb.co/@evil.example/a.png'],
    ['/pictures/a-800.webp', '/pictures/a-800.webp'],
    ['', null],
    [null, null],
    [undefined, null],
  ])('keeps the image %j as %j', async (img, kept) => {
    const response = await admin.post('/products', form({ img }));
    expect(response.status).toBe(201);
    const product = await response.json();
    expect(product.img).toBe(kept);
    expect(product.images).toEqual(kept === null ? [] : [{ url: kept, alt: 'Rain Jacket' }]);
  });

  test('ignores every field that is not its own', async () => {
    const body = `{"_id":"prd_mine","id":"prd_mine","slug":"mine","stock":true,"currency":"EUR",
      "version":9,"createdAt":"2000-01-01","__proto__":{"inventory":77},
      "constructor":{"prototype":{"inventory":77}},${JSON.stringify(form()).slice(1)}`;
    const response = await admin.post('/products', body);
    expect(response.status).toBe(201);
    const product = await response.json();
    expect(product).toMatchObject({ stock: false, currency: 'USD', inventory: 10 });
    expect(product._id).not.toBe('prd_mine');
    expect(product.slug).not.toBe('mine');
    const [row] = await shop.query('select version, created_at from products where id = $1', [
      product._id,
    ]);
    expect(row.version).toBe(1);
    expect(row.created_at.getFullYear()).toBeGreaterThan(2020);
    expect(({} as { inventory?: number }).inventory).toBeUndefined();
  });

  test('keeps markup as the text that it is', async () => {
    const name = '<script>alert(1)</script>';
    const product = await (
      await admin.post('/products', form({ name, descriptions: name }))
    ).json();
    expect(product).toMatchObject({ name, descriptions: name, slug: 'script-alert-1-script' });
  });
});
