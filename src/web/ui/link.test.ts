import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link as RouterLink, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from './link.tsx';

/** The HTML of a link on a page of this address. */
function htmlOf(kind: typeof Link, props: Parameters<typeof Link>[0], page: string): string {
  const link = createElement(kind, { className: 'link', ...props }, 'Text');
  return renderToStaticMarkup(createElement(StaticRouter, { location: page }, link));
}

test.each([
  '/',
  '/admin/orders/ord_1',
  '/search?q=a%20b&sort=price-up#top',
  '/Search/?q=é',
  '/login?from=%2Fa//b/../c',
  '/a?',
  '/a#',
  '/a?#b',
  '/a/../b',
  '/a/./b',
  '/a//b',
  '/a\\b',
  '/.hidden',
  '?',
  '?sort=name',
  '?a=/../b#c',
  '?#c',
  '?a=1#',
  '#top',
  '',
  '.',
  '../up',
  'below',
  '//elsewhere.example/a',
  'https://elsewhere.example/a?b#c',
  'mailto:shop@example.com',
])('a link to %j has the HTML of React Router', (to) => {
  for (const page of ['/', '/admin/orders?show=100', '/admin/orders/']) {
    expect(htmlOf(Link, { to }, page)).toBe(htmlOf(RouterLink, { to }, page));
  }
});

test('options of a link are not in its HTML', () => {
  const props = {
    to: '/a',
    replace: true,
    preventScrollReset: true,
    reloadDocument: true,
    download: true,
    'aria-current': 'page',
  } as const;
  expect(htmlOf(Link, props, '/')).toBe(htmlOf(RouterLink, props, '/'));
});

test('an object is an address as well', () => {
  const to = { pathname: '/a', search: '?b=1' };
  expect(htmlOf(Link, { to }, '/')).toBe(htmlOf(RouterLink, { to }, '/'));
});
