import type { Ctx } from '#features/context.ts';
import { removeStrayImages, removeUnusedImages } from '#features/images/images.ts';
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts';
import { logFault } from '#shared/errors.ts';

const EVERY_MS = MINUTE_MS;
/** The interval is long, because listing all stored files takes long. */
const STRAYS_EVERY_MS = DAY_MS;

/**
 * Removes unused images and files without a row. Runs apart from the jobs of orders and payments,
 * which must not wait for an image store that does not respond. Safe in any number of processes.
 * Returns the function that stops it and waits for the current run.
 */
export function startImageJobs(ctx: Ctx): () => Promise<void> {
  let running: Promise<void> | null = null;
  let straysAt = Number.NEGATIVE_INFINITY;
  const run = async () => {
    await removeUnusedImages(ctx);
    if (performance.now() - straysAt < STRAYS_EVERY_MS) return;
    straysAt = performance.now();
    await removeStrayImages(ctx);
  };
  const start = () => {
    // A run is skipped while the previous one is not finished.
    running ??= run()
      .catch((error: unknown) => logFault(ctx.log, 'jobs.images', error))
      .finally(() => {
        running = null;
      });
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
