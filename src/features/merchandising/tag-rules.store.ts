import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { collections } from '../catalog/collections.table.ts';
import { searchBoosts, searchPins } from '../catalog/search.table.ts';

/** The collections whose rule has a tag, in the order of staff. There are a few hundred at most. */
export function selectCollectionsWithTag(
  db: Executor,
  tag: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: collections.id, name: collections.name })
    .from(collections)
    .where(sql`${tag} = any(${collections.ruleTags})`)
    .orderBy(collections.position, collections.id);
}

/** The searches with a boost of a tag. There are a few hundred at most. */
export function selectSearchesWithTag(
  db: Executor,
  tag: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: searchPins.id, name: searchPins.query })
    .from(searchPins)
    .innerJoin(searchBoosts, sql`${searchBoosts.pinId} = ${searchPins.id}`)
    .where(sql`${searchBoosts.kind} = 'tag' and ${searchBoosts.value} = ${tag}`)
    .orderBy(searchPins.query, searchPins.id);
}
