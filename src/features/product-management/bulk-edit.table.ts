import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { staffJobs } from '../staff-jobs/staff-jobs.table.ts';
import type { StoredEdit } from './bulk-edit-input.schema.ts';

/**
 * What a bulk edit does to each product. It has no foreign key, because a product may be gone by
 * then.
 */
export const bulkEditProducts = pgTable(
  'bulk_edit_products',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => staffJobs.id, { onDelete: 'cascade' }),
    productId: text('product_id').notNull(),
    edit: jsonb('edit').$type<StoredEdit>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.productId] })],
);
