import { sql } from 'drizzle-orm';
import type { Database, Db, Executor } from '#db/client.ts';
import { deleteInBatches } from '#db/delete-in-batches.ts';
import { queryPrepared, textOf } from '#db/prepared.ts';
import { serverStart } from '#db/server-start.ts';
import { catalogChanges } from '../catalog/catalog.table.ts';
import { type VisitorKeys, type VisitorRow, visitorsQuery } from '../visitors/visitors.ts';

/**
 * A committed change of a product, of which products a collection has, or of how searches are read.
 * All nulls mean that everything may have changed, unless it is `inSearches`.
 */
export interface CatalogChange {
  productId: string | null;
  slug: string | null;
  categoryId: string | null;
  /** The slug of a collection whose products changed; then the others are null. */
  collectionSlug: string | null;
  inLists: boolean;
  /** Known words, synonyms, or what staff chose for a search; then all but this is null or false. */
  inSearches: boolean;
}

/** What one query reads: changes of the catalog, and visitors. */
export interface CatalogCheck {
  /** The snapshot in PostgreSQL's format. */
  snapshot: string;
  /** PostgreSQL's clock, in milliseconds. */
  at: number;
  /** When the server started, in milliseconds. After a failover, another server responds. */
  startedAt: number;
  /** Changes committed since the given snapshot; empty without one. */
  changes: CatalogChange[];
  /** In the order of the request. */
  visitors: VisitorRow[];
}

/** Every cached response waits for this query. A slower database counts as unreachable. */
const LIMIT_MS = 2_000;

// One statement, because a statement sees one snapshot. Both forms are prepared because they run at
// every request. The visitors cost more, so requests without credentials use the first form. An
// unchanged snapshot means that nothing was committed, so the changes are not read.
const changes = sql`
  select pg_current_snapshot()::text as snapshot,
    (extract(epoch from now()) * 1000)::float8 as at,
    ${serverStart} as "startedAt",
    case when pg_current_snapshot()::text = $1::pg_snapshot::text then '[]'
    else coalesce((select json_agg(found) from (
      select distinct product_id as "productId", slug, category as "categoryId",
        collection_slug as "collectionSlug", in_lists as "inLists", in_searches as "inSearches"
      from ${catalogChanges}
      where transaction >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)
      limit $2::int
    ) found), '[]') end as changes`;
const changesQuery = textOf(changes);
const changesAndVisitorsQuery = textOf(sql`${changes}, ${visitorsQuery('$3', '$4')} as visitors`);

/** What was committed since that snapshot, `most` changes at most, and these visitors. */
export async function selectChanges(
  { pool }: Pick<Database, 'pool'>,
  since: string | null,
  most: number,
  asked: VisitorKeys[],
): Promise<CatalogCheck> {
  const tokens = asked.map(({ sessionToken }) => sessionToken);
  const hashes = asked.map(({ cartTokenHash }) => cartTokenHash);
  const [text, values] =
    asked.length === 0
      ? [changesQuery, [since, most]]
      : [changesAndVisitorsQuery, [since, most, tokens, hashes]];
  const rows = await queryPrepared<Omit<CatalogCheck, 'visitors'> & Partial<CatalogCheck>>(
    pool,
    text,
    values,
    {
      limitMs: LIMIT_MS,
    },
  );
  const [found] = rows;
  if (!found) throw new Error('PostgreSQL returned no row.');
  return { visitors: [], ...found };
}

/** The oldest running transaction. All earlier ones have ended. */
export async function selectOldestRunning(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ oldest: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`,
  );
  return rows[0]?.oldest ?? '0';
}

/** Deletes changes of earlier transactions, oldest first. The next call deletes what is left. */
export async function deleteChangesBefore(db: Db, before: string): Promise<void> {
  const { transaction, nr } = catalogChanges;
  const due = sql`${transaction} < ${before}::xid8`;
  await deleteInBatches(db, {
    table: catalogChanges,
    key: [transaction, nr],
    oldest: transaction,
    due,
  });
}
