/**
 * Sends products to the engine outside of the shop. Promises: every committed change is sent, in the
 * order of the transactions, however long the engine was away; a product that is sent twice is there
 * once. One process at a time.
 */
import { createHash } from 'node:crypto';
import { type EngineProduct, NoCollectionError, type SearchPort } from '#adapters/search/port.ts';
import type { Database } from '#db/client.ts';
import { withDatabaseLock } from '#db/database-lock.ts';
import type { Ctx } from '../../context.ts';
import {
  deleteEngine,
  deleteRemovals,
  type EngineState,
  type SearchedRow,
  selectEngine,
  selectRemovals,
  selectSearched,
  selectSentTo,
  startFill,
  updateEngine,
} from './engine.store.ts';
import { countProducts } from './search.store.ts';
import { selectComplete, selectNextIds, selectWritten } from './search-index.store.ts';
import { fold, pairsOf } from './search-text.ts';

/** The lock of who sends: one process at a time. */
export const ENGINE_LOCK = 'search-engine';
/** Products of one request. */
const BATCH = 250;
/** Batches of a fill before changes are sent, so that these don't wait for a million products. */
const MOST_BATCHES = 40;
/** The most characters of a description. */
const LONGEST_DETAILS = 5_000;

/** Sends what is due, and fills an engine that is new, or has lost its products. */
export async function bringEngineUpToDate(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const { db, search: engine } = ctx;
  if (!engine) return forgetEngine(ctx);
  if (!(await selectComplete(db))) return;
  const state = await currentState(ctx, engine);
  try {
    await fill(ctx, engine, state, { signal, most: MOST_BATCHES });
    await sendChanges(ctx, engine, state, signal);
    await sendRemovals(ctx, engine, signal);
  } catch (error) {
    if (error instanceof NoCollectionError) await startAgain(ctx, engine, false);
    throw error;
  }
}

async function forgetEngine({ db }: Ctx): Promise<void> {
  if (await selectEngine(db)) await deleteEngine(db);
}

/** Sends every product again, while the shop goes on. `onProgress` is called after each batch. */
export async function refillEngine(
  ctx: Ctx,
  database: Database,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { search: engine } = ctx;
  if (!engine) return;
  await withDatabaseLock(database, ENGINE_LOCK, async () => {
    const { complete } = await currentState(ctx, engine);
    const state = await startAgain(ctx, engine, complete);
    const total = await countProducts(ctx.db);
    await fill(ctx, engine, state, { onProgress: (done) => onProgress(done, total) });
  });
}

async function currentState(ctx: Ctx, engine: SearchPort): Promise<EngineState> {
  const state = await selectEngine(ctx.db);
  if (state?.engine !== engine.where) return startAgain(ctx, engine, false);
  const { isRestored } = await selectSentTo(ctx.db);
  // Products have the names of their categories.
  const isOutdated = isRestored || state.categories !== (await categoryHash(ctx));
  return isOutdated ? startAgain(ctx, engine, state.complete) : state;
}

async function startAgain(ctx: Ctx, engine: SearchPort, isComplete: boolean): Promise<EngineState> {
  const last = (await selectEngine(ctx.db))?.fill ?? 0;
  const fill = Math.max(ctx.now().getTime(), last + 1);
  const row = { engine: engine.where, fill, categories: await categoryHash(ctx), isComplete };
  await startFill(ctx.db, row);
  const state = await selectEngine(ctx.db);
  if (!state) throw new Error('The row of the search engine is missing.');
  return state;
}

async function categoryHash({ siteContent }: Ctx): Promise<string> {
  const { categories } = await siteContent.read();
  const names = categories.map(({ id, name }) => [id, name]).sort();
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

interface FillOptions {
  signal?: AbortSignal | undefined;
  onProgress?: (done: number) => void;
  /** The most batches of one call. The next call goes on after them. */
  most?: number;
}

async function fill(
  ctx: Ctx,
  engine: SearchPort,
  { filledTo, fill: nr }: EngineState,
  { signal, onProgress, most = Number.POSITIVE_INFINITY }: FillOptions,
): Promise<void> {
  if (filledTo === null) return;
  await engine.prepare();
  let after = filledTo;
  for (let batch = 0, done = 0; batch < most && !signal?.aborted; batch += 1) {
    const ids = await selectNextIds(ctx.db, after, BATCH);
    const last = ids.at(-1);
    if (last === undefined) {
      await engine.removeBefore(nr);
      return updateEngine(ctx.db, { filledTo: null, complete: true });
    }
    await put(ctx, engine, await selectSearched(ctx.db, ids), nr);
    await updateEngine(ctx.db, { filledTo: last });
    after = last;
    done += ids.length;
    onProgress?.(done);
  }
}

async function sendChanges(
  ctx: Ctx,
  engine: SearchPort,
  { fill: nr }: EngineState,
  signal?: AbortSignal,
): Promise<void> {
  const { from, oldest } = await selectSentTo(ctx.db);
  let mark = { transaction: from, id: '' };
  while (!signal?.aborted) {
    const rows = await selectWritten(ctx.db, mark, BATCH);
    const ids = rows.map(({ id }) => id);
    const listed = await selectSearched(ctx.db, ids);
    await put(ctx, engine, listed, nr);
    const isListed = new Set(listed.map(({ id }) => id));
    await engine.remove(ids.filter((id) => !isListed.has(id)));
    const last = rows.at(-1);
    if (!last) return;
    if (rows.length < BATCH) return updateEngine(ctx.db, { sentTo: oldest });
    mark = last;
    // Transactions from the oldest one on may still write rows.
    const isEnded = BigInt(last.transaction) < BigInt(oldest);
    if (isEnded) await updateEngine(ctx.db, { sentTo: last.transaction });
  }
}

async function sendRemovals(ctx: Ctx, engine: SearchPort, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const ids = await selectRemovals(ctx.db, BATCH);
    if (ids.length === 0) return;
    await engine.remove(ids);
    await deleteRemovals(ctx.db, ids);
  }
}

async function put(
  { log }: Ctx,
  engine: SearchPort,
  rows: SearchedRow[],
  nr: number,
): Promise<void> {
  if (rows.length === 0) return;
  const refused = await engine.put(rows.map((row) => toEngineProduct(row, nr)));
  // Such a product is found only where PostgreSQL searches. It must not keep back the others.
  const [first] = refused;
  if (first) log.warn('search.engine-refuses', { count: refused.length, ...first });
}

function toEngineProduct(row: SearchedRow, nr: number): EngineProduct {
  return {
    ...row,
    name: withJoinedWords(row.name),
    kind: withJoinedWords(row.kind),
    options: fold(row.options),
    details: fold(row.details.slice(0, LONGEST_DETAILS)),
    createdAt: new Date(row.createdAt),
    fill: nr,
  };
}

/** Two neighbors are one word, too, so that 'tshirt' finds 'T-Shirt'. */
function withJoinedWords(text: string): string {
  const folded = fold(text);
  return [folded, ...pairsOf(folded.split(' ')).map((pair) => pair.join(''))].join(' ');
}
