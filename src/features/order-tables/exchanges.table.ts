import { type SQL, sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';
import { literals } from '#db/literals.ts';
import { variants } from '../catalog/catalog.table.ts';
import { releaseReasons } from './exchange-state.schema.ts';
import { fulfillments } from './fulfillments.table.ts';
import { returnLines } from './returns.table.ts';

/**
 * Whether a row of `exchanges` under this name still reserves units, which is `exchangeStateOf` in SQL.
 * The index `exchanges_open` has exactly these.
 */
export function isReserved(name: 'exchanges' | 'e'): SQL {
  const e = sql.raw(name);
  return sql`${e}.fulfillment_id is null and ${e}.released < ${e}.quantity`;
}

/**
 * What goes out for a line of a return instead of money. Its units are taken from the stock when the
 * row is written, and stay taken until they are released. Triggers refuse a variant of another
 * product, changes of what was asked for, a parcel before the extra payment of a dearer one, and a
 * waiver of another amount than its difference. A row is never removed.
 */
export const exchanges = pgTable(
  'exchanges',
  {
    returnId: text('return_id').notNull(),
    /** The position of the order's line that comes back. */
    position: integer('position').notNull(),
    orderId: text('order_id').notNull(),
    /** The wanted variant, as of the request. */
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id),
    sku: text('sku').notNull(),
    size: text('size'),
    color: text('colour'),
    option: text('option_value'),
    unitPriceMinor: minor('unit_price_minor').notNull(),
    /** How much of it staff waived, so that the variant is not dearer: all of the difference. */
    waivedUnitMinor: minor('waived_unit_minor').notNull().default(0),
    quantity: integer('quantity').notNull(),
    /** Units that went back into the stock. Fewer than all, when fewer items came. */
    released: integer('released').notNull().default(0),
    releasedBecause: text('released_because', { enum: releaseReasons }),
    releasedAt: timestamptz('released_at'),
    /** The difference of the prices that was refunded when the return was received. */
    refundedMinor: minor('refunded_minor').notNull().default(0),
    /** The parcel that it was sent in. */
    fulfillmentId: text('fulfillment_id'),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.position] }),
    index('exchanges_of_order').on(t.orderId),
    index('exchanges_of_parcel').on(t.fulfillmentId).where(sql`fulfillment_id is not null`),
    index('exchanges_open')
      .on(t.variantId)
      .where(sql`fulfillment_id is null and released < quantity`),
    foreignKey({
      name: 'exchanges_of_return_line',
      columns: [t.returnId, t.position],
      foreignColumns: [returnLines.returnId, returnLines.position],
    }),
    foreignKey({
      name: 'exchanges_of_fulfillment',
      columns: [t.fulfillmentId, t.orderId],
      foreignColumns: [fulfillments.id, fulfillments.orderId],
    }),
    check('exchanges_quantity_above_zero', sql`${t.quantity} > 0`),
    check('exchanges_price_not_negative', sql`${t.unitPriceMinor} >= 0`),
    check(
      'exchanges_waived_within_price',
      sql`${t.waivedUnitMinor} between 0 and ${t.unitPriceMinor}`,
    ),
    check('exchanges_refund_not_negative', sql`${t.refundedMinor} >= 0`),
    check('exchanges_released_fits', sql`${t.released} between 0 and ${t.quantity}`),
    check(
      'exchanges_sent_have_units',
      sql`${t.fulfillmentId} is null or ${t.released} < ${t.quantity}`,
    ),
    check(
      'exchanges_released_say_why',
      sql`num_nonnulls(${t.releasedBecause}, ${t.releasedAt}) = case when ${t.released} = ${t.quantity} then 2 else 0 end`,
    ),
    check(
      'exchanges_release_reason_is_known',
      sql`${t.releasedBecause} in (${literals(releaseReasons)})`,
    ),
  ],
);
