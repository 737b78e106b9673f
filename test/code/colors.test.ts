import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { familyOf } from '#features/catalog/catalog.ts';

const COLOR = /#[\da-f]{6}\b/gi;

/** Files that repeat a color of the shop. Those of goods are in `color-names.ts`. */
const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/color-names\.ts$/.test(file));

const found = files.flatMap((file) =>
  Array.from(readFileSync(file, 'utf8').matchAll(COLOR), ([color]) => ({ file, color })),
);

test('emails, the manifest and the theme color use colors of tokens.css', () => {
  const tokens = readFileSync('src/web/styles/tokens.css', 'utf8').match(COLOR);
  expect(new Set(found.map(({ file }) => file)).size).toBeGreaterThan(2);
  expect(found.filter(({ color }) => !tokens?.includes(color))).toEqual([]);
});

test('every color with a swatch is in a family', () => {
  const names = readFileSync('src/web/components/product/color-names.ts', 'utf8').matchAll(
    /^ {2}(\w+): '#/gm,
  );
  const all = Array.from(names, ([, name = '']) => name);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((name) => familyOf(name, {}) === null)).toEqual([]);
});
