import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import { insertRows } from '#db/insert-rows.ts';
import {
  descriptionImages,
  productImages,
  productSlugs,
  products,
  relatedProducts,
  variants,
} from '../../catalog/catalog.table.ts';
import { MOST_RELATED } from '../product-management.schema.ts';
import type { ProductRows } from './product-rows.ts';

/** The product that has each of these slugs, or gave it up. */
export async function selectSlugOwners(
  db: Executor,
  slugs: string[],
): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const live = db
    .select({ slug: products.slug, productId: products.id })
    .from(products)
    .where(and(isNull(products.archivedAt), inArray(products.slug, slugs)));
  const former = db
    .select({ slug: productSlugs.slug, productId: productSlugs.productId })
    .from(productSlugs)
    .where(inArray(productSlugs.slug, slugs));
  const rows = await unionAll(live, former);
  return new Map(rows.map(({ slug, productId }) => [slug, productId]));
}

/** The product of each of these SKUs. */
export async function selectSkuOwners(
  db: Executor,
  skus: string[],
): Promise<Map<string, { slug: string; isArchived: boolean }>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .select({ sku: variants.sku, slug: products.slug, status: products.status })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(inArray(variants.sku, skus));
  return new Map(
    rows.map(({ sku, slug, status }) => [sku, { slug, isArchived: status === 'archived' }]),
  );
}

/** Inserts products with variants, images and former slugs: one statement for each table. */
export async function insertProducts(db: Executor, rows: ProductRows[]): Promise<void> {
  await insertRows(
    db,
    products,
    rows.map(({ product }) => product),
  );
  await insertRows(
    db,
    variants,
    rows.flatMap((row) => row.variants),
  );
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
  await insertRows(
    db,
    productSlugs,
    rows.flatMap(({ formerSlugs }) => formerSlugs),
  );
}

/** The slug of a product, and that of one that its page shows. */
export interface RelatedSlugs {
  slug: string;
  related: string;
  /** Among those of the same product. */
  position: number;
}

/**
 * Relates products with an id from `firstId` on to others, by their slugs. What is not in the shop
 * is left out, and what is archived.
 */
export async function insertRelated(
  db: Executor,
  firstId: string,
  rows: RelatedSlugs[],
): Promise<void> {
  await db.execute(sql`
    insert into ${relatedProducts} (product_id, related_id, position)
    select product_id, related_id, nr from (
      select one.id as product_id, other.id as related_id,
        row_number() over (partition by one.id order by given.position) - 1 as nr
      from json_to_recordset(${JSON.stringify(rows)})
        as given(slug text, related text, position int)
      join ${products} one on one.slug = given.slug and one.deleted_at is null
      join ${products} other on other.slug = given.related and other.deleted_at is null
      where one.id >= ${firstId} and other.id <> one.id
    ) found where nr < ${MOST_RELATED}
    on conflict do nothing`);
}
