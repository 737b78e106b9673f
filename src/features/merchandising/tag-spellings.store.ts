import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { tagSpellings } from '../catalog/tag-spellings.table.ts';

/** The products that are counted of each spelling. */
const MOST = 1_000;

/** A tag in lower case, and how products spell or spelled it. */
interface Spellings {
  tag: string;
  key: string;
  spellings: string[];
}

export async function selectSpellings(db: Executor, tags: string[]): Promise<Spellings[]> {
  const { rows } = await db.execute<Spellings & Record<string, unknown>>(sql`
    select typed.tag, lower(typed.tag) as key,
      array(select s.tag from ${tagSpellings} s where s.key = lower(typed.tag)) as spellings
    from unnest(${sql.param(tags)}::text[]) typed(tag)`);
  return rows;
}

/**
 * The spelling that products have of each of these tags: the tag itself if one has it, else the one of
 * the most products. The others are counted only where none has it. A tag that none has is missing.
 */
export async function selectSpellingsInUse(
  db: Executor,
  tags: string[],
): Promise<Map<string, string>> {
  if (tags.length === 0) return new Map();
  const { rows } = await db.execute<{ tag: string; used: string | null }>(sql`
    select typed.tag, coalesce((
      select typed.tag where exists (select from count_tagged(array[typed.tag], 1))
    ), (
      select s.tag from ${tagSpellings} s
      cross join lateral (select sum(count) as products from count_tagged(array[s.tag], ${MOST})) counted
      where s.key = lower(typed.tag) and counted.products > 0
      order by counted.products desc, s.tag limit 1
    )) as used
    from unnest(${sql.param(tags)}::text[]) typed(tag)`);
  return new Map(rows.flatMap(({ tag, used }) => (used === null ? [] : [[tag, used] as const])));
}
