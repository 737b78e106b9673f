// For browsers, so it imports no zod.

/** The most variants of a count. Longer ones are sent in parts. */
export const MAX_COUNTED = 2_000;

/** The `input` of a count's job. */
export interface StockCountInput {
  variants: number;
  /** Stands for all counts, so that a repeat with other ones is noticed. */
  hash: string;
  /**
   * The lowest movement of its lines, for a process of an earlier version that runs the job during an
   * update: it compares with this one. Of a job that such a process added, the newest of all then,
   * because its lines have none.
   */
  movement?: number;
  /** Of a job of an earlier version: the places in the count of what staff counted or adjusted before it was added. */
  outdated?: number[];
}

/** The `result` of a count's job: numbers of variants. */
export interface StockCountResult {
  changed: number;
  unchanged: number;
  leftOut: number;
  /** For an undo: the number of variants that it restored, and of those that it left unchanged. */
  takenBack?: number;
  kept?: number;
}
