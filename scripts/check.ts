import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { findChromium } from './chromium.ts';

// npm test: everything that has to hold before a change lands. Prints what failed and, last, one
// line with the counts of all tests and checks.

const REPORT = '.cache/vitest.json';
const vitest = (project: string) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${REPORT}`,
];

const steps: { name: string; commands: string[][] }[] = [
  { name: 'lint', commands: [['biome', 'ci', '.']] },
  {
    name: 'types',
    commands: [
      ['react-router', 'typegen'],
      ['tsc', '--noEmit'],
    ],
  },
  {
    name: 'walls',
    commands: [
      [
        'depcruise',
        'src',
        'scripts',
        'demo',
        'bench',
        'shop.config.ts',
        '--config',
        '.dependency-cruiser.mjs',
      ],
    ],
  },
  { name: 'unused code', commands: [['knip']] },
  { name: 'unit tests', commands: [vitest('unit')] },
  { name: 'feature and race tests', commands: [vitest('feature')] },
  { name: 'build', commands: [['node', 'scripts/build.ts']] },
  { name: 'start tests', commands: [vitest('start')] },
  { name: 'fault gate', commands: [vitest('torture')] },
  { name: 'browser tests', commands: [vitest('browser')] },
];

const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

await mkdir('.cache', { recursive: true });
for (const { name, commands } of steps) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  const ok = await runStep(name, commands);
  if (!ok) failures.push(name);
  console.log(
    `── ${name}: ${ok ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
}
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runStep(name: string, commands: string[][]): Promise<boolean> {
  await rm(REPORT, { force: true });
  try {
    if (name === 'browser tests') process.env.CHROMIUM = await findChromium();
    for (const command of commands) await run(command);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (!(await countTests())) counts.failed += 1;
    return false;
  }
  if (!(await countTests())) counts.passed += 1;
  return true;
}

/** Adds up a test run's own counts; false for a step that is no test run. */
async function countTests(): Promise<boolean> {
  const report = await readFile(REPORT, 'utf8').then(JSON.parse, () => null);
  if (report === null) return false;
  counts.passed += report.numPassedTests;
  // A file that could not even be loaded has no tests to count.
  counts.failed += Math.max(report.numFailedTests, report.success ? 0 : 1);
  counts.skipped += report.numPendingTests + report.numTodoTests;
  return true;
}

function run([command = '', ...args]: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}
