import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('docs/configuration.md has a row for each variable of the environment', () => {
  const read = readFileSync('src/config.ts', 'utf8').matchAll(
    /^ {2}([A-Z][A-Z0-9_]+): optional\(/gm,
  );
  const rows = readFileSync('docs/configuration.md', 'utf8').matchAll(
    /^\| `([A-Z][A-Z0-9_]+)` \|/gm,
  );
  const names = (matches: Iterable<RegExpMatchArray>) =>
    [...matches].map(([, name]) => name).sort();
  expect(names(rows)).toEqual(names(read));
});
