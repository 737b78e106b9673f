import { expect, test } from 'vitest';
import { sharedFormerPrice } from './former-price.ts';

const reduced = { priceMinor: 80, formerMinor: 100 };

test.each([
  [[], null],
  [[reduced], 100],
  [[reduced, reduced], 100],
  [[reduced, { ...reduced, formerMinor: 120 }], null],
  [[reduced, { ...reduced, formerMinor: null }], null],
  [[reduced, { ...reduced, priceMinor: 90 }], null],
])('of %j it is %j', (variants, former) => {
  expect(sharedFormerPrice(variants)).toBe(former);
});
