import { sql } from 'drizzle-orm';
import { customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';
import { variants } from './catalog.table.ts';

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * What a variant cost until it changed, with the values that it takes from its product. Only
 * triggers write it, in the transaction of the change and once for each transaction, so no way of
 * changing a price can forget it. The price at a moment is that of the first row which ended after
 * it, and without one the price of today. So a new variant needs no row.
 */
export const pastPrices = pgTable(
  'past_prices',
  {
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    endedAt: timestamptz('ended_at').notNull(),
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    priceMinor: minor('price_minor').notNull(),
    compareAtMinor: minor('compare_at_minor'),
    costMinor: minor('cost_minor'),
  },
  (t) => [primaryKey({ columns: [t.variantId, t.endedAt, t.transaction] })],
);
