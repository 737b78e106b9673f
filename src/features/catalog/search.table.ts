import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';
import { products } from './catalog.table.ts';
import type { BoostKind } from './search.schema.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * What lists, filters and searches need of a product, in one row. The database function
 * `refresh_search_index` writes it at the end of each transaction that changed the product; while
 * the index is being built, the build calls it. A product that is not listed has an empty row, so
 * that there is something to lock.
 */
export const searchIndex = pgTable(
  'search_index',
  {
    productId: text('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    listed: boolean('listed').notNull().default(false),
    categoryId: text('category').notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** The name in lower case, for sorting. */
    nameKey: text('name_key').notNull().default(''),
    /** The lowest price of its variants on sale, and whether they differ. */
    priceMinor: minor('price_minor').notNull().default(0),
    priceVaries: boolean('price_varies').notNull().default(false),
    inStock: boolean('in_stock').notNull().default(false),
    /**
     * The choices of its variants, as `search_choice` writes them, its tags by `search_tag` and its other
     * traits by `search_trait`.
     */
    choices: text('choices').array().notNull().default(sql`'{}'`),
    /** Its words: name A; category, tags, brand, type B; options, material, SKU C; details D. */
    document: tsvector('document').notNull().default(sql`''`),
    /** The transaction that wrote the row, so that its words are read only once. */
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
  },
  (t) => [
    index('search_newest').on(t.createdAt.desc(), t.productId.desc()).where(sql`listed`),
    index('search_by_price').on(t.priceMinor.desc(), t.productId.desc()).where(sql`listed`),
    index('search_by_name').on(t.nameKey.desc(), t.productId.desc()).where(sql`listed`),
    index('search_newest_in')
      .on(t.categoryId, t.createdAt.desc(), t.productId.desc())
      .where(sql`listed`),
    index('search_by_price_in')
      .on(t.categoryId, t.priceMinor.desc(), t.productId.desc())
      .where(sql`listed`),
    index('search_by_name_in')
      .on(t.categoryId, t.nameKey.desc(), t.productId.desc())
      .where(sql`listed`),
    // Products that are sold out, for counting them.
    index('search_sold_out').on(t.categoryId, t.productId).where(sql`listed and not in_stock`),
    // With the choices, so that words and filters together read only what fits both.
    index('search_by_word_and_choice').using('gin', t.document, t.choices).where(sql`listed`),
    index('search_by_transaction').on(t.transaction, t.productId),
  ],
);

/** How far the index is built, and whose words are known. One row. */
export const searchBuild = pgTable(
  'search_build',
  {
    one: boolean('one').primaryKey().default(true),
    /**
     * The last product that the build has added. Products that were added to the shop later are in
     * the index.
     */
    builtTo: text('built_to').notNull().default(''),
    complete: boolean('complete').notNull(),
    /** The words of all rows that earlier transactions wrote are known. */
    wordsTo: transactionId('words_to').notNull().default(sql`'0'`),
  },
  (t) => [check('search_build_is_one', sql`${t.one}`)],
);

/**
 * How far an engine outside of the shop has what the index has. One row, and none without an engine.
 */
export const searchEngine = pgTable(
  'search_engine',
  {
    one: boolean('one').primaryKey().default(true),
    /** The host and the collection of the engine that these values are about. */
    engine: text('engine').notNull(),
    /** The last product that the present fill has sent; null when no fill is under way. */
    filledTo: text('filled_to').default(''),
    /** Whether it was filled once. */
    complete: boolean('complete').notNull().default(false),
    /** When the last fill began, in milliseconds. A later one has a higher number. */
    fill: bigint('fill', { mode: 'number' }).notNull(),
    /** The rows that all earlier transactions wrote have been sent. */
    sentTo: transactionId('sent_to').notNull(),
    /** A hash of the names of the categories that it was filled with. */
    categories: text('categories').notNull(),
  },
  (t) => [check('search_engine_is_one', sql`${t.one}`)],
);

/** Deleted products that the engine may still have. A trigger writes them while there is one. */
export const searchRemovals = pgTable('search_removals', {
  productId: text('product_id').primaryKey(),
});

/** The words of products, for spelling and suggestions, and the sizes and colors there are. */
export const searchWords = pgTable(
  'search_words',
  {
    /** As it is searched: in lower case, without accents. */
    word: text('word').primaryKey(),
    /** In about how many products it occurs. Suggestions are sorted by it. */
    uses: integer('uses').notNull(),
    /** The sizes and colors with this spelling: both 'Navy' and 'NAVY', for example. */
    sizes: text('sizes').array().notNull().default(sql`'{}'`),
    colors: text('colors').array().notNull().default(sql`'{}'`),
  },
  (t) => [
    index('search_words_by_start').on(sql`${t.word} text_pattern_ops`),
    check('search_words_word_not_blank', sql`${t.word} <> ''`),
  ],
);

/** Words that find the same products, as staff write them: 'sneaker' and 'trainer'. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    id: text('id').primaryKey(),
    /** As they are searched. Each is one word or two. */
    words: text('words').array().notNull(),
  },
  (t) => [
    index('search_synonyms_by_word').using('gin', t.words),
    check(
      'search_synonyms_are_several',
      sql`cardinality(${t.words}) between 2 and 12 and array_position(${t.words}, null) is null`,
    ),
  ],
);

/** Texts of searches for which staff chose the first products, or boosts. */
export const searchPins = pgTable(
  'search_pins',
  {
    id: text('id').primaryKey(),
    /** As staff read it: in lower case, without accents. */
    query: text('query').notNull(),
    /** What a search is compared with: `searchKey` of its words. */
    key: text('key').notNull(),
  },
  (t) => [
    unique('search_pins_key_unique').on(t.key),
    check('search_pins_key_not_blank', sql`${t.key} <> ''`),
    check('search_pins_query_fits', sql`char_length(${t.query}) between 1 and 200`),
  ],
);

/** What moves up or down in the searches of such a text. */
export const searchBoosts = pgTable(
  'search_boosts',
  {
    pinId: text('pin_id')
      .notNull()
      .references(() => searchPins.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<BoostKind>().notNull(),
    /** As in `Boost`. One that is gone has no effect. */
    value: text('value').notNull(),
    steps: integer('steps').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pinId, t.kind, t.value] }),
    check('search_boosts_kind_known', sql`${t.kind} in ('category', 'brand', 'tag', 'product')`),
    check('search_boosts_value_fits', sql`char_length(${t.value}) between 1 and 200`),
    check('search_boosts_steps_in_range', sql`${t.steps} between -3 and 3 and ${t.steps} <> 0`),
  ],
);

/** The products that come first in a search, in the order of staff. */
export const searchPinnedProducts = pgTable(
  'search_pinned_products',
  {
    pinId: text('pin_id')
      .notNull()
      .references(() => searchPins.id, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** From 1. */
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pinId, t.productId] }),
    unique('search_pinned_products_position_unique').on(t.pinId, t.position),
    index('search_pinned_products_by_product').on(t.productId),
    check('search_pinned_products_are_few', sql`${t.position} between 1 and 12`),
  ],
);
