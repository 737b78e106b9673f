import { dayOf } from '#shared/days.ts';

/** The days that a report may have, today included. */
export const reportPeriods = [7, 30, 90] as const;

export type ReportPeriod = (typeof reportPeriods)[number];

/**
 * The day that a search of this time counts for. It is that of UTC: past days are summed up, and must
 * not change when the shop gets another time zone.
 */
export const countedDay = (time: Date) => dayOf(time, 'UTC');

/** What people searched in a period. */
export interface SearchReport {
  days: ReportPeriod;
  /** All searches, and those that found nothing. */
  searches: number;
  empty: number;
  /** The most searched texts. */
  top: SearchedText[];
  /** The texts that found nothing most often. */
  topEmpty: SearchedText[];
}

/** A text that was searched. */
export interface SearchedText {
  query: string;
  searches: number;
  empty: number;
  clicks: number;
  /** The products that were chosen most often among its results. */
  products: { id: string; name: string; clicks: number }[];
}

/** A text is offered to everyone once so many networks searched it on one day. */
export const MIN_NETWORKS = 5;

/** The most texts that staff hide. */
export const MAX_HIDDEN = 500;

/** What is offered to customers, and what staff took out of it. */
export interface PopularSearches {
  /** The most frequent first. */
  offered: string[];
  hidden: string[];
}

/** What `GET /search/popular` returns. */
export interface PopularSearchesJson {
  /** The most frequent first. */
  queries: string[];
}
