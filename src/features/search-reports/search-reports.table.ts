import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { products } from '../catalog/catalog.table.ts';

/** How often a text was searched on a day (UTC). Nothing in it tells who did. */
export const searchCounts = pgTable(
  'search_counts',
  {
    day: date('day').notNull(),
    /** Folded, in at most 80 characters. */
    query: text('query').notNull(),
    searches: integer('searches').notNull(),
    /** Those of them that found nothing. */
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

/** Frequent searches that staff do not offer to customers. */
export const hiddenSearches = pgTable(
  'hidden_searches',
  {
    /** As `search_counts` has it. */
    query: text('query').primaryKey(),
  },
  (t) => [check('hidden_searches_query_fits', sql`char_length(${t.query}) between 1 and 80`)],
);
