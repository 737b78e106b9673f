import { expect, test } from 'vitest';
import { shop } from '#shop-config';
import { requireDocumentConfig } from './shop-documents.ts';

const seller = { name: '株式会社', address: ['Street 1'] };

test('a shop starts with what its invoices can print, or with nothing about them', () => {
  const { documents: _, ...without } = shop;
  requireDocumentConfig(shop);
  requireDocumentConfig(without);
  requireDocumentConfig({ ...shop, documents: { seller } });
});

test.each([
  ['documents.invoicePrefix: must not end with a digit', { invoicePrefix: '2026', seller }],
  ['documents.seller.address', { seller: { ...seller, address: [] } }],
  ['documents.seller.name: has to be one line', { seller: { ...seller, name: 'One\nTwo' } }],
  ['documents.note', { seller, note: ' ' }],
])('it does not start with %s', (words, documents) => {
  expect(() => requireDocumentConfig({ ...shop, documents })).toThrow(words);
});
