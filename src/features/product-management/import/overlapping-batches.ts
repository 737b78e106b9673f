/**
 * Runs the batches of an import in turn, so that one is written while the one before it is written
 * and committed. A batch begins when the one before has every lock that both may want, so it never
 * holds one that the other waits for. It stores its position only after the one before is
 * committed. If that one fails, this batch is rolled back and written again later. Until then it
 * would hold locks that the repeated one may need.
 */
import type { ImportPosition } from './import-progress.ts';

/** A batch that was begun. */
export interface RunningBatch {
  /** Resolves when the database begins to write it, or when it is over. */
  planned: Promise<unknown>;
  /** Resolves when the next batch may begin. Rejects if this one fails before. */
  ready: Promise<unknown>;
  /** Resolves when its products are in the search index. Rejects if it fails before. */
  indexed: Promise<unknown>;
  /** Whether its first transaction was committed. */
  isCommitted: Promise<boolean>;
  /** The position of the import after the whole batch. */
  done: Promise<ImportPosition>;
}

/** What a batch needs to know about the batch before it. */
export interface BatchSequence {
  /**
   * The position of the import before this batch. Waits for the batch before, and throws if that
   * one fails.
   */
  position(): Promise<ImportPosition>;
  /**
   * Reports that a transaction of the batch begins: the first one, or another one because that
   * failed.
   */
  begin(): void;
  /** Reports that the database begins to write, so that the process has time for the next batch. */
  planned(): void;
  /** Reports that the whole batch has every lock that the next one may want, too. */
  hasLocks(): void;
  /**
   * Waits until the batch before has written the search index, and throws if that one fails. Otherwise
   * this batch would wait for its commit while it holds the table of the index, and that commit would
   * wait behind somebody who locks the whole table.
   */
  untilMayIndex(): Promise<void>;
  /** Reports that the products of the whole batch are in the search index. */
  hasIndexed(): void;
}

/** Thrown when the first transaction of the batch before was not committed. */
class PreviousNotCommitted extends Error {}

/** The position where an import begins, as a batch that is done. */
export function finishedBatchAt(position: ImportPosition): RunningBatch {
  const done = Promise.resolve(position);
  return { planned: done, ready: done, indexed: done, isCommitted: Promise.resolve(true), done };
}

/** Resolves when the batch after these two may begin. At most two are open at a time. */
export async function untilNextMayBegin(before: RunningBatch, last: RunningBatch): Promise<void> {
  await before.done;
  await last.ready;
  // Then `last` was rolled back, and does not have its locks while it is written again.
  if (!(await before.isCommitted)) await last.done;
}

/** Begins a batch after another one. */
export function beginBatch(
  before: RunningBatch,
  work: (sequence: BatchSequence) => Promise<ImportPosition>,
): RunningBatch {
  const decided = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const indexed = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<boolean>();
  const sequenceAfter = (isAlone: boolean): BatchSequence => {
    let isFirst = true;
    return {
      async position() {
        if (!isAlone && !(await before.isCommitted)) throw new PreviousNotCommitted();
        return before.done;
      },
      begin() {
        if (!isFirst) committed.resolve(false);
        isFirst = false;
      },
      planned: decided.resolve,
      hasLocks: locked.resolve,
      async untilMayIndex() {
        if (isAlone) return;
        const isIndexed = before.indexed.then(() => true);
        if (!(await Promise.race([isIndexed, before.isCommitted])))
          throw new PreviousNotCommitted();
      },
      hasIndexed: indexed.resolve,
    };
  };
  const attempt = async () => {
    try {
      return await work(sequenceAfter(false));
    } catch (error) {
      if (!(error instanceof PreviousNotCommitted)) throw error;
    }
    await before.done;
    return work(sequenceAfter(true));
  };
  const done = attempt();
  done.then(
    () => committed.resolve(true),
    () => committed.resolve(false),
  );
  const ready = Promise.race([locked.promise, done]);
  ready.catch(() => undefined);
  const planned = Promise.race([decided.promise, ready]).catch(() => undefined);
  const isIndexed = Promise.race([indexed.promise, done]);
  isIndexed.catch(() => undefined);
  return { planned, ready, indexed: isIndexed, isCommitted: committed.promise, done };
}
