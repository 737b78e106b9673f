import { isNull } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { getCart } from '#features/cart/cart.ts';
import { catalogChanges } from '#features/catalog/catalog.table.ts';
import { removeZone, reorderZones, setUpDelivery } from '#features/delivery/delivery.ts';
import { codeOf } from '../support/code-of.ts';
import {
  EXPRESS,
  openDeliveryShop,
  STANDARD,
  THURSDAY,
  ZONES,
  type Zone,
} from '../support/delivery-shop.ts';
import type { Client } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const { shop, ctx, admin, clock, zones, zoneNamed, patch, withMethods, customer } =
  await openDeliveryShop();
beforeEach(() => {
  clock.now = THURSDAY;
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

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
    const marks = async () =>
      shop.database.db.$count(catalogChanges, isNull(catalogChanges.productId));
    const [zone, marked] = [await zoneNamed('Port'), await marks()];
    const places = [
      { countries: ['US'], region: 'california', postcodeFrom: '90', postcodeTo: '96' },
    ];
    expect((await admin.request('PATCH', `${ZONES}/${zone._id}`, { places })).status).toBe(428);
    const response = await patch(zone, { places });
    expect(response.headers.get('etag')).toBe(`"${zone.version + 1}"`);
    expect(await response.json()).toMatchObject({ places: [{ region: 'CA', cityWords: [] }] });
    // All cached pages go, once; with no change they stay.
    await patch(zone, { places }, zone.version + 1);
    expect(await marks()).toBe(marked + 1);
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
    [{ places: [{ countries: ['XX'] }] }, 'not a country'],
    [{ places: [{ countries: ['US'], region: 'Bavaria' }] }, 'not a region'],
    [{ places: [{ countries: ['DE'], region: 'Bavaria' }] }, 'have no region'],
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
])('the database refuses %s', async (statement, constraint) => {
  const broken = await shop.database.pool.query(statement).catch((error) => error);
  expect(broken).toMatchObject({ code: expect.stringMatching(/^23/) });
  expect(broken.constraint).toBe(constraint);
});
