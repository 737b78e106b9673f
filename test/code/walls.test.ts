import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { expect, test } from 'vitest';

const folders = ['src', 'scripts', 'demo', 'bench'];
const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file));

/** `import … from 'x'` and `export … from 'x'`, of types too. */
const STATEMENT = /^(?:import|export)\s[^;'"]*?from\s+'([^']+)'/gm;

test('no import crosses a wall, and the walls see every file and every import of it, also of types', async () => {
  const { output } = await cruise(
    [...folders, 'shop.config.ts'],
    await extractOptions('./.dependency-cruiser.mjs'),
  );
  const { modules, summary } = output as ICruiseResult;
  expect(summary.violations).toEqual([]);
  expect(summary.ruleSetUsed?.forbidden?.length).toBeGreaterThan(10);
  const seen = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map((one) => one.module)]),
  );
  const missed = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(STATEMENT)]
      .map(([, name = '']) => name.replace(/^node:/, ''))
      .filter((name) => !seen.get(file)?.includes(name))
      .map((name) => `${file} imports ${name}`),
  );
  expect(files.filter((file) => !seen.has(file))).toEqual([]);
  expect(missed).toEqual([]);
  const types = modules.flatMap(({ dependencies }) =>
    dependencies.filter(({ dependencyTypes }) => dependencyTypes.includes('type-only')),
  );
  expect(types.length).toBeGreaterThan(100);
});
