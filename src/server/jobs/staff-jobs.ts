import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '#features/context.ts';
import { bulkEditRunner, importRunner } from '#features/product-management/product-management.ts';
import { jobKinds } from '#features/staff-jobs/staff-jobs.schema.ts';
import { type JobRunners, runNextJob, type WhichJobs } from '#features/staff-jobs/staff-jobs.ts';
import { stockCountRunner } from '#features/stock-counts/stock-counts.ts';
import { logFault } from '#shared/errors.ts';

/** A runner for each kind of job. A missing one does not compile. */
export const jobRunners = {
  import: importRunner,
  bulkEdit: bulkEditRunner,
  stockCount: stockCountRunner,
} satisfies JobRunners;

/**
 * The interval is short, so that a job begins soon after it was started. The query uses one index.
 */
const EVERY_MS = 1_000;
/** The pause after a failure that is not a job's, such as an unreachable database. */
const AFTER_FAILURE_MS = 15_000;
/**
 * What each job that runs in this process may be. There is a place for each kind, so that bulk edits,
 * which a page waits for, never wait for imports, and imports never for bulk edits. An import gives
 * that place back when it has only images left to fetch, which may take hours and has a place of its
 * own; so the products of an import never wait for images. Checks of files have one too, because an
 * import of many products takes minutes. The further one takes any, so that a short job need not wait
 * for a long one of its kind.
 */
const PLACES: WhichJobs[] = [
  ...jobKinds.map((kind) => ({ kind, fetchesImages: false })),
  { fetchesImages: true },
  { isCheck: true },
  {},
];

/**
 * Runs the jobs of staff while the shop runs, beside any number of other processes. Returns the
 * function that stops it: jobs stop after their current batch, and another process goes on with
 * them.
 */
export function startStaffJobs(ctx: Ctx, runners: JobRunners = jobRunners): () => Promise<void> {
  const closing = new AbortController();
  const { signal } = closing;
  const places = PLACES.map((which) =>
    runJobs(ctx, signal, () => runNextJob(ctx, runners, signal, which)),
  );
  return async () => {
    closing.abort();
    await Promise.all(places);
  };
}

async function runJobs(
  ctx: Ctx,
  closing: AbortSignal,
  runNext: () => Promise<boolean>,
): Promise<void> {
  while (!closing.aborted) {
    let wait = EVERY_MS;
    try {
      if (await runNext()) wait = 0;
    } catch (error) {
      logFault(ctx.log, 'jobs.staff', error);
      wait = AFTER_FAILURE_MS;
    }
    if (wait > 0) await sleep(wait, undefined, { signal: closing }).catch(() => undefined);
  }
}
