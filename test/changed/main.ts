import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { build, runSteps, type Step, types, vitest } from '../../scripts/check/run-steps.ts';
import { sabotages } from '../sabotage/all.ts';
import { nearestTests } from './nearest-tests.ts';

// npm run test:changed [-- COMMIT]: what a change is most likely to break, in under two minutes.
// Looks at what differs from that commit, or from where this branch left main, and runs style, types,
// imports, all unit tests that import a changed file, and of the other tests the nearest ones, by name and by imports.
// `npm test` runs everything.

/** How many files of each kind of tests fit in the time. */
const MAX_FILES = { feature: 8, start: 1, browser: 2 };
const FILES = {
  feature: 'test/{adapters,api,db,fuzz,races}/**/*.test.ts',
  start: 'test/{start,faults,pages,bench}/**/*.test.ts',
  browser: 'test/e2e/**/*.test.ts',
};

const read = (path: string) => ({ path, text: readFileSync(path, 'utf8') });
const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] }).map(read);
const changed = changedFiles(process.argv[2]);
if (changed.length === 0) {
  console.log('Nothing has changed.');
} else {
  const nearest = {
    feature: nearestOf('feature'),
    start: nearestOf('start'),
    browser: nearestOf('browser'),
  };
  console.log(`${changed.length} changed files. The nearest tests:`);
  console.log(Object.values(nearest).flat().join('\n'));
  await runSteps(stepsFor(changed, nearest));
}

function stepsFor(
  files: string[],
  { feature, start, browser }: Record<keyof typeof MAX_FILES, string[]>,
) {
  const related = ['vitest', 'related', '--run', ...vitest('unit').slice(2), ...files];
  const steps: Step[] = [
    { name: 'lint', commands: [['biome', 'ci', '--no-errors-on-unmatched', ...files]] },
    { name: 'feature tests', commands: [vitest('feature', ...feature)] },
    { name: 'types', commands: types },
    {
      name: 'browser tests',
      commands: [build, vitest('browser', ...browser)],
      needsChromium: true,
    },
    { name: 'unit tests', commands: [related] },
    {
      name: 'tests of code and docs',
      commands: [vitest('unit', 'test/code', 'test/docs', 'test/sabotage')],
    },
    { name: 'start tests', commands: [build, vitest('start', ...start)] },
  ];
  // Without a file to name, Vitest runs all.
  const none = { 'feature tests': feature, 'browser tests': browser, 'start tests': start };
  return steps.filter(({ name }) => none[name as keyof typeof none]?.length !== 0);
}

function nearestOf(kind: keyof typeof MAX_FILES): string[] {
  const tests = globSync(FILES[kind]).map(read);
  return nearestTests(changed, tests, noticedBy, sources).slice(0, MAX_FILES[kind]);
}

function noticedBy(file: string): string[] {
  return sabotages
    .filter(({ edits }) => edits.some((edit) => edit.file === file))
    .flatMap(({ caughtBy }) => caughtBy);
}

function changedFiles(commit = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'): string[] {
  const files = [
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return files.filter((file) => existsSync(file));
}

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}
