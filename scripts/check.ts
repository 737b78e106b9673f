import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { REPORT, type TestCounts } from './check-report.ts';
import { findChromium } from './chromium.ts';
import { ensureDebianPackage } from './debian-package.ts';

// npm test: everything that has to hold before a change lands. Prints what failed and, last, one
// line with the counts of all tests and checks.

const vitest = (project: string) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=./scripts/check-report.ts',
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

const counts: TestCounts = { passed: 0, failed: 0, skipped: 0, reasons: [] };
const failures: string[] = [];

for (const { name, commands } of steps) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  const ok = await runStep(name, commands);
  if (!ok) failures.push(name);
  console.log(
    `── ${name}: ${ok ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
}
// Told again: in a long output, what failed is far above.
for (const reason of counts.reasons) console.log(`\n✗ ${reason}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runStep(name: string, commands: string[][]): Promise<boolean> {
  await rm(REPORT, { force: true });
  const failedBefore = counts.failed;
  let trouble: string | null = null;
  try {
    if (name === 'browser tests') {
      process.env.CHROMIUM = await findChromium({ shellFirst: true });
    }
    if (name === 'feature and race tests') {
      const missing = ensureDebianPackage('pgbouncer', '/usr/sbin/pgbouncer');
      if (missing) console.log(`Tests with PgBouncer are skipped. ${missing}`);
    }
    for (const command of commands) await run(command);
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
    console.error(trouble);
  }
  const isTold = await countTests();
  if (!isTold && commands.flat().includes('vitest')) trouble ??= 'The tests left no report.';
  if (trouble !== null && counts.failed === failedBefore) {
    counts.failed += 1;
    counts.reasons.push(`${name}: ${trouble}`);
  }
  if (trouble === null && !isTold) counts.passed += 1;
  return trouble === null && counts.failed === failedBefore;
}

/** Adds up what a test run came to; false for a step that is no test run. */
async function countTests(): Promise<boolean> {
  const report: TestCounts | null = await readFile(REPORT, 'utf8').then(JSON.parse, () => null);
  if (report === null) return false;
  counts.passed += report.passed;
  counts.failed += report.failed;
  counts.skipped += report.skipped;
  counts.reasons.push(...report.reasons);
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
