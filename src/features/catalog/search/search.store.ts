import { and, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { keyset, type SortKey } from '#db/keyset.ts';
import type { SortedAfter } from '#shared/pagination.ts';
import { countedPrices, type OfferedOptions } from '../browse.store.ts';
import { type ProductRow, productColumns } from '../catalog.store.ts';
import { products, variantPrice, variants } from '../catalog.table.ts';
import { flagConditions } from '../flag-filters.ts';
import type { CountedPrice } from '../price-buckets.ts';
import {
  type FilterName,
  type FilterOf,
  filterNames,
  isOfKind,
  type ListedFilter,
  sortOrders,
} from '../product-list.schema.ts';
import type { Boost, SearchSort } from '../search.schema.ts';
import { searchIndex } from '../search.table.ts';
import { isPinned, scoreOf } from './ranking.ts';
import { type TextQuery, textQuery } from './text-query.ts';

/** What a search asks for: words, and the filters of a list. */
export interface SearchFilter extends Omit<ListedFilter, 'collection' | 'name'> {
  /** Null for every product. */
  text: TextQuery | null;
  /** Products that come first while they are in stock, whatever their words are, in this order. */
  pinned: readonly string[];
  /** What moves up or down in a search by relevance. */
  boosts: readonly Boost[];
  /**
   * The products that an engine outside of the shop found for the words, the best first; null where
   * PostgreSQL looks for the words.
   */
  found: readonly string[] | null;
}

/** The most hits that are ranked: the newest ones. */
const MOST_RANKED = 2_000;
/** The same for frequent words. It is lower, because finding each hit reads up to fifty rows. */
const MOST_RANKED_OF_FREQUENT = 1_000;

/** A product with its sort key. */
export interface FoundRow extends ProductRow {
  sortValue: string;
  /** The ids of the variants that fit the filter; null when it has no condition on variants. */
  fitting: string[] | null;
}

/** Listed products that fit, after the given row. */
export async function selectFound(
  db: Executor,
  filter: SearchFilter,
  sort: SearchSort,
  limit: number,
  after: SortedAfter | null,
): Promise<FoundRow[]> {
  const { orderBy, rest, sortValue } = keyset(sortKeyOf(sort, filter), sql`i.product_id`, after);
  const order = sql.join(orderBy, sql`, `);
  // The page is chosen before its products are read.
  const page = sql`(
    select * from ${candidates(filter, sort)} where ${rest ?? sql`true`} order by ${order} limit ${limit}
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

// A search by relevance ranks only the newest hits. So a word that a tenth of all products have
// costs no more than a rare one.
function candidates(filter: SearchFilter, sort: SearchSort): SQL {
  if (sort !== 'relevance' && sortOrders[sort].by === 'price' && hasVariantFilter(filter)) {
    return withListedPrice(filter);
  }
  if (sort !== 'relevance') return hits(filter);
  return sql`(select i.*, ${scoreOf(filter)} as score from ${newestHits(filter)}) i`;
}

// A row `i` of the index for each product that fits. `offset 0` makes the planner read all hits of
// rare words at once, by the index of words. Without it, the planner looks for them in the order of
// a sort, and reads all socks to find the cheapest hoodie.
function hits(filter: SearchFilter): SQL {
  const isRare = filter.found !== null || (filter.text !== null && !filter.text.isFrequent);
  const atOnce = isRare ? sql`offset 0` : sql``;
  return withPinned(filter, (unpinned) => sql`${unpinned} ${atOnce}`);
}

/** The same rows as `hits`. PostgreSQL chooses how it reads them, so that a limit may end it early. */
function fitting(filter: SearchFilter): SQL {
  return withPinned(filter, (unpinned) => unpinned);
}

/** A row `i` of the index for each of the newest products that fit: at most `mostHits`, and the pinned ones. */
export function newestHits(filter: SearchFilter): SQL {
  return withPinned(
    filter,
    () => sql`
      select * from ${hits({ ...filter, pinned: [] })} where ${isUnpinned(filter)}
      order by i.created_at desc nulls last, i.product_id desc nulls last limit ${mostHits(filter)}`,
  );
}

/**
 * Rows `i`: those that `read` makes of the query for what fits and is not pinned, and the pinned ones,
 * which are read by their ids. They are apart, because an `or` would cost the index of words.
 */
function withPinned(filter: SearchFilter, read: (unpinned: SQL) => SQL): SQL {
  const rows = (condition: SQL | undefined) =>
    sql`select * from ${searchIndex} i where ${condition}`;
  if (filter.pinned.length === 0) return sql`(${read(rows(lets(filter)))}) i`;
  const pinned = rows(and(lets({ ...filter, text: null, found: null }), isPinned(filter)));
  return sql`((${read(rows(and(lets(filter), isUnpinned(filter))))}) union all (${pinned})) i`;
}

function isUnpinned(filter: SearchFilter): SQL {
  return filter.pinned.length === 0 ? sql`true` : sql`not ${isPinned(filter)}`;
}

export function mostHits({ text, found }: SearchFilter): number {
  return found === null && text?.isFrequent ? MOST_RANKED_OF_FREQUENT : MOST_RANKED;
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

// Conditions on a row `i` of the index.
export function lets(filter: SearchFilter): SQL | undefined {
  const { category, tags, price } = filter;
  return and(
    sql`i.listed`,
    category === null ? undefined : sql`i.category = ${category}`,
    tags.length === 0
      ? undefined
      : sql`i.choices @> array[${sql.join(
          tags.map((tag) => sql`search_tag(${tag}::text)`),
          sql`, `,
        )}]`,
    filter.inStock ? sql`i.in_stock` : undefined,
    filter.sizes.length + filter.colors.length > 0 ? hasChoice(filter) : undefined,
    isBeyondChoices(filter) ? sql`exists (${variantThatFits(filter)})` : undefined,
    hasWords(filter),
    isListedAt(filter, price),
  );
}

function hasWords({ text, found }: SearchFilter): SQL | undefined {
  if (found !== null) return sql`i.product_id = any(${sql.param(found)}::text[])`;
  return text === null ? undefined : sql`i.document @@ ${textQuery(text, true)}`;
}

/** Whether the price that a row `i` has in lists is within a range. */
export function isListedAt(filter: VariantFilter, price: SearchFilter['price']): SQL | undefined {
  return hasVariantFilter(filter)
    ? isInRangeReadOnce(listedPrice(filter), price)
    : isInRange(sql`i.price_minor`, price);
}

function isInRange(price: SQL, { minMinor, maxMinor }: SearchFilter['price']): SQL | undefined {
  return and(
    minMinor === null ? undefined : sql`${price} >= ${minMinor}::bigint`,
    maxMinor === null ? undefined : sql`${price} <= ${maxMinor}::bigint`,
  );
}

// Names the price only once, because each mention of it reads the product's variants.
function isInRangeReadOnce(
  price: SQL,
  { minMinor, maxMinor }: SearchFilter['price'],
): SQL | undefined {
  if (minMinor === null && maxMinor === null) return undefined;
  if (minMinor !== null && maxMinor !== null && minMinor > maxMinor) return sql`false`;
  return sql`int8range(${minMinor}::bigint, ${maxMinor}::bigint, '[]') @> ${price}`;
}

/** The filters that have to fit one and the same variant. */
export type VariantFilter = Pick<SearchFilter, FilterOf<'options' | 'flag'>>;

/** The condition of each option on a row of `variants`; undefined while it is not set. */
const optionConditions: Record<FilterOf<'options'>, (values: string[]) => SQL | undefined> = {
  sizes: (values) => anyValue(sql`variants.size`, values),
  colors: (values) => anyValue(sql`variants.colour`, values),
};

function anyValue(column: SQL, values: string[]): SQL | undefined {
  return values.length > 0 ? sql`${column} = any(${sql.param(values)}::text[])` : undefined;
}

/** The filters that the choices of the index cover. For others, the variants are read. */
const IN_CHOICES: FilterName[] = ['sizes', 'colors', 'inStock'];

function conditionOf(filter: VariantFilter, name: FilterName): SQL | undefined {
  if (isOfKind(name, 'options')) return optionConditions[name](filter[name]);
  return isOfKind(name, 'flag') && filter[name] ? flagConditions[name] : undefined;
}

/** Whether a filter is set that the choices of the index do not cover. */
export function isBeyondChoices(filter: VariantFilter): boolean {
  return filterNames.some(
    (name) => !IN_CHOICES.includes(name) && conditionOf(filter, name) !== undefined,
  );
}

export function hasVariantFilter(filter: VariantFilter): boolean {
  return filterNames.some((name) => conditionOf(filter, name) !== undefined);
}

/**
 * The most choices to compare with. PostgreSQL compares each choice of a product with each of them.
 */
export const MOST_CHOICES = 60;

/** Whether one variant of a row `i` fits the whole filter. */
export function hasFittingVariant(filter: VariantFilter): SQL {
  if (!isBeyondChoices(filter)) return hasChoice(filter);
  return sql`(${hasChoice(filter)} and exists (${variantThatFits(filter)}))`;
}

/**
 * Whether one variant of a row `i` fits the filters that the choices of the index cover. Where
 * there are too many combinations of sizes and colors, the index finds the products that have one
 * of each, and their variants are read.
 */
function hasChoice(filter: VariantFilter): SQL {
  const { sizes, colors } = filter;
  if (sizes.length * colors.length <= MOST_CHOICES) return sql`i.choices && ${choicesOf(filter)}`;
  return sql`(
    i.choices && ${choicesOf({ ...filter, colors: [] })}
    and i.choices && ${choicesOf({ ...filter, sizes: [] })}
    and exists (${variantThatFits(filter)})
  )`;
}

/**
 * One variant has to fit both filters, so this lists each size with each color. The list is written
 * out, so that the planner knows how many products have them.
 */
function choicesOf({ sizes, colors, inStock }: VariantFilter): SQL {
  const orAny = (values: string[]) => (values.length > 0 ? values : [null]);
  const choices = orAny(sizes).flatMap((size) =>
    orAny(colors).map((color) => sql`search_choice(${size}::text, ${color}::text, ${inStock})`),
  );
  return sql`array[${sql.join(choices, sql`, `)}]`;
}

// The index reads the variants of each product. Without `offset 0` the planner may join all
// products that were found with all variants of the shop.
function variantThatFits(filter: VariantFilter): SQL {
  return sql`select from ${variants} where ${fits(filter)} offset 0`;
}

// Conditions on a row of `variants`.
export function fits(filter: VariantFilter): SQL {
  const conditions = filterNames.flatMap((name) => conditionOf(filter, name) ?? []);
  const ofProduct = sql`variants.product_id = i.product_id and variants.active`;
  return sql.join([ofProduct, ...conditions], sql` and `);
}

// The price in lists: the lowest of the variants that fit. It depends on the filter only where the
// prices of a product differ.
export function listedPrice(filter: VariantFilter): SQL {
  if (!hasVariantFilter(filter)) return sql`i.price_minor`;
  return sql`case when i.price_varies then (
    select min(${variantPrice}) from ${variants}
    join ${products} on products.id = variants.product_id where ${fits(filter)}
  ) else i.price_minor end`;
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
  const { rows } = await db.execute<OfferedOptions>(sql`
    with newest as materialized (
      select i.price_minor, i.choices from ${hits(filter)}
      order by i.created_at desc nulls last, i.product_id desc nulls last limit ${most + 1}
    ),
    looked as materialized (select * from newest limit ${lookedAt}),
    choice as materialized (select distinct unnest(choices) as choice from looked)
    select (select count(*)::int from newest) as total,
      (${countedPrices(sql`(select price_minor as price from looked) priced`)}) as prices,
      ${sql.join(values, sql`, `)}`);
  const [options] = rows;
  if (!options) throw new Error('The count returned no row.');
  return options;
}

/**
 * The prices in lists of the newest products that fit `open`, and how many products fit `narrowed`,
 * up to `most`.
 */
export async function selectPricesAndCount(
  db: Executor,
  { open, narrowed, most }: { open: SearchFilter; narrowed: SearchFilter; most: number },
): Promise<{ prices: CountedPrice[]; count: number }> {
  const { rows } = await db.execute<{ prices: CountedPrice[]; count: number }>(sql`
    select (${pricesOf(newestHits(open), open)}) as prices, (${countOf(narrowed, most)}) as count`);
  return rows[0] ?? { prices: [], count: 0 };
}

/** The prices that rows `i` of the index have in lists. */
export function pricesOf(rows: SQL, filter: VariantFilter): SQL {
  return countedPrices(sql`(select ${listedPrice(filter)} as price from ${rows}) priced`);
}

/** Which of these searches find anything, in one statement. */
export async function selectWhichFind(db: Executor, filters: SearchFilter[]): Promise<boolean[]> {
  // To find one hit, the planner would read products until one fits. To find a thousand, it uses
  // the indexes.
  const each = filters.map(
    (filter) => sql`(select count(*) from (select from ${hits(filter)} limit 1000) found) > 0`,
  );
  const { rows } = await db.execute<{ found: boolean[] }>(
    sql`select array[${sql.join(each, sql`, `)}] as found`,
  );
  return rows[0]?.found ?? filters.map(() => false);
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

function countOf(filter: SearchFilter, most: number): SQL {
  return sql`select count(*)::int as count from (
    select from ${fitting(filter)} limit ${most}
  ) counted`;
}

/** Counts products in every status, for the progress of a build. */
export async function countProducts(db: Executor): Promise<number> {
  return db.$count(products);
}
