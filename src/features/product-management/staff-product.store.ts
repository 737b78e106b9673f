import { and, eq, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { isoTime } from '#db/iso-time.ts';
import { newestFirst } from '#db/keyset.ts';
import type { ProductMark } from '../catalog/catalog.schema.ts';
import {
  firstImage,
  imageList,
  productSlugs,
  products,
  relatedIds,
  relatedProducts,
  variants,
} from '../catalog/catalog.table.ts';
import { categoryIdOf, categoryName } from '../catalog/categories.table.ts';
import { reservedUnits, stockMovements } from '../inventory/inventory.table.ts';
import { isFoundBy } from './found-by.store.ts';
import type {
  EditedProduct,
  ExportedProduct,
  StaffProduct,
  StaffProductFilter,
  StaffProductRow,
  StaffVariant,
} from './product-management.schema.ts';

/** The variants of a product, with these `reserved` units and more fields. */
const variantsWith = (reserved: SQL, more = sql``) => sql<StaffVariant[]>`coalesce((
  select json_agg(json_build_object(
    'id', variants.id, 'sku', variants.sku, 'size', variants.size, 'color', variants.colour,
    'option', variants.option_value,
    'priceMinor', variants.price_minor, 'compareAtMinor', variants.compare_at_minor,
    'costMinor', variants.cost_minor, 'weightGrams', variants.weight_grams,
    'barcode', variants.barcode, 'lowStockAt', variants.low_stock_at,
    'imageUrl', variants.image_url, 'available', variants.on_hand, 'reserved', ${reserved},
    'archived', variants.archived_at is not null${more}
  ) order by variants.position, variants.id)
  from ${variants} where variants.product_id = products.id
), '[]')`;

const variantList = variantsWith(reservedUnits);

const withMovement = variantsWith(
  reservedUnits,
  sql`, 'movement', coalesce((
    select max(moved.id) from ${stockMovements} moved where moved.variant_id = variants.id
  ), 0)`,
);

const slugList = sql<string[]>`array(
  select former.slug from ${productSlugs} former
  where former.product_id = products.id order by former.created_at desc, former.slug
)`;

// Archived products may share a slug, so a file could not distinguish them.
const relatedSlugs = sql<string[]>`array(
  select other.slug from ${relatedProducts} chosen
  join ${products} other on other.id = chosen.related_id
  where chosen.product_id = products.id
    and products.deleted_at is null and other.deleted_at is null
  order by chosen.position
)`;

const staffColumns = {
  id: products.id,
  slug: products.slug,
  formerSlugs: slugList,
  name: products.name,
  category: categoryName,
  descriptions: products.descriptions,
  descriptionHtml: products.descriptionHtml,
  gender: products.gender,
  brand: products.brand,
  productType: products.productType,
  material: products.material,
  care: products.care,
  tags: products.tags,
  optionName: products.optionName,
  seoTitle: products.seoTitle,
  seoDescription: products.seoDescription,
  status: products.status,
  publishAt: isoTime(sql`${products.publishAt}`),
  priceMinor: products.priceMinor,
  compareAtMinor: products.compareAtMinor,
  costMinor: products.costMinor,
  weightGrams: products.weightGrams,
  currency: products.currency,
  version: products.version,
  createdAt: isoTime(products.createdAt),
  updatedAt: isoTime(sql`${products.updatedAt}`),
  images: imageList,
  related: relatedIds,
  variants: variantList,
};

/** A product in any status, as staff see it. */
export async function selectStaffProduct(
  db: Executor,
  id: string,
): Promise<StaffProduct | undefined> {
  const [row] = await db
    .select({ ...staffColumns, variants: withMovement })
    .from(products)
    .where(eq(products.id, id));
  return row;
}

/** These products, in any status, by id. */
export async function selectStaffProductsByIds(
  db: Executor,
  ids: string[],
): Promise<Map<string, StaffProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select(staffColumns).from(products).where(anyOf(products.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The transaction that wrote a row. A lock of the row leaves it as it is. */
export const writtenBy = (table: typeof products | typeof variants) =>
  sql<string>`${table}.xmin::text`;

const { formerSlugs: _, ...recordColumns } = {
  ...staffColumns,
  variants: variantsWith(sql`0`),
  mark: writtenBy(products),
  variantMarks: sql<string[]>`array(
    select ${writtenBy(variants)} from ${variants} where variants.product_id = products.id
    order by variants.position, variants.id
  )`,
};

/** A product, and what tells whether it changed meanwhile. */
export interface MarkedRecord {
  record: StaffProduct;
  /** The transaction that wrote its row. Whoever changes one of its parts writes that row, too. */
  mark: string;
  /** The transactions that wrote the rows of its variants, because orders write nothing else. */
  variantMarks: string[];
}

/**
 * These products, in any status, by id, without former slugs and reserved units: an import does not
 * need them, and counting the units reads all orders of a variant.
 */
export async function selectMarkedRecords(
  db: Executor,
  ids: string[],
): Promise<Map<string, MarkedRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select(recordColumns).from(products).where(anyOf(products.id, ids));
  return new Map(
    rows.map(({ mark, variantMarks, ...row }) => [
      row.id,
      { record: { ...row, formerSlugs: [] }, mark, variantMarks },
    ]),
  );
}

/**
 * The fields of these products that a bulk edit reads, by id. Of the details, it reads only whether
 * there are any.
 */
export async function selectEditedProducts(
  db: Executor,
  ids: string[],
): Promise<Map<string, EditedProduct>> {
  if (ids.length === 0) return new Map();
  const { id, name, version, status, publishAt, category, tags } = staffColumns;
  const { priceMinor, compareAtMinor, costMinor, variants: list } = staffColumns;
  const descriptions = sql<string>`left(${products.descriptions}, 1)`;
  const labels = { id, name, version, status, publishAt, descriptions, category, tags };
  const rows = await db
    .select({ ...labels, priceMinor, compareAtMinor, costMinor, variants: list })
    .from(products)
    .where(anyOf(products.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** These products as files have them. */
export async function selectExportedByIds(
  db: Executor,
  ids: string[],
): Promise<Map<string, ExportedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ ...staffColumns, relatedSlugs })
    .from(products)
    .where(anyOf(products.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads what a list shows of a product's variants that are not archived. */
const ofVariants = <T>(what: SQL) =>
  sql<T>`(select ${what} from ${variants} where variants.product_id = products.id and variants.archived_at is null)`;

/** Products of any status that fit, newest first, after the row with the given sort key. */
export function selectStaffRows(
  db: Executor,
  filter: StaffProductFilter,
  limit: number,
  after: ProductMark | null,
): Promise<StaffProductRow[]> {
  return db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      category: categoryName,
      status: products.status,
      publishAt: isoTime(sql`${products.publishAt}`),
      priceMinor: products.priceMinor,
      compareAtMinor: products.compareAtMinor,
      currency: products.currency,
      imageUrl: firstImage,
      variantCount: ofVariants<number>(sql`count(*)::int`),
      available: ofVariants<number>(sql`coalesce(sum(variants.on_hand), 0)::float8`),
      version: products.version,
      createdAt: isoTime(products.createdAt),
      updatedAt: isoTime(sql`${products.updatedAt}`),
    })
    .from(products)
    .where(fits(filter, after))
    .orderBy(...newestFirst(products.createdAt, products.id))
    .limit(limit);
}

/** Products in any status that fit, newest first, after the row with the given sort key. */
export function selectStaffProducts(
  db: Executor,
  filter: StaffProductFilter,
  limit: number,
  after: ProductMark | null,
): Promise<ExportedProduct[]> {
  return db
    .select({ ...staffColumns, relatedSlugs })
    .from(products)
    .where(fits(filter, after))
    .orderBy(...newestFirst(products.createdAt, products.id))
    .limit(limit);
}

function fits(
  { status, category, q }: StaffProductFilter,
  after: ProductMark | null,
): SQL | undefined {
  return and(
    status ? eq(products.status, status) : undefined,
    category ? eq(products.categoryId, categoryIdOf(category)) : undefined,
    q ? isFoundBy(q) : undefined,
    after
      ? sql`(${products.createdAt}, ${products.id}) < (${after.createdAt}::timestamptz, ${after.id})`
      : undefined,
  );
}
