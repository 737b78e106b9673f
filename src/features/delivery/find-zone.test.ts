import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShopConfig } from '#shared/shop-config.ts';
import type { DeliveryPlace, DeliveryZone } from '../delivery-settings.ts';
import { defaultZones } from './default-zones.ts';
import { countriesOf, type Destination, findZone } from './find-zone.ts';
import { priceOf } from './options.ts';

const method = {
  ...{ id: 'm', name: 'Parcel', kind: 'flat' as const, rateMinor: 100, freeFromMinor: null },
  ...{ steps: [], daysFrom: null, daysTo: null, note: null },
};
const everywhere: DeliveryPlace = {
  ...{ countries: [], region: null, cityWords: [], postcodeFrom: null, postcodeTo: null },
};
const zone = (name: string, ...places: Partial<DeliveryPlace>[]): DeliveryZone => ({
  ...{ id: name, name, version: 1, methods: [method] },
  places: places.map((place) => ({ ...everywhere, ...place })),
});
const to = (given: Partial<Destination>): Destination => ({
  ...{ country: 'BD', region: null, city: 'Dhaka', postcode: null },
  ...given,
});

// The defaults of `shop.config.ts`.
const shop: ShopConfig['shipping'] = {
  country: 'Bangladesh',
  countries: ['BD', 'US'],
  rules: [{ cityContains: 'chittagong', aliases: ['Chattogram', 'চট্টগ্রাম'], cost: 60 }],
  otherwise: 120,
};

/** The zones that a new shop has by these rules. */
const zonesOf = (shipping: Partial<ShopConfig['shipping']>): DeliveryZone[] =>
  defaultZones({ ...shop, ...shipping }).map(({ methods, ...given }, index) => ({
    ...{ ...given, id: String(index), version: 1 },
    methods: methods.map((one) => ({ ...one, id: 'm' })),
  }));

function costIn(zones: DeliveryZone[], destination: Destination): number | null {
  const [first] = findZone(zones, destination)?.methods ?? [];
  return first ? priceOf(first, { subtotalMinor: 0, weightGrams: 0 }) : null;
}

test.each([
  ['Chittagong', 6_000],
  ['chittagong', 6_000],
  ['CHITTAGONG', 6_000],
  ['North Chittagong', 6_000],
  ['  chittagong-4100 ', 6_000],
  ['Dhaka', 12_000],
  ['Chittagon', 12_000],
  ['Chit tagong', 12_000],
  ['Chattogram', 6_000],
  ['CHATTOGRAM Port', 6_000],
  ['চট্টগ্রাম', 6_000],
  ['Chíttagöng', 6_000],
  ['Chi\u0301ttagong', 6_000],
  ['ＣＨＩＴＴＡＧＯＮＧ', 6_000],
  ['Chattogra', 12_000],
  ['', 12_000],
])('in the zones of a new shop, shipping to %j costs %i cents [9.1, 9.2]', (city, minor) => {
  expect(costIn(zonesOf({}), to({ city }))).toBe(minor);
});

test('rules of the file are for cities of the own country, written with any accents and capitals', () => {
  const rules = [{ cityContains: 'MÜNCHEN', aliases: ['Múnich'], cost: 0.01 }];
  const zones = zonesOf({ countries: ['DE', 'US'], rules, otherwise: 0.02 });
  const cities = ['munchen', 'Munich', 'MUNICH-Ost', 'Berlin'];
  const costs = cities.map((city) => costIn(zones, to({ country: 'DE', city })));
  expect(costs).toEqual([1, 1, 1, 2]);
  expect(costIn(zones, to({ country: 'US', city: 'Munich' }))).toBe(2);
  expect(costIn(zones, to({ country: 'FR', city: 'Munich' }))).toBeNull();
});

test('the first rule of the file that fits decides, and two may be about one word', () => {
  const rules = [
    { cityContains: 'Old Town', cost: 0.01 },
    { cityContains: 'town', cost: 0.02 },
    { cityContains: 'town', cost: 0.05 },
  ];
  const zones = zonesOf({ countries: ['BD'], rules, otherwise: 0.03 });
  expect(['old town', 'NEW TOWN', 'village'].map((city) => costIn(zones, to({ city })))).toEqual([
    1, 2, 3,
  ]);
  expect(new Set(zones.map(({ name }) => name)).size).toBe(4);
});

const zones = [
  zone('Berlin', { countries: ['DE'], postcodeFrom: '10', postcodeTo: '14' }),
  zone('London', { countries: ['GB'], postcodeFrom: 'SW1', postcodeTo: 'SW9' }),
  zone('West', { countries: ['US'], region: 'CA' }, { countries: ['US'], region: 'WA' }),
  zone('Towns', { countries: ['BD', 'IN'], cityWords: ['Sylhet', 'Kolkata'] }),
  { ...zone('Nowhere', { countries: ['KP'] }), methods: [] },
  zone('Rest', { countries: ['DE', 'GB', 'US', 'BD', 'KP'] }),
];

test.each<[Partial<Destination>, string | null]>([
  [{ country: 'DE', city: 'Berlin', postcode: '10115' }, 'Berlin'],
  [{ country: 'DE', city: 'Berlin', postcode: '14199' }, 'Berlin'],
  [{ country: 'DE', city: 'Berlin', postcode: '15000' }, 'Rest'],
  [{ country: 'DE', city: 'Berlin', postcode: '1' }, 'Rest'],
  [{ country: 'DE', city: 'Berlin' }, 'Rest'],
  [{ country: 'GB', city: 'London', postcode: 'sw1a 1aa' }, 'London'],
  [{ country: 'GB', city: 'London', postcode: 'SE1 1AA' }, 'Rest'],
  [{ country: 'US', city: 'Seattle', region: 'wa' }, 'West'],
  [{ country: 'US', city: 'Austin', region: 'TX' }, 'Rest'],
  [{ country: 'US', city: 'Seattle' }, 'Rest'],
  [{ country: 'IN', city: 'kolkata 700001' }, 'Towns'],
  [{ country: 'IN', city: 'Delhi' }, null],
  [{ country: 'KP', city: 'Pyongyang' }, null],
])('%j is in the zone %j', (destination, name) => {
  expect(findZone(zones, to(destination))?.name ?? null).toBe(name);
});

test('what is in a place is in it with further words, and in every wider place', () => {
  const word = fc.constantFrom('Dhaka', 'Old Dhaka', 'সিলেট', 'São Paulo', 'a');
  const code = fc.constantFrom('BD', 'BR', 'DE');
  fc.assert(
    fc.property(word, code, fc.string({ maxLength: 20 }), (city, country, more) => {
      const narrow = zone('narrow', { countries: [country], cityWords: [city] });
      const wider = [
        zone('country', { countries: [country] }),
        zone('word', { cityWords: [city.toUpperCase()] }),
        zone('all', {}),
      ];
      const destination = to({ country, city: `${more} ${city}` });
      expect(findZone([narrow], destination)).toBe(narrow);
      for (const one of wider) expect(findZone([one, narrow], destination)).toBe(one);
      expect(findZone([narrow], { ...destination, country: 'JP' })).toBeNull();
    }),
  );
});

test('the countries that are delivered to are those of zones with methods; all, if one has none', () => {
  expect(countriesOf(zones)?.sort()).toEqual(['BD', 'DE', 'GB', 'IN', 'KP', 'US']);
  expect(countriesOf(zones.slice(4, 5))).toEqual([]);
  expect(countriesOf([...zones, zone('World', {})])).toBeNull();
});
