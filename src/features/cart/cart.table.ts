import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';
import { users } from '../accounts/accounts.table.ts';
import { addressChecks, addressColumns, addresses } from '../addresses/addresses.table.ts';
import { products, variantPrice, variants } from '../catalog/catalog.table.ts';

/** Without a country a place has a zip code, and no region. No place has only some of its parts. */
const isWholeEstimate = (t: Record<'city' | 'zip' | 'country' | 'region', PgColumn>) =>
  sql`case when ${t.country} is null then num_nonnulls(${t.city}, ${t.zip}) in (0, 2) and ${t.region} is null else ${t.city} is not null end`;

/** A guest's cart is found by the hash of a cookie, a customer's by the account. */
export const carts = pgTable(
  'carts',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the guest's cart cookie. */
    tokenHash: text('token_hash'),
    /**
     * `ordered` is final: the cart became an order, and the customer's next cart is another row.
     */
    status: text('status', { enum: ['open', 'ordered'] })
      .notNull()
      .default('open'),
    /** The place of the shipping estimate; its city is null before it. */
    city: text('city'),
    /** Digits in the shop's own country; null where another country has no postal codes. */
    zip: text('zip'),
    /** A code of ISO 3166-1; null for the shop's own country. */
    country: text('country'),
    region: text('region'),
    /** The way of delivery that the customer chose at checkout, by its id; else the cheapest. */
    methodId: text('method_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When it was last changed or viewed. Views are stored once a day. */
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('carts_of_guests_by_use').on(t.updatedAt).where(sql`user_id is null`),
    index('carts_of_customers_by_use')
      .on(t.updatedAt)
      .where(sql`user_id is not null and status = 'open'`),
    uniqueIndex('carts_one_open_per_user').on(t.userId).where(sql`status = 'open'`),
    uniqueIndex('carts_one_open_per_visitor').on(t.tokenHash).where(sql`status = 'open'`),
    check('carts_one_owner', sql`num_nonnulls(${t.userId}, ${t.tokenHash}) = 1`),
    check('carts_estimate_is_whole', isWholeEstimate(t)),
    check('carts_country_is_code', sql`${t.country} ~ '^[A-Z]{2}$'`),
  ],
);

export const cartLines = pgTable(
  'cart_lines',
  {
    cartId: text('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id),
    quantity: integer('quantity').notNull(),
    /** The unit price that the customer last saw, in minor units. */
    seenPriceMinor: bigint('seen_price_minor', { mode: 'number' }).notNull(),
    addedAt: timestamptz('added_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.cartId, t.variantId] }),
    index('cart_lines_by_variant').on(t.variantId),
    check('cart_lines_quantity_in_range', sql`${t.quantity} between 1 and 99`),
  ],
);

/**
 * The addresses that a customer chose for a cart at checkout. A table of its own, because few carts
 * get there. Without a delivery address the account's default is meant; without one for the bill,
 * the delivery address.
 */
export const cartAddresses = pgTable(
  'cart_addresses',
  {
    cartId: text('cart_id')
      .primaryKey()
      .references(() => carts.id, { onDelete: 'cascade' }),
    deliveryId: text('delivery_id').references(() => addresses.id, { onDelete: 'set null' }),
    billingId: text('billing_id').references(() => addresses.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('cart_addresses_by_delivery').on(t.deliveryId),
    index('cart_addresses_by_billing').on(t.billingId),
  ],
);

/** What a guest entered at checkout: who they are, and where the parcel goes. */
export const cartGuests = pgTable(
  'cart_guests',
  {
    cartId: text('cart_id')
      .primaryKey()
      .references(() => carts.id, { onDelete: 'cascade' }),
    /** Another one after each change. The checkout page sends it back. */
    id: text('id').notNull(),
    email: text('email').notNull(),
    ...addressColumns(),
  },
  (t) => [
    check('cart_guests_email_fits', sql`char_length(${t.email}) between 3 and 254`),
    check('cart_guests_email_is_normal', sql`${t.email} = lower(btrim(${t.email}))`),
    ...addressChecks('cart_guests', t),
  ],
);

/** SQL for the units in the open cart that `owner` selects; it is a condition on the cart `c`. */
export const unitsInOpenCart = (owner: SQL) => sql<number>`(
  select coalesce(sum(l.quantity), 0)::int from carts c join cart_lines l on l.cart_id = c.id
  where c.status = 'open' and ${owner})`;

/**
 * SQL for the units in the open cart that `owner` selects, and what they cost at the prices of now;
 * `owner` is a condition on the cart `c`.
 */
export const sumsOfOpenCart = (owner: SQL) => sql<{ units: number; valueMinor: number }>`(
  select json_build_object('units', coalesce(sum(l.quantity), 0),
    'valueMinor', coalesce(sum(l.quantity * ${variantPrice}), 0))
  from carts c join cart_lines l on l.cart_id = c.id
  join ${variants} on variants.id = l.variant_id
  join ${products} on products.id = variants.product_id
  where c.status = 'open' and ${owner})`;

/** The destination of an account's last shipping estimate. The next estimate starts with it. */
export const savedDestinations = pgTable(
  'saved_destinations',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    city: text('city').notNull(),
    zip: text('zip'),
    country: text('country'),
    region: text('region'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('saved_destinations_are_whole', isWholeEstimate(t)),
    check('saved_destinations_country_is_code', sql`${t.country} ~ '^[A-Z]{2}$'`),
  ],
);
