import { asc, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { searchSynonyms } from '../catalog/search.table.ts';
import type { Synonyms } from './merchandising.schema.ts';

export function selectAllSynonyms(db: Executor): Promise<Synonyms[]> {
  return db
    .select({ id: searchSynonyms.id, words: searchSynonyms.words })
    .from(searchSynonyms)
    .orderBy(asc(searchSynonyms.words), asc(searchSynonyms.id));
}

export async function selectSynonymsById(db: Executor, id: string): Promise<Synonyms | undefined> {
  const [row] = await db
    .select({ id: searchSynonyms.id, words: searchSynonyms.words })
    .from(searchSynonyms)
    .where(eq(searchSynonyms.id, id));
  return row;
}

export async function insertSynonyms(db: Executor, row: Synonyms): Promise<void> {
  await db.insert(searchSynonyms).values(row);
}

export async function updateSynonyms(db: Executor, { id, words }: Synonyms): Promise<void> {
  await db.update(searchSynonyms).set({ words }).where(eq(searchSynonyms.id, id));
}

export async function deleteSynonyms(db: Executor, id: string): Promise<void> {
  await db.delete(searchSynonyms).where(eq(searchSynonyms.id, id));
}
