import { expect, test } from 'vitest';
import { isShopImage } from './pasted-html.ts';

test('the images of the shop and of its hosts stay in a paste', () => {
  const upload = `/uploads/${'0a'.repeat(16)}-800.webp`;
  const places = { imageHosts: ['img.example.com'], uploadsAt: 'https://bucket.example/uploads/' };
  const stays = {
    [upload]: true,
    [`https://shop.example${upload}`]: true,
    [`https://bucket.example${upload}`]: true,
    'https://bucket.example/uploads/a.webp': false,
    [`https://other-shop.example${upload}`]: false,
    '/pictures/a-b-800.webp': true,
    'https://img.example.com/a.jpg': true,
    'http://img.example.com/a.jpg': false,
    'https://cdn.example.com/a.jpg': false,
    'https://cdn.example.com/pictures/a-b-800.webp': false,
    'a.jpg': false,
    'data:image/png;base64,AA': false,
    '': false,
  };
  for (const [src, is] of Object.entries(stays)) {
    expect([src, isShopImage(src, places, 'https://shop.example')]).toEqual([src, is]);
  }
});
