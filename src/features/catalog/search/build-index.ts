/** Builds the index of an existing shop, keeps its words current, and rebuilds it. */

import type { Database } from '#db/client.ts';
import { withDatabaseLock } from '#db/database-lock.ts';
import type { Ctx } from '../../context.ts';
import { countProducts } from './search.store.ts';
import {
  addExtension,
  deleteWords,
  insertWords,
  refreshRows,
  selectBuiltTo,
  selectComplete,
  selectMissingExtensions,
  selectNextIds,
  selectWordsTo,
  selectWritten,
  updateBuild,
  updateWordsTo,
} from './search-index.store.ts';

/** Products whose rows are written in one transaction: their orders wait for some 50 ms at most. */
const BATCH = 100;
/** Rows whose words are read by one statement. */
const WORD_BATCH = 1_000;

/**
 * Adds the products that were there before the index, from where an earlier run ended, and reads the
 * words of rows that are new. One process at a time; `signal` ends it between two batches.
 */
export async function bringIndexUpToDate(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  if (!(await selectComplete(ctx.db)))
    await buildFrom(ctx, await selectBuiltTo(ctx.db), { signal });
  if (!signal?.aborted) await learnWords(ctx, signal);
}

/** The extensions of PostgreSQL that searches are slower without, and that this one lacks. */
export function missingExtensions({ db }: Ctx): Promise<string[]> {
  return selectMissingExtensions(db);
}

/**
 * Writes every row and every word again, while the shop goes on, and adds what extensions make
 * possible. `onProgress` is called after each batch.
 */
export async function rebuildIndex(
  ctx: Ctx,
  database: Database,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  await withDatabaseLock(database, 'search', async () => {
    for (const name of await selectMissingExtensions(ctx.db)) {
      await addExtension(ctx.db, name).catch((error: unknown) => {
        ctx.log.warn('search.extension', { name, why: String(error) });
      });
    }
    const total = await countProducts(ctx.db);
    await buildFrom(ctx, '', { onProgress: (done) => onProgress(done, total) });
    await deleteWords(ctx.db);
    await learnWords(ctx);
  });
}

async function buildFrom(
  ctx: Ctx,
  start: string,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: (done: number) => void },
): Promise<void> {
  const isComplete = await selectComplete(ctx.db);
  let after = start;
  for (let done = 0; !signal?.aborted; ) {
    const ids = await selectNextIds(ctx.db, after, BATCH);
    const last = ids.at(-1);
    if (last === undefined) return updateBuild(ctx.db, { complete: true });
    await refreshRows(ctx.db, ids);
    // While a complete index is rebuilt, lists go on using it.
    if (!isComplete) await updateBuild(ctx.db, { builtTo: last });
    after = last;
    done += ids.length;
    onProgress?.(done);
  }
}

async function learnWords(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const { from, oldest } = await selectWordsTo(ctx.db);
  let mark = { transaction: from, id: '' };
  while (!signal?.aborted) {
    const rows = await selectWritten(ctx.db, mark, WORD_BATCH);
    if (rows.length > 0) {
      await insertWords(
        ctx.db,
        rows.map(({ id }) => id),
      );
    }
    const last = rows.at(-1);
    if (!last || rows.length < WORD_BATCH) return updateWordsTo(ctx.db, oldest);
    mark = last;
  }
}
