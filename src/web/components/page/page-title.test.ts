import { expect, test } from 'vitest';
import { shop } from '#shop-config';
import { withBrand } from './page-title.ts';

test('a title names the shop once', () => {
  expect(withBrand('Tee')).toBe(`Tee · ${shop.brand}`);
  expect(withBrand(`Big${shop.brand}`)).toContain('·');
  for (const title of [shop.brand, `Tee – ${shop.brand}`]) expect(withBrand(title)).toBe(title);
});
