/** Counts items by site. */
export class SiteCounts {
  readonly #counts = new Map<string, number>();

  countOf(site: string): number {
    return this.#counts.get(site) ?? 0;
  }

  add(site: string): void {
    this.#counts.set(site, this.countOf(site) + 1);
  }

  remove(site: string): void {
    const left = this.countOf(site) - 1;
    if (left > 0) this.#counts.set(site, left);
    else this.#counts.delete(site);
  }

  /**
   * The last of these items whose site has the most. It has to leave to make room for one of
   * `site`. Undefined when `site` would then be the busiest itself.
   */
  lastOfBusiest<T extends { site: string }>(items: readonly T[], site: string): T | undefined {
    const most = Math.max(...items.map((item) => this.countOf(item.site)));
    if (most <= this.countOf(site) + 1) return undefined;
    return items.findLast((item) => this.countOf(item.site) === most);
  }
}
