import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/client.ts';
import { queryPrepared } from '#db/prepared.ts';
import { type VisitorKeys, type VisitorRow, visitorsQuery } from '../visitors/visitors.ts';

/** A committed change of a product; without names: of everything. */
export interface CatalogChange {
  productId: string | null;
  slug: string | null;
  category: string | null;
  inLists: boolean;
}

export interface Moment {
  /** What is committed, as PostgreSQL writes it. */
  snapshot: string;
  /** PostgreSQL's clock, in milliseconds. */
  at: number;
  /** What was committed since the snapshot that was named; nothing for none. */
  changes: CatalogChange[];
  /** Of those who were asked for, in that order. */
  visitors: VisitorRow[];
}

/** Every cached page waits for this; a database that is slower is taken for one that is away. */
const LIMIT_MS = 2_000;

// One statement, because a statement sees one snapshot. Both forms of it are asked so often that
// they are prepared; who has nobody to ask for is spared the second half, which costs more. Where the
// snapshot is the one of before, nothing at all was committed, and changes aren't looked for.
const news = `
  select pg_current_snapshot()::text as snapshot,
    (extract(epoch from now()) * 1000)::float8 as at,
    case when pg_current_snapshot()::text = $1::pg_snapshot::text then '[]'
    else coalesce((select json_agg(found) from (
      select distinct product_id as "productId", slug, category, in_lists as "inLists"
      from catalog_changes
      where transaction >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)
      limit $2::int
    ) found), '[]') end as changes`;
const newsAndVisitors = `${news}, ${visitorsQuery('$3', '$4')} as visitors`;

/** What was committed since that snapshot, `most` changes at most, and who these visitors are. */
export async function selectMoment(
  { pool }: Pick<Database, 'pool'>,
  since: string | null,
  most: number,
  asked: VisitorKeys[],
): Promise<Moment> {
  const tokens = asked.map(({ sessionToken }) => sessionToken);
  const hashes = asked.map(({ cartTokenHash }) => cartTokenHash);
  const [text, values] =
    asked.length === 0 ? [news, [since, most]] : [newsAndVisitors, [since, most, tokens, hashes]];
  const rows = await queryPrepared<Omit<Moment, 'visitors'> & Partial<Moment>>(pool, text, values, {
    limitMs: LIMIT_MS,
  });
  const [moment] = rows;
  if (!moment) throw new Error('PostgreSQL returned no row.');
  return { visitors: [], ...moment };
}

/** The oldest transaction that is under way: everything before it is over. */
export async function selectOldestRunning(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ oldest: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`,
  );
  return rows[0]?.oldest ?? '0';
}

export async function deleteChangesBefore(db: Executor, transaction: string): Promise<void> {
  await db.execute(sql`delete from catalog_changes where transaction < ${transaction}::xid8`);
}
