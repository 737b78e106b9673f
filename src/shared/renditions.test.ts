import { expect, test } from 'vitest';
import { renditionsOf, thumbOf } from './renditions.ts';

const hash = '0123456789abcdef0123456789abcdef';

test('names the renditions of an image of ours', () => {
  expect(renditionsOf('/pictures/atlas-tee-ink-800.webp')).toEqual({
    avif: '/pictures/atlas-tee-ink-400.avif 400w, /pictures/atlas-tee-ink-800.avif 800w',
    webp: '/pictures/atlas-tee-ink-400.webp 400w, /pictures/atlas-tee-ink-800.webp 800w',
    fallback: '/pictures/atlas-tee-ink-800.webp',
  });
});

test.each([
  '/uploads',
  'https://pictures.shop.example/uploads',
  'http://127.0.0.1:9000/bucket/uploads',
])('names those of one that was uploaded, at %s', (folder) => {
  expect(renditionsOf(`${folder}/${hash}-800.webp`, [400])).toEqual({
    avif: `${folder}/${hash}-400.avif 400w`,
    webp: `${folder}/${hash}-400.webp 400w`,
    fallback: `${folder}/${hash}-400.jpg`,
  });
  expect(thumbOf(`${folder}/${hash}-800.webp`)).toBe(`${folder}/${hash}-400.webp`);
});

test.each([
  'https://i.ibb.co/x/tee-800.webp',
  `https://i.ibb.co/x/${hash}-800.webp`,
  `https://shop.example/?/uploads/${hash}-800.webp`,
  '/pictures/tee.webp',
  '/other/tee-800.webp',
  '/uploads/0a1b-800.webp',
])('knows no renditions of %s', (url) => {
  expect(renditionsOf(url)).toBeNull();
  expect(thumbOf(url)).toBe(url);
});
