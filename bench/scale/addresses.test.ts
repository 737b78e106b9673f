import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import routes from '../../src/web/routes.ts';
import { addressesOf } from './addresses.ts';

/** Pages and calls whose cost does not depend on how much the shop has, or that are no list. */
const NOT_MEASURED: Record<string, string[]> = {
  'forms, and what one person sees of one thing': [
    ...['contact', 'login', 'register', 'google', 'google/done', 'forgotPassword', 'resetPassword'],
    ...[
      'verifyEmail',
      'account/export',
      'account/email',
      'account/delete',
      'signOut',
      'orderLink/:token',
    ],
    ...['makeAccount/:orderId', 'findOrder', 'documents/:documentId', 'documents/:documentId/pdf'],
    ...['returnOrder/:orderId', 'returnOrder/:orderId/slip', 'returnOrder/photos/:photoId'],
    ...['myOrders/:orderId', 'guestCheckout', 'checkOut/:orderId?', 'payment', 'addProduct'],
    ...[
      'admin/held-stock/release',
      'admin/emails/previews/:kind',
      'admin/emails/:id',
      'admin/rows',
    ],
    ...['admin/stock/count', 'admin/stock/receive', 'cart', '*'],
  ],
  'parts of pages that are measured': [
    'quickView/:id',
    'productCount/collections?/:section',
    'home',
  ],
  'rows that only staff add, of which a shop has few': [
    ...['admin/collections/:id', 'admin/delivery', 'admin/delivery/:id', 'admin/taxes'],
    ...['admin/taxes/:id', 'admin/return-policy', 'admin/settings', 'admin/texts'],
    ...['admin/searches/pins/:id', 'admin/pages', 'admin/pages/:id', 'pages/:slug'],
  ],
  'reports that add up the whole stock': ['admin/held-stock', 'admin/stock/value'],
};

const CALLS_NOT_MEASURED: Record<string, string[]> = {
  'files that are read to their end': ['/api/v1/exports/', '/problems.csv'],
  'one thing of one person': [
    ...['/orders/{id}', '/api/v1/addresses', '/api/v1/documents/', '/api/v1/return-photos/'],
    ...['/api/v1/returns/{id}/payment', '/api/v1/jobs/{id}', '/users/admin/'],
    ...['/api/v1/stock-counts/{key}', '/api/v1/stock-receipts/{key}'],
  ],
  'rows that only staff add, of which a shop has few': [
    ...['/api/v1/texts', '/api/v1/return-policy', '/api/v1/delivery/', '/api/v1/taxes'],
    ...['/api/v1/categories', '/api/v1/collections', '/api/v1/pages'],
  ],
};

const sample = {
  products: [{ _id: 'prd_1', slug: 'shirt' }],
  popularId: 'prd_2',
  orderId: 'ord_1',
  variantId: 'var_1',
  customerId: 'usr_1',
  oldest: new Date('2025-01-01'),
};
const measured = addressesOf(sample).flatMap(({ paths }) =>
  paths.map((path) => path.replace(/\?.*/, '').replace(/\.data$/, '')),
);

interface Page {
  path?: string;
  index?: boolean;
  children?: Page[];
}

function pathsOf(pages: Page[]): string[] {
  return pages.flatMap(({ path, index, children = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...(index ? [''] : []),
    ...pathsOf(children),
  ]);
}

/** Whether a path, such as 'admin/orders/:id' or '/orders/{id}', has this address. */
function has(path: string, address: string): boolean {
  const parts = path.split('/').filter(Boolean);
  const pattern = parts.map((part) => {
    const one = /^[:{]/.test(part)
      ? '/[^/]+'
      : `/${part.replace(/\?$/, '').replaceAll('.', '\\.')}`;
    return part.endsWith('?') ? `(${one})?` : one;
  });
  return new RegExp(`^${pattern.join('') || '/'}$`, 'i').test(address);
}

test('each page is measured with a million rows, or it is said why not', () => {
  const left = Object.values(NOT_MEASURED).flat();
  const pages = pathsOf(routes);
  expect(left.filter((path) => !pages.includes(path))).toEqual([]);
  const isMeasured = (path: string) => measured.some((address) => has(path, address));
  expect(pages.filter((path) => !left.includes(path) && !isMeasured(path))).toEqual([]);
});

test('each call that reads is measured, or it is said why not', () => {
  const text = readFileSync('test/api/guards.test.ts', 'utf8');
  const paths = [...text.matchAll(/'GET (\/[^']*)'/g)].map(([, path = '']) => path);
  const calls = paths.filter((path) =>
    /^\/(products|orders|users|search|api\/v1)(\/|$)/.test(path),
  );
  expect(calls.length).toBeGreaterThan(20);
  const left = Object.values(CALLS_NOT_MEASURED).flat();
  const isLeft = (call: string) => left.some((part) => call.includes(part));
  const isMeasured = (call: string) => measured.some((address) => has(call, address));
  expect(calls.filter((call) => !isLeft(call) && !isMeasured(call))).toEqual([]);
});
