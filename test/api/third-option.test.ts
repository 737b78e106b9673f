import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addToCart, getCart } from '#features/cart/cart.ts';
import { placeOrderFromCart } from '#features/checkout/checkout.ts';
import { itemsOf } from '#features/emails/templates/order-parts.ts';
import { viewOrder } from '#features/orders/orders.ts';
import { editor } from '../support/editing.ts';
import { heldBack } from '../support/held-back.ts';
import {
  type Client,
  openTestShop,
  signedInActorOf,
  type TestShop,
  THIS_MACHINE,
  verifyEmailOf,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;
let sam: Client;
let goods: ReturnType<typeof editor>;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 20 });
  admin = await shop.admin();
  sam = await shop.shopper('Sam Customer');
  await verifyEmailOf(shop, sam);
  goods = editor(shop, admin);
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const of = (option: string, more: object = {}) => ({ size: 'M', color: 'Navy', option, ...more });

/** Trousers of one size and color in two lengths. */
async function addTrousers(name: string, inventory = 3) {
  const start = name.toUpperCase().replaceAll(' ', '-');
  const response = await admin.post('/products', {
    ...{ name, category: 'Cloths', price: 40, descriptions: name, gender: 'Unisex', img: null },
    optionName: 'Length',
    variants: ['Short', 'Long'].map((option) =>
      of(option, { sku: `${start}-${option}`, inventory }),
    ),
  });
  const product = await response.json();
  expect([response.status, product.detail]).toEqual([201, undefined]);
  return product as { _id: string; slug: string; variants: { _id: string; sku: string }[] };
}
const order = (_id: string, sku?: string) => ({
  cart: [{ _id, quantity: 1, price: 40, ...(sku && { sku }) }],
  city: 'Dhaka',
});
const unitsOf = async (slug: string) =>
  (await (await sam.get(`/products/${slug}`)).json()).variants.map(
    ({ inventory }: { inventory: number }) => inventory,
  );

test('a product has each combination of its three options once, under the name of the third', async () => {
  const { _id: id, slug, variants } = await addTrousers('Plain Trousers');
  const shown = await (await sam.get(`/products/${slug}`)).json();
  expect(shown).toMatchObject({ optionName: 'Length', variants: [of('Short'), of('Long')] });
  expect(await goods.refused(id, { variants: [of('Long', { sku: 'TWICE' })] })).toContain(
    'the same options',
  );
  expect(await goods.refused(id, { optionName: '' })).toContain('give it a name');
  expect(await goods.refused(id, { optionName: 'colours' })).toContain('another name');
  const plain = await goods.coat('Coat Without Lengths');
  expect(
    await goods.refused(plain.id, { variants: [{ sku: 'X', size: 'S', option: 'Long' }] }),
  ).toContain('give it a name');
  const nameless = await admin.post('/products', {
    ...{ name: 'Nameless', category: 'Cloths', price: 40, descriptions: 'x', gender: 'Men' },
    variants: [{ option: 'Long', inventory: 1 }],
  });
  expect([nameless.status, (await nameless.json()).detail]).toEqual([
    422,
    expect.stringContaining('give it a name'),
  ]);
  // The two lengths trade places, although each is taken at first.
  const [short, long] = variants;
  const traded = await goods.edit(id, {
    variants: [
      { _id: short?._id, option: 'Long' },
      { _id: long?._id, option: 'Short' },
    ],
  });
  expect(traded.variants).toMatchObject([of('Long'), of('Short')]);
  // What the calls refuse, the database refuses, too.
  for (const [statement, by] of [
    [`update variants set option_value = 'Long' where product_id = $1`, 'variants_options'],
    [`update variants set option_value = '' where product_id = $1`, 'variants_option_not_blank'],
    [`update products set option_name = '' where id = $1`, 'variants_option_is_named'],
    [`update products set option_name = 'Size' where id = $1`, 'products_option_name_is_free'],
  ] as const) {
    await expect(shop.query(statement, [id]), statement).rejects.toMatchObject({ constraint: by });
  }
});

test('colors and values of a third option are put in an order, which customers see', async () => {
  const { _id: id, slug } = await addTrousers('Ordered Lengths');
  const rust = ['Short', 'Long'].map((option) => of(option, { color: 'Rust', inventory: 1 }));
  await goods.edit(id, { variants: [...rust, of('Mid', { color: 'Rust', inventory: 1 })] });
  const names = async () =>
    (await (await sam.get(`/products/${slug}`)).json()).variants.map(
      ({ color, option }: { color: string; option: string }) => `${color} ${option}`,
    );
  const edited = await goods.edit(id, { colors: ['Rust'], options: ['Mid', 'Long'] });
  expect(await names()).toEqual(['Rust Mid', 'Rust Long', 'Rust Short', 'Navy Long', 'Navy Short']);
  expect((await goods.auditOf(id)).at(-1).detail.changed).toEqual({
    colors: [
      ['Navy', 'Rust'],
      ['Rust', 'Navy'],
    ],
    options: [
      ['Short', 'Long', 'Mid'],
      ['Mid', 'Long', 'Short'],
    ],
  });
  // The same order once more is no change, and what is added comes last.
  expect((await goods.edit(id, { colors: ['Rust', 'Navy'] })).version).toBe(edited.version);
  await goods.edit(id, { variants: [of('Mid', { inventory: 1 })] });
  expect((await names()).at(-1)).toBe('Navy Mid');
});

test('an order needs the choice, takes its stock alone and keeps its name for good', async () => {
  const { _id: id, slug, variants } = await addTrousers('Ordered Trousers');
  const refusal = await (await sam.post('/orders', order(id))).json();
  expect(refusal).toMatchObject({
    status: 422,
    code: 'variant_required',
    detail: 'Please choose a size, colour or Length for each item.',
    skus: expect.arrayContaining(['ORDERED-TROUSERS-Short', 'ORDERED-TROUSERS-Long']),
  });
  const placed = await (await sam.post('/orders', order(id, 'ORDERED-TROUSERS-Long'))).json();
  expect(placed.cart).toMatchObject([of('Long', { sku: 'ORDERED-TROUSERS-Long' })]);
  expect(await unitsOf(slug)).toEqual([3, 2]);

  const actor = await signedInActorOf(shop, sam);
  const { ctx } = shop.context;
  for (const variantId of variants.map(({ _id }) => _id)) {
    await addToCart(ctx, actor, { variantId, quantity: 1 });
  }
  const cart = await getCart(ctx, actor);
  expect(cart.lines.map(({ variantName }) => variantName)).toEqual([
    'Navy / M / Short',
    'Navy / M / Long',
  ]);

  // The owner takes the length away, and what was sold stays what it was.
  await goods.edit(id, { variants: [{ sku: 'ORDERED-TROUSERS-Long', archived: true }] });
  await goods.edit(id, {
    optionName: 'Inseam',
    variants: [{ sku: 'ORDERED-TROUSERS-Short', option: '30 in' }],
  });
  const view = await viewOrder(ctx, placed._id);
  expect(view.lines.map(({ variantName }) => variantName)).toEqual(['Navy / M / Long']);
  expect(JSON.stringify(itemsOf(view))).toContain('Navy / M / Long, 1 ×');
  expect((await getCart(ctx, actor)).lines).toMatchObject([
    { variantName: 'Navy / M / 30 in', onSale: true },
    { variantName: 'Navy / M / Long', onSale: false },
  ]);
  const refused = placeOrderFromCart(ctx, actor, {
    cartId: cart.id ?? '',
    expectedTotalMinor: 20_000,
  });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  // The same options again are the archived variant again.
  const back = await goods.edit(id, { variants: [of('Long')] });
  expect(back.variants[1]).toMatchObject({ sku: 'ORDERED-TROUSERS-Long', archived: false });
});

test('of the last one in a length, one of many buyers gets it', async () => {
  const { _id: id, slug, variants } = await addTrousers('Last Trousers', 1);
  const buyers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => shop.shopper(`Buyer ${i}`, THIS_MACHINE)),
  );
  const ids = variants.map(({ _id }) => _id);
  const lock = { text: 'select 1 from variants where id in ($1, $2) for update', values: ids };
  const responses = await heldBack(shop, lock, () =>
    buyers.map((buyer) => buyer.post('/orders', order(id, 'LAST-TROUSERS-Long'))),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect(await unitsOf(slug)).toEqual([1, 0]);
});

test('a copy, the stock of a code and the file of stock have the option', async () => {
  const { _id: id } = await addTrousers('Copied Trousers');
  const copy = await (await admin.post(`${goods.path(id)}/duplicate`, {})).json();
  expect(copy).toMatchObject({ optionName: 'Length', variants: [of('Short'), of('Long')] });
  const scanned = await (await admin.get('/api/v1/stock?code=COPIED-TROUSERS-Long')).json();
  expect(scanned).toMatchObject([of('Long', { variantName: 'Navy / M / Long' })]);
  const stock = await (await admin.get('/api/v1/exports/stock.csv')).text();
  expect(stock).toMatch(/COPIED-TROUSERS-Long,.*,M,Navy,Long,/);
});
