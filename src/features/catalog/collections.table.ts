import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';
import { products } from './catalog.table.ts';
import { categories } from './categories.table.ts';

/**
 * Products that staff group for a page: chosen by hand, or all that fit a rule. A rule is stored as
 * its conditions, never as a list of products.
 */
export const collections = pgTable(
  'collections',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    imageUrl: text('image_url'),
    /** Whether it has a place in the header, after the categories. */
    inMenu: boolean('in_menu').notNull().default(false),
    /** Whether staff chose the products; otherwise those that fit all conditions are in it. */
    byHand: boolean('by_hand').notNull(),
    ruleCategory: text('rule_category').references(() => categories.id),
    /** A product needs all of them. */
    ruleTags: text('rule_tags').array().notNull().default(sql`'{}'`),
    ruleMinMinor: minor('rule_min_minor'),
    ruleMaxMinor: minor('rule_max_minor'),
    ruleInStock: boolean('rule_in_stock').notNull().default(false),
    position: integer('position').notNull(),
    /** Every edit increases it. */
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('collections_name_unique').on(t.name),
    unique('collections_slug_unique').on(t.slug),
    check('collections_name_not_blank', sql`${t.name} <> ''`),
    check(
      'collections_rule_or_hand',
      sql`${t.byHand} = (${t.ruleCategory} is null and ${t.ruleTags} = '{}' and ${t.ruleMinMinor} is null and ${t.ruleMaxMinor} is null and not ${t.ruleInStock})`,
    ),
    check(
      'collections_prices_in_range',
      sql`${t.ruleMinMinor} between 0 and 1000000000 and ${t.ruleMaxMinor} between 0 and 1000000000`,
    ),
    check(
      'collections_image_is_safe',
      sql`${t.imageUrl} ~ '^(https://|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?/|/[^/\\\\])'`,
    ),
  ],
);

/** Every slug that a collection has or had, like `category_slugs`. */
export const collectionSlugs = pgTable(
  'collection_slugs',
  {
    slug: text('slug').primaryKey(),
    collectionId: text('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('collection_slugs_of_collection').on(t.collectionId, t.slug),
    check('collection_slugs_slug_is_plain', sql`${t.slug} ~ '^[a-z0-9_-]{1,120}$'`),
  ],
);

/** The products of a collection by hand, in the order of staff. */
export const collectionProducts = pgTable(
  'collection_products',
  {
    collectionId: text('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.productId] }),
    index('collection_products_in_order').on(t.collectionId, t.position, t.productId),
    index('collection_products_by_product').on(t.productId),
  ],
);
