/** Counts of products on sale that are low or sold out, each from a limited number of rows. */
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { isLow, variants } from '../catalog/catalog.table.ts';
import { searchBuild, searchIndex } from '../catalog/search.table.ts';

/** A count; `hasMore` when there may be more than it says. */
export type BoundedCount = {
  count: number;
  hasMore: boolean;
};

/**
 * How many products on sale have a variant that is low. Of the variants without a level of their own
 * and of those with one it reads `mostRead`, whether they are low or not; it stops at `most`.
 */
export async function countLow(
  db: Executor,
  lowStockAt: number,
  { most, mostRead }: { most: number; mostRead: number },
): Promise<BoundedCount> {
  // Those with most units first, as those without any are often of products that ended. The highest
  // levels first, and in the order of their index, which else would be read to its end.
  const { rows } = await db.execute<BoundedCount>(sql`
    with near as materialized (
      select * from (
        select product_id, active, on_hand, low_stock_at from ${variants}
        where on_hand <= ${lowStockAt}::int order by on_hand desc nulls last, id desc nulls last
        limit ${mostRead + 1}
      ) by_units
    ), own as materialized (
      select product_id, active, on_hand, low_stock_at from ${variants}
      where low_stock_at is not null order by low_stock_at desc limit ${mostRead + 1}
    )
    select (
        select count(*)::int from (
          select from (select * from near union all select * from own) variants
          where active and ${isLow(lowStockAt)} group by product_id limit ${most}
        ) low
      ) as count,
      greatest((select count(*) from near), (select count(*) from own)) > ${mostRead}::int
        as "hasMore"`);
  return rows[0] ?? { count: 0, hasMore: false };
}

/** How many products on sale are sold out; stops at `most`. */
export async function countSoldOut(db: Executor, most: number): Promise<BoundedCount> {
  // While the search index is being built, it does not have all products.
  const { rows } = await db.execute<BoundedCount>(sql`
    select (select count(*)::int from (
        select from ${searchIndex} where listed and not in_stock limit ${most}
      ) first) as count,
      not (select complete from ${searchBuild}) as "hasMore"`);
  return rows[0] ?? { count: 0, hasMore: false };
}
