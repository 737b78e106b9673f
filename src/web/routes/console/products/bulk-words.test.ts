import { expect, test } from 'vitest';
import type { JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { halfRenameInWords } from './bulk-words.ts';

const rename = { change: 'renameTag', tag: 'old', to: 'new' };
const job = (status: JobView['status'], change: object = rename, result: object = {}) =>
  ({ status, input: { products: 2, change }, result }) as unknown as JobView;

test('a rename that ended early says what products and rules have; nothing else does', () => {
  const [text] = halfRenameInWords(job('cancelled'));
  expect(text).toContain('some products have “new” and others still “old”');
  expect(halfRenameInWords(job('failed'))).toEqual([text]);
  expect(halfRenameInWords(job('failed', rename, { takenBack: 1 }))).toEqual([]);
  expect(halfRenameInWords(job('done'))).toEqual([]);
  expect(halfRenameInWords(job('cancelled', { change: 'untag', tag: 'old' }))).toEqual([]);
});
