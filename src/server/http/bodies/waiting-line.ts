import { limitWait } from '#shared/wait-limit.ts';
import type { SiteCounts } from '../site-counts.ts';

interface Waiter {
  site: string;
  enter(): void;
  refuse(): void;
}

interface LimitedWaiter extends Waiter {
  /** Ends the time limit of its wait. */
  cancelLimit(): void;
}

/**
 * The bodies that wait for a place, at most `most` at a time. Each counts for its site from here
 * on. A body that waits too long is refused.
 */
export class WaitingLine {
  readonly #most: number;
  readonly #here: SiteCounts;
  readonly #waiters: LimitedWaiter[] = [];

  constructor(most: number, here: SiteCounts) {
    this.#most = most;
    this.#here = here;
  }

  get length(): number {
    return this.#waiters.length;
  }

  /** Refuses the new one when the line is full and no other has to leave it. */
  join(waiter: Waiter): void {
    if (this.length >= this.#most && !this.#pushOut(waiter.site)) {
      waiter.refuse();
      return;
    }
    this.#here.add(waiter.site);
    const limited = { ...waiter, cancelLimit: limitWait(() => this.#refuse(limited)) };
    this.#waiters.push(limited);
  }

  /** The count of the waiting site that has the fewest bodies. */
  fewestOfSite(): number {
    return Math.min(...this.#waiters.map(({ site }) => this.#here.countOf(site)));
  }

  /** Gives a place to the first waiter of the site that has the fewest bodies. */
  admitNext(): void {
    const fewest = this.fewestOfSite();
    const index = this.#waiters.findIndex(({ site }) => this.#here.countOf(site) === fewest);
    const [next] = this.#waiters.splice(index, index < 0 ? 0 : 1);
    next?.cancelLimit();
    next?.enter();
  }

  /** Removes the last waiter of the busiest site; false when no site is busier than this one. */
  #pushOut(site: string): boolean {
    const busiest = this.#here.lastOfBusiest(this.#waiters, site);
    if (!busiest) return false;
    this.#refuse(busiest);
    return true;
  }

  #refuse(waiter: LimitedWaiter): void {
    waiter.cancelLimit();
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
    this.#here.remove(waiter.site);
    waiter.refuse();
  }
}
