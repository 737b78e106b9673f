import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { startingWith } from '#db/pattern.ts';
import { orders } from '../../order-tables/orders.table.ts';

/**
 * How many orders have a name with a word that begins with this folded one, by the statistics that
 * PostgreSQL has of the words that most names have; none for rarer words. Its own estimate is two
 * percent of all orders for the beginning of any word, unless a hundred words are frequent. None for
 * several words, too: each may be frequent, and no name may have them together.
 */
export async function ordersWithWord(db: Executor, folded: string): Promise<number> {
  if (!/^[a-z0-9]+$/.test(folded)) return 0;
  const { rows } = await db.execute<{ expected: number }>(sql`
    select coalesce(sum(share), 0)
      * (select greatest(reltuples, 0) from pg_class where oid = '${orders}'::regclass) as expected
    from pg_stats s
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs)
      as frequent (word, share)
    where s.tablename = 'orders_by_folded_word' and s.schemaname = current_schema()
      and word like ${startingWith(folded)}`);
  return rows[0]?.expected ?? 0;
}
