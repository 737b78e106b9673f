/**
 * The rule for capitals in tags of products: a tag that differs from one in use only by them takes the
 * spelling in use, so that 'summer' and 'Summer' do not become two filters. Two that are in use
 * already both stay, until staff merge them.
 */
import type { Executor } from '#db/client.ts';
import { selectSpellings, selectSpellingsInUse } from './tag-spellings.store.ts';

/**
 * How these tags are to be spelled, by tag. Of several that no product has, the first one counts.
 */
export async function spellingsOf(
  db: Executor,
  tags: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const typed = [...new Set(tags)];
  if (typed.length === 0) return new Map();
  const known = await selectSpellings(db, typed);
  // Most tags are spelled in one way, which costs no count of products.
  const unclear = known.filter(({ tag, spellings }) => spellings.some((one) => one !== tag));
  const inUse = await selectSpellingsInUse(
    db,
    unclear.map(({ tag }) => tag),
  );
  const keys = new Map(known.map(({ tag, key }) => [tag, key]));
  const first = new Map<string | undefined, string>();
  return new Map(
    typed.map((tag) => {
      const key = keys.get(tag);
      const spelled = inUse.get(tag) ?? first.get(key) ?? tag;
      if (!first.has(key)) first.set(key, spelled);
      return [tag, spelled];
    }),
  );
}

/** A list of tags as they are to be spelled, each once. */
export async function asSpelled(db: Executor, tags: readonly string[]): Promise<string[]> {
  return spelledTags(tags, await spellingsOf(db, tags));
}

/** A list of tags in these spellings, each once. */
export function spelledTags(
  tags: readonly string[],
  spellings: ReadonlyMap<string, string>,
): string[] {
  return [...new Set(tags.map((tag) => spellings.get(tag) ?? tag))];
}
