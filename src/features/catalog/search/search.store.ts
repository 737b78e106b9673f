import { and, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { keyset, type SortKey } from '#db/keyset.ts';
import { startingWith } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/pagination.ts';
import { type ProductRow, productColumns } from '../catalog.store.ts';
import { products, variants } from '../catalog.table.ts';
import { type ProductFilter, sortOrders } from '../product-list.schema.ts';
import type { SearchSort } from '../search.schema.ts';
import { searchIndex, searchWords } from '../search.table.ts';
import { pairsOf } from './search-text.ts';
import type { KnownWord } from './spelling.ts';

/** Words that a product has to have, and the categories whose names they are. */
export interface TextQuery {
  words: { word: string; categoryIds: string[] }[];
}

/** What a search asks for: words, and the filters of a list. */
export interface SearchFilter
  extends Pick<ProductFilter, 'category' | 'sizes' | 'colors' | 'inStock' | 'price'> {
  /** Null for every product. */
  text: TextQuery | null;
}

/** So many hits, the newest, are ranked. */
const MOST_RANKED = 2_000;

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
  return db
    .select({ ...productColumns, sortValue, fitting: fittingIds(filter) })
    .from(products)
    .innerJoin(candidates(filter, sort), sql`products.id = i.product_id`)
    .where(rest)
    .orderBy(...orderBy)
    .limit(limit);
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

// A search by relevance reads the newest hits and ranks them: a word that a tenth of all products
// has costs no more than a rare one.
function candidates(filter: SearchFilter, sort: SearchSort): SQL {
  if (sort !== 'relevance' && sortOrders[sort].by === 'price' && hasVariantFilter(filter)) {
    return withListedPrice(filter);
  }
  if (sort !== 'relevance') return sql`(select * from ${searchIndex} i where ${lets(filter)}) i`;
  return sql`(
    select i.*, ${scoreOf(filter.text)} as score from (
      select * from ${searchIndex} i where ${lets(filter)}
      order by i.created_at desc nulls last, i.product_id desc nulls last limit ${MOST_RANKED}
    ) i
  ) i`;
}

// A price that depends on variants takes a read of the product's variants. `offset 0` keeps the
// planner from doing it once for the sort and again for the filter.
function withListedPrice(filter: SearchFilter): SQL {
  const open = { ...filter, price: { minMinor: null, maxMinor: null } };
  return sql`(
    select * from (
      select i.*, ${listedPrice(filter)} as listed_minor from ${searchIndex} i where ${lets(open)} offset 0
    ) i where ${isInRange(sql`i.listed_minor`, filter.price) ?? sql`true`}
  ) i`;
}

/** What can be bought comes first, then whole words, then the weight of the words. */
function scoreOf(text: TextQuery | null): SQL {
  if (!text) return sql`i.in_stock::int::bigint`;
  const whole = textQuery(text, false);
  return sql`(
    i.in_stock::int * 10000000000::bigint + (i.document @@ ${whole})::int * 1000000000::bigint
    + (ts_rank('{0.05, 0.2, 0.6, 1}', i.document, ${textQuery(text, true)}) * 1000000)::bigint
  )`;
}

// Conditions on a row `i` of the index.
function lets(filter: SearchFilter): SQL | undefined {
  const { category, price, text } = filter;
  return and(
    sql`i.listed`,
    category === null ? undefined : sql`i.category = ${category}`,
    hasVariantFilter(filter) ? sql`i.choices && ${choicesOf(filter)}` : undefined,
    text === null ? undefined : sql`i.document @@ ${textQuery(text, true)}`,
    hasVariantFilter(filter)
      ? isInRangeReadOnce(listedPrice(filter), price)
      : isInRange(sql`i.price_minor`, price),
  );
}

function isInRange(price: SQL, { minMinor, maxMinor }: SearchFilter['price']): SQL | undefined {
  return and(
    minMinor === null ? undefined : sql`${price} >= ${minMinor}::bigint`,
    maxMinor === null ? undefined : sql`${price} <= ${maxMinor}::bigint`,
  );
}

// Names the price once, because each mention of it reads the product's variants.
function isInRangeReadOnce(
  price: SQL,
  { minMinor, maxMinor }: SearchFilter['price'],
): SQL | undefined {
  if (minMinor === null && maxMinor === null) return undefined;
  if (minMinor !== null && maxMinor !== null && minMinor > maxMinor) return sql`false`;
  return sql`int8range(${minMinor}::bigint, ${maxMinor}::bigint, '[]') @> ${price}`;
}

type VariantFilter = Pick<SearchFilter, 'sizes' | 'colors' | 'inStock'>;

function hasVariantFilter({ sizes, colors, inStock }: VariantFilter): boolean {
  return sizes.length > 0 || colors.length > 0 || inStock;
}

// One variant has to fit all of it: each size with each color.
function choicesOf({ sizes, colors, inStock }: VariantFilter): SQL {
  const orAny = (values: string[]) => sql.param(values.length > 0 ? values : [null]);
  return sql`array(
    select search_choice(size, color, ${inStock})
    from unnest(${orAny(sizes)}::text[]) size, unnest(${orAny(colors)}::text[]) color
  )`;
}

// Conditions on a row of `variants`.
function fits({ sizes, colors, inStock }: VariantFilter): SQL {
  return sql.join(
    [
      sql`variants.product_id = i.product_id and variants.active`,
      ...(sizes.length > 0 ? [sql`variants.size = any(${sql.param(sizes)}::text[])`] : []),
      ...(colors.length > 0 ? [sql`variants.colour = any(${sql.param(colors)}::text[])`] : []),
      ...(inStock ? [sql`variants.on_hand > 0`] : []),
    ],
    sql` and `,
  );
}

// The price in lists: the lowest of the variants that fit. Only where prices differ does it depend
// on the filter.
function listedPrice(filter: VariantFilter): SQL {
  if (!hasVariantFilter(filter)) return sql`i.price_minor`;
  return sql`case when i.price_varies then (
    select min(coalesce(variants.price_minor, p.price_minor)) from ${variants}
    join products p on p.id = variants.product_id where ${fits(filter)}
  ) else i.price_minor end`;
}

function fittingIds(filter: SearchFilter): SQL<string[] | null> {
  if (!hasVariantFilter(filter)) return sql`null`;
  return sql`array(select variants.id from ${variants} where ${fits(filter)})`;
}

/**
 * All words; the last may be the start of one. Neighbors may be written as one word. A name of a
 * category stands for the category.
 */
function textQuery({ words }: TextQuery, mayBeUnfinished: boolean): SQL {
  const asked = words.map(({ word, categoryIds }, index) => {
    const isStart = mayBeUnfinished && index === words.length - 1 && word.length > 1;
    const itself = lexeme(word, isStart);
    return anyOf([itself, ...categoryIds.map((id) => sql`search_category(${id})::tsquery`)]);
  });
  const joined = pairsOf(words.map(({ word }) => word)).map(([a, b], index) => {
    const isLast = index === words.length - 2;
    const together = lexeme(a + b, mayBeUnfinished && isLast);
    return allOf([...asked.slice(0, index), together, ...asked.slice(index + 2)]);
  });
  return anyOf([allOf(asked), ...joined]);
}

// Folded words have no quotes and no backslashes.
function lexeme(word: string, isStart: boolean): SQL {
  return sql`to_tsquery('english', ${`'${word}'${isStart ? ':*' : ''}`})`;
}

const anyOf = (queries: SQL[]) => sql`(${sql.join(queries, sql` || `)})`;
const allOf = (queries: SQL[]) => sql`(${sql.join(queries, sql` && `)})`;

/** Which of these searches find anything, in one statement. */
export async function selectWhichFind(db: Executor, filters: SearchFilter[]): Promise<boolean[]> {
  const each = filters.map(
    (filter) => sql`exists (select from ${searchIndex} i where ${lets(filter)})`,
  );
  const { rows } = await db.execute<{ found: boolean[] }>(
    sql`select array[${sql.join(each, sql`, `)}] as found`,
  );
  return rows[0]?.found ?? filters.map(() => false);
}

/** What fits, counted up to `most`. */
export async function countFound(
  db: Executor,
  filter: SearchFilter,
  most: number,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${searchIndex} i where ${lets(filter)} limit ${most}
    ) counted`);
  return rows[0]?.count ?? 0;
}

export interface CountedValue {
  value: string;
  count: number;
}

/**
 * The values of an option among the newest `most` products that the other filters leave, each with
 * how many of them would be left with it. `filter` has no values of this option.
 */
export async function countOptions(
  db: Executor,
  option: 'sizes' | 'colors',
  filter: SearchFilter,
  most: number,
): Promise<CountedValue[]> {
  const value = option === 'sizes' ? sql`variants.size` : sql`variants.colour`;
  const { minMinor, maxMinor } = filter.price;
  const open = { ...filter, price: { minMinor: null, maxMinor: null } };
  const { rows } = await db.execute<CountedValue & Record<string, unknown>>(sql`
    select value, count(*)::int as count from (
      select ${value} as value,
        min(coalesce(variants.price_minor, i.base_minor)) as price
      from (
        select i.product_id, p.price_minor as base_minor from ${searchIndex} i
        join products p on p.id = i.product_id where ${lets(open)} limit ${most}
      ) i join ${variants} on ${fits(filter)}
      where ${value} is not null
      group by i.product_id, ${value}
    ) each
    where price >= ${minMinor ?? 0}::bigint and price <= ${maxMinor ?? Number.MAX_SAFE_INTEGER}::bigint
    group by value order by count desc, value limit 200`);
  return rows;
}

/** The categories of what fits, each with its number. `filter` has no category. */
export async function countCategories(
  db: Executor,
  filter: SearchFilter,
  most: number,
): Promise<CountedValue[]> {
  const { rows } = await db.execute<CountedValue & Record<string, unknown>>(sql`
    select category as value, count(*)::int as count from (
      select i.category from ${searchIndex} i where ${lets(filter)} limit ${most}
    ) counted group by category`);
  return rows;
}

/** The lowest and the highest price in the list. `filter` has no price. */
export async function selectPriceRange(
  db: Executor,
  filter: SearchFilter,
  most: number,
): Promise<{ lowestMinor: number | null; highestMinor: number | null }> {
  const { rows } = await db.execute<{ low: string | null; high: string | null }>(sql`
    select min(price) as low, max(price) as high from (
      select ${listedPrice(filter)} as price from ${searchIndex} i where ${lets(filter)} limit ${most}
    ) counted`);
  const { low = null, high = null } = rows[0] ?? {};
  return {
    lowestMinor: low === null ? null : Number(low),
    highestMinor: high === null ? null : Number(high),
  };
}

export interface LookedUpWord extends KnownWord {
  sizes: string[];
  colors: string[];
}

/** Those of these words that the shop knows. */
export async function selectKnownWords(db: Executor, words: string[]): Promise<LookedUpWord[]> {
  const { word, uses, sizes, colors } = searchWords;
  return db
    .select({ word, uses, sizes, colors })
    .from(searchWords)
    .where(sql`${word} = any(${sql.param(words)}::text[])`);
}

/** So many words are compared with one that is not known. */
const MOST_ALIKE = 3_000;

/** Known words that may be meant: they begin alike, or have parts in common. */
export async function selectAlike(
  db: Executor,
  typed: string,
  mostEdits: number,
): Promise<KnownWord[]> {
  const { word, uses } = searchWords;
  const [start = ''] = typed;
  return db
    .select({ word, uses })
    .from(searchWords)
    .where(
      and(
        sql`${word} like ${startingWith(start)}`,
        sql`length(${word}) between ${typed.length - mostEdits} and ${typed.length + mostEdits}`,
      ),
    )
    .orderBy(sql`${uses} desc`)
    .limit(MOST_ALIKE);
}

/** The same by parts of words, where the first letter is wrong. Needs `pg_trgm`. */
export async function selectByParts(db: Executor, typed: string): Promise<KnownWord[]> {
  const { rows } = await db.execute<KnownWord & Record<string, unknown>>(sql`
    select word, uses from ${searchWords} where word % ${typed}
    order by similarity(word, ${typed}) desc, uses desc limit 50`);
  return rows;
}

/** The most frequent words that begin so. */
export async function selectCompletions(
  db: Executor,
  start: string,
  limit: number,
): Promise<string[]> {
  const { word, uses } = searchWords;
  const rows = await db
    .select({ word })
    .from(searchWords)
    .where(sql`${word} like ${startingWith(start)} and ${word} <> ${start}`)
    .orderBy(sql`${uses} desc`, word)
    .limit(limit);
  return rows.map((row) => row.word);
}

/** Whether PostgreSQL can compare words by their parts. */
export async function selectComparesParts(db: Executor): Promise<boolean> {
  const { rows } = await db.execute(sql`select from pg_extension where extname = 'pg_trgm'`);
  return rows.length > 0;
}

/** Products in every status, for the progress of a build. */
export async function countProducts(db: Executor): Promise<number> {
  return db.$count(products);
}
