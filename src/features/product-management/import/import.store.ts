import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor, Tx } from '#db/client.ts';
import { insertRows } from '#db/insert-rows.ts';
import { newestFirst } from '#db/keyset.ts';
import type { ProductImage } from '../../catalog/catalog.schema.ts';
import {
  descriptionImages,
  productImages,
  productSlugs,
  products,
  variants,
} from '../../catalog/catalog.table.ts';
import { categories } from '../../catalog/categories.table.ts';
import { staffJobItems, staffJobs } from '../../staff-jobs/staff-jobs.table.ts';
import { importImages } from '../import.table.ts';
import type { ColumnMapping } from '../import-columns.schema.ts';
import { joinImagesToFetch } from './join-images.ts';
import type { ProductRows } from './product-rows.ts';

export interface ImagesToFetch extends Omit<typeof importImages.$inferSelect, 'images'> {
  images: ProductImage[];
  /** The description as the file has it; null if none of its images is to be fetched. */
  description: string | null;
  /** How many are to be fetched, with those of the description. */
  count: number;
  /** The line of each image that is not on the line of the product. */
  lines?: Record<string, number>;
  /** How many rows of a table of SKUs they are from; missing if it is one. */
  rows?: number;
}

/** The products that have these slugs now, and those that gave them up. */
export async function selectSlugOwners(
  db: Executor,
  slugs: string[],
): Promise<{ live: Map<string, string>; former: Map<string, string> }> {
  if (slugs.length === 0) return { live: new Map(), former: new Map() };
  const live = await db
    .select({ slug: products.slug, id: products.id })
    .from(products)
    .where(and(isNull(products.archivedAt), anyOf(products.slug, slugs)));
  const former = await db
    .select({ slug: productSlugs.slug, id: productSlugs.productId })
    .from(productSlugs)
    .where(anyOf(productSlugs.slug, slugs));
  return {
    live: new Map(live.map(({ slug, id }) => [slug, id])),
    former: new Map(former.map(({ slug, id }) => [slug, id])),
  };
}

/** The id of the product of each of these SKUs. */
export async function selectSkuOwners(db: Executor, skus: string[]): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .select({ sku: variants.sku, id: variants.productId })
    .from(variants)
    .where(anyOf(variants.sku, skus));
  return new Map(rows.map(({ sku, id }) => [sku, id]));
}

/** The formatted descriptions of these products, by id. */
export async function selectDescriptionHtml(
  db: Executor,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, html: products.descriptionHtml })
    .from(products)
    .where(anyOf(products.id, ids));
  return new Map(rows.map(({ id, html }) => [id, html]));
}

/** The names of the products among these that are not archived, by id. */
export async function selectLiveNames(db: Executor, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(isNull(products.archivedAt), anyOf(products.id, ids)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Inserts products with former slugs and variants: one statement for each table. */
export async function insertProducts(db: Executor, rows: ProductRows[]): Promise<void> {
  await insertRows(
    db,
    products,
    rows.map(({ product }) => product),
  );
  await insertRows(
    db,
    productSlugs,
    rows.flatMap(({ formerSlugs }) => formerSlugs),
  );
  await insertRows(
    db,
    variants,
    rows.flatMap((row) => row.variants),
  );
}

/** Writes the rows of the search index now, and not at the end of the transaction. */
export async function indexProductsNow(tx: Tx): Promise<void> {
  await tx.execute(sql`set constraints catalog_changes_are_indexed immediate`);
}

/** Inserts the images of products and of their descriptions: one statement for each table. */
export async function insertImagesOf(db: Executor, rows: ProductRows[]): Promise<void> {
  await insertRows(
    db,
    productImages,
    rows.flatMap(({ images }) => images),
  );
  await insertRows(
    db,
    descriptionImages,
    rows.flatMap((row) => row.descriptionImages),
  );
}

/** Adds the images of products to those that the job has still to fetch for them. */
export async function addImagesToFetch(
  db: Executor,
  jobId: string,
  added: Omit<ImagesToFetch, 'jobId'>[],
): Promise<void> {
  if (added.length === 0) return;
  const ids = [...new Set(added.map(({ productId }) => productId))];
  const known = await db
    .select()
    .from(importImages)
    .where(and(eq(importImages.jobId, jobId), anyOf(importImages.productId, ids)));
  const all = [...known.map(asImagesToFetch), ...added.map((row) => ({ ...row, jobId }))];
  const values = joinImagesToFetch(all).map(
    ({ images, description, lines, count, rows, ...row }) => ({
      ...row,
      images: { images, description, count, ...(lines && { lines }), ...(rows && { rows }) },
    }),
  );
  await db
    .insert(importImages)
    .values(values)
    .onConflictDoUpdate({
      target: [importImages.jobId, importImages.productId],
      set: { images: sql`excluded.images`, variants: sql`excluded.variants` },
    });
}

/** The next products of a job whose images are to be fetched. */
export async function selectImagesToFetch(
  db: Executor,
  jobId: string,
  limit: number,
): Promise<ImagesToFetch[]> {
  const rows = await db
    .select()
    .from(importImages)
    .where(eq(importImages.jobId, jobId))
    .orderBy(asc(importImages.line))
    .limit(limit);
  return rows.map(asImagesToFetch);
}

/** A row that an earlier version of the shop stored does not count its images. */
function asImagesToFetch({ images, ...row }: typeof importImages.$inferSelect): ImagesToFetch {
  return Array.isArray(images)
    ? { ...row, images, description: null, count: images.length }
    : { ...row, count: images.images.length, ...images };
}

export async function deleteImagesToFetch(
  db: Executor,
  jobId: string,
  productId: string,
): Promise<void> {
  await db
    .delete(importImages)
    .where(and(eq(importImages.jobId, jobId), eq(importImages.productId, productId)));
}

/** Deletes the list of images that a job still has to fetch. */
export async function deleteAllImagesToFetch(db: Executor, jobId: string): Promise<void> {
  await db.delete(importImages).where(eq(importImages.jobId, jobId));
}

export interface NamedCategory {
  id: string;
  name: string;
}

/** All categories; a hundred at most. */
export function selectNamedCategories(db: Executor): Promise<NamedCategory[]> {
  return db.select({ id: categories.id, name: categories.name }).from(categories);
}

/** How many of the newest imports and checks are looked through for one of them. */
const LOOKED_THROUGH = 1_000;

/**
 * The newest import of a file with these columns, in any order. One that failed, was cancelled or
 * undone does not count: its columns may be why.
 */
export async function selectImportWithHeading(
  db: Executor,
  header: string[],
): Promise<{ fileName: string; mapping: ColumnMapping; startedAt: Date } | undefined> {
  const { kind, status, input, createdAt, id } = staffJobs;
  const newest = db
    .select({ status, input, createdAt, id })
    .from(staffJobs)
    .where(eq(kind, 'import'))
    .orderBy(...newestFirst(createdAt, id))
    .limit(LOOKED_THROUGH)
    .as('newest');
  const columns = sql`${newest.input} -> 'header'`;
  const wanted = sql`${JSON.stringify(header)}::jsonb`;
  const [row] = await db
    .select({
      fileName: sql<string>`${newest.input} ->> 'fileName'`,
      mapping: sql<ColumnMapping>`${newest.input} -> 'mapping'`,
      startedAt: newest.createdAt,
    })
    .from(newest)
    .where(
      and(
        sql`${newest.input} ->> 'dryRun' = 'false'`,
        eq(newest.status, 'done'),
        sql`jsonb_array_length(${columns}) = ${header.length}`,
        sql`${columns} @> ${wanted} and ${columns} <@ ${wanted}`,
      ),
    )
    .orderBy(...newestFirst(newest.createdAt, newest.id))
    .limit(1);
  return row;
}

/**
 * The import that added a product, of those that began before a time. Reads one item of each by the
 * key, from the newest one on: an index of all items by product would have a row for each product of
 * each import.
 */
export async function selectImportOf(
  db: Executor,
  productId: string,
  before: Date,
): Promise<{ jobId: string; fileName: string; by: string } | undefined> {
  const { rows } = await db.execute<{ jobId: string; fileName: string; by: string }>(sql`
    select j.id as "jobId", j.input ->> 'fileName' as "fileName", j.created_by as by
    from (
      select id, input, created_by from ${staffJobs}
      where kind = 'import' and created_at <= ${before.toISOString()}::timestamptz
      order by ${sql.join(newestFirst(sql`created_at`, sql`id`), sql`, `)}
      limit ${LOOKED_THROUGH}
    ) j
    cross join lateral (
      select from ${staffJobItems} i
      where i.job_id = j.id and i.subject = ${productId} and i.outcome = 'new' limit 1
    ) item
    limit 1`);
  return rows[0];
}
