import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/**
 * The categories of the shop. Products carry the id, which stays; a rename changes one row. The ids
 * of the first categories are the names that `shop.config.ts` gave them.
 */
export const categories = pgTable(
  'categories',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** The address of its page. All slugs that it has or had are in `category_slugs`. */
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    imageUrl: text('image_url'),
    /** Whether it is in the header, the home page's tabs and its tiles. */
    inMenu: boolean('in_menu').notNull(),
    /** Whether the home page's offers are its products. One category at most. */
    offers: boolean('offers').notNull().default(false),
    position: integer('position').notNull(),
    /** Every edit increases it. 0 until the first start took over what `shop.config.ts` says. */
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('categories_name_unique').on(t.name),
    unique('categories_slug_unique').on(t.slug),
    uniqueIndex('categories_one_has_offers').on(t.offers).where(sql`offers`),
    check('categories_name_not_blank', sql`${t.name} <> ''`),
    check(
      'categories_image_is_safe',
      sql`${t.imageUrl} ~ '^(https://|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?/|/[^/\\\\])'`,
    ),
  ],
);

/**
 * Every slug that a category has or had. Former ones redirect for good. The primary key prevents
 * two categories from having had the same slug. A foreign key of `categories` makes sure that each
 * current slug is here.
 */
export const categorySlugs = pgTable(
  'category_slugs',
  {
    slug: text('slug').primaryKey(),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('category_slugs_of_category').on(t.categoryId, t.slug),
    check('category_slugs_slug_is_plain', sql`${t.slug} ~ '^[a-z0-9_-]{1,120}$'`),
  ],
);

/**
 * The name of a product's category, for every query that has `products` under this name; empty for a
 * product without one.
 */
export const categoryName = sql<string>`coalesce((select categories.name from categories where categories.id = products.category), '')`;

/**
 * The id of the category with this name; null for an empty name. If there is no such category, it is
 * an id that none has.
 */
export const categoryIdOf = (name: string) =>
  name === ''
    ? sql<null>`null`
    : sql<string>`coalesce((select categories.id from categories where categories.name = ${name}), '')`;
