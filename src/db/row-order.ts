/** The order that staff give the rows of a table: its column `position`. */
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from './client.ts';

/** The position after the last one. */
export async function nextPosition(db: Executor, table: SQLWrapper): Promise<number> {
  const { rows } = await db.execute<{ next: number }>(
    sql`select coalesce(max(position) + 1, 0)::int as next from ${table}`,
  );
  return rows[0]?.next ?? 0;
}

/** Puts rows into this order. It is one statement, so that no position is taken twice. */
export async function writeRowOrder(
  db: Executor,
  table: SQLWrapper,
  ids: readonly string[],
): Promise<void> {
  await db.execute(sql`
    update ${table} as ordered set position = given.nr - 1
    from unnest(${sql.param(ids)}::text[]) with ordinality as given(id, nr)
    where ordered.id = given.id and ordered.position <> given.nr - 1`);
}
