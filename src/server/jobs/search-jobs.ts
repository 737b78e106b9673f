import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { tryDatabaseLock } from '#db/database-lock.ts';
import { bringEngineUpToDate, bringIndexUpToDate, ENGINE_LOCK } from '#features/catalog/catalog.ts';
import type { Ctx } from '#features/context.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { logFault } from '#shared/errors.ts';

/** The interval after which spelling and suggestions know new words. */
const INDEX = { name: 'jobs.search', everyMs: 10_000, longestMs: 10_000 };
/** The interval after which an engine outside of the shop knows new goods; longer after failures. */
const ENGINE = { name: 'jobs.search-engine', everyMs: 2_000, longestMs: MINUTE_MS };

/**
 * Builds the index of an existing shop, reads the words of new products, and sends products to an
 * engine outside of the shop. Runs apart from the jobs of orders and payments, which must not wait
 * for a million products; in one process at a time. Returns the function that stops it and waits for
 * the current batch.
 */
export function startSearchJobs(ctx: Ctx, database: Database): () => Promise<void> {
  const calledOff = new AbortController();
  const { signal } = calledOff;
  const locked = (lock: string, work: () => Promise<void>) => async () => {
    await tryDatabaseLock(database, lock, work);
  };
  const running = [
    repeat(
      ctx,
      INDEX,
      signal,
      locked('search', () => bringIndexUpToDate(ctx, signal)),
    ),
  ];
  const feed = locked(ENGINE_LOCK, () => bringEngineUpToDate(ctx, signal));
  // Without an engine, what was stored about a former one is deleted once.
  running.push(
    ctx.search
      ? repeat(ctx, ENGINE, signal, feed)
      : feed().catch((error: unknown) => logFault(ctx.log, ENGINE.name, error)),
  );
  return async () => {
    calledOff.abort();
    await Promise.all(running);
  };
}

/** Runs work again and again, with a pause between two runs, which doubles while the work fails. */
async function repeat(
  { log }: Ctx,
  { name, everyMs, longestMs }: typeof INDEX,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  let pauseMs = everyMs;
  while (!signal.aborted) {
    try {
      await work();
      pauseMs = everyMs;
    } catch (error) {
      logFault(log, name, error);
      pauseMs = Math.min(pauseMs * 2, longestMs);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
