import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Texts of the shop that staff changed at some time. Those that they never changed have no row. */
export const shopTexts = pgTable(
  'shop_texts',
  {
    /** Its group and name in `default-texts.ts`, such as 'home.send'. */
    key: text('key').primaryKey(),
    /** Null after a reset: the default is shown. */
    text: text('text'),
    /** Each change increases it. It is 0 where there is no row. */
    version: integer('version').notNull(),
  },
  (t) => [
    check(
      'shop_texts_key_is_name',
      sql`${t.key} ~ '^[a-z]+[.][a-zA-Z]+$' and char_length(${t.key}) <= 60`,
    ),
    check('shop_texts_text_fits', sql`char_length(${t.text}) between 1 and 200`),
  ],
);
