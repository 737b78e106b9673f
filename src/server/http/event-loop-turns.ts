/**
 * Bounds how long requests keep the event loop from accepting and reading. Node accepts one
 * connection in each iteration of the loop, and reads from all open ones.
 *  1. Without a bound, requests on 500 connections of one client that arrive together make one
 *     iteration of a second. Nobody else is accepted, read or responded to in that time.
 *  2. Requests begin at once while the current iteration is young. Later ones wait here.
 *  3. One that waits begins in each iteration, one site after the other, so a site with 500
 *     requests delays others by one.
 *  4. Before each, connections are accepted until an iteration finds none, `MAX_ACCEPTED_FIRST` at
 *     most. An iteration that only accepts takes some 0.1 ms.
 *  5. A request asks again for each chunk of its body and when the body has arrived, because those
 *     of many requests can arrive together as well. One packet can hold hundreds of chunks.
 *  6. What waits is forgotten when its connection closes. Otherwise a client that connects faster
 *     than its turns come would fill the memory.
 */
import type { Server } from 'node:net';

/** Requests begin at once within this many milliseconds of an iteration. */
const YOUNG_MS = 20;
/** Requests wait for at most this many connections, because a flood does not end by itself. */
const MAX_ACCEPTED_FIRST = 50;

/** All connections that have arrived at this process. */
let arrived = 0;

export function countArrivals(server: Server): void {
  const count = () => {
    arrived += 1;
  };
  server.on('connection', count);
  server.on('drop', count);
}

/** Calls `next` after an iteration that accepted no connection. */
export function afterAccepting(next: () => void): void {
  let seen = arrived;
  let left = MAX_ACCEPTED_FIRST;
  const look = () => {
    if (arrived === seen || left === 0) return next();
    seen = arrived;
    left -= 1;
    setImmediate(look);
  };
  // The first callback may run in the same iteration, which has accepted already.
  setImmediate(() => setImmediate(look));
}

type Cancel = () => void;

class EventLoopTurns {
  /** The first key is the site whose turn is next. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** When requests began in this iteration; null while none has. */
  #since: number | null = null;
  #isBeginning = false;

  /**
   * Calls `work` at once, or later if the process is busy. When the caller's connection closes, it
   * has to cancel the waiting work.
   */
  begin(site: () => string, work: () => void): Cancel | undefined {
    if (this.#isBeginning || !this.#isYoung()) return this.#wait(site(), work);
    work();
    return undefined;
  }

  /**
   * Resolves when the request may go on or is aborted; undefined when it may go on at once. In that
   * case the caller must not wait for anything else first, because others would take their turns
   * meanwhile.
   */
  turn(site: () => string, signal: () => AbortSignal): Promise<void> | undefined {
    if (!this.#isBeginning && this.#isYoung()) return undefined;
    return new Promise((resolve) => {
      const aborted = signal();
      const goOn = () => {
        aborted.removeEventListener('abort', goOn);
        cancel();
        resolve();
      };
      const cancel = this.#wait(site(), goOn);
      aborted.addEventListener('abort', goOn);
    });
  }

  #isYoung(): boolean {
    const now = performance.now();
    if (this.#since === null) {
      this.#since = now;
      setImmediate(() => {
        this.#since = null;
      });
    }
    return now - this.#since < YOUNG_MS;
  }

  #wait(site: string, work: () => void): Cancel {
    const own = this.#waiting.get(site) ?? new Set();
    own.add(work);
    this.#waiting.set(site, own);
    if (!this.#isBeginning) {
      this.#isBeginning = true;
      afterAccepting(this.#beginNext);
    }
    return () => {
      own.delete(work);
      if (own.size === 0 && this.#waiting.get(site) === own) this.#waiting.delete(site);
    };
  }

  readonly #beginNext = () => {
    const [first] = this.#waiting;
    if (!first) {
      this.#isBeginning = false;
      return;
    }
    const [site, own] = first;
    const [work] = own;
    this.#waiting.delete(site);
    if (work) own.delete(work);
    // The site's next request waits until every other site had a turn.
    if (own.size > 0) this.#waiting.set(site, own);
    afterAccepting(this.#beginNext);
    work?.();
  };
}

/** The turns of this process, which has one event loop. */
export const eventLoopTurns = new EventLoopTurns();
