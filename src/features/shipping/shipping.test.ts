import { expect, test } from 'vitest';
import { deliversTo, shippingCost } from './shipping.ts';

// The defaults of `shop.config.ts`.
const shipping = {
  country: 'Bangladesh',
  countries: ['BD'],
  rules: [{ cityContains: 'chittagong', aliases: ['Chattogram', 'চট্টগ্রাম'], cost: 60 }],
  otherwise: 120,
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
  ['Chattogram', 6_000],
  ['CHATTOGRAM Port', 6_000],
  ['চট্টগ্রাম', 6_000],
  ['Chíttagöng', 6_000],
  ['Chi\u0301ttagong', 6_000],
  ['ＣＨＩＴＴＡＧＯＮＧ', 6_000],
  ['Chattogra', 12_000],
  ['', 12_000],
])('shipping to %j costs %i cents [9.1, 9.2]', (city, minor) => {
  expect(shippingCost(shipping, city)).toBe(minor);
});

test('a rule and its aliases may be written with accents and capitals', () => {
  const rules = [{ cityContains: 'MÜNCHEN', aliases: ['Múnich'], cost: 0.01 }];
  const costOf = (city: string) =>
    shippingCost({ country: 'Germany', countries: ['DE'], rules, otherwise: 0.02 }, city);
  expect(['munchen', 'Munich', 'MUNICH-Ost', 'Berlin'].map(costOf)).toEqual([1, 1, 1, 2]);
});

test('a rule is for cities of the own country, and not for those of the same name elsewhere', () => {
  const rules = [{ cityContains: 'Birmingham', cost: 0.01 }];
  const of = { country: 'United Kingdom', countries: ['GB', 'US'], rules, otherwise: 0.02 };
  const costs = ['GB', 'US', undefined].map((country) => shippingCost(of, 'Birmingham', country));
  expect(costs).toEqual([1, 2, 1]);
  expect(['GB', 'US', 'FR'].map((country) => deliversTo(of, country))).toEqual([true, true, false]);
});

test('the first rule that fits decides, and a rule may be written in capitals', () => {
  const rules = {
    country: 'Bangladesh',
    countries: ['BD'],
    rules: [
      { cityContains: 'Old Town', cost: 0.01 },
      { cityContains: 'town', cost: 0.02 },
    ],
    otherwise: 0.03,
  };
  expect(shippingCost(rules, 'old town')).toBe(1);
  expect(shippingCost(rules, 'NEW TOWN')).toBe(2);
  expect(shippingCost(rules, 'village')).toBe(3);
  expect(shippingCost({ ...rules, rules: [] }, 'old town')).toBe(3);
});
