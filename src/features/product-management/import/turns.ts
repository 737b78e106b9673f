/**
 * The batches of an import follow each other so that one is written while the database commits the one
 * before it. At most two are open at a time. A batch stores its position only when the one before it
 * is committed. Where that one fails, it is rolled back and written once more: until then it would hold
 * locks that the repeated one may need.
 */
import type { ImportPosition } from './import-book.ts';

/** A batch on its way. */
export interface Running {
  /** All of it is written, and has only to be committed. Rejects where it fails before. */
  ready: Promise<unknown>;
  /** Whether its first transaction was committed. */
  isCommitted: Promise<boolean>;
  /** Where the import is after all of it. */
  done: Promise<ImportPosition>;
}

/** What a batch knows of its place in the line. */
export interface Turn {
  /** Where the import is before it. Waits for the batch before, and throws where that one fails. */
  position(): Promise<ImportPosition>;
  /** A transaction of the batch begins: the first one, or one more because that failed. */
  begin(): void;
  /** All of the batch is written. */
  isWritten(): void;
}

/** Thrown where the batch before was not committed at once. */
class Overtaken extends Error {}

/** Where an import begins. */
export function standingAt(position: ImportPosition): Running {
  const done = Promise.resolve(position);
  return { ready: done, isCommitted: Promise.resolve(true), done };
}

/** Begins a batch behind another one. */
export function begin(before: Running, work: (turn: Turn) => Promise<ImportPosition>): Running {
  const written = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<boolean>();
  const turnBehind = (isAlone: boolean): Turn => {
    let isFirst = true;
    return {
      async position() {
        if (!isAlone && !(await before.isCommitted)) throw new Overtaken();
        return before.done;
      },
      begin() {
        if (!isFirst) committed.resolve(false);
        isFirst = false;
      },
      isWritten: written.resolve,
    };
  };
  const attempt = async () => {
    try {
      return await work(turnBehind(false));
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
    await before.done;
    return work(turnBehind(true));
  };
  const done = attempt();
  done.then(
    () => committed.resolve(true),
    () => committed.resolve(false),
  );
  const ready = Promise.race([written.promise, done]);
  ready.catch(() => undefined);
  return { ready, isCommitted: committed.promise, done };
}
