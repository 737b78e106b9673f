import { expect, test } from 'vitest';
import { detectDialect, guessMapping, unreadColumns } from './import-columns.schema.ts';

test.each([
  [
    'Artikelnummer;Bezeichnung;Beschreibung;Marke;Kategorie;Preis;Lagerbestand;Gewicht (g)',
    'Variant SKU;Title;Body (HTML);Vendor;Category;Variant Price;Variant Inventory Qty;Variant Grams',
  ],
  ['Art.-Nr.;Bestand;Gewicht', 'Variant SKU;Variant Inventory Qty'],
])('the columns of a German table are known: %s', (columns, ours) => {
  const header = columns.split(';');
  const names = ours.split(';');
  expect(guessMapping(header, detectDialect(header))).toEqual(
    Object.fromEntries(names.map((name, at) => [name, header[at]])),
  );
});

test.each([
  ['Name,SKU,Price,Compare at,Shelf', ['Shelf']],
  ['Name,SKU,Price,RRP,Price', []],
  ['Handle,Title,Variant Price,Gift Card,Size,Published', ['Gift Card']],
  ['Handle,Title,Variant Price,Product ID,Compare at', ['Compare at']],
  ['Type,SKU,Name,Regular price,Tax class', []],
])('a file with the columns %s: %j are not read', (columns, unread) => {
  const header = columns.split(',');
  const dialect = detectDialect(header);
  expect(unreadColumns({ header, dialect, mapping: guessMapping(header, dialect) })).toEqual(
    unread,
  );
});
