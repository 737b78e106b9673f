import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';
import { orderLines, orders } from './orders.table.ts';

/**
 * Parcels. Their carrier and tracking may be changed, and they are delivered once. A parcel of
 * bought units that is not delivered may be removed, which a trigger notes in `takenBackParcels`.
 * Triggers refuse all other changes, and a parcel without lines.
 */
export const fulfillments = pgTable(
  'fulfillments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Null for a parcel that somebody brings without a carrier. */
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    /** The carrier's page of this parcel, as it was known when the parcel was sent. */
    trackingUrl: text('tracking_url'),
    shippedAt: timestamptz('shipped_at').notNull(),
    deliveredAt: timestamptz('delivered_at'),
    /** The key of the request, so that a repeat is the same parcel. */
    key: text('key').notNull(),
  },
  (t) => [
    unique('fulfillments_one_per_key').on(t.orderId, t.key),
    unique('fulfillments_of_order').on(t.id, t.orderId),
    index('fulfillments_by_tracking_start')
      .on(sql`upper(translate(${t.trackingNumber}, ' ./_-', '')) text_pattern_ops`)
      .where(sql`tracking_number is not null`),
    check('fulfillments_carrier_fits', sql`char_length(${t.carrier}) between 1 and 60`),
    check(
      'fulfillments_tracking_number_fits',
      sql`${t.trackingNumber} is null or (char_length(${t.trackingNumber}) between 1 and 60 and ${t.carrier} is not null)`,
    ),
    check(
      'fulfillments_tracking_url_is_https',
      sql`${t.trackingUrl} is null or (${t.trackingUrl} ~ '^https://' and ${t.trackingNumber} is not null)`,
    ),
    check('fulfillments_delivered_after_shipped', sql`${t.deliveredAt} >= ${t.shippedAt}`),
    check('fulfillments_key_fits', sql`char_length(${t.key}) between 1 and 200`),
  ],
);

/**
 * What is in a parcel. Triggers lock the order and refuse more than was bought and not cancelled,
 * and everything of an order that is not paid, is cancelled or is on hold. Rows go only with their
 * parcel, and not if more of the order came back than would then be shipped.
 */
export const fulfillmentLines = pgTable(
  'fulfillment_lines',
  {
    fulfillmentId: text('fulfillment_id').notNull(),
    orderId: text('order_id').notNull(),
    /** The position of the order's line. */
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fulfillmentId, t.position] }),
    index('fulfillment_lines_of_order').on(t.orderId, t.position),
    foreignKey({
      name: 'fulfillment_lines_of_fulfillment',
      columns: [t.fulfillmentId, t.orderId],
      foreignColumns: [fulfillments.id, fulfillments.orderId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'fulfillment_lines_of_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    check('fulfillment_lines_quantity_above_zero', sql`${t.quantity} > 0`),
  ],
);

/**
 * Parcels that staff took back, because they had not left. A trigger writes a row when a parcel is
 * removed, and rows are never changed. Its key sends no other parcel.
 */
export const takenBackParcels = pgTable(
  'taken_back_parcels',
  {
    fulfillmentId: text('fulfillment_id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** The key of the request that sent it. */
    key: text('key').notNull(),
  },
  (t) => [unique('taken_back_parcels_one_per_key').on(t.orderId, t.key)],
);

/** Units of a paid order that staff took out before they were shipped. Rows are only added. */
export const orderCancellations = pgTable(
  'order_cancellations',
  {
    orderId: text('order_id').notNull(),
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    /** Whether the units went back into the stock. */
    restocked: boolean('restocked').notNull().default(false),
    /** The key of the request, so that a repeat counts once. */
    key: text('key').notNull(),
    cancelledAt: timestamptz('cancelled_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position, t.key] }),
    foreignKey({
      name: 'order_cancellations_of_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    check('order_cancellations_quantity_above_zero', sql`${t.quantity} > 0`),
    check('order_cancellations_key_fits', sql`char_length(${t.key}) between 1 and 200`),
  ],
);
