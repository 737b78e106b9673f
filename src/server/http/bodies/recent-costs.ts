/** After this long, half of a site's time no longer counts. */
import { MINUTE_MS } from '#shared/durations.ts';

const HALF_MS = MINUTE_MS;
/** After this long, a site's time is less than a thousandth and is forgotten. */
const FORGOTTEN_MS = 10 * HALF_MS;

/** The processing time that each site took lately, in milliseconds. */
export class RecentCosts {
  /** The first key is the site that took time least recently. */
  readonly #sites = new Map<string, { ms: number; at: number }>();

  of(site: string): number {
    const known = this.#sites.get(site);
    if (!known) return 0;
    return known.ms * 0.5 ** ((performance.now() - known.at) / HALF_MS);
  }

  add(site: string, ms: number): void {
    const at = performance.now();
    const sum = { ms: this.of(site) + ms, at };
    this.#sites.delete(site);
    this.#sites.set(site, sum);
    for (const [old, known] of this.#sites) {
      if (at - known.at < FORGOTTEN_MS) break;
      this.#sites.delete(old);
    }
  }
}
