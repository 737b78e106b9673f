import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  char,
  check,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';
import { literals } from '#db/literals.ts';
import { MAX_TAGS } from '#shared/tags.ts';
import { users } from '../accounts/accounts.table.ts';
import { addressChecks, addressColumns } from '../addresses/addresses.table.ts';
import { carts } from '../cart/cart.table.ts';
import { products, variants } from '../catalog/catalog.table.ts';
import {
  fulfillmentStatuses,
  shippableStatuses,
  unshippedStatuses,
} from './fulfillment-status.schema.ts';
import { orderEventKinds } from './order-events.schema.ts';
import { returnStatuses } from './return-status.schema.ts';

/** The checks of an order's amounts and taxes. */
const amountChecks = (
  t: Record<
    | 'subtotalMinor'
    | 'shippingMinor'
    | 'totalMinor'
    | 'taxesIncluded'
    | 'taxMinor'
    | 'shippingTaxMinor'
    | 'shippingTaxName'
    | 'shippingTaxPpm',
    AnyPgColumn
  >,
) => [
  check(
    'orders_total_adds_up',
    sql`${t.totalMinor} = ${t.subtotalMinor} + ${t.shippingMinor} + case when ${t.taxesIncluded} then 0 else ${t.taxMinor} end`,
  ),
  check(
    'orders_taxes_fit',
    sql`${t.shippingTaxMinor} between 0 and ${t.shippingMinor} and ${t.taxMinor} - ${t.shippingTaxMinor} between 0 and ${t.subtotalMinor}`,
  ),
  check(
    'orders_shipping_tax_has_rate',
    sql`num_nonnulls(${t.shippingTaxName}, ${t.shippingTaxPpm}) in (0, 2) and (${t.shippingTaxMinor} = 0 or ${t.shippingTaxName} is not null)`,
  ),
  check('orders_amounts_not_negative', sql`${t.subtotalMinor} >= 0 and ${t.shippingMinor} >= 0`),
];

/** The checks of what lists are filtered by. */
const listChecks = (t: Record<'tags' | 'returnStatus' | 'fulfillmentStatus', AnyPgColumn>) => [
  check(
    'orders_tags_are_few',
    sql`cardinality(${t.tags}) <= ${sql.raw(String(MAX_TAGS))} and array_position(${t.tags}, null) is null`,
  ),
  check('orders_return_status_is_known', sql`${t.returnStatus} in (${literals(returnStatuses)})`),
  check(
    'orders_fulfillment_status_is_known',
    sql`${t.fulfillmentStatus} in (${literals(fulfillmentStatuses)})`,
  ),
];

/** What lists of staff are searched and sorted by: see `search-conditions.ts` of orders. */
const listIndexes = (
  t: Record<'email' | 'name' | 'totalMinor' | 'createdAt' | 'id' | 'tags', ExtraConfigColumn>,
) => [
  index('orders_by_email').on(sql`${t.email} text_pattern_ops`, t.createdAt.desc(), t.id.desc()),
  index('orders_by_folded_word').using('gin', sql`to_tsvector('simple', search_fold(${t.name}))`),
  index('orders_by_total').on(t.totalMinor.desc(), t.id.desc()),
  // The sums of one customer's unpaid orders don't have its second condition. Without it, a plan that
  // was made while the table was empty would read all unpaid orders for each of them.
  index('orders_unpaid')
    .on(t.createdAt.desc(), t.id.desc())
    .where(sql`status = 'pending' and archived_at is null`),
  index('orders_by_tag').using('gin', t.tags).where(sql`tags <> '{}'`),
  index('orders_to_ship')
    .on(t.createdAt.desc(), t.id.desc())
    .where(
      sql`status = 'paid' and fulfillment_status in (${literals(shippableStatuses)}) and archived_at is null`,
    ),
  index('orders_archived').on(t.createdAt.desc(), t.id.desc()).where(sql`archived_at is not null`),
];

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    /** Short, readable and unique, so that a customer can say it on the phone. */
    number: text('number').notNull().unique(),
    /** Null for a guest, and once the account is deleted. The order itself stays. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Whether it has no account but links: see `orderLinks`. */
    isGuest: boolean('is_guest').notNull().default(false),
    email: text('email').notNull(),
    name: text('name').notNull(),
    city: text('city').notNull(),
    zip: text('zip'),
    country: text('country').notNull(),
    /**
     * The code of the country of the delivery address, null without one. A copy for lists: a trigger
     * of `order_addresses` writes it.
     */
    deliveryCountry: char('delivery_country', { length: 2 }),
    currency: text('currency').notNull(),
    subtotalMinor: minor('subtotal_minor').notNull(),
    shippingMinor: minor('shipping_minor').notNull(),
    totalMinor: minor('total_minor').notNull(),
    /** Whether the amounts of lines and shipping include their taxes. */
    taxesIncluded: boolean('taxes_included').notNull().default(false),
    /** The taxes of all lines and of the shipping. */
    taxMinor: minor('tax_minor').notNull().default(0),
    shippingTaxMinor: minor('shipping_tax_minor').notNull().default(0),
    shippingTaxName: text('shipping_tax_name'),
    /** In parts per million. */
    shippingTaxPpm: integer('shipping_tax_ppm'),
    /** The name of its way of delivery; null for orders from before there were any. */
    deliveryMethod: text('delivery_method'),
    isPickUp: boolean('is_pick_up').notNull().default(false),
    /** The days that were promised when it was placed. All three or none. */
    arrivesFrom: date('arrives_from'),
    arrivesTo: date('arrives_to'),
    /** The promise holds if the order is paid by then. */
    arrivesIfPaidBy: timestamptz('arrives_if_paid_by'),
    status: text('status', { enum: ['pending', 'paid', 'cancelled'] }).notNull(),
    /** The stored cart that became this order. A cart becomes at most one order. */
    cartId: text('cart_id')
      .unique()
      .references(() => carts.id, { onDelete: 'set null' }),
    /** The client's Idempotency-Key, if it sent one. */
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of lines and city. Equal submissions have the same fingerprint. */
    fingerprint: text('fingerprint').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Units of all lines; null for orders that were closed before units were counted. */
    units: integer('units'),
    /** The network that it was placed from, by `siteOf`; stored only while it is unpaid. */
    network: text('network'),
    /** When an unpaid order gives its stock back. */
    paymentDueAt: timestamptz('payment_due_at').notNull(),
    /** The due time once the account's email is verified; null when it stays the same. */
    verifiedDueAt: timestamptz('verified_due_at'),
    /**
     * The staff member who releases its stock. The order is then cancelled, unless it is paid
     * first.
     */
    releasedBy: text('released_by'),
    paidAt: timestamptz('paid_at'),
    /** Since when staff keep it from being shipped. */
    heldAt: timestamptz('held_at'),
    /** A copy for lists. Triggers write `fulfillment_status_of` into it. */
    fulfillmentStatus: text('fulfillment_status', { enum: fulfillmentStatuses })
      .notNull()
      .default('unfulfilled'),
    /** A copy for lists. Triggers write `return_status_of` into it. */
    returnStatus: text('return_status', { enum: returnStatuses }).notNull().default('none'),
    cancelledAt: timestamptz('cancelled_at'),
    /** Words of staff, which customers do not see. Removed with the account. */
    tags: text('tags').array().notNull().default(sql`'{}'`),
    /** When its owner deleted it from My Orders. The row stays. */
    archivedByOwnerAt: timestamptz('hidden_by_owner_at'),
    /** When an admin moved it from All Orders to the archive. */
    archivedAt: timestamptz('archived_at'),
    /** The cancelled order that this one replaces after an undone deletion. */
    replacesId: text('replaces_id').references((): AnyPgColumn => orders.id),
  },
  (t) => [
    unique('orders_one_per_key').on(t.userId, t.idempotencyKey),
    index('orders_by_number_start').on(sql`${t.number} text_pattern_ops`),
    index('orders_by_user').on(t.userId, t.createdAt.desc(), t.id.desc()),
    index('orders_listed').on(t.createdAt.desc(), t.id.desc()),
    index('orders_by_fingerprint').on(t.userId, t.fingerprint, t.createdAt.desc()),
    uniqueIndex('orders_replaced_once').on(t.replacesId).where(sql`replaces_id is not null`),
    index('orders_cancelled_of_user')
      .on(t.userId, t.cancelledAt.desc(), t.id.desc())
      .where(sql`status = 'cancelled'`),
    index('orders_paid_and_cancelled_of_user')
      .on(t.userId)
      .where(sql`status = 'paid' and fulfillment_status = 'cancelled'`),
    // Guests' orders by email: all of one, and those of emails that begin with a text.
    index('orders_of_guests').on(sql`${t.email} text_pattern_ops`, t.id).where(sql`is_guest`),
    index('orders_due').on(t.paymentDueAt).where(sql`status = 'pending'`),
    index('orders_unpaid_by_user').on(t.userId, t.id).where(sql`status = 'pending'`),
    index('orders_unpaid_by_network')
      .on(t.network, t.id)
      .where(sql`status = 'pending' and network is not null`),
    index('orders_to_release').on(t.id).where(sql`status = 'pending' and released_by is not null`),
    index('orders_by_fulfillment')
      .on(t.fulfillmentStatus, t.createdAt.desc(), t.id.desc())
      .where(sql`status <> 'cancelled'`),
    index('orders_lacking_address')
      .on(t.createdAt.desc(), t.id.desc())
      .where(
        sql`status <> 'cancelled' and fulfillment_status in (${literals(unshippedStatuses)}) and delivery_country is null and not is_pick_up`,
      ),
    index('orders_by_return')
      .on(t.returnStatus, t.createdAt.desc(), t.id.desc())
      .where(sql`return_status <> 'none'`),
    index('orders_by_country')
      .on(t.deliveryCountry, t.createdAt.desc(), t.id.desc())
      .where(sql`delivery_country is not null`),
    ...listIndexes(t),
    ...listChecks(t),
    check('orders_of_guests_have_no_account', sql`not ${t.isGuest} or ${t.userId} is null`),
    check(
      'orders_of_guests_have_email',
      sql`not ${t.isGuest} or ${t.email} = lower(btrim(${t.email}))`,
    ),
    check('orders_only_paid_are_held', sql`${t.heldAt} is null or ${t.status} = 'paid'`),
    check('orders_unpaid_keep_network', sql`${t.network} is null or ${t.status} = 'pending'`),
    check('orders_units_above_zero', sql`${t.units} > 0`),
    check(
      'orders_arrival_is_promised',
      sql`num_nonnulls(${t.arrivesFrom}, ${t.arrivesTo}, ${t.arrivesIfPaidBy}) = 0
        or (num_nonnulls(${t.arrivesFrom}, ${t.arrivesTo}, ${t.arrivesIfPaidBy}, ${t.deliveryMethod}) = 4 and ${t.arrivesFrom} <= ${t.arrivesTo})`,
    ),
    ...amountChecks(t),
    check('orders_paid_has_time', sql`(${t.status} = 'paid') = (${t.paidAt} is not null)`),
    check(
      'orders_cancelled_has_time',
      sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`,
    ),
  ],
);

/** What was bought, as of the purchase. A trigger refuses changes: see the migrations. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    position: integer('position').notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id),
    sku: text('sku').notNull(),
    name: text('name').notNull(),
    category: text('category').notNull(),
    size: text('size'),
    color: text('colour'),
    option: text('option_value'),
    image: text('img'),
    unitPriceMinor: minor('unit_price_minor').notNull(),
    quantity: integer('quantity').notNull(),
    lineTotalMinor: minor('line_total_minor').notNull(),
    /** The tax of all its units. `line_total_minor` includes it if `taxes_included` of the order. */
    taxMinor: minor('tax_minor').notNull().default(0),
    taxName: text('tax_name'),
    /** In parts per million. */
    taxPpm: integer('tax_ppm'),
    /** Whether its customer can neither return nor exchange it. */
    isFinalSale: boolean('final_sale').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    unique('order_lines_one_per_variant').on(t.orderId, t.variantId),
    index('order_lines_by_sku_start').on(sql`lower(${t.sku}) text_pattern_ops`),
    index('order_lines_by_product').on(t.productId),
    check('order_lines_quantity_in_range', sql`${t.quantity} between 1 and 99`),
    check(
      'order_lines_total_adds_up',
      sql`${t.lineTotalMinor} = ${t.unitPriceMinor} * ${t.quantity}`,
    ),
    check('order_lines_tax_fits', sql`${t.taxMinor} between 0 and ${t.lineTotalMinor}`),
    check(
      'order_lines_tax_has_rate',
      sql`num_nonnulls(${t.taxName}, ${t.taxPpm}) in (0, 2) and (${t.taxMinor} = 0 or ${t.taxName} is not null)`,
    ),
  ],
);

/**
 * An order's own copies of its addresses, so that no change of an address book reaches an order.
 * Staff may correct the delivery address until the order is shipped. The copies are removed with
 * the account.
 */
export const orderAddresses = pgTable(
  'order_addresses',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** A billing address is there only where it differs. */
    kind: text('kind', { enum: ['delivery', 'billing'] }).notNull(),
    /** Rises with each correction, so that a correction of an older version is refused. */
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull(),
    ...addressColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.kind] }),
    // People say the end of a number, or its beginning: see `search-conditions.ts` of orders.
    index('order_addresses_by_phone_end')
      .on(sql`reverse(${t.phone}) text_pattern_ops`)
      .where(sql`phone is not null`),
    index('order_addresses_by_phone_start')
      .on(sql`${t.phone} text_pattern_ops`)
      .where(sql`phone is not null`),
    check('order_addresses_kind_is_known', sql`${t.kind} in ('delivery', 'billing')`),
    ...addressChecks('order_addresses', t),
  ],
);

/** The secret links of guests' orders. They are removed when an order gets an account. */
export const orderLinks = pgTable(
  'order_links',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('order_links_by_order').on(t.orderId)],
);

/** The history: one row for each event of an order, never changed or removed. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    event: text('event', { enum: orderEventKinds }).notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    actor: text('actor').notNull(),
    detail: text('detail'),
    at: timestamptz('at').notNull(),
  },
  (t) => [index('order_events_by_order').on(t.orderId, t.id)],
);

/** What staff wrote to one another about an order. Removed with its customer's account. */
export const orderComments = pgTable(
  'order_comments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** The id of an account, which may be deleted by now. */
    author: text('author').notNull(),
    /** Identifies the request. */
    key: text('key').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    unique('order_comments_key').on(t.orderId, t.key),
    index('order_comments_by_order').on(t.orderId, t.createdAt, t.id),
    check('order_comments_text_fits', sql`char_length(${t.text}) between 1 and 2000`),
    check('order_comments_key_fits', sql`char_length(${t.key}) between 1 and 200`),
  ],
);
