import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawFeatures, readFeatureImports } from '../../scripts/graph/draw-features.ts';

test('docs/architecture.md shows which features import from which (npm run docs:graph)', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const imports = readFeatureImports();
  expect(imports.get('checkout')).toContain('orders');
  expect(drawFeatures(page, imports)).toBe(page);
});

test('an import that a longer way implies has no arrow', () => {
  const imports = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['c'])],
    ['c', new Set<string>()],
  ]);
  const page = drawFeatures('<!-- graph -->\n<!-- /graph -->', imports);
  expect(page.match(/\w+ --> \w+/g)).toEqual(['a --> b', 'b --> c']);
});

const reExports = globSync('src/features/**/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)].map(
    ([, names = '', from = '']) => ({ file, names, from }),
  ),
);

test('a feature gives out its functions under their own names, and none of its stores', () => {
  expect(reExports.length).toBeGreaterThan(10);
  expect(reExports.filter(({ names }) => / as /.test(names))).toEqual([]);
  expect(reExports.filter(({ from }) => from.endsWith('.store.ts'))).toEqual([]);
});
