import { isNull, type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';
import type { CostReader } from '../permissions.ts';
import type { ProductImage } from './catalog.schema.ts';
import { categories } from './categories.table.ts';

/** Only products with the status 'active' are in the shop. */
const productStatuses = ['draft', 'scheduled', 'active', 'archived'] as const;

/** Archived products stay as rows, because orders refer to them. Lists leave them out. */
export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** Null while staff gave none, as the price: only outside of the shop (`products_complete`). */
    categoryId: text('category').references(() => categories.id, { onUpdate: 'cascade' }),
    priceMinor: minor('price_minor'),
    currency: text('currency').notNull(),
    /** The details as plain text; of a formatted description, its text. */
    descriptions: text('descriptions').notNull(),
    /** The formatted description, as `toDescription` returned it; empty for plain details. */
    descriptionHtml: text('description_html').notNull().default(''),
    gender: text('gender').notNull(),
    status: text('status', { enum: productStatuses }).notNull().default('active'),
    /** When a scheduled product becomes active; null for all others. */
    publishAt: timestamptz('publish_at'),
    /** A former price, shown struck through. */
    compareAtMinor: minor('compare_at_minor'),
    /** What a unit costs the shop. Customers never see it. */
    costMinor: minor('cost_minor'),
    weightGrams: integer('weight_grams'),
    brand: text('brand').notNull().default(''),
    productType: text('product_type').notNull().default(''),
    material: text('material').notNull().default(''),
    care: text('care').notNull().default(''),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    /** What its third option is called, such as 'Length'; empty where it has none. */
    optionName: text('option_name').notNull().default(''),
    /** Title and description for search engines; the name and details where they are empty. */
    seoTitle: text('seo_title').notNull().default(''),
    seoDescription: text('seo_description').notNull().default(''),
    /** Every change of the product, its variants or images increases it. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    archivedAt: timestamptz('deleted_at'),
  },
  (t) => [
    uniqueIndex('products_slug_live').on(t.slug).where(isNull(t.archivedAt)),
    index('products_in_shop').on(t.createdAt.desc(), t.id.desc()).where(sql`status = 'active'`),
    index('products_in_category')
      .on(t.categoryId, t.createdAt.desc(), t.id.desc())
      .where(sql`status = 'active'`),
    index('products_newest').on(t.createdAt.desc(), t.id.desc()),
    index('products_by_status').on(t.status, t.createdAt.desc(), t.id.desc()),
    // The lists of staff: by the last change, the name and the price; those in a status; by words of
    // the name and the brand; by tag.
    index('products_changed').on(t.updatedAt.desc(), t.id.desc()).where(isNull(t.archivedAt)),
    index('products_changed_by_status').on(t.status, t.updatedAt.desc(), t.id.desc()),
    index('products_by_name').on(sql`lower(${t.name}) desc nulls last`, t.id.desc()),
    // The expression is that of `sortedPrice`.
    index('products_by_sorted_price').on(
      sql`coalesce(${t.priceMinor}, -1) desc nulls last`,
      t.id.desc(),
    ),
    // The expression is that of `nameAndBrand`.
    index('products_by_name_and_brand').using(
      'gin',
      sql`to_tsvector('simple', ${t.name} || ' ' || ${t.brand})`,
    ),
    index('products_by_tag').using('gin', t.tags),
    index('products_scheduled').on(t.publishAt).where(sql`status = 'scheduled'`),
    check('products_price_in_range', sql`${t.priceMinor} between 0 and 1000000000`),
    check('products_currency_is_iso', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('products_description_html_length', sql`length(${t.descriptionHtml}) <= 30000`),
    check('products_name_not_blank', sql`${t.name} <> ''`),
    check(
      'products_option_name_is_free',
      sql`lower(${t.optionName}) not in ('size', 'sizes', 'color', 'colors', 'colour', 'colours')`,
    ),
    check(
      'products_status_is_known',
      sql`${t.status} in ('draft', 'scheduled', 'active', 'archived')`,
    ),
    check(
      'products_complete',
      sql`${t.status} not in ('active', 'scheduled') or (${t.categoryId} is not null and ${t.priceMinor} is not null)`,
    ),
    check('products_scheduled', sql`(${t.status} = 'scheduled') = (${t.publishAt} is not null)`),
    check('products_archived', sql`(${t.status} = 'archived') = (${t.archivedAt} is not null)`),
    check('products_compare_at_in_range', sql`${t.compareAtMinor} between 0 and 1000000000`),
    check('products_cost_in_range', sql`${t.costMinor} between 0 and 1000000000`),
    check('products_weight_in_range', sql`${t.weightGrams} between 0 and 10000000`),
  ],
);

/** Slugs that products gave up. They redirect for good, and no other product can take them. */
export const productSlugs = pgTable(
  'product_slugs',
  {
    slug: text('slug').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [index('product_slugs_by_product').on(t.productId)],
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
    /** What a cropped view centers on, in percent from the left and from the top. */
    focusX: smallint('focus_x').notNull().default(50),
    focusY: smallint('focus_y').notNull().default(50),
    /** The color that it shows; null when it belongs to all. */
    color: text('color'),
  },
  (t) => [
    unique('product_images_position').on(t.productId, t.position),
    check(
      'product_images_focus_in_range',
      sql`${t.focusX} between 0 and 100 and ${t.focusY} between 0 and 100`,
    ),
    check('product_images_color_not_blank', sql`${t.color} <> ''`),
    check(
      'product_images_url_is_safe',
      sql`${t.url} ~ '^(https://|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?/|/[^/\\\\])'`,
    ),
  ],
);

/**
 * The products that have no image. Only triggers write it, so that a list of these products reads no
 * others.
 */
export const productsWithoutImage = pgTable('products_without_image', {
  productId: text('product_id').primaryKey(),
});

/** The images in formatted descriptions, so that no upload is removed that one shows. */
export const descriptionImages = pgTable(
  'description_images',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.url] }),
    index('description_images_by_url').on(t.url),
  ],
);

/** The products that staff chose to show on the page of another one. */
export const relatedProducts = pgTable(
  'related_products',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    relatedId: text('related_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.relatedId] }),
    unique('related_products_position').on(t.productId, t.position),
    index('related_products_by_related').on(t.relatedId),
    check('related_products_not_itself', sql`${t.productId} <> ${t.relatedId}`),
    check('related_products_few', sql`${t.position} between 0 and 11`),
  ],
);

/**
 * A product in one size, color and value of its third option. Each is null where the product lacks
 * that option.
 */
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
    /** The value of the option that the product names. */
    option: text('option_value'),
    /** Null means the product's price. */
    priceMinor: minor('price_minor'),
    /**
     * Units that can be sold now. What open orders reserve is already subtracted, so units on hand are
     * these and the reserved ones. The column kept its first name.
     */
    available: integer('on_hand').notNull(),
    imageUrl: text('image_url'),
    compareAtMinor: minor('compare_at_minor'),
    /** Null means the product's cost. The same is true of the weight. */
    costMinor: minor('cost_minor'),
    weightGrams: integer('weight_grams'),
    barcode: text('barcode'),
    /**
     * At this many units or fewer the console lists it as low; null means the shop's own number.
     * Customers see that few are left by the shop's number.
     */
    lowStockAt: integer('low_stock_at'),
    position: integer('position').notNull(),
    /** True while it is on sale: its product is active and it is not archived. */
    active: boolean('active').notNull().default(true),
    archivedAt: timestamptz('archived_at'),
    /**
     * Since when its prices are recorded in `past_prices`: since it was added, and for a variant
     * that is older than that table since the table was made.
     */
    pricesSince: timestamptz('prices_since').notNull().defaultNow(),
  },
  (t) => [
    unique('variants_options').on(t.productId, t.size, t.color, t.option).nullsNotDistinct(),
    check('variants_option_not_blank', sql`${t.option} <> ''`),
    check('variants_on_hand_not_negative', sql`${t.available} >= 0`),
    check('variants_price_in_range', sql`${t.priceMinor} between 0 and 1000000000`),
    index('variants_by_sku_start').on(sql`lower(${t.sku}) text_pattern_ops`),
    index('variants_by_barcode').on(t.barcode).where(sql`barcode is not null`),
    index('variants_by_sku').on(t.sku.desc(), t.id.desc()),
    index('variants_by_available').on(t.available.desc(), t.id.desc()),
    index('variants_by_own_price').on(t.priceMinor).where(sql`price_minor is not null`),
    index('variants_archived').on(t.id).where(sql`archived_at is not null`),
    index('variants_with_own_level').on(t.lowStockAt).where(sql`low_stock_at is not null`),
    check('variants_archived_not_on_sale', sql`not (${t.active} and ${t.archivedAt} is not null)`),
    check('variants_compare_at_in_range', sql`${t.compareAtMinor} between 0 and 1000000000`),
    check('variants_cost_in_range', sql`${t.costMinor} between 0 and 1000000000`),
    check('variants_weight_in_range', sql`${t.weightGrams} between 0 and 10000000`),
    check('variants_low_stock_in_range', sql`${t.lowStockAt} between 0 and 1000000`),
  ],
);

// What a variant has none of, it has from its product. In the code: `shared/variant-values.ts`.

/** The price of one unit of a variant that is or was on sale, in minor units. */
export const variantPrice =
  sql<number>`coalesce(variants.price_minor, products.price_minor, 0)`.mapWith(Number);

/** The price of one unit of any variant, in minor units; null where staff gave no price yet. */
export const variantPriceIfSet = sql`coalesce(variants.price_minor, products.price_minor)`.mapWith(
  Number,
) as SQL<number | null>;

/** The price of a product that is or was in the shop. */
export const productPrice = sql<number>`coalesce(products.price_minor, 0)`.mapWith(Number);

/** The price by which staff sort products; those without one come before the cheapest. */
export const sortedPrice = sql`coalesce(products.price_minor, -1)`;

/** The compare-at price of a variant in minor units; null where it has none. */
export const variantCompareAt =
  sql`coalesce(variants.compare_at_minor, products.compare_at_minor)`.mapWith(Number) as SQL<
    number | null
  >;

/**
 * What a unit of a variant costs the shop, in minor units; null where staff gave no cost. Statements
 * for people need somebody who may see it.
 */
export const variantCost = (_reader: CostReader) =>
  sql`coalesce(variants.cost_minor, products.cost_minor)`.mapWith(Number) as SQL<number | null>;

/** The weight of one unit of a variant in grams; 0 where staff gave no weight. */
export const variantWeight =
  sql<number>`coalesce(variants.weight_grams, products.weight_grams, 0)`.mapWith(Number);

/**
 * The words by which lists find a product. In one expression, so that 'northwind jacket' finds a
 * jacket of Northwind, and one index has them all.
 */
export const nameAndBrand = sql`(products.name || ' ' || products.brand)`;

/** The images of a product in their order. */
export const imageList = sql<ProductImage[]>`coalesce((
  select json_agg(json_strip_nulls(json_build_object(
    'url', i.url, 'alt', i.alt, 'color', i.color,
    'focus', case when i.focus_x <> 50 or i.focus_y <> 50
      then json_build_object('x', i.focus_x, 'y', i.focus_y) end
  )) order by i.position)
  from product_images i where i.product_id = products.id
), '[]')`;

/** The ids of the products that staff chose to show with a product, in their order. */
export const relatedIds = sql<string[]>`array(
  select chosen.related_id from related_products chosen
  where chosen.product_id = products.id order by chosen.position
)`;

/** The URL of a product's first image; null where it has none. */
export const firstImage = sql<string | null>`(
  select i.url from product_images i where i.product_id = products.id order by i.position limit 1
)`;

/**
 * The URL of a variant's image, by the rule of `imageOfVariant` in `shared/image-of-variant.ts`. Images
 * of colors that the product has no more come last. Each array is read once for a product, and only
 * where its first images do not decide.
 */
export const variantImage = sql<string | null>`coalesce(variants.image_url, (
  select of.image_url from variants of
  where of.product_id = products.id and of.colour = variants.colour
    and of.image_url is not null and of.archived_at is null
  order by of.position, of.id limit 1
), (
  select i.url from product_images i where i.product_id = products.id
  order by case
    when variants.colour is null or i.color = variants.colour then 0
    when i.color is null and i.url <> all(array(
      select of.image_url from variants of
      where of.product_id = products.id and of.colour is not null and of.image_url is not null
        and of.archived_at is null
    )) then 1
    when i.color is null or i.color = any(array(
      select of.colour from variants of
      where of.product_id = products.id and of.colour is not null and of.archived_at is null
    )) then 2
    else 3
  end, i.position limit 1
))`;

/** Whether a variant has so few units that the console lists it as low. */
export const isLow = (lowStockAt: number) =>
  sql<boolean>`variants.on_hand <= coalesce(variants.low_stock_at, ${lowStockAt}::int)`;

/** `isLow` with a condition that follows from it, by which an index stops at the highest level. */
export const isLowByIndex = (lowStockAt: number) =>
  sql<boolean>`(${isLow(lowStockAt)} and variants.on_hand <= greatest(${lowStockAt}::int, (
    select max(own.low_stock_at) from variants own where own.low_stock_at is not null)))`;

/** Whether a variant is on sale, regardless of its stock. */
export const isOnSale = sql<boolean>`variants.active`;

/** Whether a product is in the shop. Written out, so that the planner finds the partial indexes. */
export const isListed = sql`products.status = 'active'`;

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Changes of the catalog, with their transactions. Triggers write it, so no change can be missed; one
 * of delivery is written by the edit (`edit-zones.ts`). `cache-invalidation/` reads it, and `server/jobs/jobs.ts` removes old rows.
 */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    nr: bigint('nr', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Null here and in `collection_slug`, without `in_searches`: everything may have changed. */
    productId: text('product_id'),
    slug: text('slug'),
    categoryId: text('category'),
    /** The slug of a collection whose products changed; all of the product's columns are null then. */
    collectionSlug: text('collection_slug'),
    /** False when only a quantity changed, which product pages and calls show and lists don't. */
    inLists: boolean('in_lists').notNull(),
    /** Only how searches are read changed: known words, synonyms, or what staff chose for one. */
    inSearches: boolean('in_searches').notNull().default(false),
    /** Nothing of the product's row in the search index can differ but its prices. */
    onlyPrices: boolean('only_prices').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.transaction, t.nr] }),
    check(
      'catalog_changes_in_searches_alone',
      sql`not ${t.inSearches} or (not ${t.inLists} and ${t.productId} is null and ${t.collectionSlug} is null)`,
    ),
  ],
);
