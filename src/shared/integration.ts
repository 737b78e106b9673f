/** A service outside the shop, as the start and the status page show it. */
export interface Integration {
  /** Its purpose, such as 'Card payments'. */
  name: string;
  /** `sandbox`: the shop's own imitation for trying out; `missing`: the shop works without it. */
  state: 'real' | 'sandbox' | 'missing';
  /** What provides it. */
  by: string;
  /** What to set to change that; null when there is nothing to do. */
  toDo: string | null;
}
