import { expect, test } from 'vitest';
import { withColorsOfVariants, withSpelledColors } from './image-colors.ts';

const image = (color?: string) => ({ url: `/${color}`, alt: '', ...(color && { color }) });
const variant = (id: string, color: string | null, archived = false, imageUrl = '') => ({
  ...{ id, color, archived, imageUrl },
  ...{ size: null, option: null },
});
const navy = [variant('a', 'Navy'), variant('b', 'Navy'), variant('c', 'Rose')];
const images = [image('Navy'), image(), image('Rose')];
const colorsAfter = (after: ReturnType<typeof variant>[], of = images, before = navy) =>
  withColorsOfVariants(of, { before, after }).map(({ color }) => color);

test('images follow a color that all its variants exchange for another one', () => {
  const marine = [variant('a', 'Marine'), variant('b', 'Marine'), variant('c', 'Rose')];
  expect(colorsAfter(marine)).toEqual(['Marine', undefined, 'Rose']);
  const rose = [variant('a', 'Rose'), variant('b', 'Navy', true), variant('c', 'Rose')];
  expect(colorsAfter(rose)).toEqual(['Rose', undefined, 'Rose']);
  const chain = [variant('a', 'Rose'), variant('b', 'Rose'), variant('c', 'Pink')];
  expect(colorsAfter(chain)).toEqual(['Rose', undefined, 'Pink']);
});

test('images keep a color that was removed or split', () => {
  expect(colorsAfter([variant('a', 'Navy', true), variant('c', 'Rose')])).toContain('Navy');
  expect(colorsAfter([variant('a', 'Marine'), variant('b', 'Sky')])).toContain('Navy');
  expect(colorsAfter([variant('a', null), variant('b', null)])).toContain('Navy');
  expect(withColorsOfVariants(images, { before: navy, after: navy })).toBe(images);
});

test('given colors have the spelling of the variants, and stay as they are otherwise', () => {
  const [spelled, other] = withSpelledColors([image('nAVY'), image('Gold')], navy);
  expect([spelled?.color, other?.color]).toEqual(['Navy', 'Gold']);
  expect(withSpelledColors(images, navy)).toBe(images);
});

test('an image that only variants of a removed color have gets that color, once', () => {
  const own = [{ url: '/own', alt: '' }];
  const [live, gone] = [variant('a', 'Navy', false, '/own'), variant('a', 'Navy', true, '/own')];
  const after = (...more: ReturnType<typeof variant>[]) =>
    colorsAfter([gone, variant('c', 'Rose'), ...more], own, [live]);
  expect(after()).toEqual(['Navy']);
  expect(after(variant('b', 'Navy'))).toEqual([undefined]);
  expect(after(variant('d', 'Sand', false, '/own'))).toEqual([undefined]);
  expect(after(variant('e', 'Sand', true, '/own'))).toEqual([undefined]);
  expect(colorsAfter([gone], own, [gone])).toEqual([undefined]);
});
