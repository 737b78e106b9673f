/** Finds what else the words of a search may be called, by the synonyms of staff. */
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { searchSynonyms } from '../search.table.ts';
import { isSameWord, pairsOf } from './search-text.ts';

/** Words that find the same products. */
type SynonymGroup = readonly string[];

/** The groups that have one of these words, or two neighbors, in the singular or with an 's'. */
export async function selectSynonyms(
  db: Executor,
  words: readonly string[],
): Promise<SynonymGroup[]> {
  const asked = [...words, ...pairsOf(words).map((pair) => pair.join(' '))];
  const forms = asked.flatMap((one) => [one, `${one}s`, one.replace(/s$/, '')]);
  const rows = await db
    .select({ words: searchSynonyms.words })
    .from(searchSynonyms)
    .where(sql`${searchSynonyms.words} && ${sql.param(forms)}::text[]`);
  return rows.map((row) => row.words);
}

/** The synonyms of a word, or of two neighbors, without itself. */
export function synonymsOf(asked: string, groups: readonly SynonymGroup[]): string[] {
  const others = groups
    .filter((group) => group.some((word) => isSameWord(word, asked)))
    .flatMap((group) => group.filter((word) => !isSameWord(word, asked)));
  return [...new Set(others)];
}
