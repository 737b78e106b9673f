import { sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { categories } from '../catalog/categories.table.ts';
import { collections } from '../catalog/collections.table.ts';
import { searchPins } from '../catalog/search.table.ts';

/** The names and images of categories, collections and searches with pinned products, in one statement. */
export function selectNamesOf(
  db: Executor,
  ids: string[],
): Promise<{ id: string; name: string; imageUrl: string | null }[]> {
  return unionAll(
    db
      .select({ id: categories.id, name: categories.name, imageUrl: categories.imageUrl })
      .from(categories)
      .where(anyOf(categories.id, ids)),
    db
      .select({ id: collections.id, name: collections.name, imageUrl: collections.imageUrl })
      .from(collections)
      .where(anyOf(collections.id, ids)),
    db
      .select({ id: searchPins.id, name: searchPins.query, imageUrl: sql<string | null>`null` })
      .from(searchPins)
      .where(anyOf(searchPins.id, ids)),
  );
}
