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
}
