import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAddress } from '#features/addresses/addresses.ts';
import type { Destination } from '#features/cart/cart.schema.ts';
import {
  addToCart,
  findSavedDestination,
  getCart,
  mergeCarts,
  setDestination,
  suggestDestination,
} from '#features/cart/cart.ts';
import {
  createPaymentIntent,
  findDelivery,
  placeOrderFromCart,
  reopenOrder,
} from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { loadAddressForm } from '#web/routes/account/addresses/form-data.ts';
import { estimateAbroad, loadAbroad } from '#web/routes/checkout/shopping-cart/abroad.ts';
import type { Visit } from '#web/shop-context.ts';
import { codeOf } from '../support/code-of.ts';
import { stock } from '../support/goods.ts';
import { readExport } from '../support/read-export.ts';
import { type Client, openTestShop, signedInActorOf, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let count = 0;

const ZONES = '/api/v1/delivery/zones';
const METHOD = { name: 'Parcel', kind: 'flat' };

beforeAll(async () => {
  shop = await openTestShop();
  ctx = shop.context.ctx;
  admin = await shop.admin();
  const zones = [
    {
      name: 'Bayern',
      places: [{ countries: ['DE'], postcodeFrom: '80', postcodeTo: '87' }],
      price: 31,
    },
    { name: 'Germany', places: [{ countries: ['DE'] }], price: 33 },
    { name: 'West coast', places: [{ countries: ['US'], region: 'CA' }], price: 41 },
  ];
  for (const { price, ...zone } of zones) {
    const response = await admin.post(ZONES, { ...zone, methods: [{ ...METHOD, price }] });
    expect(response.status, await response.clone().text()).toBe(201);
  }
  // The first zone that an address is in applies.
  const all: { _id: string; name: string }[] = await (await admin.get(ZONES)).json();
  const names = ['Bayern', 'Germany', 'West coast'];
  const first = names.map((name) => all.find((zone) => zone.name === name)?._id);
  const rest = all.map(({ _id }) => _id).filter((id) => !first.includes(id));
  const sorted = await admin.put(`${ZONES}/order`, { ids: [...first, ...rest] });
  expect(sorted.status, await sorted.clone().text()).toBe(200);
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const BERLIN = { city: 'Berlin', zip: '10119', country: 'DE', region: null };
const MUNICH = { city: 'München', zip: '80331', country: 'DE', region: null };
const DHAKA = { city: 'Dhaka', zip: '1205' };
const OWN = { country: null, region: null };

const HOME = {
  ...{ recipient: 'Ann Lee', company: null, line1: '12 Lake Road', line2: null },
  ...{ city: 'Dhaka', region: null, postcode: '1205', country: 'BD', phone: '+8801712345678' },
};
const ABROAD = { ...HOME, city: 'Berlin', postcode: '10119', country: 'DE', phone: '+4930123456' };

/** A new customer with a shirt of $10 in the cart. */
async function customer(to?: Destination) {
  count += 1;
  const client = await shop.shopper(`Abroad ${count}`);
  const actor = await signedInActorOf(shop, client);
  const shirt = await stock(shop, { name: `Sent ${count}`, priceMinor: 1_000, inventory: 9 });
  const variantId = shirt.variants[0]?.id ?? '';
  await addToCart(ctx, actor, { variantId, quantity: 1 });
  if (to) await setDestination(ctx, actor, to);
  const place = async (expectedTotalMinor: number, addressId: string | null = null) => {
    const { id } = await getCart(ctx, actor);
    return placeOrderFromCart(ctx, actor, { cartId: id ?? '', expectedTotalMinor, addressId });
  };
  return { client, actor, shirt, variantId, place };
}

describe('an estimate for another country', () => {
  test.each([
    ['its country', BERLIN, 3_300],
    ['its postcode', MUNICH, 3_100],
    ['its region', { city: 'Los Angeles', zip: '90001', country: 'US', region: 'CA' }, 4_100],
    // The rule for this city is one of the shop's own country.
    ['no city of the own country', { ...BERLIN, city: 'Chittagong' }, 3_300],
    [
      'the zone of all other countries',
      { ...OWN, city: 'Hong Kong', zip: null, country: 'HK' },
      12_000,
    ],
  ])('is priced by %s, and is there again after a reload', async (_, to, shippingMinor) => {
    const { actor } = await customer();
    const cart = await setDestination(ctx, actor, to);
    expect(cart).toMatchObject({ ...to, shippingMinor, totalMinor: 1_000 + shippingMinor });
    expect(await getCart(ctx, actor)).toEqual(cart);
    expect(await findSavedDestination(ctx, actor)).toEqual(to);
  });

  test('is refused where the shop does not deliver, and one for the own country needs a zip code', async () => {
    const { actor } = await customer(BERLIN);
    expect(await codeOf(setDestination(ctx, actor, { ...BERLIN, country: 'PE' }))).toBe(
      'no_delivery',
    );
    const noZip = setDestination(ctx, actor, { ...OWN, city: 'Dhaka', zip: null });
    expect(await codeOf(noZip)).toBe('invalid_request');
    expect(await getCart(ctx, actor)).toMatchObject(BERLIN);
    // Nothing of it stays in one for the own country.
    expect(await setDestination(ctx, actor, DHAKA)).toMatchObject({ ...DHAKA, ...OWN });
  });

  test('needs a whole address before the order, which then is the one that was estimated', async () => {
    const { client, actor, shirt, place } = await customer(BERLIN);
    expect(await codeOf(place(4_300))).toBe('invalid_request');
    expect(await codeOf(createPaymentIntent(ctx, actor, { totalAmount: 43 }))).toBe(
      'invalid_request',
    );
    // A call with a city alone is about the shop's own country, as ever.
    const called = await client.post('/orders', {
      cart: [{ _id: shirt.id, quantity: 1 }],
      city: 'Berlin',
    });
    expect(await called.json()).toMatchObject({ shippingCost: 120, address: null, zip: null });

    const other = await customer(BERLIN);
    const { id } = await addAddress(ctx, other.actor, ABROAD);
    const cart = await getCart(ctx, other.actor);
    expect(await findDelivery(ctx, other.actor, cart)).toMatchObject({
      ...{ totalMinor: 4_300, estimate: null },
    });
    expect(await other.place(4_300, id)).toMatchObject({
      shippingMinor: 3_300,
      country: 'Germany',
    });
  });

  test('joins the cart of an account, comes back with a reopened order, and is in the export', async () => {
    const { client, actor, variantId, place } = await customer();
    const cartToken = 'e'.repeat(42) + count;
    const guest = { user: null, session: null, cartToken: cartToken.slice(0, 43) };
    await addToCart(ctx, guest, { variantId, quantity: 1 });
    await setDestination(ctx, guest, BERLIN);
    await mergeCarts(ctx, client.id, guest.cartToken);
    expect(await getCart(ctx, actor)).toMatchObject({ ...BERLIN, count: 2 });
    expect(await readExport(ctx, actor)).toMatchObject({ cart: BERLIN });
    const { id } = await addAddress(ctx, actor, ABROAD);
    const order = await place(5_300, id);
    await reopenOrder(ctx, actor, order.id);
    expect(await getCart(ctx, actor)).toMatchObject({ ...BERLIN, count: 2 });
  });
});

test('the form of an address has the place of an estimate, unless the shop no longer delivers there', async () => {
  const { client, actor } = await customer(BERLIN);
  const formNow = () => loadAddressForm({ ctx, actor } as Visit, { kind: 'delivery' }, null);
  const { form, values } = await formNow();
  expect([form.country, values.city, values.postcode]).toEqual(['DE', 'Berlin', '10119']);
  await shop.database.pool.query("update carts set country = 'PE' where user_id = $1", [client.id]);
  const later = await formNow();
  expect(later.form.country).toBe('BD');
  expect(later.values).toMatchObject({
    ...{ recipient: client.user?.name, city: null, region: null, postcode: null },
  });
});

describe('the estimate begins with', () => {
  test('the default address, wherever that is, and not with what was estimated last', async () => {
    const { actor } = await customer(DHAKA);
    expect(await suggestDestination(ctx, actor)).toEqual({ ...DHAKA, ...OWN });
    await addAddress(ctx, actor, { ...HOME, city: 'Sylhet', postcode: '3100' });
    expect(await suggestDestination(ctx, actor)).toEqual({ ...OWN, city: 'Sylhet', zip: '3100' });
    await addAddress(ctx, actor, ABROAD, { asDefault: true });
    expect(await suggestDestination(ctx, actor)).toEqual(BERLIN);
  });

  test('the last zip code of its city where the address has none', async () => {
    const { actor } = await customer(DHAKA);
    await addAddress(ctx, actor, { ...HOME, postcode: null });
    expect(await suggestDestination(ctx, actor)).toEqual({ ...DHAKA, ...OWN });
    await addAddress(ctx, actor, { ...HOME, city: 'Sylhet', postcode: null }, { asDefault: true });
    expect(await suggestDestination(ctx, actor)).toEqual({ ...OWN, city: 'Sylhet', zip: null });
  });

  test('the last estimate where the shop does not deliver to the address, and with nothing for a guest', async () => {
    const { actor } = await customer(DHAKA);
    await addAddress(ctx, actor, { ...ABROAD, country: 'PE', city: 'Lima', postcode: '15001' });
    expect(await suggestDestination(ctx, actor)).toEqual({ ...DHAKA, ...OWN });
    const guest = { user: null, session: null, cartToken: 'n'.repeat(43) };
    expect(await suggestDestination(ctx, guest)).toBeNull();
  });
});

test('a stored address elsewhere than the estimate is named, with both prices where they differ', async () => {
  const { actor, place } = await customer(BERLIN);
  const { id } = await addAddress(ctx, actor, HOME);
  const estimateNow = async () =>
    (await findDelivery(ctx, actor, await getCart(ctx, actor))).estimate;
  expect(await estimateNow()).toEqual({
    ...{ place: 'Berlin, Germany', isElsewhere: true, taxes: null },
    shipping: { estimatedMinor: 3_300, minor: 12_000 },
  });
  await setDestination(ctx, actor, { city: 'Sylhet', zip: '3100' });
  expect(await estimateNow()).toEqual({
    ...{ place: 'Sylhet', isElsewhere: true, shipping: null, taxes: null },
  });
  await setDestination(ctx, actor, { city: ' dhaka', zip: '1000' });
  expect(await estimateNow()).toBeNull();
  expect(await place(13_000, id)).toMatchObject({ city: 'Dhaka' });
});

test('where the shop delivers to one other country, the form begins with it', async () => {
  const zones: { _id: string; name: string }[] = await (await admin.get(ZONES)).json();
  for (const { _id, name } of zones) {
    if (name === 'Germany') continue;
    expect((await admin.delete(`${ZONES}/${_id}`)).status).toBe(200);
  }
  const own = { name: 'Bangladesh', places: [{ countries: ['BD'] }] };
  await admin.post(ZONES, { ...own, methods: [{ ...METHOD, price: 20 }] });
  const { actor } = await customer();
  const opened = async () =>
    loadAbroad(ctx, await getCart(ctx, actor), await suggestDestination(ctx, actor));
  const countries = [{ code: 'DE', name: 'Germany' }];
  const empty = { country: 'DE', countries, values: {} };
  expect(await opened()).toMatchObject(empty);
  expect((await opened())?.fields.map(({ name }) => name)).toEqual(['postcode', 'city']);
  const form = (fields: Record<string, string>) => {
    const posted = new FormData();
    for (const [name, value] of Object.entries(fields)) posted.set(name, value);
    return posted;
  };
  const visit = { ctx, actor } as Visit;
  const refused = await estimateAbroad(visit, form({ country: 'DE', city: '', postcode: '1' }));
  expect(refused?.response).toMatchObject({ country: 'DE', values: { postcode: '1' } });
  const berlin = { country: 'DE', city: 'Berlin', postcode: '10119' };
  expect(await estimateAbroad(visit, form(berlin))).toBeNull();
  expect(await getCart(ctx, actor)).toMatchObject({ ...BERLIN, shippingMinor: 3_300 });
  expect(await opened()).toMatchObject({ ...empty, values: { city: 'Berlin', postcode: '10119' } });
  // Nothing of an estimate for the own country is in it.
  await setDestination(ctx, actor, DHAKA);
  expect(await opened()).toEqual({ ...(await opened()), ...empty });
});
