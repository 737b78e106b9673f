import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { keyset, ofFew, type SortKey } from '#db/keyset.ts';
import { startingWith } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { firstImage, isLow, products, variantPrice, variants } from '../catalog/catalog.table.ts';
import { categoryName } from '../catalog/categories.table.ts';
import {
  allThatMayFit,
  inRange,
  likelyToFit,
  pricedVariants,
  selectFound,
} from './few-products.store.ts';
import { isFoundBy, isFoundOneByOne } from './found-by.store.ts';
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
  price: { by: products.priceMinor, type: 'bigint' },
} satisfies Record<(typeof staffSortOrders)[StaffSort]['by'], Omit<SortKey, 'down'>>;

/** The sort key of a sort. Each has an index. */
export function sortKeyOf(sort: StaffSort): SortKey {
  const { by, down } = staffSortOrders[sort];
  return { ...sortedBy[by], down };
}

/** The sums over the variants of a product. `lowStockAt` is the shop's low-stock level. */
const sumsOf = (lowStockAt: number) => sql`(
  select count(*)::int as count, coalesce(sum(variants.on_hand), 0)::float8 as units,
    (count(*) filter (where ${isLow(lowStockAt)}))::int as low,
    coalesce(min(${variantPrice}), products.price_minor) as lowest,
    coalesce(max(${variantPrice}), products.price_minor) as highest
  from ${variants} where variants.product_id = products.id and variants.archived_at is null
) sums`;

/** A filter with the products that may fit it, if they are few. */
export interface PreparedFilter extends StaffFilter {
  /** Null when they are too many. */
  few: string[] | null;
  /** Of many that a text, a tag or a price leaves, some. */
  some: string[];
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
  const isNarrow = text !== null || (stock === 'any' && (tag !== null || inRange(price) !== null));
  return { ...filter, few: null, some: isNarrow ? (found?.ids ?? []) : [] };
}

/** The products that fit a filter, after the given row. */
export function selectStaffList(
  db: Executor,
  lowStockAt: number,
  filter: PreparedFilter,
  sort: StaffSort,
  limit: number,
  after: SortedAfter | null,
) {
  const key = filter.few ? ofFew(sortKeyOf(sort)) : sortKeyOf(sort);
  const { orderBy, rest, sortValue } = keyset(key, products.id, after);
  const page = (which?: SQL) =>
    sql`array(${db
      .select({ id: products.id })
      .from(products)
      .innerJoinLateral(needsSums(filter) ? sumsOf(lowStockAt) : NO_SUMS, sql`true`)
      .where(and(which, fits(filter), rest))
      .orderBy(...orderBy)
      .limit(limit)})`;
  const [own, others] = byOwnPrice(filter, sort);
  const ids = filter.few
    ? firstOfFew(db, lowStockAt, filter, key, { limit, rest })
    : own && sql`${page(own)} || ${page(others)}`;
  // Only the variants of the page are summed up.
  const isOnPage = ids && sql`${products.id} = any(${ids})`;
  return db
    .select({
      id: products.id,
      name: products.name,
      status: products.status,
      publishAt: products.publishAt,
      category: categoryName,
      tags: products.tags,
      imageUrl: firstImage,
      lowestMinor: sql<number>`sums.lowest`.mapWith(Number),
      highestMinor: sql<number>`sums.highest`.mapWith(Number),
      available: sql<number>`sums.units`,
      lowCount: sql<number>`sums.low`,
      variantCount: sql<number>`sums.count`,
      updatedAt: products.updatedAt,
      sortValue,
    })
    .from(products)
    .innerJoinLateral(sumsOf(lowStockAt), sql`true`)
    .where(isOnPage ?? and(fits(filter), rest))
    .orderBy(...orderBy)
    .limit(limit);
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
      cross join lateral ${needsSums(filter) ? sumsOf(lowStockAt) : NO_SUMS}
    where ${fitsByOthers(filter) ?? sql`true`}
    order by ${sql.join(inOrder, sql`, `)} limit ${limit}
  )`;
}

/**
 * The products whose own price is in the range of a filter, and those of which only a variant's is.
 * Sorted by price, the first ones are a part of the index; together they would be found by reading
 * all that are cheaper or dearer.
 */
function byOwnPrice({ few, price }: PreparedFilter, sort: StaffSort): SQL[] {
  const range = inRange(price);
  if (few !== null || range === null || staffSortOrders[sort].by !== 'price') return [];
  const own = range(products.priceMinor);
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
      .innerJoinLateral(needsSums(filter) ? sumsOf(lowStockAt) : NO_SUMS, sql`true`)
      .where(and(which, fits({ ...filter, text: null })))
      .limit(most);
    return db.$count(some.as('some'));
  };
  const among = (ids: SQL | null) => ids && count(sql`products.id = any(array(${ids}))`);
  if (filter.few !== null) return count(undefined);
  const some = filter.some.length > 0 ? count(anyOf(products.id, filter.some)) : null;
  const atLeast = (await (some ?? among(likelyToFit(filter)))) ?? 0;
  return atLeast >= most ? atLeast : ((await among(allThatMayFit(filter))) ?? count(undefined));
}

const NO_SUMS = sql`(select) sums`;

// Whether `fits` has conditions on the sums over the variants.
function needsSums({ stock }: StaffFilter): boolean {
  return stock !== 'any';
}

// One of its prices: that of a variant, or its own without variants.
function isPriced(price: StaffFilter['price']): SQL | undefined {
  const range = inRange(price);
  const ofIt = sql`select from ${variants}
    where variants.product_id = products.id and variants.archived_at is null`;
  return range === null
    ? undefined
    : sql`(exists (${ofIt} and ${range(variantPrice)})
      or ${range(products.priceMinor)} and not exists (${ofIt}))`;
}

const levels: Record<StockLevel, SQL | undefined> = {
  any: undefined,
  in: sql`sums.units > 0`,
  low: sql`sums.low > 0`,
  out: sql`sums.units = 0`,
};

function fits(filter: PreparedFilter): SQL | undefined {
  return and(fitsByItself(filter), fitsByOthers(filter));
}

function fitsByItself({ few, status, category, tag }: PreparedFilter): SQL | undefined {
  return and(
    few === null ? undefined : anyOf(products.id, few),
    status === null ? isNull(products.archivedAt) : eq(products.status, status),
    category === null ? undefined : eq(products.categoryId, category),
    tag === null ? undefined : sql`products.tags @> array[${tag}]::text[]`,
  );
}

/** Conditions on other tables than that of products. */
function fitsByOthers(filter: PreparedFilter): SQL | undefined {
  const { few, text, stock, missingImage, price } = filter;
  return and(
    text === null || few !== null ? undefined : isFoundOneByOne(text),
    missingImage ? sql`${firstImage} is null` : undefined,
    levels[stock],
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
        and lower(variants.sku) like lower(${startingWith(text)}) order by sku limit 1
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
