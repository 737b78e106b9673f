import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { products } from '../catalog/catalog.table.ts';
import { wordsQuery } from '../catalog/catalog.ts';
import { searchIndex } from '../catalog/search.table.ts';
import { countedDay, type SearchReport } from './search-reports.schema.ts';
import {
  hiddenSearches,
  searchClickSums,
  searchClicks,
  searchCounts,
  searchSumPeriods,
  searchSums,
} from './search-reports.table.ts';

/**
 * The most different texts of a day, and the most different clicks. Further ones are not counted.
 */
const MAX_OF_DAY = 5_000;
const MAX_CLICKS_OF_DAY = 5_000;
/** The most chosen products that a report names for a text. */
const NAMED_PRODUCTS = 3;

export interface Search {
  query: string;
  searches: number;
  empty: number;
  /** Networks that had not searched it on this day. */
  networks: number;
}

export interface Click {
  query: string;
  slug: string;
  clicks: number;
  /** How many of the clicks are searches without a page of results. */
  searches: number;
}

/**
 * Adds to the counts of the day. Rows are written in a fixed order, so that two processes can't
 * deadlock. Two processes together may exceed the limit of a day by the rows that both add.
 */
export async function addCounts(
  db: Db,
  at: Date,
  { searches, clicks }: { searches: Search[]; clicks: Click[] },
): Promise<void> {
  const day = countedDay(at);
  if (searches.length > 0) {
    const rows = recordset(searches, sql`query text, searches int, empty int, networks int`);
    await addSearches(db, day, sql`select * from ${rows}`);
  }
  const suggested = clicks.filter((click) => click.searches > 0);
  if (suggested.length > 0) await addSearches(db, day, searchesThatFound(suggested, day));
  if (clicks.length > 0) await addClicks(db, day, clicks);
}

const recordset = (rows: object[], columns: SQL) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(${columns})`;

/** The clicks as searches, where the product has the text's words, or a page of results had some. */
function searchesThatFound(clicks: Click[], day: string): SQL {
  const rows = clicks.map((click) => ({ ...click, words: wordsQuery(click.query) }));
  return sql`
    select a.query, sum(a.searches)::int as searches, 0 as empty, 0 as networks
    from ${recordset(rows, sql`query text, slug text, searches int, words text`)}
      join ${products} p on p.slug = a.slug
      left join ${searchIndex} i on i.product_id = p.id
    where (i.listed and i.document @@ to_tsquery('english', a.words))
      or exists (select from ${searchCounts} s
        where s.day = ${day} and s.query = a.query and s.searches > s.empty)
    group by a.query`;
}

/** Adds rows with a query, searches, empty ones and networks; each query in one of them. */
async function addSearches(db: Db, day: string, rows: SQL): Promise<void> {
  await db.execute(sql`
      with room as (select ${MAX_OF_DAY} - count(*) as rows from ${searchCounts} where day = ${day})
      insert into ${searchCounts} (day, query, searches, empty, networks)
      select ${day}::date, a.query, a.searches, a.empty, a.networks from (
        select a.*, known.query is not null as is_known,
          count(*) filter (where known.query is null) over (order by a.query) as nr
        from (${rows}) a
        left join ${searchCounts} known on known.day = ${day} and known.query = a.query
      ) a, room where a.is_known or a.nr <= room.rows
      order by a.query
      on conflict (day, query) do update set
        searches = search_counts.searches + excluded.searches,
        empty = search_counts.empty + excluded.empty,
        networks = search_counts.networks + excluded.networks`);
}

async function addClicks(db: Db, day: string, clicks: Click[]): Promise<void> {
  await db.execute(sql`
      with room as (
        select ${MAX_CLICKS_OF_DAY} - count(*) as rows from ${searchClicks} where day = ${day}
      )
      insert into ${searchClicks} (day, query, product_id, clicks)
      select ${day}::date, a.query, p.id, a.clicks
      from ${recordset(clicks, sql`query text, slug text, clicks int`)}
        join ${products} p on p.slug = a.slug, room
      where room.rows > 0
        and exists (select from ${searchCounts} s where s.day = ${day} and s.query = a.query)
      order by a.query, p.id
      on conflict (day, query, product_id) do update set
        clicks = search_clicks.clicks + excluded.clicks`);
}

/** Which sums a statement adds to the counts of the days after them. */
export interface AddedSums {
  /** 0 for none: all days are added up. */
  days: number;
  first: string;
  last: string;
}

/** Whether the sums are there. A statement that finds them not to be returns no row. */
const areThere = ({ days, first, last }: AddedSums) => sql`(${days}::int = 0 or exists (
  select from ${searchSumPeriods} where days = ${days} and complete
    and first_day = ${first} and last_day = ${last}
))`;

/** The texts of the days after the sums, and what they add up to together with these. */
const addedTo = ({ days, last }: AddedSums) => sql`
  added as materialized (
    select query, sum(searches)::int as searches, sum(empty)::int as empty, max(networks) as networks
    from ${searchCounts} where day > ${last} group by query
  ), of_added as materialized (
    select a.query, a.searches + coalesce(s.searches, 0) as searches,
      a.empty + coalesce(s.empty, 0) as empty, greatest(a.networks, s.networks) as networks
    from added a left join ${searchSums} s on s.days = ${days} and s.query = a.query
  )`;

/**
 * All searches and those without hits, and the texts that were searched most often and that found
 * nothing most often; null where the sums are not there. A text is one of the first with its sums
 * alone, or it was searched in the days after them.
 */
export async function selectReport(
  db: Executor,
  sums: AddedSums,
  limit: number,
): Promise<Omit<SearchReport, 'days'> | null> {
  const { days, last } = sums;
  const listed = (column: 'searches' | 'empty') => {
    const by = sql.identifier(column);
    return sql`(
      select t.*, row_number() over (order by ${by} desc, query) as place from (
        select query, searches, empty from of_added where ${by} > 0
        union all select s.* from (
          select query, searches, empty from ${searchSums} where days = ${days} and ${by} > 0
          order by ${by} desc nulls last, query limit ${limit}
        ) s where not exists (select from added a where a.query = s.query)
        order by ${by} desc, query limit ${limit}
      ) t
    )`;
  };
  const { rows } = await db.execute<Report>(sql`
    with ${addedTo(sums)}, top as ${listed('searches')}, top_empty as ${listed('empty')},
    of_lists as materialized (select query from top union select query from top_empty), clicks as (
      select l.query, c.product_id, c.clicks from of_lists l
        join ${searchClicks} c on c.query = l.query and c.day > ${last}
      union all select l.query, c.product_id, c.clicks from of_lists l
        join ${searchClickSums} c on c.query = l.query and c.days = ${days}
    ), chosen as (
      select c.query, p.id, p.name, sum(c.clicks)::int as clicks,
        row_number() over (partition by c.query order by sum(c.clicks) desc, p.id) as nr
      from clicks c join ${products} p on p.id = c.product_id
      group by c.query, p.id, p.name
    ), clicked as (
      select query, sum(clicks)::int as clicks,
        json_agg(json_build_object('id', id, 'name', name, 'clicks', clicks) order by nr)
          filter (where nr <= ${NAMED_PRODUCTS}) as products
      from chosen group by query
    )
    select ${total(sums, sql`searches`)} as searches, ${total(sums, sql`empty`)} as empty,
      ${textsOf(sql`top`)} as top, ${textsOf(sql`top_empty`)} as "topEmpty"
    from added having ${areThere(sums)}`);
  return rows[0] ?? null;
}

const total = ({ days }: AddedSums, column: SQL) => sql`(coalesce(sum(${column}), 0)
  + coalesce((select p.${column} from ${searchSumPeriods} p where days = ${days}), 0))::float8`;

type Report = Omit<SearchReport, 'days'> & Record<string, unknown>;

const textsOf = (list: SQL) => sql`coalesce((
  select json_agg(json_build_object('query', t.query, 'searches', t.searches, 'empty', t.empty,
    'clicks', coalesce(c.clicks, 0), 'products', coalesce(c.products, '[]')) order by t.place)
  from ${list} t left join clicked c on c.query = t.query
), '[]')`;

/**
 * The texts that found something most often, and that so many networks searched on one of the days;
 * without the hidden ones. Null where the sums are not there.
 */
export async function selectFrequent(
  db: Executor,
  sums: AddedSums,
  { networks, limit }: { networks: number; limit: number },
): Promise<string[] | null> {
  const first = (rows: SQL, isOffered: SQL = sql`true`) => sql`(
    select query, searches - empty as found from ${rows} r
    where networks >= ${networks} and empty * 2 < searches and ${isOffered}
      and not exists (select from ${hiddenSearches} h where h.query = r.query)
    order by searches - empty desc nulls last, query limit ${limit}
  )`;
  const onlyInSums = sql`days = ${sums.days}
    and not exists (select from added a where a.query = r.query)`;
  const { rows } = await db.execute<{ queries: string[] }>(sql`
    with ${addedTo(sums)}, frequent as (
      select * from (
        select * from ${first(sql`of_added`)} a
        union all select * from ${first(sql`${searchSums}`, onlyInSums)} s
      ) both_parts order by found desc, query limit ${limit}
    )
    select coalesce(json_agg(query order by found desc, query), '[]') as queries
    from frequent having ${areThere(sums)}`);
  return rows[0]?.queries ?? null;
}

export async function selectHidden(db: Executor): Promise<string[]> {
  const rows = await db.select().from(hiddenSearches).orderBy(hiddenSearches.query);
  return rows.map(({ query }) => query);
}

/** Hides a text; false where it is hidden already. */
export async function insertHidden(db: Executor, query: string): Promise<boolean> {
  const rows = await db.insert(hiddenSearches).values({ query }).onConflictDoNothing().returning();
  return rows.length > 0;
}

/** Shows a text again; false where it was not hidden. */
export async function deleteHidden(db: Executor, query: string): Promise<boolean> {
  const rows = await db.delete(hiddenSearches).where(eq(hiddenSearches.query, query)).returning();
  return rows.length > 0;
}
