import { expect, test } from 'vitest';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import type { VariantNow } from '../../../components/console/counting/look-up.ts';
import { besideNow, chosen, isWaiting } from './beside-now.ts';

const variant = {
  ...{ _id: 'var_1', sku: 'S', barcode: null, name: 'Shirt', variantName: '', image: null },
  ...{ onHand: 9, reserved: 0, available: 9, toShip: 0 },
};
const row: CountedVariant = { ...variant, movement: 5, counted: 7, problem: null };
const recount = { reason: 'counted', by: 'Colleague', at: '2026-11-29T10:00:00.000Z' } as const;
const now = (movement: number, adjusted: VariantNow['adjusted'] = null): VariantNow => ({
  ...{ ...variant, onHand: 12, available: 12, movement, adjusted },
});

test('a count takes the stock now, and the movement of the look, if the shelf has the same units', () => {
  // Two were ordered and one of them is paid, so all of them still lie on the shelf.
  const ordered = { onHand: 8, reserved: 1, available: 7, toShip: 1 };
  expect(besideNow(row, { ...now(8), ...ordered })).toEqual({
    ...{ ...row, ...ordered, movement: 8, meanwhile: null },
  });
  expect(besideNow(row, undefined)).toBe(row);
});

test('a count of what was sent, restocked or cancelled meanwhile waits until it is chosen', () => {
  const before = { ...row, onHand: 8, available: 8, toShip: 2, counted: 10 };
  // A parcel is no movement of stock.
  const sent = { ...now(5), onHand: 8, available: 8, toShip: 0 };
  const waiting = besideNow(before, sent);
  const meanwhile = { reason: null, movement: 5, shelf: 10 };
  expect(waiting).toMatchObject({ onHand: 8, toShip: 0, counted: 10, movement: 5, meanwhile });
  // It is compared with the shelf of the count, not with that of the last look.
  expect(isWaiting(besideNow(waiting, sent))).toBe(true);
  expect(besideNow(waiting, { ...sent, toShip: 2 }).meanwhile).toBeNull();
  const mine = chosen(waiting);
  expect(isWaiting(besideNow(mine, sent))).toBe(false);
  expect(isWaiting(besideNow(mine, { ...sent, onHand: 7 }))).toBe(true);
});

test('a count that staff made meanwhile is shown beside it, and waits until it is chosen', () => {
  const waiting = besideNow(row, now(8, recount));
  // With its own movement, the shop would leave it out as well.
  expect(waiting).toMatchObject({ onHand: 12, counted: 7, movement: 5 });
  expect([isWaiting(row), isWaiting(waiting)]).toEqual([false, true]);
  // It waits whenever the page looks again, until a person has chosen it.
  expect(isWaiting(besideNow(waiting, now(9, recount)))).toBe(true);
  const mine = chosen({ ...waiting, problem: 'Left out.' });
  expect(mine).toMatchObject({ movement: 8, counted: 7, meanwhile: null, problem: null });
  expect(isWaiting(besideNow(mine, now(9)))).toBe(false);
  expect(isWaiting(besideNow(mine, now(9, recount)))).toBe(true);
});
