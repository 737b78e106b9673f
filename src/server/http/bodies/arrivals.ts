import { BusyError } from '#shared/errors.ts';
import { SiteCounts } from '../site-counts.ts';
import { WaitingLine } from './waiting-line.ts';

/** In bytes per second. A slower body loses its place when another body waits for one. */
const HONEST_PACE = 64 * 1024;
/** A site with this many more bodies than the waiting one loses a place as well, at any pace. */
const MORE_THAN_FAIR = 2;
/** A body keeps its place for at least this many milliseconds. */
const GRACE_MS = 1_000;

/** A place for a body that is arriving. */
export interface Arrival {
  /** Adds to the received bytes. */
  add(bytes: number): void;
  leave(): void;
}

/**
 * Takes a place for a body from this site; `giveUp` is called when another body needs the place.
 */
export type Arrivals = (site: string, giveUp: () => void) => Promise<Arrival>;

interface Place {
  site: string;
  giveUp: () => void;
  since: number;
  bytes: number;
}

/**
 * Limits how many bodies arrive at a time; `mostWaiting` more wait, and the rest are refused. A
 * waiting body gets the place of the slowest one, so slow connections block nobody. The site with
 * the fewest bodies comes first and pushes out a waiting body of the busiest site. So the
 * connections of a busy site delay each other and not everybody else.
 */
export function createArrivals(most: number, mostWaiting: number): Arrivals {
  const places = new Places(most, mostWaiting);
  return (site, giveUp) => places.enter(site, giveUp);
}

class Places {
  readonly #most: number;
  /** For each site, the bodies that arrive and those that wait. */
  readonly #here = new SiteCounts();
  readonly #waiting: WaitingLine;
  readonly #taken = new Set<Place>();
  #timer: NodeJS.Timeout | undefined;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#waiting = new WaitingLine(mostWaiting, this.#here);
  }

  async enter(site: string, giveUp: () => void): Promise<Arrival> {
    if (this.#taken.size < this.#most && this.#waiting.length === 0) {
      this.#here.add(site);
      return this.#take(site, giveUp);
    }
    return new Promise((resolve, reject) => {
      const enter = () => resolve(this.#take(site, giveUp));
      this.#waiting.join({ site, enter, refuse: () => reject(new BusyError()) });
      this.#makeRoom();
    });
  }

  #take(site: string, giveUp: () => void): Arrival {
    const place = { site, giveUp, since: performance.now(), bytes: 0 };
    this.#taken.add(place);
    return {
      add(bytes) {
        place.bytes += bytes;
      },
      leave: () => this.#leave(place),
    };
  }

  #leave(place: Place): void {
    if (!this.#taken.delete(place)) return;
    this.#here.remove(place.site);
    this.#waiting.admitNext();
  }

  #makeRoom(): void {
    while (this.#waiting.length > 0 && this.#taken.size >= this.#most) {
      const slowest = this.#findSlowest();
      if (!slowest) break;
      slowest.giveUp();
      this.#leave(slowest);
    }
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) {
      this.#timer = setTimeout(() => this.#makeRoom(), GRACE_MS / 4);
    }
  }

  #findSlowest(): Place | undefined {
    const now = performance.now();
    const fair = this.#waiting.fewestOfSite() + MORE_THAN_FAIR;
    let slowest: Place | undefined;
    let leastPace = Number.POSITIVE_INFINITY;
    for (const place of this.#taken) {
      const { site, since, bytes } = place;
      const pace = (bytes * 1_000) / (now - since);
      const keeps = pace >= HONEST_PACE && this.#here.countOf(site) < fair;
      if (keeps || now - since < GRACE_MS || pace >= leastPace) continue;
      [slowest, leastPace] = [place, pace];
    }
    return slowest;
  }
}
