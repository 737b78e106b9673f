import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberedSlugs, productSlug, slugify } from './slugify.ts';

test.each([
  ['Blue Shirt', 'blue-shirt'],
  ['Café Tee №2', 'cafe-tee-no2'],
  ['  Spaces   and---dashes  ', 'spaces-and-dashes'],
  ['ÄÖÜ äöü', 'aou-aou'],
  ['Straße Jacke', 'strasse-jacke'],
  ['STRAẞE æøå ŁĐÞ', 'strasse-aeoa-ldth'],
  ['100% Wool', '100-wool'],
  ["Men's T-Shirt", 'men-s-t-shirt'],
  ['../../etc/passwd', 'etc-passwd'],
  ['<script>', 'script'],
  ['ﬁne', 'fine'],
  ['চট্টগ্রাম', 'product'],
  ['👕', 'product'],
  ['', 'product'],
  ['---', 'product'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['x'.repeat(200), 'x'.repeat(80)],
])('%j becomes %s', (name, slug) => {
  expect(productSlug(name)).toBe(slug);
});

test('every name becomes a part of an address, and that part stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      const slug = slugify(name, 'page');
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(slugify(slug, 'other')).toBe(slug);
    }),
    { numRuns: 1_000 },
  );
});

test('a slug is followed by numbered ones, of which one is free', () => {
  expect(numberedSlugs('coat', 3)).toEqual(['coat', 'coat-2', 'coat-3']);
  expect(slugify('私たち', 'page')).toBe('page');
});
