import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('docs/threats.md names tests that are there', () => {
  const rows = readFileSync('docs/threats.md', 'utf8').split('\n');
  const named = rows.flatMap((row) =>
    [...(row.split('|').at(-2) ?? '').matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path]) => path),
  );
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(
    (path) => !existsSync(path?.startsWith('src/') ? path : `test/${path}`),
  );
  expect(missing).toEqual([]);
});
