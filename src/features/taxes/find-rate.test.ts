import { expect, test } from 'vitest';
import type { PlacedTaxRate } from '../tax-settings.ts';
import { findRate, taxesAt } from './find-rate.ts';

const rate = (id: string, of: Partial<PlacedTaxRate>): PlacedTaxRate => ({
  ...{ id, name: id, ratePpm: 1, country: 'CA' },
  ...{ region: null, categoryId: null, coversShipping: false, ...of },
});
const rates = [
  rate('country', { coversShipping: true }),
  rate('books', { categoryId: 'Books' }),
  rate('quebec', { region: 'QC' }),
  rate('quebec books', { region: 'QC', categoryId: 'Books' }),
  rate('elsewhere', { country: 'DE' }),
];
const find = (region: string | null, categoryId: string | null, country = 'CA') =>
  findRate(rates, { country, region }, categoryId)?.id ?? null;

test('a region comes before its country, then a category before all', () => {
  expect(find(null, 'Shirts')).toBe('country');
  expect(find(null, 'Books')).toBe('books');
  expect(find('ON', 'Books')).toBe('books');
  expect(find('QC', 'Shirts')).toBe('quebec');
  expect(find('qc', 'Books')).toBe('quebec books');
  expect(find('QC', null)).toBe('quebec');
  expect(find(null, 'Books', 'DE')).toBe('elsewhere');
  expect(find(null, 'Books', 'FR')).toBeNull();
});

test('a region has its own rate for a category of the country, too', () => {
  const some = rates.filter(({ id }) => id !== 'quebec books');
  expect(findRate(some, { country: 'CA', region: 'QC' }, 'Books')?.id).toBe('quebec');
});

test('shipping has the rate of all categories, if that one covers it', () => {
  const at = (region: string | null) =>
    taxesAt(
      { version: '', editVersion: 1, pricesIncludeTax: false, rates },
      { country: 'CA', region },
    );
  expect(at(null).shippingRate).toEqual({ name: 'country', ratePpm: 1 });
  expect(at('QC').shippingRate).toBeNull();
});
