import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../chromium.ts';
import { installPackages } from '../debian-packages.ts';
import type { TestCounts } from './report.ts';

export interface Step {
  name: string;
  /** Run one after the other; the first failure ends the step. */
  commands: string[][];
  needsChromium?: boolean;
  /** Whether it waits for processes and time limits more than it computes. */
  waits?: boolean;
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

/** Does nothing if the build exists, and waits if another step is making it. */
export const build = ['node', 'scripts/build.ts'];
export const types = [
  ['react-router', 'typegen'],
  // Several checkers end sooner where cores are idle, but repeat much of each other's work.
  ['tsc', '--noEmit', '--checkers', '1'],
];

/**
 * One lane for each of the fewest cores. Steps that wait have one more lane, because alone they leave
 * a core idle. With a further lane for all steps, each test takes half as long again.
 */
const LANES = 2;

/** More than the files of all concurrent tests need, with as much left for their processes. */
const SCRATCH_BYTES = 8 * 1024 ** 3;

interface Run {
  /** The folder for the files of the steps. */
  folder: string;
  /** The steps that have not begun. */
  left: Step[];
  counts: TestCounts;
  failures: string[];
}

/**
 * Runs steps side by side, in their order. Prints the output of each when it ends, then the
 * failures, and at the end one line with the counts of all tests and checks.
 */
export async function runSteps(steps: Step[]): Promise<void> {
  const folder = await mkdtemp(join(await findScratch(), 'shop-check-'));
  // PostgreSQL runs as its own user, who must reach its data in this folder.
  await chmod(folder, 0o711);
  const counts: TestCounts = { passed: 0, failed: 0, skipped: 0, reasons: [], unsteady: [] };
  const run: Run = { folder, left: [...steps], counts, failures: [] };
  installPackages();
  const started = Date.now();
  const lanes = Array.from({ length: LANES }, () => runLane(run, takeAny));
  await Promise.all([...lanes, runLane(run, takeWaiting)]);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  // Printed again, because in a long output the failures are far above.
  for (const reason of counts.unsteady) console.log(`\nPassed at the second attempt: ${reason}`);
  for (const reason of counts.reasons) console.log(`\n✗ ${reason}`);
  if (run.failures.length > 0) console.log(`\nFailed: ${run.failures.join(', ')}`);
  console.log(
    `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${secondsSince(started)} s`,
  );
  process.exitCode = run.failures.length > 0 ? 1 : 0;
}

/**
 * The folder for the files of databases and browsers. It is in memory if there is enough, because
 * many tests take less time than waiting for a disk. No test depends on a disk.
 */
async function findScratch(): Promise<string> {
  const memory = '/dev/shm';
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, freemem()),
    () => 0,
  );
  return room > SCRATCH_BYTES ? memory : tmpdir();
}

/** Takes the first step that computes, or else the first one. */
function takeAny(steps: Step[]): Step | undefined {
  return takeWhere(steps, ({ waits }) => !waits) ?? steps.shift();
}

function takeWaiting(steps: Step[]): Step | undefined {
  return takeWhere(steps, ({ waits }) => waits === true);
}

function takeWhere(steps: Step[], fits: (step: Step) => boolean): Step | undefined {
  const at = steps.findIndex(fits);
  return at < 0 ? undefined : steps.splice(at, 1)[0];
}

/** Runs steps one after the other, as `take` removes them from those that have not begun. */
async function runLane(run: Run, take: typeof takeAny): Promise<void> {
  for (let step = take(run.left); step; step = take(run.left)) {
    const begun = Date.now();
    console.log(`── ${step.name} …`);
    const { ok, output } = await runStep(step, run);
    if (!ok) run.failures.push(step.name);
    const verdict = `${ok ? 'passed' : 'FAILED'} in ${secondsSince(begun)} s`;
    // Printed when the step ends, so that the lanes do not mix their lines.
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
    // Tests start the same programs repeatedly; each is compiled once for the run.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    CHECK_REPORT: report,
    // The first test that needs a demo shop leaves it here for the others.
    CHECK_DEMO: join(folder, 'demo'),
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
  const result = await readReport(report);
  if (!result && commands.flat().includes('vitest')) trouble ??= 'The tests left no report.';
  const failed = result?.failed ?? 0;
  counts.passed += result?.passed ?? (trouble === null ? 1 : 0);
  counts.skipped += result?.skipped ?? 0;
  counts.failed += failed;
  counts.reasons.push(...(result?.reasons ?? []));
  counts.unsteady.push(...(result?.unsteady ?? []));
  if (trouble !== null && failed === 0) {
    counts.failed += 1;
    counts.reasons.push(`${name}: ${trouble}`);
  }
  return { ok: trouble === null && failed === 0, output };
}

/** The counts of a test run; null for a step without tests. */
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
