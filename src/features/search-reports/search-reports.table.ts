import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { products } from '../catalog/catalog.table.ts';

/** How often a text was searched on a day (UTC). Nothing in it tells who did. */
export const searchCounts = pgTable(
  'search_counts',
  {
    day: date('day').notNull(),
    /** Folded, in at most 80 characters. */
    query: text('query').notNull(),
    searches: integer('searches').notNull(),
    /** How many of the searches found nothing. */
    empty: integer('empty').notNull(),
    /** How many networks searched it, as far as the counter tells them apart. */
    networks: integer('networks').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.query] }),
    check('search_counts_query_fits', sql`char_length(${t.query}) between 1 and 80`),
    check('search_counts_in_range', sql`${t.empty} between 0 and ${t.searches}`),
    check('search_counts_networks_in_range', sql`${t.networks} between 0 and ${t.searches}`),
  ],
);

/** How often a product was chosen among the results of a text on a day (UTC). */
export const searchClicks = pgTable(
  'search_clicks',
  {
    day: date('day').notNull(),
    query: text('query').notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    clicks: integer('clicks').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.query, t.productId] }),
    check('search_clicks_query_fits', sql`char_length(${t.query}) between 1 and 80`),
    check('search_clicks_above_zero', sql`${t.clicks} > 0`),
  ],
);

/**
 * What `search_counts` adds up to for each text, in the past days of a report; `days` says of which
 * report. `search-sums.ts` says when it is written.
 */
export const searchSums = pgTable(
  'search_sums',
  {
    days: smallint('days').notNull(),
    query: text('query').notNull(),
    searches: integer('searches').notNull(),
    empty: integer('empty').notNull(),
    /** The most networks of one of the days. */
    networks: integer('networks').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.days, t.query] }),
    index('search_sums_by_searches').on(t.days, t.searches.desc(), t.query),
    index('search_sums_by_empty').on(t.days, t.empty.desc(), t.query).where(sql`empty > 0`),
    index('search_sums_by_found').on(t.days, sql`(searches - empty) desc nulls last`, t.query),
  ],
);

/**
 * What `search_clicks` adds up to for each text and product, in the past days of a report; `days`
 * says of which report.
 */
export const searchClickSums = pgTable(
  'search_click_sums',
  {
    days: smallint('days').notNull(),
    query: text('query').notNull(),
    productId: text('product_id').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (t) => [primaryKey({ columns: [t.days, t.query, t.productId] })],
);

/** The days that the sums of a report are of. They hold once they are complete. */
export const searchSumPeriods = pgTable('search_sum_periods', {
  days: smallint('days').primaryKey(),
  firstDay: date('first_day').notNull(),
  lastDay: date('last_day').notNull(),
  complete: boolean('complete').notNull(),
  /** The searches of all texts. */
  searches: bigint('searches', { mode: 'number' }).notNull(),
  empty: bigint('empty', { mode: 'number' }).notNull(),
});

/** Frequent searches that staff do not offer to customers. */
export const hiddenSearches = pgTable(
  'hidden_searches',
  {
    /** As `search_counts` has it. */
    query: text('query').primaryKey(),
  },
  (t) => [check('hidden_searches_query_fits', sql`char_length(${t.query}) between 1 and 80`)],
);
