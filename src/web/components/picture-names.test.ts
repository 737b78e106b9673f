import { expect, test } from 'vitest';
import { renditionsOf } from './picture-names.ts';

test('names the renditions of a picture of ours', () => {
  expect(renditionsOf('/pictures/atlas-tee-ink-800.webp')).toEqual({
    avif: '/pictures/atlas-tee-ink-400.avif 400w, /pictures/atlas-tee-ink-800.avif 800w',
    webp: '/pictures/atlas-tee-ink-400.webp 400w, /pictures/atlas-tee-ink-800.webp 800w',
    fallback: '/pictures/atlas-tee-ink-800.webp',
  });
});

test('names those of one that was uploaded', () => {
  expect(renditionsOf('/uploads/0a1b-800.webp', [400])).toEqual({
    avif: '/uploads/0a1b-400.avif 400w',
    webp: '/uploads/0a1b-400.webp 400w',
    fallback: '/uploads/0a1b-400.webp',
  });
});

test.each(['https://i.ibb.co/x/tee-800.webp', '/pictures/tee.webp', '/other/tee-800.webp'])(
  'knows no renditions of %s',
  (url) => {
    expect(renditionsOf(url)).toBeNull();
  },
);
