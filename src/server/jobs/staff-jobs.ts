import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '#features/context.ts';
import { bulkEditRunner, importRunner } from '#features/product-management/product-management.ts';
import { type JobRunners, runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { logFault } from '#shared/errors.ts';

/** A runner for each kind of job. A missing one does not compile. */
export const jobRunners = { import: importRunner, bulkEdit: bulkEditRunner } satisfies JobRunners;

/**
 * The interval is short, so that a job begins soon after it was started. The query uses one index.
 */
const EVERY_MS = 1_000;
/** The pause after a failure that is not a job's, such as an unreachable database. */
const AFTER_FAILURE_MS = 15_000;
/**
 * How many jobs run at a time in this process. Several, so that a short one need not wait for a
 * long one.
 */
const AT_A_TIME = 2;

/**
 * Runs the jobs of staff while the shop runs, beside any number of other processes. Returns the
 * function that stops it: jobs stop after their current batch, and another process goes on with
 * them.
 */
export function startStaffJobs(ctx: Ctx): () => Promise<void> {
  const closing = new AbortController();
  const lanes = Array.from({ length: AT_A_TIME }, () => runJobs(ctx, closing.signal));
  return async () => {
    closing.abort();
    await Promise.all(lanes);
  };
}

async function runJobs(ctx: Ctx, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    let wait = EVERY_MS;
    try {
      if (await runNextJob(ctx, jobRunners, closing)) wait = 0;
    } catch (error) {
      logFault(ctx.log, 'jobs.staff', error);
      wait = AFTER_FAILURE_MS;
    }
    if (wait > 0) await sleep(wait, undefined, { signal: closing }).catch(() => undefined);
  }
}
