import { expect, test } from 'vitest';
import {
  type CountedVariant,
  withCount,
} from '../../../components/console/counting/counted-variants.ts';
import { receiptOf, withoutReceived } from './sent-receipt.ts';

const row = (sku: string, counted: number): CountedVariant =>
  withCount(
    {
      ...{ _id: sku, sku, barcode: null, name: sku, variantName: '', image: null },
      ...{ onHand: 1, reserved: 0, available: 1, toShip: 0 },
    },
    counted,
    sku,
  );

test('what is scanned while a receipt is sent stays for the next one', () => {
  const sent = receiptOf([row('A', 3), row('B', 1), row('C', 0)], {
    ...{ key: 'k', sender: 'usr_1', note: 'Note 1' },
  });
  expect(sent.variants).toEqual([
    { _id: 'A', units: 3 },
    { _id: 'B', units: 1 },
  ]);
  const left = withoutReceived([row('D', 2), row('A', 5), row('B', 1), row('C', 0)], sent);
  expect(left.map(({ sku, counted, onHand }) => [sku, counted, onHand])).toEqual([
    ['D', 2, 1],
    ['A', 2, 4],
  ]);
});
