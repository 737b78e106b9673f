import { expect, test } from 'vitest';
import { keepPlainCookies } from './plain-cookies.ts';

function kept(cookie: string): string | undefined {
  const request = { headers: { cookie }, rawHeaders: ['Host', 'shop.test', 'Cookie', cookie] };
  keepPlainCookies(request);
  expect(request.rawHeaders).toEqual(['Host', 'shop.test', 'Cookie', request.headers.cookie]);
  return request.headers.cookie;
}

test.each([
  'a=b',
  'shop.session_token=x.y%3D; shop.cart=z',
  '__Host-shop.session_token=x; other="quoted value"',
  '',
])('%j stays as it is', (cookie) => {
  expect(kept(cookie)).toBe(cookie);
});

test.each([
  ['\u00a0shop.session_token=x', ''],
  ['\u00a0__Host-shop.session_token=x; __Host-shop.session_token=y', '__Host-shop.session_token=y'],
  ['a=1;\u00a0b=2;  c=3', 'a=1; c=3'],
  ['shop.session_token\u00a0=x; a=1', 'a=1'],
  ['\u00e4=1; a=1', 'a=1'],
  ['\tname=1; =2; a=\u00e4', 'name=1; a=\u00e4'],
])('%j is %j', (cookie, plain) => {
  expect(kept(cookie)).toBe(plain);
});

test('where there are none there are none', () => {
  const request = { headers: {}, rawHeaders: ['Host', 'shop.test'] };
  keepPlainCookies(request);
  expect(request).toEqual({ headers: {}, rawHeaders: ['Host', 'shop.test'] });
});
