import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAddress } from '#features/addresses/addresses.ts';
import { addToCart, chooseMethod, getCart, setDestination } from '#features/cart/cart.ts';
import { findDelivery, placeOrderFromCart, undoDeletion } from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { removeZone, reorderZones, setUpDelivery } from '#features/delivery/delivery.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { listCapturedEmails } from '#features/emails/emails.ts';
import { deleteOrder, viewOrder } from '#features/orders/orders.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  signedInActorOf,
  type TestShop,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/verify-ledger.ts';

// A Thursday, before the cut-off time. Fridays are free.
const THURSDAY = Date.parse('2026-11-19T10:00:00Z');
let now = THURSDAY;
let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  ctx = shop.context.ctx;
  admin = await shop.admin();
});
beforeEach(() => {
  now = THURSDAY;
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const ZONES = '/api/v1/delivery/zones';

interface Zone {
  _id: string;
  name: string;
  version: number;
  methods: { _id: string; name: string; price: number }[];
}

const zones = async (): Promise<Zone[]> => (await admin.get(ZONES)).json();
const zoneNamed = async (name: string) =>
  (await zones()).find((zone) => zone.name === name) as Zone;
const patch = (zone: Zone, changes: object, version = zone.version) =>
  admin.request('PATCH', `${ZONES}/${zone._id}`, changes, { 'If-Match': `"${version}"` });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code,
  );

/** Gives a zone, that of the own country, these methods for one test, and takes them back. */
async function withMethods(
  methods: object[],
  work: (zone: Zone) => Promise<void>,
  name = 'Bangladesh',
) {
  const before = await zoneNamed(name);
  const response = await patch(before, { methods });
  expect(response.status, await response.clone().text()).toBe(200);
  try {
    await work(await response.json());
  } finally {
    const after = await zoneNamed(name);
    await patch(after, { methods: before.methods });
  }
}

const STANDARD = { name: 'Standard', kind: 'flat', price: 120, daysFrom: 2, daysTo: 4 };
const EXPRESS = { name: 'Express', kind: 'flat', price: 300, daysFrom: 1, daysTo: 1 };
const PICK_UP = { name: 'Pick up', kind: 'pick_up', price: 0, note: '12 Agrabad Avenue' };

/** A new customer with a shirt of $10 in the cart, estimated for Dhaka. */
async function customer() {
  count += 1;
  const client = await shop.shopper(`Receiver ${count}`);
  const actor = actorOf(client);
  const shirt = await stock(shop, { name: `Sent ${count}`, priceMinor: 1_000, inventory: 50 });
  const variantId = shirt.variants[0]?.id ?? '';
  await addToCart(ctx, actor, { variantId, quantity: 1 });
  await setDestination(ctx, actor, { city: 'Dhaka', zip: '1205' });
  const cartId = (await getCart(ctx, actor)).id ?? '';
  const place = (expectedTotalMinor: number, methodId: string | null = null) =>
    placeOrderFromCart(ctx, actor, { cartId, expectedTotalMinor, methodId });
  return { client, actor, shirt, variantId, place };
}

const look = async (client: Client, query: Record<string, string>) =>
  (await client.get(`/api/v1/delivery/options?${new URLSearchParams(query)}`)).json();

describe('the zones of a new shop', () => {
  test('are those of its file, and later starts leave them alone', async () => {
    expect((await zones()).map(({ name, methods }) => [name, methods[0]?.price])).toEqual([
      ['Chittagong', 60],
      ['Bangladesh', 120],
      ['Other countries', 120],
    ]);
    const zone = await zoneNamed('Chittagong');
    await patch(zone, { name: 'Port' });
    await Promise.all(Array.from({ length: 5 }, () => setUpDelivery(ctx)));
    expect((await zones()).map(({ name }) => name)).toEqual([
      ...['Port', 'Bangladesh', 'Other countries'],
    ]);
  });

  test('price an address that somebody looks up, with the days it takes', async () => {
    const { client } = await customer();
    expect(await look(client, { city: 'CHATTOGRAM' })).toMatchObject({
      ...{ zone: 'Port', methods: [{ price: 60, arrivesFrom: '2026-11-21' }] },
    });
    expect(await look(client, { city: 'Dhaka' })).toMatchObject({
      zone: 'Bangladesh',
      methods: [{ price: 120, arrivesFrom: '2026-11-22', arrivesTo: '2026-11-24' }],
    });
    expect(await look(client, { country: 'US', city: 'Chittagong' })).toMatchObject({
      ...{ zone: 'Other countries' },
    });
    expect(await look(client, { country: 'PE', city: 'Lima' })).toEqual({
      ...{ zone: null, preselected: null, methods: [] },
    });
  });
});

describe('staff', () => {
  test('alone may edit zones, whatever the calls check', async () => {
    const { actor } = await customer();
    const { _id: id } = await zoneNamed('Port');
    expect(await codeOf(removeZone(ctx, actor, id))).toBe('forbidden');
    expect(await codeOf(reorderZones(ctx, actor, [id]))).toBe('forbidden');
    expect((await zoneNamed('Port'))._id).toBe(id);
  });

  test('edit a zone from the version that they saw, with before and after in the audit log', async () => {
    const zone = await zoneNamed('Port');
    const places = [
      { countries: ['US'], region: 'california', postcodeFrom: '90', postcodeTo: '96' },
    ];
    expect((await admin.request('PATCH', `${ZONES}/${zone._id}`, { places })).status).toBe(428);
    const response = await patch(zone, { places });
    expect(response.headers.get('etag')).toBe(`"${zone.version + 1}"`);
    expect(await response.json()).toMatchObject({ places: [{ region: 'CA', cityWords: [] }] });
    const late = await patch(zone, { name: 'Harbor' });
    expect([late.status, await late.json()]).toMatchObject([
      ...[412, { code: 'edit_conflict', current: { version: zone.version + 1, name: 'Port' } }],
    ]);
    const { rows } = await shop.database.pool.query(
      "select detail from audit_log where action = 'delivery.editZone' and subject = $1 order by id desc limit 1",
      [zone._id],
    );
    const [before, after] = rows[0].detail.changed.places;
    expect(before[0]).toContain('city with chittagong or Chattogram');
    expect(after).toEqual(['United States; region CA; postcodes 90 to 96']);
    await patch(
      { ...zone, version: zone.version + 1 },
      { places: [{ countries: ['BD'], cityWords: ['chittagong', 'Chattogram'] }] },
    );
  });

  test.each([
    [{ places: [{ countries: ['XX'] }] }, 'no country'],
    [{ places: [{ countries: ['US'], region: 'Bavaria' }] }, 'no region'],
    [{ places: [{ region: 'CA' }] }, 'need one country'],
    [{ places: [{ countries: ['DE'], postcodeFrom: '10', postcodeTo: '9' }] }, 'equally long'],
    [{ places: [] }, 'needs a place'],
    [{ places: [{ countries: ['BD'], cityWords: ['\u0301'] }] }, 'has letters'],
    [{ places: [{ countries: ['DE'], cityWords: ['Frankfurt, Oder'] }] }, 'no comma'],
    [{ name: 'Other countries' }, 'has that name'],
    [{ methods: [STANDARD, STANDARD] }, 'same name'],
    [{ methods: [{ ...STANDARD, price: -1 }] }, 'price'],
    [{ methods: [{ ...STANDARD, daysTo: 1 }] }, 'fewest days'],
    [{ methods: [{ ...STANDARD, steps: [{ from: 1_000, price: 90 }] }] }, 'have steps'],
  ])('cannot write %j', async (changes, words) => {
    const zone = await zoneNamed('Bangladesh');
    const response = await patch(zone, changes);
    expect([response.status, (await response.json()).detail]).toEqual([
      ...[422, expect.stringContaining(words)],
    ]);
    expect(await zoneNamed('Bangladesh')).toEqual(zone);
  });

  test('order, add and remove zones, and the first one that has an address decides', async () => {
    const { client } = await customer();
    const added: Zone = await (
      await admin.post(ZONES, {
        name: 'Lakes',
        places: [{ cityWords: ['dhaka'] }],
        methods: [EXPRESS],
      })
    ).json();
    expect((await look(client, { city: 'Dhaka' })).zone).toBe('Bangladesh');
    const ids = [added._id, ...(await zones()).map(({ _id }) => _id).slice(0, -1)];
    expect((await admin.put(`${ZONES}/order`, { ids: ids.slice(1) })).status).toBe(422);
    expect((await admin.put(`${ZONES}/order`, { ids })).status).toBe(200);
    expect((await look(client, { city: 'Dhaka' })).zone).toBe('Lakes');
    const remove = () => admin.request('DELETE', `${ZONES}/${added._id}`);
    expect(await (await remove()).json()).toEqual({ deletedCount: 1 });
    expect(await (await remove()).json()).toEqual({ deletedCount: 0 });
    expect((await look(client, { city: 'Dhaka' })).zone).toBe('Bangladesh');
  });

  test('set working days and the cut-off time, from the version that they saw', async () => {
    const { client } = await customer();
    const read = await admin.get('/api/v1/delivery/times');
    const before = await read.json();
    const version = { 'If-Match': read.headers.get('etag') };
    const body = { cutOff: '09:30', workingDays: [7, 1, 2, 3, 4, 4], daysOff: ['2026-11-22'] };
    const write = (given: object) => admin.request('PUT', '/api/v1/delivery/times', given, version);
    expect((await write({ ...body, cutOff: '24:00' })).status).toBe(422);
    expect((await write({ ...body, workingDays: [] })).status).toBe(422);
    expect(await (await write(body)).json()).toMatchObject({ workingDays: [1, 2, 3, 4, 7] });
    expect((await write(body)).status).toBe(412);
    // It leaves on Monday.
    expect(await look(client, { city: 'Dhaka' })).toMatchObject({
      methods: [{ arrivesFrom: '2026-11-25', arrivesTo: '2026-11-29' }],
    });
    const { version: _, ...times } = before;
    await admin.request('PUT', '/api/v1/delivery/times', times, { 'If-Match': '"2"' });
  });

  test('change prices for every process from its next request on', async () => {
    const { actor } = await customer();
    const other = (await shop.beside()).ctx;
    expect((await getCart(other, actor)).shippingMinor).toBe(12_000);
    await withMethods([{ ...STANDARD, price: 90 }], async () => {
      expect((await getCart(other, actor)).shippingMinor).toBe(9_000);
      expect((await getCart(ctx, actor)).shippingMinor).toBe(9_000);
    });
    expect((await getCart(other, actor)).shippingMinor).toBe(12_000);
  });
});

describe('a customer', () => {
  test('finds the cheapest parcel preselected, chooses another, and the order keeps what it was promised', async () => {
    await withMethods([PICK_UP, EXPRESS, STANDARD], async (zone) => {
      const { client, actor, place } = await customer();
      const [, express, standard] = zone.methods;
      const shown = await findDelivery(ctx, actor, await getCart(ctx, actor));
      expect(shown).toMatchObject({ methodId: standard?._id, totalMinor: 13_000 });
      await chooseMethod(ctx, actor, express?._id ?? '');
      const chosen = await findDelivery(ctx, actor, await getCart(ctx, actor));
      expect(chosen).toMatchObject({ methodId: express?._id, totalMinor: 31_000 });
      // The page that was open before shows another total.
      expect(await codeOf(place(13_000, express?._id))).toBe('price_changed');
      const { id } = await place(31_000, express?._id);
      await patch(await zoneNamed('Bangladesh'), { methods: [{ ...EXPRESS, price: 1 }] });
      const json = await (await client.get(`/orders/${id}`)).json();
      expect(json).toMatchObject({
        shippingCost: 300,
        delivery: { method: 'Express', arrivesFrom: '2026-11-21', arrivesTo: '2026-11-21' },
      });
      await deliverDue(ctx);
      const sent = await listCapturedEmails(ctx, actorOf(admin, 'admin'), {
        limit: 100,
        after: null,
      });
      const email = sent?.items.find(({ to }) => to.includes(client.email));
      expect(email?.text).toContain(
        'Delivery: Express. Arrives Saturday 21 November, if it is paid by 19 November 2026 at 14:00 UTC.',
      );
    });
  });

  test('is told the new total when a price, a zone or a method changes before the order', async () => {
    await withMethods([STANDARD, EXPRESS], async (zone) => {
      const { client, place, shirt } = await customer();
      const [standard, express] = zone.methods.map(({ _id }) => _id);
      const order = orderOf(shirt, 1, { deliveryMethod: 'Express' });
      const dear = { ...order, shippingCost: 300, totalAmount: 310 };
      await patch(zone, { methods: [{ ...STANDARD, _id: standard, price: 130 }] });
      expect(await codeOf(place(13_000, standard))).toBe('price_changed');
      // Not offered any more: it does not become another one that costs the same.
      expect(await codeOf(place(14_000, express))).toBe('price_changed');
      const response = await client.post('/orders', dear);
      expect([response.status, await response.json()]).toMatchObject([
        ...[409, { code: 'price_changed', quote: { shippingCost: 130, totalAmount: 140 } }],
      ]);
      expect((await place(14_000, standard)).shippingMinor).toBe(13_000);
    });
  });

  test('may name the way of delivery in a call, and pays the cheapest without', async () => {
    await withMethods([EXPRESS, STANDARD], async () => {
      const { client, shirt } = await customer();
      const named = { deliveryMethod: 'Express', shippingCost: 300, totalAmount: 310 };
      const express = await client.post('/orders', orderOf(shirt, 1, named));
      expect([express.status, (await express.json()).delivery.method]).toEqual([201, 'Express']);
      const { client: other, shirt: shirts } = await customer();
      const plain = await other.post('/orders', orderOf(shirts, 1));
      expect((await plain.json()).delivery.method).toBe('Standard');
    });
  });

  test('that names another way of delivery has another order, and none under the same key', async () => {
    await withMethods([EXPRESS, STANDARD], async (zone) => {
      const { client, shirt } = await customer();
      const plain = orderOf(shirt, 1);
      const named = (deliveryMethod: string) => ({
        ...plain,
        ...{ deliveryMethod, shippingCost: 300, totalAmount: 310 },
      });
      const send = async (body: object, key?: string) => {
        const response = await client.post('/orders', body, key ? { 'idempotency-key': key } : {});
        const { _id, code, delivery } = await response.json();
        return code ?? [_id, delivery.method];
      };
      const [first] = await send(plain);
      const [second, method] = await send(named('Express'));
      expect([second === first, method]).toEqual([false, 'Express']);
      expect(await send(named('Express'))).toEqual([second, 'Express']);
      const byId = zone.methods.find(({ name }) => name === 'Express')?._id ?? '';
      const [third] = await send(named(byId), 'a-key');
      expect(await send(named(byId), 'a-key')).toEqual([third, 'Express']);
      expect(await send(plain, 'a-key')).toBe('invalid_request');
    });
  });

  test('whose address is out of reach pays for nothing that goes elsewhere', async () => {
    const { client } = await customer();
    const far = { recipient: 'Ann', line1: '1 Rue', country: 'FR', city: 'Paris' };
    const rest = { company: null, line2: null, region: null, phone: '+33142685300' };
    const actor = await signedInActorOf(shop, client);
    await addAddress(ctx, actor, { ...far, ...rest, postcode: '75001' });
    const refused = async () => {
      const response = await client.post('/create-payment-intent', { totalAmount: 130 });
      expect([response.status, (await response.json()).detail]).toEqual([
        ...[422, 'We do not deliver to Paris, France.'],
      ]);
    };
    await withMethods([], refused, 'Other countries');
  });

  test('pays by what the variants weigh, and nothing above an amount', async () => {
    const steps = [{ from: 1_000, price: 200 }];
    const byWeight = { ...STANDARD, kind: 'by_weight', steps, freeFrom: 50 };
    await withMethods([byWeight], async () => {
      const { actor, variantId, place } = await customer();
      const costOf = async (quantity: number) => {
        await addToCart(ctx, actor, { variantId, quantity });
        return (await getCart(ctx, actor)).shippingMinor;
      };
      const weigh =
        'update products set weight_grams = $2 where id = (select product_id from variants where id = $1)';
      expect(await costOf(1)).toBe(12_000);
      await shop.database.pool.query(weigh, [variantId, 400]);
      expect(await costOf(1)).toBe(20_000);
      await shop.database.pool.query('update variants set weight_grams = 1 where id = $1', [
        variantId,
      ]);
      expect((await getCart(ctx, actor)).shippingMinor).toBe(12_000);
      expect(await codeOf(place(3_000 + 20_000))).toBe('price_changed');
      expect(await costOf(2)).toBe(0);
      expect((await place(5_000)).shippingMinor).toBe(0);
    });
  });

  test('is told where the shop does not deliver to', async () => {
    const { client, actor, shirt, place } = await customer();
    const far = {
      recipient: 'Ann',
      line1: '1 Road',
      country: 'BD',
      city: 'Dhaka',
      postcode: '1205',
    };
    const rest = { company: null, line2: null, region: null, phone: '+8801712345678' };
    const { id } = await addAddress(ctx, await signedInActorOf(shop, client), { ...far, ...rest });
    await withMethods([], async () => {
      const { delivery, options } = await findDelivery(ctx, actor, await getCart(ctx, actor));
      expect([delivery, options]).toEqual([null, []]);
      const response = await client.post('/orders', orderOf(shirt, 1));
      expect([response.status, await response.json()]).toMatchObject([
        ...[422, { code: 'no_delivery', detail: 'We do not deliver to Dhaka, Bangladesh.' }],
      ]);
      const to = { city: 'Dhaka', zip: '1205' };
      expect(await codeOf(setDestination(ctx, actor, to))).toBe('no_delivery');
      expect(await codeOf(place(13_000))).toBe('no_delivery');
    });
    expect((await findDelivery(ctx, actor, await getCart(ctx, actor))).delivery?.id).toBe(id);
  });

  test('has an order by the same method after an undone deletion', async () => {
    await withMethods([STANDARD, EXPRESS], async (zone) => {
      const { actor, place } = await customer();
      const { id } = await place(31_000, zone.methods[1]?._id);
      await deleteOrder(ctx, actor, id);
      await undoDeletion(ctx, actor, id);
      const { rows } = await shop.database.pool.query(
        'select delivery_method, shipping_minor::int from orders where replaces_id = $1',
        [id],
      );
      expect(rows).toEqual([{ delivery_method: 'Express', shipping_minor: 30_000 }]);
    });
  });

  test('sees the promised days of an order as long as they hold', async () => {
    const arrives = async (paidAt: number | null) => {
      now = THURSDAY;
      const { client, place } = await customer();
      const { id, totalMinor } = await place(13_000);
      if (paidAt) {
        now = paidAt;
        const paid = { totalAmount: totalMinor / 100, orderId: id };
        await client.put(`/orders/${id}`, { transaction: await payIntent(client, paid) });
      }
      return (await viewOrder(ctx, id)).delivery?.arrives ?? null;
    };
    const days = 'Arrives Sunday 22 to Tuesday 24 November';
    expect(await arrives(null)).toBe(`${days}, if it is paid by 19 November 2026 at 14:00 UTC`);
    expect(await arrives(Date.parse('2026-11-19T13:00:00Z'))).toBe(days);
    expect(await arrives(Date.parse('2026-11-20T09:00:00Z'))).toBeNull();
  });
});

test.each([
  ["insert into delivery_settings values (true, 1, 1, 0, '{1}', '{}')", 'delivery_settings_pkey'],
  ["update delivery_settings set working_days = '{}'", 'delivery_settings_have_working_days'],
  ["update delivery_settings set working_days = '{8}'", 'delivery_settings_have_working_days'],
  ['update delivery_zones set position = 1', 'delivery_zones_position_once'],
  ['update delivery_methods set rate_minor = -1', 'delivery_methods_rate_in_range'],
  ['update delivery_methods set days_to = 0', 'delivery_methods_days_in_order'],
  ["update delivery_places set countries = '{de}'", 'delivery_places_countries_are_codes'],
  [
    "update delivery_places set countries = '{}', region = 'CA'",
    'delivery_places_region_in_country',
  ],
  ['update delivery_places set city_words = \'{""}\'', 'delivery_places_have_words'],
  ['update orders set arrives_to = arrives_from - 1', null],
])('the database refuses %s', async (statement, constraint) => {
  const broken = await shop.database.pool.query(statement).catch((error) => error);
  expect(broken).toMatchObject({ code: expect.stringMatching(/^23/) });
  if (constraint) expect(broken.constraint).toBe(constraint);
});
