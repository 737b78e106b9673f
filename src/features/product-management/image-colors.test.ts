import { expect, test } from 'vitest';
import { withColorsOfVariants } from './image-colors.ts';

const image = (color?: string) => ({ url: `/${color}`, alt: '', ...(color && { color }) });
const variant = (id: string, color: string | null, archived = false, imageUrl = '') => ({
  ...{ id, color, archived, imageUrl },
  ...{ size: null, option: null },
});
const navy = [variant('a', 'Navy'), variant('b', 'Navy'), variant('c', 'Rose')];
const images = [image('Navy'), image(), image('Rose')];
const colorsAfter = (after: ReturnType<typeof variant>[], of = images) =>
  withColorsOfVariants(of, navy, after).map(({ color }) => color);

test('images follow a color that all its variants exchange for another one', () => {
  const marine = [variant('a', 'Marine'), variant('b', 'Marine'), variant('c', 'Rose')];
  expect(colorsAfter(marine)).toEqual(['Marine', undefined, 'Rose']);
  const rose = [variant('a', 'Rose'), variant('b', 'Navy', true), variant('c', 'Rose')];
  expect(colorsAfter(rose)).toEqual(['Rose', undefined, 'Rose']);
});

test('images keep a color that was removed or split', () => {
  expect(colorsAfter([variant('a', 'Navy', true), variant('c', 'Rose')])).toContain('Navy');
  expect(colorsAfter([variant('a', 'Marine'), variant('b', 'Sky')])).toContain('Navy');
  expect(colorsAfter([variant('a', null), variant('b', null)])).toContain('Navy');
});

test('images have the spelling of the variants, and stay the same array if none changes', () => {
  expect(colorsAfter(navy, [image('nAVY'), image('Gold')])).toEqual(['Navy', 'Gold']);
  expect(withColorsOfVariants(images, navy, navy)).toBe(images);
});

test('an image that only variants of a removed color have gets that color', () => {
  const own = { url: '/own', alt: '' };
  const after = (...more: ReturnType<typeof variant>[]) =>
    colorsAfter([variant('a', 'Navy', true, '/own'), variant('c', 'Rose'), ...more], [own]);
  expect(after()).toEqual(['Navy']);
  expect(after(variant('b', 'Navy'))).toEqual([undefined]);
  expect(after(variant('d', 'Sand', false, '/own'))).toEqual([undefined]);
  expect(after(variant('e', 'Sand', true, '/own'))).toEqual([undefined]);
});
