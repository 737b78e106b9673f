import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';
import { variants } from '../catalog/catalog.table.ts';
import { exchanges, isReserved } from '../order-tables/exchanges.table.ts';
import { openLines } from '../order-tables/open-lines.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import { adjustmentReasons } from './inventory.schema.ts';

/**
 * Every change of a quantity on hand, including opening stock. The sum of a variant's movements is
 * its quantity on hand. An order takes a variant once. It gives it back as a whole once, or in
 * parts: once for each request that cancels units or takes returned ones back. What goes out in
 * exchange for returned units is taken and released with the reason 'exchanged'. Staff also use
 * 'returned' for units that came back without an order.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id),
    /** Units added (positive) or taken (negative). */
    quantity: integer('quantity').notNull(),
    reason: text('reason', {
      enum: ['opening', 'sold', 'given_back', 'cancelled', 'exchanged', ...adjustmentReasons],
    }).notNull(),
    orderId: text('order_id').references(() => orders.id),
    /** The note that staff wrote with an adjustment. */
    note: text('note').notNull().default(''),
    /**
     * The key of the request that adjusted the stock, or that cancelled units of an order or took
     * returned ones back. It makes a repeat count once.
     */
    requestKey: text('request_key'),
    /** The id of the account that caused it, or the name of the job. */
    actor: text('actor').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('stock_movements_of_variant').on(t.variantId, t.id),
    uniqueIndex('stock_movements_once_per_order_and_key')
      .on(t.orderId, t.variantId, t.reason, sql`coalesce(request_key, '')`)
      .where(sql`order_id is not null`),
    uniqueIndex('stock_movements_one_per_key')
      .on(t.actor, t.requestKey)
      .where(sql`request_key is not null`),
    // A count that finds the expected number changes nothing, but is recorded.
    check(
      'stock_movements_not_zero',
      sql`${t.quantity} <> 0 or ${t.reason} not in ('opening', 'sold', 'given_back', 'cancelled', 'exchanged')`,
    ),
    check(
      'stock_movements_sign',
      sql`(${t.reason} <> 'sold' or ${t.quantity} < 0)
      and (${t.reason} not in ('opening', 'given_back', 'cancelled') or ${t.quantity} > 0)
      and (${t.reason} <> 'returned' or ${t.orderId} is null or ${t.quantity} > 0)`,
    ),
    check(
      'stock_movements_order',
      sql`case when ${t.reason} = 'returned' then true
        else (${t.reason} in ('sold', 'given_back', 'cancelled', 'exchanged')) = (${t.orderId} is not null) end`,
    ),
    check(
      'stock_movements_of_orders_have_keys',
      sql`${t.orderId} is null or (${t.reason} in ('cancelled', 'returned', 'exchanged')) = (${t.requestKey} is not null)`,
    ),
  ],
);

/** The units of a row of `variants` that unpaid orders reserve. */
export const reservedUnits = sql<number>`coalesce((
  select sum(held.units) from ${openLines} held
  where held.variant_id = variants.id and not held.is_paid
), 0)::int`;

/**
 * The units of a row of `variants` that are to be shipped: those of paid orders that are neither
 * cancelled nor sent, and those that exchanges reserve. They are no longer on hand, but still lie on
 * the shelf.
 */
export const unitsToShip = sql<number>`coalesce((
  select sum(bought.units) from ${openLines} bought
  where bought.variant_id = variants.id and bought.is_paid
), 0)::int + coalesce((
  select sum(e.quantity - e.released) from ${exchanges} e
  where e.variant_id = variants.id and ${isReserved('e')}
), 0)::int`;
