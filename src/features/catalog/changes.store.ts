import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';

/** A committed change of a product; without names: of everything. */
export interface CatalogChange {
  productId: string | null;
  slug: string | null;
  category: string | null;
  inLists: boolean;
}

export interface ChangesSince {
  /** What was committed when this was read, as PostgreSQL writes it. */
  snapshot: string;
  /** PostgreSQL's clock, in milliseconds. */
  at: number;
  changes: CatalogChange[];
}

/** What was committed since that snapshot, `most` changes at most; nothing for none. */
export async function selectChanges(
  db: Executor,
  since: string | null,
  most: number,
): Promise<ChangesSince> {
  // In one statement, because a statement sees one snapshot.
  const { rows } = await db.execute<{
    snapshot: string;
    at: number;
    changes: CatalogChange[];
  }>(sql`
    select pg_current_snapshot()::text as snapshot,
      (extract(epoch from now()) * 1000)::float8 as at,
      coalesce((select json_agg(c) from (
        select distinct product_id as "productId", slug, category, in_lists as "inLists"
        from catalog_changes
        where transaction >= pg_snapshot_xmin(${since}::pg_snapshot)
          and not pg_visible_in_snapshot(transaction, ${since}::pg_snapshot)
        limit ${most}
      ) c), '[]') as changes`);
  const [read] = rows;
  if (!read) throw new Error('PostgreSQL answered no row.');
  return read;
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
