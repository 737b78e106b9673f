import { AppError } from '#shared/errors.ts';

/** Who arrives more slowly gives up its place when somebody waits for one, in bytes a second. */
const HONEST_PACE = 64 * 1024;
/** Nobody is judged sooner, in milliseconds. */
const GRACE_MS = 1_000;

/** A place among the bodies that are on their way. */
export interface Arrival {
  /** Notes that so many bytes more have come. */
  add(bytes: number): void;
  leave(): void;
}

/** Takes a place for a body; `giveUp` is called when it is too slow and its place is needed. */
export type Arrivals = (giveUp: () => void) => Promise<Arrival>;

/**
 * Bounds how many bodies arrive at a time; `mostWaiting` more wait, and the rest are refused. Whoever
 * waits gets the place of the slowest, so that slow connections, from wherever, keep nobody out.
 */
export function createArrivals(most: number, mostWaiting: number): Arrivals {
  const places = new Map<Arrival, { giveUp: () => void; since: number; bytes: number }>();
  const waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function findSlowest(): Arrival | undefined {
    const now = performance.now();
    let slowest: Arrival | undefined;
    let leastPace = HONEST_PACE;
    for (const [arrival, { since, bytes }] of places) {
      const pace = (bytes * 1_000) / (now - since);
      if (now - since < GRACE_MS || pace >= leastPace) continue;
      [slowest, leastPace] = [arrival, pace];
    }
    return slowest;
  }

  function makeRoom(): void {
    for (let next = waiting[0]; next && places.size >= most; next = waiting[0]) {
      const slowest = findSlowest();
      if (!slowest) break;
      places.get(slowest)?.giveUp();
      slowest.leave();
    }
    clearTimeout(timer);
    if (waiting.length > 0) timer = setTimeout(makeRoom, GRACE_MS / 4);
  }

  function take(giveUp: () => void): Arrival {
    const place = { giveUp, since: performance.now(), bytes: 0 };
    const arrival: Arrival = {
      add(bytes) {
        place.bytes += bytes;
      },
      leave() {
        if (places.delete(arrival)) waiting.shift()?.();
      },
    };
    places.set(arrival, place);
    return arrival;
  }

  return (giveUp) => {
    if (places.size < most && waiting.length === 0) return Promise.resolve(take(giveUp));
    if (waiting.length >= mostWaiting) return Promise.reject(full());
    return new Promise((resolve) => {
      waiting.push(() => resolve(take(giveUp)));
      makeRoom();
    });
  };
}

function full(): AppError {
  return new AppError(
    'unavailable',
    'The shop is very busy right now. Please try again in a moment.',
    { retryAfterSeconds: 5 },
  );
}
