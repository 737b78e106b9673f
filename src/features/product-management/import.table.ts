import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ProductImage } from '../catalog/catalog.schema.ts';
import { products } from '../catalog/catalog.table.ts';
import { staffJobs } from '../staff-jobs/staff-jobs.table.ts';

interface StoredMore {
  description: string | null;
  lines?: Record<string, number>;
  count?: number;
  rows?: number;
}

/** Products of an import whose images are still to be fetched. */
export const importImages = pgTable(
  'import_images',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => staffJobs.id, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The line of the file where the product is. */
    line: integer('line').notNull(),
    /**
     * All images that the product gets, in order; with the HTML of its description as the file has
     * it, if images of that are to be fetched, the lines of images that are on other lines, and how
     * many images are to be fetched, and for how many rows of the file.
     */
    images: jsonb('images')
      .$type<ProductImage[] | ({ images: ProductImage[] } & StoredMore)>()
      .notNull(),
    /** The images of its variants. */
    variants: jsonb('variants').$type<{ id: string; url: string }[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.productId] }),
    index('import_images_by_line').on(t.jobId, t.line),
  ],
);
