import { AppError } from '#shared/errors.ts';

/** Who arrives more slowly gives up its place when somebody waits for one, in bytes a second. */
const HONEST_PACE = 64 * 1024;
/** Whose site has so many more here than that of who waits gives up its place as well, at any pace. */
const MORE_THAN_FAIR = 4;
/** Nobody is judged sooner, in milliseconds. */
const GRACE_MS = 1_000;

/** A place among the bodies that are on their way. */
export interface Arrival {
  /** Notes that so many bytes more have come. */
  add(bytes: number): void;
  leave(): void;
}

/** Takes a place for a body that comes from this site; `giveUp` is called when its place is needed. */
export type Arrivals = (site: string, giveUp: () => void) => Promise<Arrival>;

interface Place {
  site: string;
  giveUp: () => void;
  since: number;
  bytes: number;
}

interface Waiter {
  site: string;
  enter(): void;
  refuse(error: AppError): void;
}

/**
 * Bounds how many bodies arrive at a time; `mostWaiting` more wait, and the rest are refused. Whoever
 * waits gets the place of the slowest, so that slow connections, from wherever, keep nobody out. Those
 * of whose site the fewest are here come first, and push out a waiter of the busiest site: many
 * connections wait for each other and not in front of everybody else.
 */
export function createArrivals(most: number, mostWaiting: number): Arrivals {
  const places = new Map<Arrival, Place>();
  const waiting: Waiter[] = [];
  /** Of each site, those that arrive and those that wait. */
  const here = new Map<string, number>();
  const countOf = (site: string) => here.get(site) ?? 0;
  let timer: NodeJS.Timeout | undefined;

  function count(site: string, change: 1 | -1): void {
    const now = countOf(site) + change;
    if (now > 0) here.set(site, now);
    else here.delete(site);
  }

  function findSlowest(): Arrival | undefined {
    const now = performance.now();
    const fair = Math.min(...waiting.map(({ site }) => countOf(site))) + MORE_THAN_FAIR;
    let slowest: Arrival | undefined;
    let leastPace = Number.POSITIVE_INFINITY;
    for (const [arrival, { site, since, bytes }] of places) {
      const pace = (bytes * 1_000) / (now - since);
      const keeps = pace >= HONEST_PACE && countOf(site) < fair;
      if (keeps || now - since < GRACE_MS || pace >= leastPace) continue;
      [slowest, leastPace] = [arrival, pace];
    }
    return slowest;
  }

  function makeRoom(): void {
    while (waiting.length > 0 && places.size >= most) {
      const slowest = findSlowest();
      if (!slowest) break;
      places.get(slowest)?.giveUp();
      slowest.leave();
    }
    clearTimeout(timer);
    if (waiting.length > 0) timer = setTimeout(makeRoom, GRACE_MS / 4);
  }

  function take(site: string, giveUp: () => void): Arrival {
    const place = { site, giveUp, since: performance.now(), bytes: 0 };
    const arrival: Arrival = {
      add(bytes) {
        place.bytes += bytes;
      },
      leave() {
        if (!places.delete(arrival)) return;
        count(site, -1);
        admitNext();
      },
    };
    places.set(arrival, place);
    return arrival;
  }

  function admitNext(): void {
    const [first] = waiting;
    if (!first) return;
    const next = waiting.reduce(
      (least, one) => (countOf(one.site) < countOf(least.site) ? one : least),
      first,
    );
    waiting.splice(waiting.indexOf(next), 1);
    next.enter();
  }

  /** Has the last waiter of the busiest site give way; false when none is busier than this one. */
  function pushOut(site: string): boolean {
    const busiest = waiting.reduceRight<Waiter | undefined>(
      (most, one) => (most && countOf(most.site) >= countOf(one.site) ? most : one),
      undefined,
    );
    if (!busiest || countOf(busiest.site) <= countOf(site) + 1) return false;
    waiting.splice(waiting.indexOf(busiest), 1);
    count(busiest.site, -1);
    busiest.refuse(full());
    return true;
  }

  return (site, giveUp) => {
    const isFree = places.size < most && waiting.length === 0;
    if (!isFree && waiting.length >= mostWaiting && !pushOut(site)) return Promise.reject(full());
    count(site, 1);
    if (isFree) return Promise.resolve(take(site, giveUp));
    return new Promise((resolve, reject) => {
      waiting.push({ site, enter: () => resolve(take(site, giveUp)), refuse: reject });
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
