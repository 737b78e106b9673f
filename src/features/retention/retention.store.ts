import { and, asc, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { type DueRows, deleteInBatches } from '#db/delete-in-batches.ts';
import { removals } from './retention.table.ts';
import type { RetentionRule } from './retention-rules.ts';

/** Rows with parts that are removed together. */
const OWNERS_AT_ONCE = 5;

export type RemovalRow = typeof removals.$inferSelect;

/** Which rows a rule removes, and from when on they stay. */
export interface Removal {
  name: string;
  rule: RetentionRule;
  before: Date;
  now: Date;
}

/** The rows of a rule that are due. */
export function dueRows({ name, rule, before, now }: Removal): DueRows {
  const { table, key, age, toAge, isOver } = rule;
  const due = and(isOver, lt(age, toAge ? toAge(before) : before));
  const record = sql`
    insert into ${removals} (rule, removed_before, removed, last_at)
    select ${name}, ${before}::timestamptz, count(*), ${now}::timestamptz from gone
    having count(*) > 0
    on conflict (rule) do update set
      removed_before = greatest(removals.removed_before, excluded.removed_before),
      removed = removals.removed + excluded.removed,
      last_at = excluded.last_at`;
  return { table, key, oldest: age, due, record };
}

/** Removes due rows of a rule, with their parts; returns how many. */
export async function removeRows(db: Db, removal: Removal): Promise<number> {
  const rows = dueRows(removal);
  const owners = removal.rule.parts && (await removeParts(db, removal.rule, rows));
  if (owners === null) return 0;
  const due = owners ? and(rows.due, owners) : rows.due;
  return (await deleteInBatches(db, { ...rows, due })).deleted;
}

/**
 * Removes the parts of some due rows. Returns the condition for those rows; null while there are
 * more parts, or no due rows.
 */
async function removeParts(
  db: Db,
  { parts, table, key: [id] }: RetentionRule,
  { due, oldest }: DueRows,
): Promise<SQL | null> {
  if (!parts || !id) return null;
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${table} set ${parts.closing} where ${id} in (
      select ${id} from ${table} where ${due}
      order by ${oldest} limit ${OWNERS_AT_ONCE} for update skip locked
    ) returning ${id} as id`);
  if (rows.length === 0) return null;
  const ids = rows.map((row) => row.id);
  for (const part of parts.tables) {
    const { isDone } = await deleteInBatches(db, {
      ...{ table: part.table, key: part.key, oldest: part.owner },
      due: inArray(part.owner, ids),
    });
    if (!isDone) return null;
  }
  return inArray(id, ids);
}

export function selectRemovals(db: Executor): Promise<RemovalRow[]> {
  return db.select().from(removals).orderBy(asc(removals.rule));
}
