import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { abortSignal } from '../abort-signal.ts';

/** Longer than the time between two runs of the jobs. */
const LOOK_MS = 70_000;
/** A shop at rest uses some tenths of a second in that time. */
const AT_REST_SECONDS = 5;
const MOST_LOOKS = 45;

/**
 * Resolves when a shop's process has little to do, such as after its jobs have issued the documents
 * of orders that were generated.
 */
export async function awaitIdle(pid: number): Promise<void> {
  let before = await processorSeconds(pid);
  for (let nr = 0; nr < MOST_LOOKS; nr += 1) {
    await sleep(LOOK_MS, null, { signal: abortSignal });
    const now = await processorSeconds(pid);
    if (now - before < AT_REST_SECONDS) return;
    before = now;
  }
  throw new Error('The shop has not come to rest.');
}

async function processorSeconds(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'cputimes=', '-p', String(pid)]);
  return Number(stdout);
}
