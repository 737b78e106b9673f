import { sql } from 'drizzle-orm';
import { boolean, char, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { serverStart } from '#db/server-start.ts';
import { categories } from '../catalog/categories.table.ts';

/** One row, from the first edit on. */
export const taxSettings = pgTable(
  'tax_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Rises with every change of this row or of a rate: triggers raise it. */
    version: integer('version').notNull().default(1),
    pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
  },
  (t) => [check('tax_settings_are_one_row', sql`${t.isOnly}`)],
);

/**
 * The version of the stored rates on the server that responds, for statements that run anyway;
 * empty before the first edit.
 */
export const taxVersion = sql<string>`coalesce((select version || '@' || ${serverStart} from tax_settings), '')`;

export const taxRates = pgTable(
  'tax_rates',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** In parts per million. */
    ratePpm: integer('rate_ppm').notNull(),
    country: char('country', { length: 2 }).notNull(),
    region: text('region'),
    categoryId: text('category_id').references(() => categories.id),
    coversShipping: boolean('covers_shipping').notNull(),
  },
  (t) => [
    uniqueIndex('tax_rates_one_per_place').on(
      t.country,
      sql`coalesce(${t.region}, '')`,
      sql`coalesce(${t.categoryId}, '')`,
    ),
    check('tax_rates_name_fits', sql`char_length(${t.name}) between 1 and 40`),
    check('tax_rates_rate_in_range', sql`${t.ratePpm} between 0 and 1000000`),
    check('tax_rates_country_is_code', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('tax_rates_region_fits', sql`char_length(${t.region}) between 1 and 80`),
    check(
      'tax_rates_of_shipping_are_of_all_categories',
      sql`not ${t.coversShipping} or ${t.categoryId} is null`,
    ),
  ],
);
