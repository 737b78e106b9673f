/** A service outside the shop, as the start and the status page show it. */
export interface Integration {
  /** Its purpose, such as 'Card payments'. */
  name: string;
  /** `sandbox`: the shop's own imitation for trying out; `missing`: the shop works without it. */
  state: 'real' | 'sandbox' | 'missing';
  /** The service that provides it. */
  by: string;
  /** The settings to change; null when there is nothing to do. */
  toDo: string | null;
}
