import { sql } from 'drizzle-orm';
import { customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';
import { variants } from './catalog.table.ts';

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * What a variant cost until it changed, with the values that it takes from its product. Only
 * triggers write these rows, once for each transaction that changes a price, so no change can be
 * missed. The price at a moment is that of the first row that ended after it. If there is none, it
 * is today's price, so a new variant needs no row.
 */
export const pastPrices = pgTable(
  'past_prices',
  {
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    endedAt: timestamptz('ended_at').notNull(),
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    /** Null while it had none. */
    priceMinor: minor('price_minor'),
    compareAtMinor: minor('compare_at_minor'),
    costMinor: minor('cost_minor'),
  },
  (t) => [primaryKey({ columns: [t.variantId, t.endedAt, t.transaction] })],
);
