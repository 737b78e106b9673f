/**
 * Owns the one question that is asked before anything kept is sent: who is it, what is in the cart,
 * and what of the goods has changed? Promises: the answer is as young as the request, whichever
 * process changed something, so signing out, demoting and edits show at once; everything that was
 * committed is told once and in full. How: triggers write each change down with its transaction,
 * and each question names the snapshot of one before. So nothing hangs on a message that may be
 * late, nobody holds a lock for it, and all who ask in the same moment are one statement.
 */
import type { Database, Db } from '#db/client.ts';
import { batch } from '#shared/batch.ts';
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
  deleteChangesBefore,
  type Moment,
  selectMoment,
  selectOldestRunning,
} from './freshness.store.ts';

export type { CatalogChange } from './freshness.store.ts';

/** Changes are kept for longer than this after they were committed, in milliseconds. */
const KEPT_MS = 10 * 60_000;
/** Who has not asked for this long can't know what was removed meanwhile, and forgets everything. */
const BLIND_MS = KEPT_MS / 2;
/** More changes than this at once are taken for everything. */
const MOST = 500;

export interface Freshness {
  /**
   * Resolves when all that was committed before has been told, with who it is. Null: the session
   * ran out or is due to be prolonged, and the library that owns sessions has to look at it.
   * Rejects while PostgreSQL is away.
   */
  ask(credentials: Credentials): Promise<Visitor | null>;
}

const NOBODY: VisitorRow = { session: null, cartCount: 0 };

/** `tell` is handed what changed; null: anything may have. */
export function createFreshness(
  database: Pick<Database, 'pool'>,
  options: {
    /** Whether a session that ends then is neither over nor due to be prolonged. */
    isFresh: (expiresAt: Date) => boolean;
    tell: (changes: CatalogChange[] | null) => void;
  },
): Freshness {
  let last: Moment | null = null;

  function tell(moment: Moment): void {
    const isBlind = !last || moment.at - last.at > BLIND_MS;
    const { changes } = moment;
    const isWhole = changes.length < MOST && changes.every((c) => c.productId !== null);
    // Of two questions on their way at once the older may be answered last: then something is told
    // again, which does no harm.
    last = moment;
    if (isBlind || !isWhole) options.tell(null);
    else if (changes.length > 0) options.tell(changes);
  }

  const ask = batch<VisitorKeys | null, VisitorRow | null>(async (asked) => {
    const shown = asked.filter((one) => one !== null);
    const moment = await selectMoment(database, last?.snapshot ?? null, MOST, shown);
    tell(moment);
    let nr = 0;
    return asked.map((one) => (one === null ? null : (moment.visitors[nr++] ?? null)));
  });

  return {
    async ask(credentials) {
      const isGuest = credentials.sessionToken === null && credentials.cartToken === null;
      const row = await ask(isGuest ? null : keysOf(credentials));
      return toVisitor(row ?? NOBODY, options);
    },
  };
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
