import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Every spelling of a tag that a product has: triggers of `products` add it. One that no product has
 * any more stays until a job deletes it (`product-management/tags/forget-tags.ts`). Both columns are
 * sorted by their bytes, so that the index finds the beginning of a tag.
 */
export const tagSpellings = pgTable(
  'tag_spellings',
  {
    /** The tag in lower case. */
    key: text('key').notNull(),
    tag: text('tag').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.tag] })],
);
