import { BusyError } from '#shared/errors.ts';
import { IMAGE_WAITING_MS, limitWait } from '#shared/wait-limit.ts';
import { SiteCounts } from '../site-counts.ts';
import { RecentCosts } from './recent-costs.ts';

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

/** Who sends a body. */
export interface Sender {
  site: string;
  isStaff: boolean;
}

interface Waiter extends Sender {
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
 *
 * Bodies of staff go before all others, in the same order among themselves, and lose no place to
 * them. Otherwise some dozen sites with one slow image each would keep staff from uploading. Other
 * accounts have no precedence over guests: anybody can make one, so a few accounts with slow images
 * would keep out the people who register.
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
  enter(sender: Sender): StoredPlace {
    const { site } = sender;
    if (this.#taken >= this.#most) this.#pushOut(sender);
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
        const own = await this.#wait(sender, signal, leave);
        await work().finally(() => this.#end(own));
      },
    };
  }

  #pushOut(sender: Sender): void {
    const leaving = this.#findLeaving(sender);
    if (!leaving) throw busy();
    leaving.refuse();
  }

  /** The body that makes room for one of this sender. */
  #findLeaving({ site, isStaff }: Sender): Waiter | undefined {
    const others = this.#waiters.filter((waiter) => !waiter.isStaff);
    const busiest = this.#here.lastOfBusiest(others, site);
    if (busiest || !isStaff) return busiest;
    return others.at(-1) ?? this.#here.lastOfBusiest(this.#waiters, site);
  }

  #wait(sender: Sender, signal: AbortSignal, leave: () => void): Promise<Work> {
    return new Promise((resolve, reject) => {
      const endWait = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        signal.removeEventListener('abort', waiter.refuse);
        cancelLimit();
      };
      const waiter: Waiter = {
        ...sender,
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
    const ready = this.#waiters.filter(({ site }) => !processed.has(site));
    const ofStaff = ready.filter(({ isStaff }) => isStaff);
    let next: Waiter | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const waiter of ofStaff.length > 0 ? ofStaff : ready) {
      const use = this.#here.countOf(waiter.site) + this.#costs.of(waiter.site) / BODY_MS;
      if (use >= least) continue;
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
