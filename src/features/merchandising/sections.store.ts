import { count, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { categories } from '../catalog/categories.table.ts';
import { collections } from '../catalog/collections.table.ts';

/** How many entries the menu has. */
export async function countInMenu(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select ((select count(*) from ${categories} where in_menu)
      + (select count(*) from ${collections} where in_menu))::int as count`);
  return rows[0]?.count ?? 0;
}

export async function countRows(
  db: Executor,
  table: typeof categories | typeof collections,
): Promise<number> {
  const [row] = await db.select({ count: count() }).from(table);
  return row?.count ?? 0;
}

/** The ids and names in the order of staff. */
export function selectInOrder(
  db: Executor,
  table: typeof categories | typeof collections,
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: table.id, name: table.name })
    .from(table)
    .orderBy(table.position, table.id);
}
