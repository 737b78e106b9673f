import type { PageName } from '../scripts/lighthouse/judge-pages.ts';

/** How much is measured: more rounds reduce noise, fewer take less time. */
export interface Effort {
  /** How often each measurement and its baseline are repeated. */
  rounds: number;
  secondsARound: number;
  /** Ignored before the rounds: after it, code is compiled and memory filled. */
  warmUpSeconds: number;
  /**
   * The customers of orders in turn. With many, the open orders of one, which each order counts,
   * stay as few as in a shop.
   */
  customers: number;
  /** How many buyers want the same at once, and how often. */
  flashBuyers: number;
  flashRounds: number;
  firstStarts: number;
  starts: number;
  /** How often each page is loaded in the throttled browser. */
  loads: number;
  /** How often a next page is clicked. */
  clicks: number;
  lighthouseRuns: number;
  lighthousePages: PageName[];
}

export const FULL: Effort = {
  rounds: 7,
  secondsARound: 3,
  warmUpSeconds: 1,
  customers: 60,
  flashBuyers: 500,
  flashRounds: 3,
  firstStarts: 3,
  starts: 5,
  loads: 5,
  clicks: 40,
  lighthouseRuns: 3,
  lighthousePages: ['home', 'category', 'product', 'cart'],
};

export const QUICK: Effort = {
  rounds: 2,
  secondsARound: 1,
  warmUpSeconds: 1,
  customers: 20,
  flashBuyers: 100,
  flashRounds: 1,
  firstStarts: 1,
  starts: 1,
  loads: 1,
  clicks: 6,
  lighthouseRuns: 1,
  lighthousePages: ['category'],
};
