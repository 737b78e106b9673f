import { BusyError } from '#shared/errors.ts';

export interface QueueBounds {
  /** How many requests are handled at a time. */
  places: number;
  /** How many requests of one site wait for a place. */
  waitingOfSite: number;
  /** How many requests wait in all. */
  waiting: number;
}

interface Waiter {
  enter(): void;
  refuse(error: Error): void;
}

/**
 * Gives places to requests, one site after the other when several wait. It gives one place in each
 * iteration of the event loop. A page without a query is rendered within one iteration, so a
 * thousand of them at once would block everything else.
 */
export class FairQueue {
  readonly #bounds: QueueBounds;
  /** The first key is the site whose turn is next. */
  readonly #waiters = new Map<string, Waiter[]>();
  #free: number;
  #waiting = 0;
  #hasAdmitted = false;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
    this.#free = bounds.places;
  }

  /**
   * Waits for a place and returns the function that releases it. Throws `BusyError` when too many
   * wait, and when `signal` says that the client has gone.
   */
  async enter(site: string, signal: AbortSignal): Promise<() => void> {
    if (this.#waiting === 0 && this.#isOpen()) this.#admit();
    else await this.#wait(site, signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free += 1;
      this.#admitNext();
    };
  }

  #isOpen(): boolean {
    return this.#free > 0 && !this.#hasAdmitted;
  }

  #admit(): void {
    this.#free -= 1;
    this.#hasAdmitted = true;
    setImmediate(() => {
      this.#hasAdmitted = false;
      this.#admitNext();
    });
  }

  #wait(site: string, signal: AbortSignal): Promise<void> {
    const own = this.#waiters.get(site) ?? [];
    if (own.length >= this.#bounds.waitingOfSite) throw new BusyError();
    if (this.#waiting >= this.#bounds.waiting && !this.#pushOut(own.length)) throw new BusyError();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(site, waiter);
        reject(new BusyError());
      };
      const waiter: Waiter = {
        enter() {
          signal.removeEventListener('abort', leave);
          resolve();
        },
        refuse(error) {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      own.push(waiter);
      this.#waiters.set(site, own);
      this.#waiting += 1;
    });
  }

  #admitNext(): void {
    const [next] = this.#waiters;
    if (!next || !this.#isOpen()) return;
    const [site, own] = next;
    const waiter = own[0];
    // The site's next request waits until every other site had a turn.
    this.#waiters.delete(site);
    this.#waiters.set(site, own);
    if (!waiter) return;
    this.#remove(site, waiter);
    this.#admit();
    waiter.enter();
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
