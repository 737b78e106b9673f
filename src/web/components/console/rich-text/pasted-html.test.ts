import { expect, test } from 'vitest';
import { imagesIn, isShopImage, withoutImages } from './pasted-html.ts';

test('the images of the shop and of its hosts stay in a paste', () => {
  const upload = `/uploads/${'0a'.repeat(16)}-800.webp`;
  const isShop = (src: string) => isShopImage(src, ['img.example.com'], 'https://shop.example');
  const stays = {
    [upload]: true,
    [`https://shop.example${upload}`]: true,
    [`https://bucket.example${upload}`]: true,
    '/pictures/a-b-800.webp': true,
    'https://img.example.com/a.jpg': true,
    'http://img.example.com/a.jpg': false,
    'https://cdn.example.com/a.jpg': false,
    'https://cdn.example.com/pictures/a-b-800.webp': false,
    'a.jpg': false,
    'data:image/png;base64,AA': false,
    '': false,
  };
  for (const [src, is] of Object.entries(stays)) expect([src, isShop(src)]).toEqual([src, is]);
});

test('tags of images are found as browsers read them', () => {
  const html = `<p>a<IMG alt="x > y" src='/a?b&amp;c'>b<img data-src="/n" src=/d><imgs src="/e"></p>`;
  expect(imagesIn(html)).toEqual(['/a?b&c', '/d']);
  expect(withoutImages(html, (src) => src === '/d')).toEqual({
    html: '<p>ab<img data-src="/n" src=/d><imgs src="/e"></p>',
    leftOut: 1,
  });
});
