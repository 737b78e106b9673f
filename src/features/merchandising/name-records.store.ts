import { unionAll } from 'drizzle-orm/pg-core';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { categories } from '../catalog/categories.table.ts';
import { collections } from '../catalog/collections.table.ts';
import { searchPins } from '../catalog/search.table.ts';

/** The names of categories, collections and searches with pinned products, in one statement. */
export function selectNamesOf(
  db: Executor,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  return unionAll(
    db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(anyOf(categories.id, ids)),
    db
      .select({ id: collections.id, name: collections.name })
      .from(collections)
      .where(anyOf(collections.id, ids)),
    db
      .select({ id: searchPins.id, name: searchPins.query })
      .from(searchPins)
      .where(anyOf(searchPins.id, ids)),
  );
}
