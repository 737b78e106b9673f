import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { literals } from '#db/literals.ts';
import { postagePayers } from './postage-payers.schema.ts';

/**
 * What staff set about returns. One row, from the first edit on. A trigger removes all cached pages
 * with each change.
 */
export const returnPolicy = pgTable(
  'return_policy',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Each change increases it. */
    version: integer('version').notNull(),
    /** Who pays for the way back, unless the shop has to pay for the reason of a return. */
    postagePaidBy: text('postage_paid_by', { enum: postagePayers }).notNull(),
    /** A category that was removed since then stays in it, and means nothing. */
    finalSaleCategoryIds: text('final_sale_category_ids').array().notNull(),
    finalSaleTags: text('final_sale_tags').array().notNull(),
  },
  (t) => [
    check('return_policy_is_one_row', sql`${t.isOnly}`),
    check('return_policy_payer_is_known', sql`${t.postagePaidBy} in (${literals(postagePayers)})`),
    check(
      'return_policy_lists_are_short',
      sql`cardinality(${t.finalSaleCategoryIds}) <= 500 and cardinality(${t.finalSaleTags}) <= 50`,
    ),
  ],
);

/**
 * Whether a product is a final sale by now, for every query that has `products` under this name.
 * Lines of orders keep what applied when the order was placed.
 */
export const isFinalSale = sql<boolean>`exists (select from return_policy policy
  where products.category = any(policy.final_sale_category_ids)
    or products.tags && policy.final_sale_tags)`;
