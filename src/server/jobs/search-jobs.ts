import type { Database } from '#db/client.ts';
import { tryDatabaseLock } from '#db/database-lock.ts';
import { bringIndexUpToDate } from '#features/catalog/catalog.ts';
import type { Ctx } from '#features/context.ts';
import { logFault } from '#shared/errors.ts';

/** The interval after which spelling and suggestions know new words. */
const EVERY_MS = 10_000;

/**
 * Builds the index of an existing shop, and reads the words of new products. Runs apart from the
 * jobs of orders and payments, which must not wait for a million products; in one process at a time.
 * Returns the function that stops it and waits for the current batch.
 */
export function startSearchJobs(ctx: Ctx, database: Database): () => Promise<void> {
  const calledOff = new AbortController();
  let running: Promise<void> | null = null;
  const run = async () => {
    await tryDatabaseLock(database, 'search', () => bringIndexUpToDate(ctx, calledOff.signal));
  };
  const start = () => {
    // A run is skipped while the previous one is not finished.
    running ??= run()
      .catch((error: unknown) => logFault(ctx.log, 'jobs.search', error))
      .finally(() => {
        running = null;
      });
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return async () => {
    calledOff.abort();
    clearInterval(timer);
    await running;
  };
}
