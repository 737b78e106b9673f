import { BusyError } from './errors.ts';
import { limitWait } from './wait-limit.ts';

/**
 * Runs the work when a slot is free. Throws 503 after `mostWaitingMs` without one. The default is
 * that of requests; jobs pass another value.
 */
export type Slots = <T>(work: () => Promise<T>, mostWaitingMs?: number) => Promise<T>;

/**
 * Runs `count` pieces of work at a time; the others wait in a queue. Throws 503 when the queue is
 * full.
 */
export function createSlots(count: number, maxWaiting = Number.POSITIVE_INFINITY): Slots {
  const waiting = new Set<() => void>();
  let running = 0;
  const wait = (mostWaitingMs?: number) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        cancel();
        resolve();
      };
      const cancel = limitWait(() => {
        waiting.delete(enter);
        reject(new BusyError());
      }, mostWaitingMs);
      waiting.add(enter);
    });
  /** Gives the slot to the work that has waited longest. */
  const release = () => {
    const [enter] = waiting;
    if (!enter) running -= 1;
    else {
      waiting.delete(enter);
      enter();
    }
  };
  return async (work, mostWaitingMs) => {
    if (running < count) running += 1;
    else if (waiting.size < maxWaiting) await wait(mostWaitingMs);
    else throw new BusyError();
    try {
      return await work();
    } finally {
      release();
    }
  };
}
