import { isNull, sql } from 'drizzle-orm';
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
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';

/** The categories of `shop.config.ts`, added at every start. The specification defines the name. */
export const categories = pgTable('categories', {
  name: text('name').primaryKey(),
});

/** Removed products stay as rows, because orders refer to them. Lists leave them out. */
export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    category: text('category')
      .notNull()
      .references(() => categories.name, { onUpdate: 'cascade' }),
    priceMinor: minor('price_minor').notNull(),
    currency: text('currency').notNull(),
    descriptions: text('descriptions').notNull(),
    gender: text('gender').notNull(),
    /** Every change of the product, its variants or images increases it. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    archivedAt: timestamptz('deleted_at'),
  },
  (t) => [
    uniqueIndex('products_slug_live').on(t.slug).where(isNull(t.archivedAt)),
    index('products_listed').on(t.createdAt.desc(), t.id.desc()).where(isNull(t.archivedAt)),
    index('products_by_category')
      .on(t.category, t.createdAt.desc(), t.id.desc())
      .where(isNull(t.archivedAt)),
    check('products_price_in_range', sql`${t.priceMinor} between 0 and 1000000000`),
    check('products_currency_is_iso', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('products_name_not_blank', sql`${t.name} <> ''`),
  ],
);

export const productImages = pgTable(
  'product_images',
  {
    id: text('id').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** A path of ours, or an https address. http only for this machine, for testing a bucket. */
    url: text('url').notNull(),
    alt: text('alt').notNull(),
  },
  (t) => [
    unique('product_images_position').on(t.productId, t.position),
    check(
      'product_images_url_is_safe',
      sql`${t.url} ~ '^(https://|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?/|/[^/\\\\])'`,
    ),
  ],
);

/** A product in one size and color. Both are null for a product with one variant. */
export const variants = pgTable(
  'variants',
  {
    id: text('id').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    sku: text('sku').notNull().unique(),
    size: text('size'),
    color: text('colour'),
    /** Null means the product's price. */
    priceMinor: minor('price_minor'),
    /** Units that can be sold now. What open orders reserve is already subtracted. */
    onHand: integer('on_hand').notNull(),
    imageUrl: text('image_url'),
    position: integer('position').notNull(),
    /** False once staff stopped selling it. Order lines still refer to it. */
    active: boolean('active').notNull().default(true),
  },
  (t) => [
    unique('variants_options').on(t.productId, t.size, t.color).nullsNotDistinct(),
    check('variants_on_hand_not_negative', sql`${t.onHand} >= 0`),
    check('variants_price_in_range', sql`${t.priceMinor} between 0 and 1000000000`),
  ],
);

// SQL over these columns, for every query that has `variants` and `products` under these names.

/** The price of one unit of a variant, in minor units. */
export const variantPrice =
  sql<number>`coalesce(variants.price_minor, products.price_minor)`.mapWith(Number);

/** A variant's image: its own, else the first one of its product. */
export const variantImage = sql<string | null>`coalesce(variants.image_url, (
  select i.url from product_images i where i.product_id = products.id order by i.position limit 1
))`;

/** Whether a variant is on sale, regardless of its stock. */
export const isOnSale = sql<boolean>`(variants.active and products.deleted_at is null)`;

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Changes of the catalog, with their transactions. Only triggers write it, so no change can be
 * missed. `cache-invalidation/` reads it, and `server/jobs/jobs.ts` removes old rows.
 */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    nr: bigint('nr', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Null means that everything may have changed. */
    productId: text('product_id'),
    slug: text('slug'),
    category: text('category'),
    /** False when only a quantity changed, which product pages and calls show and lists don't. */
    inLists: boolean('in_lists').notNull(),
  },
  (t) => [primaryKey({ columns: [t.transaction, t.nr] })],
);
