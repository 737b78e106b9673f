import { expect, test } from 'vitest';
import { detectDialect, guessMapping, unreadColumns } from './import-columns.schema.ts';

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
