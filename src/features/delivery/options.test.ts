import { expect, test } from 'vitest';
import type { DeliveryMethod, DeliverySettings } from '../delivery-settings.ts';
import { cheapestOf, findOption, optionsFor, priceOf } from './options.ts';

const flat: DeliveryMethod = {
  ...{ id: 'flat', name: 'Parcel', kind: 'flat', rateMinor: 500, freeFromMinor: null, steps: [] },
  ...{ daysFrom: 2, daysTo: 4, note: null },
};
const steps = [
  { from: 1_000, rateMinor: 900 },
  { from: 5_000, rateMinor: 2_000 },
];
const parcel = (subtotalMinor: number, weightGrams: number) => ({ subtotalMinor, weightGrams });

test.each<[string, Partial<DeliveryMethod>, [number, number], number]>([
  ['a flat price', {}, [99_999, 99_999], 500],
  ['a flat price has no steps', { steps }, [99_999, 99_999], 500],
  ['nothing weighed costs the first price', { kind: 'by_weight', steps }, [9_999, 0], 500],
  ['below a step', { kind: 'by_weight', steps }, [0, 999], 500],
  ['at a step', { kind: 'by_weight', steps }, [0, 1_000], 900],
  ['above the last step', { kind: 'by_weight', steps }, [0, 70_000], 2_000],
  ['by order value', { kind: 'by_value', steps }, [5_000, 0], 2_000],
  ['free at the amount', { freeFromMinor: 5_000 }, [5_000, 0], 0],
  ['not free below it', { freeFromMinor: 5_000 }, [4_999, 0], 500],
  ['free wins over steps', { kind: 'by_weight', steps, freeFromMinor: 1 }, [1, 9_000], 0],
])('%s', (_, method, [subtotal, weight], minor) => {
  expect(priceOf({ ...flat, ...method }, parcel(subtotal, weight))).toBe(minor);
});

test('the cheapest parcel is preselected, the first of equal ones, and picking up only without one', () => {
  const settings: DeliverySettings = {
    version: '1',
    times: { version: 1, cutOffMinute: 840, workingDays: [1, 2, 3, 4, 5], daysOff: [] },
    zones: [
      {
        ...{ id: 'z', name: 'World', version: 1 },
        places: [
          { countries: [], region: null, cityWords: [], postcodeFrom: null, postcodeTo: null },
        ],
        methods: [
          { ...flat, id: 'shop', name: 'Pick up', kind: 'pick_up', rateMinor: 0 },
          { ...flat, id: 'express', name: 'Express', rateMinor: 900, daysFrom: 1, daysTo: 1 },
          flat,
          { ...flat, id: 'other', name: 'Other parcel', daysFrom: null, daysTo: null },
        ],
      },
    ],
  };
  const to = { country: 'BD', region: null, city: 'Dhaka', postcode: null };
  const clock = { now: new Date('2026-11-19T10:00:00Z'), timeZone: 'UTC' };
  const { options } = optionsFor(settings, to, parcel(100, 0), clock);
  expect(cheapestOf(options)?.id).toBe('flat');
  expect(cheapestOf(options.slice(0, 1))?.id).toBe('shop');
  expect(cheapestOf([])).toBeNull();
  expect(['express', 'Express', 'gone', null].map((one) => findOption(options, one)?.id)).toEqual([
    ...['express', 'express', undefined, undefined],
  ]);
  expect(options.map(({ arrives }) => arrives)).toEqual([
    'Ready to pick up Monday 23 to Wednesday 25 November',
    'Arrives Friday 20 November',
    'Arrives Monday 23 to Wednesday 25 November',
    null,
  ]);
});
