import { expect, test } from 'vitest';
import type { DeliveryMethod, DeliveryPlace, DeliveryZone } from '../delivery-settings.ts';
import { homeDelivery } from './home-delivery.ts';

const flat: DeliveryMethod = {
  ...{ id: 'flat', name: 'Parcel', kind: 'flat', rateMinor: 500, freeFromMinor: null, steps: [] },
  ...{ daysFrom: 2, daysTo: 4, note: null },
};
const home: DeliveryPlace = {
  ...{ countries: ['BD'], region: null, cityWords: [], postcodeFrom: null, postcodeTo: null },
};
const zone = (methods: Partial<DeliveryMethod>[], place: Partial<DeliveryPlace> = {}) =>
  ({
    ...{ id: 'z', name: 'Zone', version: 1, places: [{ ...home, ...place }] },
    methods: methods.map((method) => ({ ...flat, ...method })),
  }) satisfies DeliveryZone;
const days = { from: 2, to: 4 };
const costs = (
  lowestMinor: number,
  highestMinor = lowestMinor,
  freeFromMinor: number | null = null,
) => ({
  ...{ lowestMinor, highestMinor, freeFromMinor, days },
});

test.each<[string, DeliveryZone[], ReturnType<typeof homeDelivery> | object]>([
  ['one price', [zone([{}])], costs(500)],
  ['the cheapest parcel counts', [zone([{ rateMinor: 900 }, {}])], costs(500)],
  ['picking up does not', [zone([{ kind: 'pick_up', rateMinor: 0 }, {}])], costs(500)],
  ['nobody gets a parcel', [zone([{ kind: 'pick_up', rateMinor: 0 }]), zone([])], null],
  [
    'other countries do not count',
    [zone([{ rateMinor: 1 }], { countries: ['DE'] }), zone([{}])],
    costs(500),
  ],
  ['all countries are this one, too', [zone([{}], { countries: [] })], costs(500)],
  [
    'a city has another price',
    [zone([{ rateMinor: 100, daysFrom: 1 }], { cityWords: ['Dhaka'] }), zone([{}])],
    { ...costs(100, 500), days: { from: 1, to: 4 } },
  ],
  [
    'what comes after the whole country applies to nobody',
    [zone([{}]), zone([{ rateMinor: 1 }])],
    costs(500),
  ],
  [
    'free from the amount that suffices everywhere',
    [
      zone([{ freeFromMinor: 9_000 }], { region: 'Dhaka' }),
      zone([{ freeFromMinor: 4_000 }], { postcodeFrom: '1', postcodeTo: '2' }),
      zone([{ rateMinor: 0 }]),
    ],
    costs(0, 500, 9_000),
  ],
  [
    'not free everywhere',
    [zone([{ freeFromMinor: 9_000 }], { cityWords: ['Dhaka'] }), zone([{}])],
    costs(500),
  ],
  [
    'the last step by value is free',
    [
      zone([
        {
          kind: 'by_value',
          steps: [
            { from: 2_000, rateMinor: 300 },
            { from: 5_000, rateMinor: 0 },
          ],
        },
      ]),
    ],
    costs(300, 500, 5_000),
  ],
  [
    'by weight there are more prices',
    [zone([{ kind: 'by_weight', steps: [{ from: 2_000, rateMinor: 700 }] }])],
    costs(500, 700),
  ],
  ['always free', [zone([{ rateMinor: 0 }])], costs(0, 0, 0)],
  [
    'days are not known everywhere',
    [zone([{ daysFrom: null, daysTo: null }])],
    { ...costs(500), days: null },
  ],
])('%s', (_, zones, expected) => {
  expect(homeDelivery(zones, 'BD')).toEqual(expected);
});
