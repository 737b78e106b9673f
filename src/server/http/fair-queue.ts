import { BusyError } from '#shared/errors.ts';
import type { CountedRequest } from '#shared/outside-waits.ts';
import { limitWait } from '#shared/wait-limit.ts';
import { afterAccepting } from './event-loop-turns.ts';
import { SiteCounts } from './site-counts.ts';

/** Further requests of a site that wait for an outside service go on counting. */
const MAX_PAUSED_OF_SITE = 100;

export interface QueueBounds {
  /** How many requests are handled at a time. */
  places: number;
  /** How many requests of one site wait for a place. */
  waitingOfSite: number;
  /** How many requests wait in all. */
  waiting: number;
}

/** A request that has begun. While it is paused, it does not count as running. */
export interface Turn extends CountedRequest {
  /** Gives the place to the next request. The request counts for its site until it ends. */
  leavePlace(): void;
  end(): void;
}

interface Waiter {
  /** How many requests of its site may run, with this one. */
  mostRunning: number;
  enter(): void;
  refuse(error: Error): void;
}

/**
 * Gives places to requests. When several sites wait, each gets a place in turn. It gives one place
 * in each iteration of the event loop: a page without a query is rendered within one iteration, so
 * a thousand of them at once would block everything else. A site whose running requests are at
 * their limit waits even if places are free, and the other sites go first.
 */
export class FairQueue {
  readonly #bounds: QueueBounds;
  /** The first key is the site whose turn is next. */
  readonly #waiters = new Map<string, Waiter[]>();
  /** The requests of each site that have begun, have not ended and are not paused. */
  readonly #running = new SiteCounts();
  readonly #paused = new SiteCounts();
  #free: number;
  #waiting = 0;
  #hasAdmitted = false;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
    this.#free = bounds.places;
  }

  /**
   * Waits for a place, and until fewer than `mostRunning` requests of the site run. Throws
   * `BusyError` when too many wait, when it waited too long, and when `signal` says that the client
   * has gone.
   */
  async enter(site: string, mostRunning: number, signal: AbortSignal): Promise<Turn> {
    // When a place is free, all waiting requests are at the limit of their sites.
    if (this.#isOpen() && this.#mayRun(site, mostRunning)) this.#admit(site);
    else await this.#wait(site, mostRunning, signal);
    let hasPlace = true;
    let hasEnded = false;
    let pauses = 0;
    const leavePlace = () => {
      if (!hasPlace) return;
      hasPlace = false;
      this.#free += 1;
      this.#admitNext();
    };
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      (pauses > 0 ? this.#paused : this.#running).remove(site);
      leavePlace();
      this.#admitNext();
    };
    // A request can wait for several services at once.
    const pause = () => {
      if (hasEnded || (pauses === 0 && this.#paused.countOf(site) >= MAX_PAUSED_OF_SITE)) {
        return () => undefined;
      }
      pauses += 1;
      if (pauses === 1) this.#move(site, this.#running, this.#paused);
      return () => {
        pauses -= 1;
        if (pauses === 0 && !hasEnded) this.#move(site, this.#paused, this.#running);
      };
    };
    return { leavePlace, end, pause };
  }

  #move(site: string, from: SiteCounts, to: SiteCounts): void {
    from.remove(site);
    to.add(site);
    this.#admitNext();
  }

  #isOpen(): boolean {
    return this.#free > 0 && !this.#hasAdmitted;
  }

  #mayRun(site: string, most: number): boolean {
    return this.#running.countOf(site) < most;
  }

  #admit(site: string): void {
    this.#running.add(site);
    this.#free -= 1;
    this.#hasAdmitted = true;
    afterAccepting(() => {
      this.#hasAdmitted = false;
      this.#admitNext();
    });
  }

  #wait(site: string, mostRunning: number, signal: AbortSignal): Promise<void> {
    const own = this.#waiters.get(site) ?? [];
    if (own.length >= this.#bounds.waitingOfSite) throw new BusyError();
    if (this.#waiting >= this.#bounds.waiting && !this.#pushOut(own.length)) throw new BusyError();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(site, waiter);
        waiter.refuse(new BusyError());
      };
      const endWait = () => {
        cancelLimit();
        signal.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        mostRunning,
        enter() {
          endWait();
          resolve();
        },
        refuse(error) {
          endWait();
          reject(error);
        },
      };
      const cancelLimit = limitWait(leave);
      signal.addEventListener('abort', leave, { once: true });
      own.push(waiter);
      this.#waiters.set(site, own);
      this.#waiting += 1;
    });
  }

  #admitNext(): void {
    if (!this.#isOpen()) return;
    for (const [site, own] of this.#waiters) {
      const [waiter] = own;
      if (!waiter || !this.#mayRun(site, waiter.mostRunning)) continue;
      // The site's next request waits until every other site had a turn.
      this.#waiters.delete(site);
      this.#waiters.set(site, own);
      this.#remove(site, waiter);
      this.#admit(site);
      waiter.enter();
      return;
    }
  }

  /**
   * Refuses the last request of the site that has the most; false if no site has more than this
   * one.
   */
  #pushOut(count: number): boolean {
    let most = count + 1;
    let busiest: [site: string, own: Waiter[]] | undefined;
    for (const entry of this.#waiters) {
      if (entry[1].length <= most) continue;
      most = entry[1].length;
      busiest = entry;
    }
    const last = busiest?.[1].at(-1);
    if (!busiest || !last) return false;
    this.#remove(busiest[0], last);
    last.refuse(new BusyError());
    return true;
  }

  #remove(site: string, waiter: Waiter): void {
    const own = this.#waiters.get(site) ?? [];
    const index = own.indexOf(waiter);
    if (index < 0) return;
    own.splice(index, 1);
    this.#waiting -= 1;
    if (own.length === 0) this.#waiters.delete(site);
  }
}
