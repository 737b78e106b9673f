import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { startingWith } from '#db/pattern.ts';
import { orders } from '../../order-tables/orders.table.ts';

/**
 * How many orders have a name with words that begin with these folded words, by the statistics that
 * PostgreSQL has of the words that most names have; none for rarer words. Its own estimate is two
 * percent of all orders for the beginning of any word, unless a hundred words are frequent.
 */
export async function ordersWithWords(db: Executor, folded: string): Promise<number> {
  const shares = folded
    .split(/[ ']/)
    .map((start) => sql`coalesce(sum(share) filter (where word like ${startingWith(start)}), 0)`);
  const share: SQL = sql.join(shares, sql` * `);
  const { rows } = await db.execute<{ expected: number }>(sql`
    select (${share}) * (select greatest(reltuples, 0) from pg_class where oid = '${orders}'::regclass)
      as expected
    from pg_stats s
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs)
      as frequent (word, share)
    where s.tablename = 'orders_by_folded_word' and s.schemaname = current_schema()`);
  return rows[0]?.expected ?? 0;
}
