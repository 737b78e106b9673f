import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { newestFirst } from '#db/keyset.ts';
import type { ProductImage, ProductMark, Variant } from './catalog.schema.ts';
import {
  imageList,
  isListed,
  productPrice,
  productSlugs,
  products,
  relatedIds,
  variantCompareAt,
  variantPrice,
} from './catalog.table.ts';
import { categoryIdOf, categoryName } from './categories.table.ts';
import { isFinalSale } from './return-policy.table.ts';

export interface ProductRow {
  id: string;
  slug: string;
  name: string;
  category: string;
  gender: string;
  priceMinor: number;
  currency: string;
  descriptions: string;
  optionName: string;
  version: number;
  createdAt: Date;
  images: ProductImage[];
  variants: Variant[];
}

// One statement for any number of products, variants and images.
const variantList = sql<Variant[]>`coalesce((
  select json_agg(json_build_object(
    'id', variants.id, 'sku', variants.sku, 'size', variants.size, 'color', variants.colour,
    'option', variants.option_value,
    'available', variants.on_hand, 'priceMinor', ${variantPrice},
    'formerMinor', case when ${variantCompareAt} > ${variantPrice} then ${variantCompareAt} end,
    'imageUrl', variants.image_url
  ) order by variants.position, variants.id)
  from variants where variants.product_id = products.id and variants.active
), '[]')`;

/** The columns of a `ProductRow`. */
export const productColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  category: categoryName,
  gender: products.gender,
  priceMinor: productPrice,
  currency: products.currency,
  descriptions: products.descriptions,
  optionName: products.optionName,
  version: products.version,
  createdAt: products.createdAt,
  images: imageList,
  variants: variantList,
};

/** Listed products, newest first, after the row with the given sort key. */
export function selectListed(
  db: Executor,
  filter: {
    /** The name of a category, or its id. */
    category?: string | undefined;
    categoryId?: string;
  },
  limit: number,
  after: ProductMark | null,
): Promise<ProductRow[]> {
  return db
    .select(productColumns)
    .from(products)
    .where(
      and(
        isListed,
        filter.category ? eq(products.categoryId, categoryIdOf(filter.category)) : undefined,
        filter.categoryId ? eq(products.categoryId, filter.categoryId) : undefined,
        after ? isAfter(after) : undefined,
      ),
    )
    .orderBy(...newestFirst(products.createdAt, products.id))
    .limit(limit);
}

// Variants can have images that are not in the product's list.
const zoomable = sql<string[]>`array(
  select uploads.url from uploads where uploads.has_zoom and uploads.url in (
    select i.url from product_images i where i.product_id = products.id
    union all select variants.image_url from variants
      where variants.product_id = products.id and variants.active)
)`;

export interface ProductPageRow extends ProductRow {
  zoomable: string[];
  descriptionHtml: string;
  brand: string;
  isFinalSale: boolean;
  seoTitle: string;
  seoDescription: string;
  relatedIds: string[];
}

/** A listed product by its id, its slug, or a slug that it gave up. */
export async function selectOne(
  db: Executor,
  idOrSlug: string,
): Promise<ProductPageRow | undefined> {
  const former = sql`(select product_id from ${productSlugs} where slug = ${idOrSlug})`;
  const [row] = await db
    .select({
      ...productColumns,
      zoomable,
      descriptionHtml: products.descriptionHtml,
      brand: products.brand,
      isFinalSale,
      seoTitle: products.seoTitle,
      seoDescription: products.seoDescription,
      relatedIds,
    })
    .from(products)
    .where(
      and(
        isListed,
        // Without this the planner can't use the index of slugs.
        isNull(products.archivedAt),
        or(eq(products.id, idOrSlug), eq(products.slug, idOrSlug), eq(products.id, former)),
      ),
    )
    .limit(1);
  return row;
}

/** The listed ones of these products, in any order. */
export function selectListedByIds(db: Executor, ids: string[]): Promise<ProductRow[]> {
  return db
    .select(productColumns)
    .from(products)
    .where(and(isListed, inArray(products.id, ids)));
}

/**
 * Every `size`th listed product, newest first, that has others after it. Read from the index alone.
 */
export async function selectEvery(db: Executor, size: number): Promise<ProductMark[]> {
  const { rows } = await db.execute<{ created_at: Date; id: string }>(sql`
    select created_at, id from (
      select created_at, id, row_number() over newest as position, lead(id) over newest as following
      from products where ${isListed}
      window newest as (order by created_at desc, id desc)
    ) listed where position % ${size} = 0 and following is not null order by position`);
  return rows.map(({ created_at, id }) => ({ createdAt: new Date(created_at).toISOString(), id }));
}

/** The addresses of listed products, newest first, after the row with the given sort key. */
export async function selectAddresses(
  db: Executor,
  limit: number,
  after: ProductMark | null,
): Promise<{ slug: string; createdAt: Date; id: string; updatedAt: Date }[]> {
  const { slug, createdAt, id, updatedAt } = products;
  return db
    .select({ slug, createdAt, id, updatedAt })
    .from(products)
    .where(and(isListed, after ? isAfter(after) : undefined))
    .orderBy(...newestFirst(products.createdAt, products.id))
    .limit(limit);
}

function isAfter({ createdAt, id }: ProductMark) {
  return sql`(${products.createdAt}, ${products.id}) < (${createdAt}::timestamptz, ${id})`;
}

/** The currency of any product in another currency than this one; null when there is none. */
export async function selectOtherCurrency(db: Executor, currency: string): Promise<string | null> {
  const [row] = await db
    .select({ currency: products.currency })
    .from(products)
    .where(ne(products.currency, currency))
    .limit(1);
  return row?.currency ?? null;
}
