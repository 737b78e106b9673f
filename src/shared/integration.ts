/** A part of the outside world that the shop uses, as the start and the status page tell of it. */
export interface Integration {
  /** What it is for, such as 'Card payments'. */
  name: string;
  /** `sandbox`: something of the shop's own, good for trying out; `missing`: the shop does without. */
  state: 'real' | 'sandbox' | 'missing';
  /** Who or what does it. */
  by: string;
  /** What to set to change that; null where there is nothing to do. */
  toDo: string | null;
}
