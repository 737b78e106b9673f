import { expect, test } from 'vitest';
import { shippingCost } from './shipping.ts';

// As the shop is configured when it comes out of the box.
const shipping = {
  country: 'Bangladesh',
  rules: [{ cityContains: 'chittagong', minor: 6_000 }],
  otherwiseMinor: 12_000,
};

test.each([
  ['Chittagong', 6_000],
  ['chittagong', 6_000],
  ['CHITTAGONG', 6_000],
  ['North Chittagong', 6_000],
  ['  chittagong-4100 ', 6_000],
  ['Dhaka', 12_000],
  ['Chittagon', 12_000],
  ['Chit tagong', 12_000],
  ['Chattogram', 12_000],
  ['', 12_000],
])('shipping to %j costs %i cents', (city, minor) => {
  expect(shippingCost(shipping, city)).toBe(minor);
});

test('the first rule that fits decides, and a rule may be written in capitals', () => {
  const rules = {
    country: 'Bangladesh',
    rules: [
      { cityContains: 'Old Town', minor: 1 },
      { cityContains: 'town', minor: 2 },
    ],
    otherwiseMinor: 3,
  };
  expect(shippingCost(rules, 'old town')).toBe(1);
  expect(shippingCost(rules, 'NEW TOWN')).toBe(2);
  expect(shippingCost(rules, 'village')).toBe(3);
  expect(shippingCost({ ...rules, rules: [] }, 'old town')).toBe(3);
});
