import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** How many rows are read in the order of the list for each row that is wanted, and the most of all. */
const FAR = 200;
const FARTHEST = 50_000;

interface Many {
  table: PgTable;
  id: SQLWrapper;
  /** What the list is sorted by, and its order by that. */
  by: SQLWrapper;
  orderOf: (by: SQLWrapper) => SQL[];
  limit: number;
  /** What the conditions need besides the table. */
  joined?: SQL;
  /** A condition of the index of the order, so that it is not met by reading further. */
  indexed?: SQL | undefined;
  /** The rows after the cursor. */
  rest: SQL | undefined;
  /** All other conditions, as they look at one row after the other. */
  fits: SQL | undefined;
  /**
   * The conditions of `fits` as they find all rows at once; maybe in several statements. One may be
   * `inOrder`, where its rows are a part of the index of the order. Those of `late` are compared only
   * with the first of the sorted rows.
   */
  found: { where: SQL | undefined; inOrder?: boolean; late?: SQL | undefined }[];
  far?: number | undefined;
}

/**
 * An array of the ids of the first rows of a list that a search text finds, where it finds many. It has
 * the first `limit` rows, and may have later ones, too. The list is read in its order first, which is
 * fast where the found rows are spread over it. Where that finds too few, as with the first letters of
 * a name in a list by name, all found rows are sorted.
 */
export function firstOfMany(many: Many): SQL {
  const { table, id, by, orderOf, limit, joined = sql``, indexed, rest, fits } = many;
  const { far = Math.min(FAR * limit, FARTHEST) } = many;
  const ordered = (key: SQLWrapper) => sql`order by ${sql.join(orderOf(key), sql`, `)}`;
  const isShort = sql`(select count(*) from first) < ${limit}`;
  // Sorted by an expression, so that no order is read in search of them: see `ofFew`.
  const sorted = sql`coalesce(${by}, ${by})`;
  const found = many.found.map(({ where, inOrder = false, late }) => {
    const all = sql`from ${table} ${joined} where ${and(where, rest, isShort)}`;
    if (late === undefined)
      return sql`union all (
        select ${id} as id ${all} ${ordered(inOrder ? by : sorted)} limit ${limit}
      )`;
    return sql`union all (
      select id from (
        select ${id} as id, ${sorted} as sort_key ${all} ${ordered(sorted)} offset 0
      ) ${table} where ${late} ${ordered(sql`${table}.sort_key`)} limit ${limit}
    )`;
  });
  return sql`array(
    with first as materialized (
      select ${id} as id from (
        select ${table}.*, ${by} as sort_key from ${table} where ${and(indexed, rest) ?? sql`true`}
        ${ordered(by)} limit ${far}
      ) ${table} ${joined}
      where ${fits ?? sql`true`} ${ordered(sql`${table}.sort_key`)} limit ${limit}
    )
    select id from first ${sql.join(found, sql` `)}
  )`;
}
