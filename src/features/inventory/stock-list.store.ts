import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { countOfWays, type Found, fewOrNone } from '#db/few-or-some.ts';
import { firstOfMany } from '#db/first-of-many.ts';
import { hasWords, mayHaveWords } from '#db/has-words.ts';
import { keyset, ofFew, type SortKey } from '#db/keyset.ts';
import { skuStarts } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import {
  isLowByIndex,
  nameAndBrand,
  products,
  variantCost,
  variantImage,
  variantPriceIfSet,
  variants,
} from '../catalog/catalog.table.ts';
import { categoryName } from '../catalog/categories.table.ts';
import { openLines } from '../order-tables/open-lines.table.ts';
import type { CostReader } from '../permissions.ts';
import type { CategoryValue } from './inventory.schema.ts';
import { reservedUnits, stockMovements, unitsToShip } from './inventory.table.ts';
import { type StockSearch, type StockSort, sortOrders } from './stock-list.schema.ts';

const sortedBy = {
  sku: { by: variants.sku, type: 'text' },
  available: { by: variants.available, type: 'bigint' },
} satisfies Record<(typeof sortOrders)[StockSort]['by'], Omit<SortKey, 'down'>>;

export function sortKeyOf(sort: StockSort): SortKey {
  const { by, down } = sortOrders[sort];
  return { ...sortedBy[by], down };
}

const isArchived = sql<boolean>`(variants.archived_at is not null or products.status = 'archived')`;

const columns = {
  id: variants.id,
  sku: variants.sku,
  barcode: variants.barcode,
  size: variants.size,
  color: variants.color,
  option: variants.option,
  productId: products.id,
  name: products.name,
  category: categoryName,
  imageUrl: variantImage,
  ownLevel: variants.lowStockAt,
  archived: isArchived,
  ofArchivedProduct: sql<boolean>`(products.status = 'archived')`,
};

/** The units of few variants, as `selectPromised` reads those of a page, by the statement of the row. */
const units = { available: variants.available, reserved: reservedUnits, toShip: unitsToShip };

/** A variant in the list of stock, without its units. */
export type StockListRow = Omit<VariantUnits, keyof typeof units>;

/** A variant with its units. */
export type VariantUnits = NonNullable<Awaited<ReturnType<typeof selectVariant>>>;

/** A search with what its SQL depends on. */
export interface PreparedSearch extends StockSearch {
  /** The shop's number, for variants without their own. */
  lowStockAt: number;
  /** The variants that match the text; null without a text. */
  found: Found | null;
  /** As far as the list is read for a text that finds many. */
  far?: number | undefined;
}

/** Variants that fit a search, after the given one. */
export function selectStock(
  db: Executor,
  search: PreparedSearch,
  limit: number,
  after: SortedAfter | null,
) {
  const key = sortKeyOf(search.sort);
  const { orderBy, rest, sortValue } = keyset(
    search.found?.areAll ? ofFew(key) : key,
    variants.id,
    after,
  );
  const { text, found } = search;
  const isOnPage = text !== null && !found?.areAll && firstOfFound(search, text, limit, rest);
  return db
    .select({ ...columns, sortValue })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(isOnPage ? sql`${variants.id} = any(${isOnPage})` : and(finds(search), rest))
    .orderBy(...orderBy)
    .limit(limit);
}

/** The ids of the first of many variants that a text finds. */
function firstOfFound(
  search: PreparedSearch,
  text: string,
  limit: number,
  rest: SQL | undefined,
): SQL {
  const key = sortKeyOf(search.sort);
  const listed = isListed(search);
  const [bySku, byBarcode, byName] = waysToMatch(text);
  const named = sql`${variants.productId} = any(array(
    select products.id from products where ${hasWords(nameAndBrand, text)}))`;
  return firstOfMany({
    ...{ table: variants, id: variants.id, by: key.by, limit, rest, far: search.far },
    orderOf: (by) => keyset({ ...key, by }, variants.id, null).orderBy,
    joined: sql`join ${products} on ${products.id} = ${variants.productId}`,
    fits: and(listed, or(bySku, byBarcode, and(mayHaveWords(nameAndBrand, text), byName))),
    found: [
      search.sort === 'sku'
        ? { where: and(bySku, startsAt(text), listed), inOrder: true }
        : { where: and(bySku, listed) },
      ...[byBarcode, named].map((way) => ({ where: and(way, listed) })),
    ],
  });
}

/**
 * Where SKUs that begin with a text begin in the order of SKUs: capitals are first in a database that
 * sorts by code. Another one may have them anywhere.
 */
function startsAt(text: string): SQL {
  const first = /^[ -~]+$/.test(text) ? text.toUpperCase() : '';
  return sql`${variants.sku} >= (
    select case when datlocprovider = 'b' or datlocprovider = 'c' and datcollate ~ '^(C|POSIX)([.]|$)'
      then ${first}::text else '' end from pg_database where datname = current_database()
  )`;
}

/** How many variants fit a search, up to `most`. */
export async function countStock(
  db: Executor,
  search: PreparedSearch,
  most: number,
): Promise<number> {
  const { text, found } = search;
  // Each way to match uses its own index.
  const ways = found?.areAll ? [anyOf(variants.id, found.ids)] : text && waysToMatch(text);
  const statements = (ways || [undefined]).map(
    (fits) => sql`select variants.id from ${variants}
      join ${products} on products.id = variants.product_id where ${and(isListed(search), fits)}`,
  );
  return countOfWays(db, statements, most);
}

/** By the same statement as the units, so that no later movement is taken for an earlier one. */
const newestMovement = sql`coalesce((
  select max(movement.id) from ${stockMovements} movement where movement.variant_id = variants.id
), 0)`.mapWith(Number);

/** The variants with this barcode, or this SKU in any case; one in the shop before an archived one. */
export function selectCodes(db: Executor, code: string, limit: number) {
  return db
    .select({ ...columns, ...units, movement: newestMovement })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(or(eq(variants.barcode, code), sql`lower(${variants.sku}) = lower(${code})`))
    .orderBy(isArchived, variants.sku)
    .limit(limit);
}

export async function selectVariant(db: Executor, id: string) {
  const [row] = await db
    .select({ ...columns, ...units })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.id, id));
  return row;
}

/** The variants that match a text; none of more than `most`. */
export function selectFound(db: Executor, text: string, most: number): Promise<Found> {
  const ways = [
    sql`select v.id from variants v where ${skuStarts(sql`v.sku`, text)}`,
    sql`select v.id from variants v where v.barcode = ${text}`,
    sql`select v.id from products join variants v on v.product_id = products.id
      where ${hasWords(nameAndBrand, text)}`,
  ];
  return fewOrNone(db, variants, ways, most);
}

function finds(search: PreparedSearch): SQL | undefined {
  return and(isListed(search), search.found ? anyOf(variants.id, search.found.ids) : undefined);
}

function isListed({ filter, category, lowStockAt }: PreparedSearch): SQL | undefined {
  return and(
    filter === 'archived' ? inArray(variants.id, archivedIds) : sql`not ${isArchived}`,
    filter === 'soldOut' ? eq(variants.available, 0) : undefined,
    filter === 'low' ? isLowByIndex(lowStockAt) : undefined,
    category === null ? undefined : eq(products.categoryId, category),
  );
}

function waysToMatch(text: string): [SQL, SQL, SQL] {
  return [skuStarts(variants.sku, text), eq(variants.barcode, text), hasWords(nameAndBrand, text)];
}

const archivedIds = sql`(
  select v.id from variants v where v.archived_at is not null
  union select v.id from products p join variants v on v.product_id = p.id
    where p.status = 'archived'
)`;

/** What all variants are worth, by currency and category. */
export async function selectValue(
  db: Executor,
  reader: CostReader,
): Promise<(CategoryValue & { currency: string })[]> {
  const { rows } = await db.execute<
    CategoryValue & { currency: string } & Record<string, unknown>
  >(sql`
    with held as (
      select variant_id, sum(units) as units from ${openLines} where not is_paid group by variant_id
    ), stock as (
      select products.currency, products.category, products.id as product_id,
        variants.on_hand + coalesce(held.units, 0) as units, ${variantCost(reader)} as cost_minor,
        ${variantPriceIfSet} as price_minor
      from ${variants} join ${products} on products.id = variants.product_id
        left join held on held.variant_id = variants.id
    ), of_product as (
      -- Counting distinct products would sort all variants, which takes as long again.
      select currency, category, sum(units) as units, sum(units * cost_minor) as value_minor,
        sum(units * price_minor) as sales_minor,
        sum(units) filter (where cost_minor is null) as without_cost,
        sum(units) filter (where price_minor is null) as without_price
      from stock where units > 0 group by currency, category, product_id
    ), sums as (
      select currency, category, sum(units)::float8 as units,
        coalesce(sum(value_minor), 0)::float8 as "valueMinor",
        coalesce(sum(sales_minor), 0)::float8 as "salesMinor",
        count(without_cost)::int as "productsWithoutCost",
        coalesce(sum(without_cost), 0)::float8 as "unitsWithoutCost",
        coalesce(sum(without_price), 0)::float8 as "unitsWithoutPrice"
      from of_product group by currency, category
    )
    select currency, coalesce(c.name, '') as category, units, "valueMinor", "salesMinor",
      "productsWithoutCost", "unitsWithoutCost", "unitsWithoutPrice"
    from sums left join categories c on c.id = sums.category order by currency, c.name nulls last`);
  return rows;
}
