import type { PageName } from '../scripts/lighthouse/judge-pages.ts';

/** How much is measured: more rounds tell noise from news, fewer are done sooner. */
export interface Effort {
  /** Of each measurement against its baseline. */
  rounds: number;
  secondsARound: number;
  firstStarts: number;
  starts: number;
  /** Loads of each page in the throttled browser. */
  loads: number;
  /** Clicks to a next page. */
  clicks: number;
  lighthouseRuns: number;
  lighthousePages: PageName[];
}

export const FULL: Effort = {
  rounds: 7,
  secondsARound: 3,
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
  firstStarts: 1,
  starts: 1,
  loads: 1,
  clicks: 6,
  lighthouseRuns: 1,
  lighthousePages: ['category'],
};
