import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { exportProducts } from '#features/exports/exports.ts';
import { addCategory } from '#features/merchandising/merchandising.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import type {
  ExportedProduct,
  ProductChanges,
  StaffProduct,
} from '#features/product-management/product-management.schema.ts';
import {
  addProduct,
  editProduct,
  streamStaffProducts,
} from '#features/product-management/product-management.ts';
import { setShopCurrency } from '#server/start/shop-currency.ts';
import { shop as shopConfig } from '#shop-config';
import { actorOf, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const shops: TestShop[] = [];

afterEach(async () => {
  for (const shop of shops.splice(0)) {
    await expectSoundLedger(shop);
    await shop.close();
  }
});
afterAll(() => setShopCurrency(shopConfig));

async function openShop(currency = shopConfig.currency): Promise<TestShop> {
  const shop = await openTestShop({ shopConfig: { currency, locale: 'en-US' } });
  shops.push(shop);
  return shop;
}

const admin = actorOf(
  Object.assign(Object.create(null), { user: { id: 'usr_1', email: 'a@example.com', name: 'A' } }),
  'admin',
);

async function exportFrom({ context }: TestShop): Promise<string> {
  let file = '';
  for await (const part of exportProducts(context.ctx, admin, {})) file += part;
  return file;
}

const importInto = ({ context }: TestShop, file: string) =>
  importProducts(context.ctx, file, { category: 'Full Set', actor: 'test import' });

/** Everything that a shop has of its products, in order, without ids and times. */
async function contentOf({ context }: TestShop) {
  const all: object[] = [];
  for await (const batch of streamStaffProducts(context.ctx, admin, {})) {
    for (const product of batch) {
      const { id: _, version: _v, createdAt: _c, updatedAt: _u, related: _r, ...rest } = product;
      all.push({ ...rest, variants: product.variants.map(({ id: _i, ...variant }) => variant) });
    }
  }
  return all;
}

const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

async function add(
  shop: TestShop,
  name: string,
  { variants, ...changes }: ProductChanges & { variants?: ProductChanges['variants'] } = {},
  sku = name,
): Promise<StaffProduct> {
  const { ctx } = shop.context;
  const plain = { category: 'Shoes', price: 2_000, descriptions: name, gender: 'Women', img: null };
  const first = [{ sku, size: 'S', color: 'Red', inventory: 3 }];
  const { id } = await addProduct(ctx, admin, { name, ...plain, variants: first });
  return editProduct(ctx, admin, id, 1, { ...changes, ...(variants ? { variants } : {}) });
}

/** What people type, and what a file format could lose. */
async function addOddProducts(shop: TestShop): Promise<void> {
  const { ctx } = shop.context;
  const odd = await add(shop, '=HYPERLINK("https://example.com";"Press")', {
    descriptions: '=1+1  two\n\n\n\n"Quoted", with\r\na tab\t<b>&amp; 👗</b>',
    tags: ['a, b', '"q" r', '+plus', 'ünï 🧥', "'=x"],
    material: '-wool\nand, "silk"',
    care: '@30°\r\nby hand',
    brand: "'=Maker",
    productType: 'Coats; long',
    seoTitle: '＝full width',
    seoDescription: '\u202eright to left\u202c 100 %',
    gender: '+Women',
    compareAtPrice: 2_500,
    cost: 0,
    weight: 0,
    images: [
      { url: '/pictures/a.webp', alt: '' },
      {
        url: '/pictures/b.webp',
        alt: '=alt "two"\nlines',
        focus: { x: 0, y: 100 },
        color: '@blue',
      },
      { url: '/pictures/a.webp', alt: 'again' },
      { url: '/pictures/c.webp', alt: 'more images than variants' },
      { url: '/pictures/d.webp', alt: 'and more' },
    ],
    variants: [
      {
        sku: '-1',
        size: '=S',
        color: null,
        price: 2_000,
        compareAtPrice: 2_500,
        cost: 0,
        weight: 0,
      },
      { sku: "'+2", size: null, color: '@blue', price: 1_999, barcode: '-0012', lowStockAt: 0 },
      { sku: 'a "3", b', size: '"3"', color: null, weight: 12, img: '/pictures/c.webp' },
      { sku: 'gone', size: 'Default Title', color: 'Red', cost: 999, inventory: 4 },
    ],
  });
  expect(odd.variants).toHaveLength(5);
  const { id, version } = await add(shop, 'Archived variant');
  const added = await editProduct(ctx, admin, id, version, {
    variants: [{ sku: 'kept', size: 'M', inventory: 1 }],
  });
  await editProduct(ctx, admin, id, added.version, {
    variants: [{ sku: 'Archived variant', archived: true }],
  });
  const cut = {
    optionName: '=Inseam, "in"',
    variants: [
      { sku: 'cut-1', size: 'M', option: '=30' },
      { sku: 'cut-2', size: 'M', option: '32, long' },
      { sku: 'cut-3', size: 'M', option: '34' },
    ],
  };
  const trousers = await add(shop, 'Cut', cut);
  await editProduct(ctx, admin, trousers.id, trousers.version, {
    variants: [{ sku: 'cut-3', archived: true }],
  });
  await addCategory(ctx, admin, { name: 'Hats, "caps" & more' });
  await add(shop, 'Draft', {
    category: 'Hats, "caps" & more',
    status: 'draft',
    related: [odd.id, id],
  });
  await add(shop, 'Later', { status: 'scheduled', publishAt: NEXT_YEAR });
  // Archived products may share the address of another one.
  await add(shop, 'Tee', { status: 'archived' }, 'tee-1');
  await add(shop, 'Tee', { status: 'archived' }, 'tee-2');
  const tee = await add(
    shop,
    'Tee',
    {
      slug: 'shirt',
      descriptionHtml:
        '<h2>=1+1</h2><p>  A <a href="/cloths">link</a> &amp; &lt;b&gt;</p><ul><li>One</li></ul><img src="/pictures/a.webp" alt="=x">',
    },
    'tee-3',
  );
  await editProduct(ctx, admin, tee.id, tee.version, { slug: 'blouse' });
}

describe('products exported and imported into an empty shop are the same products', () => {
  test('of the demo', async () => {
    const [shop, other] = [await openShop(), await openShop()];
    await importInto(shop, readFileSync(join(process.cwd(), 'demo/products.csv'), 'utf8'));
    const report = await importInto(other, await exportFrom(shop));
    expect(report).toMatchObject({ problems: [], uncategorised: 0, unchanged: 0 });
    const content = await contentOf(shop);
    expect(content.length).toBeGreaterThanOrEqual(60);
    expect(await contentOf(other)).toEqual(content);
  });

  test.each(['USD', 'JPY', 'KWD'])('with odd values and prices in %s', async (currency) => {
    const [shop, other] = [await openShop(currency), await openShop(currency)];
    await addOddProducts(shop);
    const file = await exportFrom(shop);
    const report = await importInto(other, file);
    expect(report).toMatchObject({ problems: [], added: 8, uncategorised: 0 });
    const content = (await contentOf(shop)) as ExportedProduct[];
    expect(await contentOf(other)).toEqual(content);
    expect(content.flatMap(({ relatedSlugs }) => relatedSlugs)).toHaveLength(2);
    expect(content.some(({ descriptionHtml }) => descriptionHtml.includes('<img'))).toBe(true);

    // Neither shop gets any of them a second time.
    expect(await importInto(shop, file)).toMatchObject({ added: 0, unchanged: 8, problems: [] });
    expect(await importInto(other, file)).toMatchObject({ added: 0, unchanged: 8, problems: [] });
  });
});
