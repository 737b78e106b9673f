/**
 * Tells a process what of the goods was changed, by whichever process. Promises: after `catchUp`
 * everything that was committed before it was called has been told, once and in full; there is no
 * moment in which a change is known to be over and not told. How: triggers write each change down
 * with its transaction, and each question names the snapshot of the one before. So nothing hangs on
 * a message that may be late, and nobody holds a lock for it.
 */
import type { Db } from '#db/client.ts';
import { gather } from '#shared/gather.ts';
import {
  type CatalogChange,
  deleteChangesBefore,
  selectChanges,
  selectOldestRunning,
} from './changes.store.ts';

export type { CatalogChange } from './changes.store.ts';

/** Changes are kept for longer than this after they were committed, in milliseconds. */
const KEPT_MS = 10 * 60_000;
/** Who has not asked for this long can't know what was removed meanwhile, and forgets everything. */
const BLIND_MS = KEPT_MS / 2;
/** More changes than this at once are taken for everything. */
const MOST = 500;

export interface CatalogChanges {
  /** Resolves when all that was committed before has been told. Rejects while PostgreSQL is away. */
  catchUp(): Promise<void>;
}

/** `tell` is handed what changed; null: anything may have. */
export function followCatalog(
  db: Db,
  tell: (changes: CatalogChange[] | null) => void,
): CatalogChanges {
  let last: { snapshot: string; at: number } | null = null;
  const catchUp = gather<void, void>(async (asked) => {
    const read = await selectChanges(db, last?.snapshot ?? null, MOST);
    const isBlind = !last || read.at - last.at > BLIND_MS;
    const isWhole = read.changes.length < MOST && read.changes.every((c) => c.productId !== null);
    last = read;
    if (isBlind || !isWhole) tell(null);
    else if (read.changes.length > 0) tell(read.changes);
    return asked;
  }, Number.POSITIVE_INFINITY);
  return { catchUp: () => catchUp() };
}

/**
 * Removes changes that everyone has been told; run every minute or so. Whatever was over when it
 * ran ten minutes ago has been visible for that long.
 */
export function createChangesCleaner(db: Db, now: () => number = Date.now): () => Promise<void> {
  let marks: { at: number; oldestRunning: string }[] = [];
  return async () => {
    const old = marks.findLast(({ at }) => now() - at > KEPT_MS);
    if (old) {
      await deleteChangesBefore(db, old.oldestRunning);
      marks = marks.filter(({ at }) => at > old.at);
    }
    marks.push({ at: now(), oldestRunning: await selectOldestRunning(db) });
  };
}
