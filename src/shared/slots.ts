import pLimit from 'p-limit';
import { BusyError } from './errors.ts';

/** Runs the work when a slot is free. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many pieces of work run at a time; the others wait in a queue. Throws 503 when the queue
 * is full.
 */
export function createSlots(count: number, maxWaiting = Number.POSITIVE_INFINITY): Slots {
  const limit = pLimit(count);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= count + maxWaiting) throw new BusyError();
    return limit(work);
  };
}
