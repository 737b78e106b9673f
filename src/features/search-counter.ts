/** Counts what people search, for the reports of staff. Part of the context; see `search-reports/`. */
export interface SearchCounter {
  /** Somebody at this address searched for a text, and it found products or none. */
  noteSearch(address: string, text: string, found: boolean): void;
  /** Somebody at this address chose a product, named by its slug, among the results for a text. */
  noteClick(address: string, text: string, slug: string): void;
  /** Writes what was counted. Resolves once it is written, also when that fails. */
  write(): Promise<void>;
}
