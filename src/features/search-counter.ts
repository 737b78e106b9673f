/** Counts what people search, for the reports of staff. Part of the context; see `search-reports/`. */
export interface SearchCounter {
  /** Counts a search for a text by somebody at this address, and whether it found products. */
  noteSearch(address: string, text: string, found: boolean): void;
  /**
   * Counts a click by somebody at this address on a product, named by its slug, among the results
   * for a text. `isSearch`: it was a suggestion, so there was no page of results. It counts as a search
   * too, if the product exists and the text is known to find something.
   */
  noteClick(address: string, text: string, slug: string, isSearch?: boolean): void;
  /** Writes the counts. Resolves after the attempt, even if that failed. */
  write(): Promise<void>;
}
