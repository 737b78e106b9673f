import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { firstOfMany } from '#db/first-of-many.ts';
import { keyset, ofFew, type SortKey } from '#db/keyset.ts';
import { skuStarts } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import {
  firstImage,
  isLow,
  products,
  sortedPrice,
  variantCost,
  variantPriceIfSet,
  variants,
} from '../catalog/catalog.table.ts';
import { categoryName } from '../catalog/categories.table.ts';
import type { CostReader } from '../permissions.ts';
import {
  allThatMayFit,
  inRange,
  likelyToFit,
  pricedVariants,
  selectFound,
} from './few-products.store.ts';
import { isFoundAtOnce, isFoundBy, isFoundOneByOne, isNamed } from './found-by.store.ts';
import type { ProductStatus } from './product-status.schema.ts';
import {
  type StaffFilter,
  type StaffSort,
  type StockLevel,
  staffSortOrders,
} from './staff-list.schema.ts';

const sortedBy = {
  updatedAt: { by: products.updatedAt, type: 'timestamptz' },
  createdAt: { by: products.createdAt, type: 'timestamptz' },
  name: { by: sql`lower(${products.name})`, type: 'text' },
  price: { by: sortedPrice, type: 'bigint' },
} satisfies Record<(typeof staffSortOrders)[StaffSort]['by'], Omit<SortKey, 'down'>>;

/** The sort key of a sort. Each has an index. */
export function sortKeyOf(sort: StaffSort): SortKey {
  const { by, down } = staffSortOrders[sort];
  return { ...sortedBy[by], down };
}

/** The sums over the variants of a product. `lowStockAt` is the shop's low-stock level. */
const sumsOf = (lowStockAt: number, reader: CostReader) => sql`(
  select count(*)::int as count, coalesce(sum(variants.on_hand), 0)::float8 as units,
    (count(*) filter (where ${isLow(lowStockAt)}))::int as low,
    coalesce(min(${variantPriceIfSet}), products.price_minor) as lowest,
    coalesce(max(${variantPriceIfSet}), products.price_minor) as highest,
    case when count(*) = 1 then min(variants.sku) end as sku,
    min(${variantCost(reader)}) as cost_low, max(${variantCost(reader)}) as cost_high
  from ${variants} where variants.product_id = products.id and variants.archived_at is null
) sums`;

/** A filter with the products that may fit it, if they are few. */
export interface PreparedFilter extends StaffFilter {
  /** Null when they are too many. */
  few: string[] | null;
  /** Some of the products that a tag or a price leaves, where these are many. */
  some: string[];
  /** How far the list is read for a text that finds many. */
  far?: number;
}

/** Looks up the products that may fit a filter. */
export async function prepareFilter(
  db: Executor,
  lowStockAt: number,
  filter: StaffFilter,
): Promise<PreparedFilter> {
  const { text, tag, stock, price } = filter;
  const found = await selectFound(db, lowStockAt, filter);
  if (found?.areAll) return { ...filter, few: found.ids, some: [] };
  const isNarrow = text === null && stock === 'any' && (tag !== null || inRange(price) !== null);
  return { ...filter, few: null, some: isNarrow ? (found?.ids ?? []) : [] };
}

/** The products that fit a filter, after the given row. */
export function selectStaffList(
  db: Executor,
  reader: CostReader,
  lowStockAt: number,
  filter: PreparedFilter,
  sort: StaffSort,
  limit: number,
  after: SortedAfter | null,
) {
  const { where, orderBy, sortValue } = pageOf(db, lowStockAt, filter, sort, { limit, after });
  return db
    .select({
      id: products.id,
      name: products.name,
      status: products.status,
      publishAt: products.publishAt,
      category: categoryName,
      brand: products.brand,
      productType: products.productType,
      tags: products.tags,
      imageUrl: firstImage,
      lowestMinor: sql<number | null>`sums.lowest`.mapWith(Number),
      highestMinor: sql<number | null>`sums.highest`.mapWith(Number),
      available: sql<number>`sums.units`,
      lowCount: sql<number>`sums.low`,
      variantCount: sql<number>`sums.count`,
      sku: sql<string | null>`sums.sku`,
      costLowMinor: sql<number | null>`sums.cost_low::float8`,
      costHighMinor: sql<number | null>`sums.cost_high::float8`,
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
      sortValue,
    })
    .from(products)
    .innerJoinLateral(sumsOf(lowStockAt, reader), sql`true`)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
}

/** The ids of these products alone, with the value that each is sorted by. */
export function selectStaffIds(
  db: Executor,
  lowStockAt: number,
  filter: PreparedFilter,
  sort: StaffSort,
  limit: number,
  after: SortedAfter | null,
) {
  const { where, orderBy, sortValue } = pageOf(db, lowStockAt, filter, sort, { limit, after });
  return db
    .select({ id: products.id, sortValue })
    .from(products)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
}

/** Which products are on a page, and in which order. */
function pageOf(
  db: Executor,
  lowStockAt: number,
  filter: PreparedFilter,
  sort: StaffSort,
  { limit, after }: { limit: number; after: SortedAfter | null },
) {
  const key = filter.few ? ofFew(sortKeyOf(sort)) : sortKeyOf(sort);
  const { orderBy, rest, sortValue } = keyset(key, products.id, after);
  const page = (which?: SQL) =>
    sql`array(${db
      .select({ id: products.id })
      .from(products)
      .where(and(which, fits(lowStockAt, filter), rest))
      .orderBy(...orderBy)
      .limit(limit)})`;
  const [own, others] = byOwnPrice(filter, sort);
  const ids = filter.few
    ? firstOfFew(db, lowStockAt, filter, key, { limit, rest })
    : filter.text !== null
      ? firstOfFound(lowStockAt, filter.text, filter, sort, { limit, rest })
      : own && sql`${page(own)} || ${page(others)}`;
  // Only the variants of the page are summed up.
  const isOnPage = ids && sql`${products.id} = any(${ids})`;
  return { where: isOnPage ?? and(fits(lowStockAt, filter), rest), orderBy, sortValue };
}

/**
 * The ids of the first of few products. They are sorted by their own columns, and what depends on
 * other tables is looked up in that order, until the page is full.
 */
function firstOfFew(
  db: Executor,
  lowStockAt: number,
  filter: PreparedFilter,
  key: SortKey,
  { limit, rest }: { limit: number; rest: SQL | undefined },
): SQL {
  const sorted = db
    .select({
      id: products.id,
      priceMinor: products.priceMinor,
      key: sql`${key.by}`.as('sort_key'),
    })
    .from(products)
    .where(and(fitsByItself(filter), rest))
    .orderBy(...keyset(key, products.id, null).orderBy);
  const inOrder = keyset({ ...key, by: sql`products.sort_key` }, products.id, null).orderBy;
  return sql`array(
    select products.id from (${sorted} offset 0) products
    where ${fitsByOthers(lowStockAt, filter) ?? sql`true`}
    order by ${sql.join(inOrder, sql`, `)} limit ${limit}
  )`;
}

/** The ids of the first of many products that a text finds. */
function firstOfFound(
  lowStockAt: number,
  text: string,
  filter: PreparedFilter,
  sort: StaffSort,
  { limit, rest }: { limit: number; rest: SQL | undefined },
): SQL {
  const key = sortKeyOf(sort);
  const { status, far } = filter;
  const others = fits(lowStockAt, { ...filter, text: null });
  const isByTime = key.type === 'timestamptz';
  return firstOfMany({
    ...{ table: products, id: products.id, by: key.by, limit, rest, far },
    orderOf: (by) => keyset({ ...key, by }, products.id, null).orderBy,
    indexed: isByTime ? inStatus(status) : undefined,
    fits: and(others, isFoundOneByOne(text)),
    found: [{ where: and(isFoundAtOnce(text), others) }],
  });
}

/**
 * The products whose own price is in the range of a filter, and those of which only a variant's is.
 * Sorted by price, the first ones are a part of the index; together they would be found by reading
 * all that are cheaper or dearer.
 */
function byOwnPrice({ few, price }: PreparedFilter, sort: StaffSort): SQL[] {
  const range = inRange(price);
  if (few !== null || range === null || staffSortOrders[sort].by !== 'price') return [];
  const own = range(sortedPrice);
  return [own, sql`not (${own}) and products.id = any(array(${pricedVariants(range)}))`];
}

/** How many products fit a filter; stops at `most`. */
export async function countStaffListUpTo(
  db: Executor,
  lowStockAt: number,
  filter: PreparedFilter,
  most: number,
): Promise<number> {
  const count = (which: SQL | undefined) => {
    const some = db
      .select({ id: products.id })
      .from(products)
      .where(and(which, fits(lowStockAt, { ...filter, text: null })))
      .limit(most);
    return db.$count(some.as('some'));
  };
  const among = (ids: SQL | null) => ids && count(sql`products.id = any(array(${ids}))`);
  const { few, some, text } = filter;
  if (few !== null) return count(undefined);
  // Some that may fit come first: of many, as many do.
  const first = some.length > 0 ? anyOf(products.id, some) : text && isNamed(text);
  for (const part of [() => first && count(first), () => among(likelyToFit(filter))]) {
    const atLeast = (await part()) || 0;
    if (atLeast >= most) return atLeast;
  }
  return (await among(allThatMayFit(filter))) ?? count(undefined);
}

// One of its prices: that of a variant, or its own without variants.
function isPriced(price: StaffFilter['price']): SQL | undefined {
  const range = inRange(price);
  return range === null
    ? undefined
    : sql`(${hasVariant(range(variantPriceIfSet))}
      or ${range(sortedPrice)} and not ${hasVariant(sql`true`)})`;
}

// `offset 0` makes PostgreSQL look them up for each product that the list comes to.
const hasVariant = (which: SQL) => sql`exists (select from ${variants}
  where variants.product_id = products.id and variants.archived_at is null and ${which} offset 0)`;
const hasUnits = hasVariant(sql`variants.on_hand > 0`);

const levels: Record<StockLevel, (lowStockAt: number) => SQL | undefined> = {
  any: () => undefined,
  in: () => hasUnits,
  low: (lowStockAt) => hasVariant(isLow(lowStockAt)),
  out: () => sql`not ${hasUnits}`,
};

function fits(lowStockAt: number, filter: PreparedFilter): SQL | undefined {
  return and(fitsByItself(filter), fitsByOthers(lowStockAt, filter));
}

function fitsByItself({ few, status, category, tag }: PreparedFilter): SQL | undefined {
  return and(
    few === null ? undefined : anyOf(products.id, few),
    inStatus(status),
    category === null ? undefined : eq(products.categoryId, category),
    tag === null ? undefined : sql`products.tags @> array[${tag}]::text[]`,
  );
}

const inStatus = (status: StaffFilter['status']) =>
  status === null ? isNull(products.archivedAt) : eq(products.status, status);

/** Conditions on other tables than that of products. */
function fitsByOthers(lowStockAt: number, filter: PreparedFilter): SQL | undefined {
  const { few, text, stock, missingImage, price } = filter;
  return and(
    text === null || few !== null ? undefined : isFoundOneByOne(text),
    missingImage ? sql`${firstImage} is null` : undefined,
    levels[stock](lowStockAt),
    isPriced(price),
  );
}

/** How many products a text finds in each way, before they are sorted. */
const MAX_FOUND = 200;

/** The first products that match a text, by name; archived ones last. */
export async function selectFoundProducts(
  db: Executor,
  text: string,
  limit: number,
): Promise<{ id: string; name: string; status: ProductStatus; sku: string | null }[]> {
  return db
    .select({
      id: products.id,
      name: products.name,
      status: products.status,
      sku: sql<string | null>`(
        select sku from ${variants} where variants.product_id = products.id
        and ${skuStarts(sql`variants.sku`, text)} order by sku limit 1
      )`,
    })
    .from(products)
    .where(isFoundBy(text, MAX_FOUND))
    .orderBy(sql`products.status = 'archived'`, sql`lower(products.name)`, products.id)
    .limit(limit);
}

/** How many products are in a status; stops at `most`. */
export async function countInStatusUpTo(
  db: Executor,
  status: ProductStatus,
  most: number,
): Promise<number> {
  const few = db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.status, status))
    .limit(most);
  return db.$count(few.as('few'));
}

export async function hasAnyProduct(db: Executor): Promise<boolean> {
  const rows = await db.select({ id: products.id }).from(products).limit(1);
  return rows.length > 0;
}
