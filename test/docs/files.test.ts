import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from '../../scripts/files/list-files.ts';

test('docs/files.md lists the files as they are (npm run docs:files)', () => {
  expect(readFileSync('docs/files.md', 'utf8')).toBe(listFiles());
});
