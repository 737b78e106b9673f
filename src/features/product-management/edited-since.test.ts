import { expect, test } from 'vitest';
import type { LastEntry } from '../audit-log/audit-log.ts';
import { isAllUndone } from './edited-since.ts';

const entry = (words: string): LastEntry => {
  const [action = '', job = null] = words.split(' ');
  return { action: `product.${action}` as LastEntry['action'], job, movements: 0 };
};

test.each([
  [['bulkEdit b', 'undoBulkEdit b'], true],
  [['import b', 'import b', 'undoImport b'], true],
  [['bulkEdit b', 'undoBulkEdit b', 'bulkEdit c', 'undoBulkEdit c'], true],
  [['bulkEdit b', 'import c', 'undoImport c', 'undoBulkEdit b'], true],
  // Where the undo of one job left the change of another, the product is not as it was.
  [['bulkEdit b', 'bulkEdit c', 'undoBulkEdit c'], false],
  [['bulkEdit b', 'import c', 'undoBulkEdit b'], false],
  [['edit', 'bulkEdit b', 'undoBulkEdit b'], false],
  [['undoBulkEdit b'], false],
  [['bulkEdit a', 'undoBulkEdit a'], false],
])('after %j a product is as job a left it: %j', (entries, isSame) => {
  expect(isAllUndone(entries.map(entry), 'a')).toBe(isSame);
});
