/**
 * What is removed once it is old enough: which rows, from which time they count, and how long they
 * stay. Orders, payments, ledger, documents, stock movements and the audit log have no rule, and
 * stay. Their keys, which make a repeated request the same order or refund, are their columns, and
 * stay with them.
 */
import { isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { HOUR_S } from '#shared/durations.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import { LONGEST_SIGN_IN_WINDOW } from '../accounts/accounts.schema.ts';
import { rateLimits, sessions, verifications } from '../accounts/accounts.table.ts';
import { carts } from '../cart/cart.table.ts';
import { returnPhotos } from '../order-tables/return-photos.table.ts';
import { outbox } from '../outbox/outbox.table.ts';
import { providerEvents } from '../payments/payments.table.ts';
import { bulkEditProducts } from '../product-management/bulk-edit.table.ts';
import { importImages } from '../product-management/import.table.ts';
import { limits } from '../rate-limits/rate-limits.table.ts';
import { countedDay, reportPeriods } from '../search-reports/search-reports.schema.ts';
import { searchClicks, searchCounts } from '../search-reports/search-reports.table.ts';
import {
  staffJobItems,
  staffJobKeys,
  staffJobProblems,
  staffJobs,
} from '../staff-jobs/staff-jobs.table.ts';
import { stockCountLines } from '../stock-counts/stock-counts.table.ts';

/** How long rows stay after the time of their rule. */
export type Keep =
  | KeptDays
  /** A number of days of `shop.config.ts`; 0 means for ever. */
  | { file: (shop: ShopConfig) => number }
  /** A time that can't be set, because nobody needs the rows for longer. */
  | { seconds: number };

/** Days that an environment variable sets. */
export interface KeptDays {
  variable: `KEEP_${string}_DAYS`;
  /** The days without the variable. */
  days: number;
  /** The fewest days that are allowed. */
  least: number;
  /** Why fewer days are refused, as the end of a sentence. */
  because: string;
}

export interface RetentionRule {
  /** For staff. */
  what: string;
  table: PgTable;
  /** The columns of its primary key. */
  key: readonly PgColumn[];
  /**
   * The time from which it counts. An index has it, for the rows of `isOver`. Rows without a time
   * are needed, and stay.
   */
  age: PgColumn;
  /** How the column has a time, unless it is a timestamp. */
  toAge?: (time: Date) => number | string;
  /** What else is true of the rows; all others stay. */
  isOver?: SQL;
  keep: Keep;
  /** The demo captures emails instead of sending them. Those of the same age go with the rows. */
  withCaptured?: true;
  /** Rows of other tables that belong to them. They may be many, so they are removed before. */
  parts?: { closing: SQL; tables: readonly RetentionPart[] };
}

export interface RetentionPart {
  table: PgTable;
  key: readonly PgColumn[];
  owner: PgColumn;
}

/** How far the clocks of the shop's processes may differ. */
const CLOCKS_DIFFER_SECONDS = HOUR_S;

/** A report has whole days (UTC), today included. */
const LONGEST_REPORT_DAYS = Math.max(...reportPeriods) + 1;

const SEARCHES = {
  variable: 'KEEP_SEARCH_COUNTS_DAYS',
  days: LONGEST_REPORT_DAYS,
  least: LONGEST_REPORT_DAYS,
  because: 'the longest report of searches needs them',
} as const;

/** All rules, in the order in which they are carried out. */
export const retentionRules = {
  /** An email that waits, failed or was given up has no time of sending. */
  sentEmails: {
    what: 'Sent emails',
    table: outbox,
    key: [outbox.id],
    age: outbox.sentAt,
    withCaptured: true,
    keep: {
      variable: 'KEEP_SENT_EMAILS_DAYS',
      days: 90,
      least: 7,
      because: 'npm run verify compares them with the orders',
    },
  },
  /** An event that could not be processed yet has no such time. */
  providerEvents: {
    what: 'Processed messages from the card provider',
    table: providerEvents,
    key: [providerEvents.id],
    age: providerEvents.processedAt,
    keep: {
      variable: 'KEEP_PROVIDER_EVENTS_DAYS',
      days: 90,
      least: 30,
      because: 'the card provider can send a message again for so long',
    },
  },
  /** A photo of an open return has no such time. */
  returnPhotos: {
    what: 'Photos of ended returns',
    table: returnPhotos,
    key: [returnPhotos.id],
    age: returnPhotos.endedAt,
    keep: {
      variable: 'KEEP_RETURN_PHOTOS_DAYS',
      days: 90,
      least: 14,
      because: 'customers and staff may still write about the refund',
    },
  },
  searchCounts: {
    what: 'Counts of searches',
    table: searchCounts,
    key: [searchCounts.day, searchCounts.query],
    age: searchCounts.day,
    toAge: countedDay,
    keep: SEARCHES,
  },
  searchClicks: {
    what: 'Counts of chosen search results',
    table: searchClicks,
    key: [searchClicks.day, searchClicks.query, searchClicks.productId],
    age: searchClicks.day,
    toAge: countedDay,
    keep: SEARCHES,
  },
  /** A job that waits, runs, is paused or is being undone has not finished. */
  staffJobs: {
    what: 'Finished imports and bulk edits',
    table: staffJobs,
    key: [staffJobs.id],
    age: staffJobs.finishedAt,
    keep: {
      variable: 'KEEP_STAFF_JOBS_DAYS',
      days: 90,
      least: 1,
      because: 'they can be undone for so long',
    },
    parts: {
      // Otherwise a job could be undone whose items are removed in part.
      closing: sql`undoable = false`,
      tables: [
        {
          table: staffJobItems,
          key: [staffJobItems.jobId, staffJobItems.subject],
          owner: staffJobItems.jobId,
        },
        { table: staffJobProblems, key: [staffJobProblems.id], owner: staffJobProblems.jobId },
        {
          table: staffJobKeys,
          key: [staffJobKeys.jobId, staffJobKeys.key],
          owner: staffJobKeys.jobId,
        },
        {
          table: bulkEditProducts,
          key: [bulkEditProducts.jobId, bulkEditProducts.productId],
          owner: bulkEditProducts.jobId,
        },
        {
          table: stockCountLines,
          key: [stockCountLines.jobId, stockCountLines.position],
          owner: stockCountLines.jobId,
        },
        {
          table: importImages,
          key: [importImages.jobId, importImages.productId],
          owner: importImages.jobId,
        },
      ],
    },
  },
  /** The carts of accounts stay with their accounts. */
  guestCarts: {
    what: 'Carts of guests',
    table: carts,
    key: [carts.id],
    age: carts.updatedAt,
    isOver: isNull(carts.userId),
    keep: { file: (shop) => shop.retention.guestCartDays },
  },
  /** `SESSION_DAYS` says when they end. */
  sessions: {
    what: 'Ended sessions',
    table: sessions,
    key: [sessions.id],
    age: sessions.expiresAt,
    keep: { seconds: 0 },
  },
  links: {
    what: 'Ended links of emails, and unfinished sign-ins',
    table: verifications,
    key: [verifications.id],
    age: verifications.expiresAt,
    keep: { seconds: 0 },
  },
  /**
   * Counters of addresses that don't come back. The library removes all old ones itself, but only
   * when one of them is needed again.
   */
  signInCounters: {
    what: 'Ended counters of sign-in requests',
    table: rateLimits,
    key: [rateLimits.id],
    age: rateLimits.lastRequest,
    toAge: (time) => time.getTime(),
    keep: { seconds: LONGEST_SIGN_IN_WINDOW + CLOCKS_DIFFER_SECONDS },
  },
  limitCounters: {
    what: 'Ended counters of rate limits',
    table: limits,
    key: [limits.key],
    age: limits.endsAt,
    keep: { seconds: 0 },
  },
} as const satisfies Record<string, RetentionRule>;

export type RuleName = keyof typeof retentionRules;

export const ruleNames = Object.keys(retentionRules) as RuleName[];

type RuleVariable<Of> = Of extends { keep: { variable: infer Name } } ? Name : never;

/** The environment variables of all rules. */
export type RetentionVariable = RuleVariable<(typeof retentionRules)[RuleName]>;

/** How many days each variable sets; null means for ever. */
export type RetentionDays = Record<RetentionVariable, number | null>;

/** The rules as the code that carries them out sees them. */
export const ruleOf = (name: RuleName): RetentionRule => retentionRules[name];
