/**
 * Owns the check before a cached response is sent: the visitor, their cart, and what changed in the
 * catalog. Promises: the result is as recent as the request, whichever process made a change, so
 * sign-out, demotion and edits act at once; every commit is reported once and completely. Triggers
 * write each change with its transaction, and each query names the snapshot of the one before. So
 * nothing depends on a late notification, nothing holds a lock, and concurrent requests share one
 * statement.
 */
import type { Database, Db } from '#db/client.ts';
import { batch } from '#shared/batch.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import {
  type Credentials,
  keysOf,
  toVisitor,
  type Visitor,
  type VisitorKeys,
  type VisitorRow,
} from '../visitors/visitors.ts';
import {
  type CatalogChange,
  type CatalogCheck,
  deleteChangesBefore,
  selectChanges,
  selectOldestRunning,
} from './cache-invalidation.store.ts';

export type { CatalogChange } from './cache-invalidation.store.ts';

/** Changes are stored at least this long after their commit, in milliseconds. */
const STORED_MS = 10 * MINUTE_MS;
/**
 * After a longer pause, changes may have been removed before they were read, so everything counts
 * as changed.
 */
const MAX_PAUSE_MS = STORED_MS / 2;
/** More changes than this at once count as a change of everything. */
const MAX_CHANGES = 500;

export interface CacheInvalidation {
  /**
   * Resolves with the visitor after all earlier commits were reported. Null when the session has
   * expired or is due for renewal, and the library that owns sessions has to check it. Rejects
   * while PostgreSQL is unreachable.
   */
  check(credentials: Credentials): Promise<Visitor | null>;
}

/** Whether a change says what it concerns. */
const isKnown = (c: CatalogChange) =>
  c.productId !== null || c.collectionSlug !== null || c.inSearches;

const NOBODY: VisitorRow = { session: null, cartCount: 0 };

/** `invalidate` receives what changed; null means that anything may have. */
export function createCacheInvalidation(
  database: Pick<Database, 'pool'>,
  options: {
    /** Whether a session with this end is neither expired nor due for renewal. */
    isFresh: (expiresAt: Date) => boolean;
    invalidate: (changes: CatalogChange[] | null) => void;
  },
): CacheInvalidation {
  let last: CatalogCheck | null = null;

  function report(found: CatalogCheck): void {
    // A server that took over may lack the last commits of the one before it, and gives their
    // numbers to other transactions.
    const isOtherServer = found.startedAt !== last?.startedAt;
    const isOutdated = !last || isOtherServer || found.at - last.at > MAX_PAUSE_MS;
    const { changes } = found;
    const isWhole = changes.length < MAX_CHANGES && changes.every(isKnown);
    // Of two concurrent queries the older may finish last. Then changes are reported twice, which
    // is harmless.
    last = found;
    if (isOutdated || !isWhole) options.invalidate(null);
    else if (changes.length > 0) options.invalidate(changes);
  }

  const ask = batch<VisitorKeys | null, VisitorRow | null>(async (asked) => {
    const shown = asked.filter((one) => one !== null);
    const found = await selectChanges(database, last?.snapshot ?? null, MAX_CHANGES, shown);
    report(found);
    let nr = 0;
    return asked.map((one) => (one === null ? null : (found.visitors[nr++] ?? null)));
  });

  return {
    async check(credentials) {
      const isGuest = credentials.sessionToken === null && credentials.cartToken === null;
      const row = await ask(isGuest ? null : keysOf(credentials));
      return toVisitor(row ?? NOBODY, options);
    },
  };
}

/**
 * Removes changes that every process has read; runs every minute or so. A transaction that had
 * ended ten minutes ago has been visible for that long. `now` is in milliseconds, and must not jump.
 */
export function createChangesCleaner(
  db: Db,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let snapshots: { at: number; oldestRunning: string }[] = [];
  return async () => {
    const old = snapshots.findLast(({ at }) => now() - at > STORED_MS);
    if (old) {
      await deleteChangesBefore(db, old.oldestRunning);
      snapshots = snapshots.filter(({ at }) => at > old.at);
    }
    snapshots.push({ at: now(), oldestRunning: await selectOldestRunning(db) });
  };
}
