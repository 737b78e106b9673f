import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { keyset, type SortKey } from '#db/keyset.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { countedPrices, type OfferedOptions } from '../browse.store.ts';
import { type ProductRow, productColumns } from '../catalog.store.ts';
import { products, variants } from '../catalog.table.ts';
import { type FilterOf, MOST_TRAITS, sortOrders, traitNames } from '../product-list.schema.ts';
import type { SearchSort } from '../search.schema.ts';
import {
  firstHits,
  fitting,
  type HitOrder,
  NEWEST_FIRST,
  type NewestHits,
  newestHits,
} from './hits.store.ts';
import { scoreOf } from './ranking.ts';
import {
  fits,
  hasVariantFilter,
  isInRange,
  listedPrice,
  type SearchFilter,
  type VariantFilter,
} from './search-conditions.ts';
import { traitText } from './search-text.ts';

/** A product with its sort key. */
export interface FoundRow extends ProductRow {
  sortValue: string;
  /** The ids of the variants that fit the filter; null when it has no condition on variants. */
  fitting: string[] | null;
}

/**
 * Listed products that fit, after the given row. `newest` has the hits of this filter, if they are
 * known.
 */
export async function selectFound(
  db: Executor,
  filter: SearchFilter,
  sort: SearchSort,
  limit: number,
  after: SortedAfter | null,
  newest: NewestHits | null,
): Promise<FoundRow[]> {
  const { orderBy, rest, sortValue } = keyset(sortKeyOf(sort, filter), sql`i.product_id`, after);
  const order = sql.join(orderBy, sql`, `);
  const rows = candidates(filter, sort, { orderBy, rest, limit }, newest);
  // The page is chosen before its products are read.
  const page = sql`(
    select * from ${rows} where ${rest ?? sql`true`} order by ${order} limit ${limit}
  ) i`;
  return db
    .select({ ...productColumns, sortValue, fitting: fittingIds(filter) })
    .from(products)
    .innerJoin(page, sql`products.id = i.product_id`)
    .orderBy(...orderBy);
}

/** The type of a sort's value, for cursors. */
export function sortTypeOf(sort: SearchSort): SortKey['type'] {
  if (sort === 'relevance') return 'bigint';
  return ({ createdAt: 'timestamptz', price: 'bigint', name: 'text' } as const)[
    sortOrders[sort].by
  ];
}

function sortKeyOf(sort: SearchSort, filter: SearchFilter): SortKey {
  const type = sortTypeOf(sort);
  if (sort === 'relevance') return { by: sql`i.score`, type, down: true };
  const { by, down } = sortOrders[sort];
  const columns = {
    createdAt: sql`i.created_at`,
    price: hasVariantFilter(filter) ? sql`i.listed_minor` : sql`i.price_minor`,
    name: sql`i.name_key`,
  };
  return { by: columns[by], type, down };
}

/** The rows that a page is chosen from: enough of them for the page, and for a sort by score. */
function candidates(
  filter: SearchFilter,
  sort: SearchSort,
  page: HitOrder,
  newest: NewestHits | null,
): SQL {
  if (sort === 'relevance') {
    return sql`(select i.*, ${scoreOf(filter)} as score from ${newestHits(filter, newest)}) i`;
  }
  const isByListedPrice = sortOrders[sort].by === 'price' && hasVariantFilter(filter);
  return isByListedPrice ? withListedPrice(filter) : firstHits(filter, page);
}

// To know a price that depends on variants, the product's variants have to be read. `offset 0`
// prevents the planner from reading them once for the sort and again for the filter.
function withListedPrice(filter: SearchFilter): SQL {
  const open = { ...filter, price: { minMinor: null, maxMinor: null } };
  return sql`(
    select * from (
      select i.*, ${listedPrice(filter)} as listed_minor from ${fitting(open)} offset 0
    ) i where ${isInRange(sql`i.listed_minor`, filter.price) ?? sql`true`}
  ) i`;
}

function fittingIds(filter: SearchFilter): SQL<string[] | null> {
  if (!hasVariantFilter(filter)) return sql`null`;
  return sql`array(select variants.id from ${variants} where ${fits(filter)})`;
}

/** The values of each filter among the rows `choice`, in order. */
const optionValues = {
  sizes: sql`select substr(split_part(choice, E'\\x1f', 1), 2) from choice
    where choice like E's%\\x1f\\x1f' order by 1`,
  colors: sql`select substr(split_part(choice, E'\\x1f', 2), 2) from choice
    where choice like E'\\x1fc%\\x1f' order by 1`,
} satisfies Record<FilterOf<'options'>, SQL>;

/**
 * The options of the newest products that fit (`lookedAt` at most), and the total, which stops at
 * one more than `most`.
 */
export async function selectOptionsFound(
  db: Executor,
  filter: SearchFilter,
  most: number,
  lookedAt: number,
): Promise<OfferedOptions> {
  const values = Object.entries(optionValues).map(
    ([name, list]) => sql`array(${list}) as ${sql.identifier(name)}`,
  );
  const traits = traitNames.map((name) => {
    const start = traitText(name, '');
    return sql`array(
      select substr(choice, ${start.length + 1}::int) from choice where starts_with(choice, ${start})
      order by products desc, choice limit ${MOST_TRAITS}
    ) as ${sql.identifier(name)}`;
  });
  // `unnest` is in the list of columns, because a join with it takes twice as long.
  const { rows } = await db.execute<OfferedOptions>(sql`
    with looked as materialized (
      select i.price_minor, i.choices from ${fitting(filter)} order by ${NEWEST_FIRST} limit ${lookedAt}
    ),
    choice as materialized (
      select choice, count(*) as products from (select unnest(choices) as choice from looked) each
      group by choice
    )
    select (${countOf(filter, most + 1)}) as total,
      (${countedPrices(sql`(select price_minor as price from looked) priced`)}) as prices,
      ${sql.join([...values, ...traits], sql`, `)}`);
  const [options] = rows;
  if (!options) throw new Error('The count returned no row.');
  return options;
}

/** The prices that rows `i` of the index have in lists. `offset 0` keeps each from being read twice. */
export function pricesOf(rows: SQL, filter: VariantFilter): SQL {
  return countedPrices(sql`(select ${listedPrice(filter)} as price from ${rows} offset 0) priced`);
}

/** How many products fit, counted up to `most`. */
export async function countFound(
  db: Executor,
  filter: SearchFilter,
  most: number,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(countOf(filter, most));
  return rows[0]?.count ?? 0;
}

// In an order, so that PostgreSQL does not make a list of all that fit before it counts the first.
function countOf(filter: SearchFilter, most: number): SQL {
  const order = filter.text === null ? sql`order by ${NEWEST_FIRST}` : sql``;
  return sql`select count(*)::int as count from (
    select from ${fitting(filter)} ${order} limit ${most}
  ) counted`;
}

/** Counts products in every status, for the progress of a build. */
export async function countProducts(db: Executor): Promise<number> {
  return db.$count(products);
}
