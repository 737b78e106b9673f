import { BusyError } from '#shared/errors.ts';
import { IMAGE_WAITING_MS, limitWait } from '#shared/wait-limit.ts';
import { RecentCosts } from './recent-costs.ts';
import { SiteCounts } from './site-counts.ts';

const FULL = 'The shop is receiving many images right now. Please try again in a moment.';
const RETRY_SECONDS = 10;
/** This many milliseconds of recent processing count like one more body of the site. */
const BODY_MS = 1_000;

/** A place for a body on disk. */
export interface StoredPlace {
  /**
   * Waits for its turn and does the work. Throws `BusyError` when the place was given to another
   * site, when it waited too long, and when `signal` says that the client has gone.
   */
  process(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  leave(): void;
}

interface Waiter {
  site: string;
  enter(work: Work): void;
  refuse(): void;
}

/** A body that is being processed. */
interface Work {
  site: string;
  /** The time from which on the processing counts for the site. */
  since: number;
}

/**
 * Limits how many bodies are on disk, and how many are processed at a time, one of each site. When
 * all places are taken, a waiting body of the busiest site loses its place to a body of a site with
 * fewer. The next body to be processed is one of the site that has the fewest bodies and took the
 * least time recently. So a site with many images, or with slow ones, delays only its own.
 */
export class StoredPlaces {
  readonly #most: number;
  readonly #atATime: number;
  /** For each site, the bodies that arrive, wait and are processed. */
  readonly #here = new SiteCounts();
  readonly #costs = new RecentCosts();
  readonly #waiters: Waiter[] = [];
  readonly #works = new Set<Work>();
  #taken = 0;

  constructor(most: number, atATime: number) {
    this.#most = most;
    this.#atATime = atATime;
  }

  /** Throws `BusyError` when all places are taken and no other body has to leave. */
  enter(site: string): StoredPlace {
    if (this.#taken >= this.#most) this.#pushOut(site);
    this.#taken += 1;
    this.#here.add(site);
    let isHeld = true;
    const leave = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#taken -= 1;
      this.#here.remove(site);
    };
    return {
      leave,
      process: async (signal, work) => {
        const own = await this.#wait(site, signal, leave);
        await work().finally(() => this.#end(own));
      },
    };
  }

  #pushOut(site: string): void {
    const busiest = this.#here.lastOfBusiest(this.#waiters, site);
    if (!busiest) throw busy();
    busiest.refuse();
  }

  #wait(site: string, signal: AbortSignal, leave: () => void): Promise<Work> {
    return new Promise((resolve, reject) => {
      const endWait = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        signal.removeEventListener('abort', waiter.refuse);
        cancelLimit();
      };
      const waiter: Waiter = {
        site,
        enter(work) {
          endWait();
          resolve(work);
        },
        refuse() {
          endWait();
          leave();
          reject(busy());
        },
      };
      const cancelLimit = limitWait(waiter.refuse, IMAGE_WAITING_MS);
      this.#waiters.push(waiter);
      // Without a client nobody sees the image, and other bodies wait.
      signal.addEventListener('abort', waiter.refuse, { once: true });
      if (signal.aborted) waiter.refuse();
      this.#beginNext();
    });
  }

  #beginNext(): void {
    if (this.#works.size >= this.#atATime) return;
    const next = this.#findNext();
    if (!next) return;
    const work = { site: next.site, since: performance.now() };
    this.#works.add(work);
    next.enter(work);
  }

  #findNext(): Waiter | undefined {
    const processed = new Set([...this.#works].map(({ site }) => site));
    let next: Waiter | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiters) {
      const use = this.#here.countOf(waiter.site) + this.#costs.of(waiter.site) / BODY_MS;
      if (processed.has(waiter.site) || use >= least) continue;
      [next, least] = [waiter, use];
    }
    return next;
  }

  #end(work: Work): void {
    const now = performance.now();
    this.#costs.add(work.site, now - work.since);
    this.#works.delete(work);
    // Images are decoded one at a time, so later ones have waited for this one.
    for (const other of this.#works) if (other.since > work.since) other.since = now;
    this.#beginNext();
  }
}

function busy(): BusyError {
  return new BusyError(FULL, RETRY_SECONDS);
}
