import { expect, test } from 'vitest';
import { imageOfColor } from './image-of-color.ts';
import { imageOfVariant } from './image-of-variant.ts';
import { imagesOfColor } from './images-of-color.ts';

const image = (url: string, color?: string) => ({ url, alt: '', ...(color && { color }) });
const [rose, seam, navy, collar] = [
  ...[image('/rose', 'Rose'), image('/seam'), image('/navy', 'Navy'), image('/collar')],
] as const;
const all = [rose, seam, navy, collar];

test('a color shows its images, then those of no color, and all only where there are neither', () => {
  expect(imagesOfColor(all, 'Navy')).toEqual([navy, seam, collar]);
  expect(imagesOfColor(all, 'White')).toEqual([seam, collar]);
  expect(imagesOfColor([rose, navy], 'Navy')).toEqual([navy]);
  expect(imagesOfColor([rose, navy], 'White')).toEqual([rose, navy]);
  expect(imagesOfColor(all, null)).toBe(all);
});

test('the image of a color is that of its variants, else the one that is given', () => {
  const variants = [
    { color: 'Navy', imageUrl: '/collar' },
    { color: 'White', imageUrl: null },
  ];
  const product = { name: 'Tee', image: rose, variants };
  expect(imageOfColor(product, all, 'Navy')).toBe(collar);
  expect(imageOfColor(product, all, 'White')).toBe(rose);
});

test('a variant has its own image, else its color’s, else one that no color has', () => {
  const variants = [
    { color: 'Navy', imageUrl: '/seam' },
    { color: 'Navy', imageUrl: null },
    { color: 'Rose', imageUrl: null },
    { color: 'White', imageUrl: '/white' },
    { color: 'Sand', imageUrl: null },
    { color: null, imageUrl: '/plain' },
    { color: null, imageUrl: null },
  ];
  const product = { name: 'Tee', images: [seam, rose, navy, collar], variants };
  expect(variants.map((variant) => imageOfVariant(product, variant))).toEqual([
    ...[seam, seam, rose],
    { url: '/white', alt: 'Tee, White' },
    collar,
    { url: '/plain', alt: 'Tee' },
    seam,
  ]);
});
