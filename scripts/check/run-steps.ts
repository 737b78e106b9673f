import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../chromium.ts';
import { installPrograms } from '../debian-packages.ts';
import type { TestCounts } from './report.ts';

export interface Step {
  name: string;
  /** Run one after the other; the first that fails ends the step. */
  commands: string[][];
  needsChromium?: boolean;
}

export const vitest = (project: string, ...more: string[]) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=./scripts/check/report.ts',
  ...more,
];

/** Does nothing where the build is there; waits where another step is making it. */
export const build = ['node', 'scripts/build.ts'];
export const walls =
  'depcruise src scripts demo bench shop.config.ts --config .dependency-cruiser.mjs'.split(' ');
export const types = [
  ['react-router', 'typegen'],
  ['tsc', '--noEmit'],
];

/** One more than cores are sure to be there, as tests of faults and of starts often wait. */
const LANES = 3;

/** More than all tests keep at once, with as much left for their processes. */
const SCRATCH_BYTES = 8 * 1024 ** 3;

interface Run {
  /** Where the steps keep their files. */
  folder: string;
  /** Those that nobody has begun. */
  waiting: Step[];
  counts: TestCounts;
  failures: string[];
}

/**
 * Runs steps side by side, in their order. Prints the output of each at its end, then what failed
 * and, last, one line with the counts of all tests and checks.
 */
export async function runSteps(steps: Step[]): Promise<void> {
  const folder = await mkdtemp(join(await findScratch(), 'shop-check-'));
  // PostgreSQL's own user has to get at its data in there.
  await chmod(folder, 0o711);
  const counts: TestCounts = { passed: 0, failed: 0, skipped: 0, reasons: [] };
  const run: Run = { folder, waiting: [...steps], counts, failures: [] };
  installPrograms();
  const started = Date.now();
  await Promise.all(Array.from({ length: LANES }, () => runLane(run)));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  // Told again: in a long output, what failed is far above.
  for (const reason of counts.reasons) console.log(`\n✗ ${reason}`);
  if (run.failures.length > 0) console.log(`\nFailed: ${run.failures.join(', ')}`);
  console.log(
    `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${secondsSince(started)} s`,
  );
  process.exitCode = run.failures.length > 0 ? 1 : 0;
}

/**
 * Where databases and browsers keep their files meanwhile: in memory if there is plenty, as waiting
 * for a disk takes longer than many a test. No test takes the disk away, so none can tell.
 */
async function findScratch(): Promise<string> {
  const memory = '/dev/shm';
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, freemem()),
    () => 0,
  );
  return room > SCRATCH_BYTES ? memory : tmpdir();
}

/** Runs one step after the other, whichever is next, until none is left. */
async function runLane(run: Run): Promise<void> {
  for (let step = run.waiting.shift(); step; step = run.waiting.shift()) {
    const begun = Date.now();
    console.log(`── ${step.name} …`);
    const { ok, output } = await runStep(step, run);
    if (!ok) run.failures.push(step.name);
    const verdict = `${ok ? 'passed' : 'FAILED'} in ${secondsSince(begun)} s`;
    // Whole at its end, so that the lanes do not write into each other's lines.
    console.log(`\n── ${step.name}\n${output}── ${step.name}: ${verdict}`);
  }
}

async function runStep(
  { name, commands, needsChromium }: Step,
  { folder, counts }: Run,
): Promise<{ ok: boolean; output: string }> {
  const report = join(folder, `${name.replaceAll(/\W/g, '-')}.json`);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    TMPDIR: folder,
    // Tests start the same programs again and again; each is compiled once for the run.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    CHECK_REPORT: report,
  };
  let output = '';
  let trouble: string | null = null;
  try {
    if (needsChromium) env.CHROMIUM = await findChromium({ shellFirst: true });
    for (const command of commands) {
      await runCommand(command, env, (text) => {
        output += text;
      });
    }
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
    output += `${trouble}\n`;
  }
  const told = await readReport(report);
  if (!told && commands.flat().includes('vitest')) trouble ??= 'The tests left no report.';
  const failed = told?.failed ?? 0;
  counts.passed += told?.passed ?? (trouble === null ? 1 : 0);
  counts.skipped += told?.skipped ?? 0;
  counts.failed += failed;
  counts.reasons.push(...(told?.reasons ?? []));
  if (trouble !== null && failed === 0) {
    counts.failed += 1;
    counts.reasons.push(`${name}: ${trouble}`);
  }
  return { ok: trouble === null && failed === 0, output };
}

/** What a test run came to; null for a step that is no test run. */
function readReport(path: string): Promise<TestCounts | null> {
  return readFile(path, 'utf8').then(JSON.parse, () => null);
}

function runCommand(
  [command = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  tell: (text: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', tell);
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}

function secondsSince(start: number): string {
  return ((Date.now() - start) / 1000).toFixed(1);
}
