import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SortedAfter, SortedType } from '#shared/cursor.ts';
import { isoTime } from './iso-time.ts';

/** The sort column of a list. Equal rows are sorted by id. */
export interface SortKey {
  by: SQLWrapper;
  type: SortedType;
  down: boolean;
  /** Whether its index is ascending, as one that something else needs too; see `inOrder`. */
  ascends?: boolean;
}

/**
 * A sort of rows that a condition on their ids leaves, and that are few. It uses no index: PostgreSQL
 * would read that in search of them, to its end where they come last.
 */
export function ofFew(key: SortKey): SortKey {
  return { ...key, by: sql`coalesce(${key.by}, ${key.by})` };
}

/** The order of a sorted list, the condition for the rows after a given one, and the sort value. */
export function keyset(
  { by, type, down, ascends = false }: SortKey,
  id: SQLWrapper,
  after: SortedAfter | null,
): { orderBy: SQL[]; rest: SQL | undefined; sortValue: SQL<string> } {
  const compare = sql.raw(down ? '<' : '>');
  return {
    orderBy: inOrder({ down, ascends }, by, id),
    rest: after
      ? sql`(${by}, ${id}) ${compare} (${after.value}::${sql.raw(type)}, ${after.id})`
      : undefined,
    sortValue: type === 'timestamptz' ? isoTime(by) : sql<string>`(${by})::text`,
  };
}

/** Sorts rows by creation, newest first. */
export function newestFirst(createdAt: SQLWrapper, id: SQLWrapper): SQL[] {
  return inOrder({ down: true, ascends: false }, createdAt, id);
}

// An index serves a sort only if both place nulls at the same end, even where there are none. Ours
// are `desc nulls last`, which is `asc nulls first` when read backwards; an ascending one is
// `asc nulls last`, or backwards `desc nulls first`.
function inOrder(
  { down, ascends }: { down: boolean; ascends: boolean },
  ...columns: SQLWrapper[]
): SQL[] {
  const direction = sql.raw(
    `${down ? 'desc' : 'asc'} nulls ${down === ascends ? 'first' : 'last'}`,
  );
  return columns.map((column) => sql`${column} ${direction}`);
}
