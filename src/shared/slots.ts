import pLimit from 'p-limit';
import { BusyError } from './errors.ts';

/** Runs a piece of work when its turn comes. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many pieces of work run at a time; the others wait in line. Where the line is full
 * already, the answer is 503.
 */
export function createSlots(count: number, maxWaiting = Number.POSITIVE_INFINITY): Slots {
  const limit = pLimit(count);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= count + maxWaiting) throw new BusyError();
    return limit(work);
  };
}
