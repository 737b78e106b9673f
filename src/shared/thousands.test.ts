import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { readMoneyFormat } from './currency.ts';
import { moneyFormat } from './money-format.ts';
import { withThousands } from './thousands.ts';

const original = { ...moneyFormat };
afterEach(() => Object.assign(moneyFormat, original));

test.each(['en', 'de', 'fr', 'es', 'en-IN'])('%s has whole numbers as `Intl` has', (locale) => {
  Object.assign(moneyFormat, readMoneyFormat({ currency: 'EUR', locale }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (whole) => {
      expect(withThousands(whole)).toBe(whole.toLocaleString(locale));
    }),
  );
});
