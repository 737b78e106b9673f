import { BusyError } from './errors.ts';

/** Runs a piece of work when its turn comes. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many pieces of work run at a time; the others wait in line. Where the line is full
 * already, the answer is 503.
 */
export function createSlots(count: number, maxWaiting = Number.POSITIVE_INFINITY): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) {
      free -= 1;
    } else {
      if (waiting.length >= maxWaiting) {
        throw new BusyError();
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
