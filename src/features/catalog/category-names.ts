import type { Executor } from '#db/client.ts';
import { categories } from './categories.table.ts';

/** The names of all categories by their ids. */
export async function selectCategoryNames(db: Executor): Promise<Map<string, string>> {
  const rows = await db.select({ id: categories.id, name: categories.name }).from(categories);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
