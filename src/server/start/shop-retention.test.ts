import { expect, test } from 'vitest';
import { shop } from '#shop-config';
import { requireRetention } from './shop-retention.ts';

test.each([0, 1, 60])(
  'a shop that keeps carts of guests for %s days may start',
  (guestCartDays) => {
    requireRetention({ ...shop, retention: { guestCartDays } });
  },
);

test.each([-1, 0.5, Number.NaN, 100_000])('one that keeps them for %s days may not', (days) => {
  const start = () => requireRetention({ ...shop, retention: { guestCartDays: days } });
  expect(start).toThrow(`retention.guestCartDays is ${days}. Use a whole number of days`);
});
