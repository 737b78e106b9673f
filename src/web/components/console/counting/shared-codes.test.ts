import { expect, test } from 'vitest';
import type { ScannedVariant } from './look-up.ts';
import { withoutUnit, withUnit } from './shared-codes.ts';

const variant = (_id: string, onHand: number, movement: number): ScannedVariant => ({
  ...{ _id, sku: _id, barcode: '4006381333931', name: 'Coat', variantName: _id, image: null },
  ...{ onHand, reserved: 0, available: onHand, toShip: 0, movement },
});

test('another scan of a shared code keeps the stock of the first one, also where a parcel moved nothing', () => {
  const first = withUnit([], 'C', [variant('S', 5, 10), variant('M', 4, 11)]);
  const scanned = [variant('S', 7, 30), variant('M', 3, 11), variant('L', 1, 31)];
  expect(withUnit(first, 'C', scanned)).toEqual([
    {
      code: 'C',
      units: 2,
      variants: [variant('S', 5, 10), variant('M', 4, 11), variant('L', 1, 31)],
    },
  ]);
});

test('units wait until each was taken, with the first code first, and codes beyond 200 wait too', () => {
  let all = withUnit([], 'first', []);
  for (let at = 0; at < 300; at += 1) all = withUnit(all, `code ${at}`, []);
  all = withUnit(all, 'first', []);
  expect(all.map(({ code }) => code).slice(0, 2)).toEqual(['first', 'code 0']);
  expect(all.at(-1)?.code).toBe('code 299');
  all = withoutUnit(all, 'first');
  expect(all[0]).toMatchObject({ code: 'first', units: 1 });
  expect(withoutUnit(all, 'first')[0]?.code).toBe('code 0');
});
