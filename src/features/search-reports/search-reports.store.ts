import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { products } from '../catalog/catalog.table.ts';
import { wordsQuery } from '../catalog/catalog.ts';
import { searchIndex } from '../catalog/search.table.ts';
import type { SearchReport } from './search-reports.schema.ts';
import { hiddenSearches, searchClicks, searchCounts } from './search-reports.table.ts';

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
  /** Those of them that are searches without a page of results. */
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
  const day = dayOf(at);
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

/**
 * All searches since a day and those without hits, and the texts that were searched most often and
 * that found nothing most often. The counts of a text are summed up once for all of it.
 */
export async function selectReport(
  db: Executor,
  from: string,
  limit: number,
): Promise<Omit<SearchReport, 'days'>> {
  const listed = (by: 'searches' | 'empty') => sql`(
    select t.*, row_number() over (order by ${sql.identifier(by)} desc, query) as place
    from of_text t where ${sql.identifier(by)} > 0
    order by ${sql.identifier(by)} desc, query limit ${limit}
  )`;
  const { rows } = await db.execute<Report>(sql`
    with of_text as materialized (
      select query, sum(searches)::int as searches, sum(empty)::int as empty
      from ${searchCounts} where day >= ${from} group by query
    ), top as ${listed('searches')}, top_empty as ${listed('empty')}, chosen as (
      select c.query, p.id, p.name, sum(c.clicks)::int as clicks,
        row_number() over (partition by c.query order by sum(c.clicks) desc, p.id) as nr
      from ${searchClicks} c join ${products} p on p.id = c.product_id
      where c.day >= ${from} and c.query in (select query from top union select query from top_empty)
      group by c.query, p.id, p.name
    ), clicked as (
      select query, sum(clicks)::int as clicks,
        json_agg(json_build_object('id', id, 'name', name, 'clicks', clicks) order by nr)
          filter (where nr <= ${NAMED_PRODUCTS}) as products
      from chosen group by query
    )
    select coalesce(sum(searches), 0)::float8 as searches, coalesce(sum(empty), 0)::float8 as empty,
      ${textsOf(sql`top`)} as top, ${textsOf(sql`top_empty`)} as "topEmpty"
    from of_text`);
  return rows[0] ?? { searches: 0, empty: 0, top: [], topEmpty: [] };
}

type Report = Omit<SearchReport, 'days'> & Record<string, unknown>;

const textsOf = (list: SQL) => sql`coalesce((
  select json_agg(json_build_object('query', t.query, 'searches', t.searches, 'empty', t.empty,
    'clicks', coalesce(c.clicks, 0), 'products', coalesce(c.products, '[]')) order by t.place)
  from ${list} t left join clicked c on c.query = t.query
), '[]')`;

/**
 * The texts that found something most often since a day, and that so many networks searched on one
 * of the days; without the hidden ones.
 */
export async function selectFrequent(
  db: Executor,
  { from, networks, limit }: { from: string; networks: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ query: string }>(sql`
    select query from ${searchCounts} s where day >= ${from}
      and not exists (select from ${hiddenSearches} h where h.query = s.query)
    group by query having max(networks) >= ${networks} and sum(empty) * 2 < sum(searches)
    order by sum(searches - empty) desc, query limit ${limit}`);
  return rows.map(({ query }) => query);
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

/** The day (UTC) of a time, such as '2026-11-25'. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
