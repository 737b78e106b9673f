import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { sinceDay, untilDay } from '#db/days.ts';
import { keyset, ofFew, type SortKey } from '#db/keyset.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { type AuditAction, type AuditFilter, UNITS_FIELDS } from './audit-log.schema.ts';
import { auditLog } from './audit-log.table.ts';

const newestFirst: SortKey = { by: auditLog.at, type: 'timestamptz', down: true };

/** The entries that fit a filter, newest first. */
export function selectEntries(
  db: Executor,
  filter: AuditFilter,
  { limit, after }: { limit: number; after: SortedAfter | null },
) {
  const { actor, area, subject, from, to } = filter;
  // What was changed has few entries, and the index of its id has them.
  const key = subject ? ofFew(newestFirst) : newestFirst;
  const { orderBy, rest, sortValue } = keyset(key, auditLog.id, after);
  return db
    .select({
      id: auditLog.id,
      actor: auditLog.actor,
      action: auditLog.action,
      subject: auditLog.subject,
      detail: sql<Record<string, unknown>>`${auditLog.detail}`,
      at: auditLog.at,
      sortValue,
    })
    .from(auditLog)
    .where(
      and(
        actor ? eq(auditLog.actor, actor) : undefined,
        area ? sql`split_part(${auditLog.action}, '.', 1) = ${area}` : undefined,
        subject ? eq(auditLog.subject, subject) : undefined,
        from ? sinceDay(auditLog.at, from) : undefined,
        to ? untilDay(auditLog.at, to) : undefined,
        rest,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/**
 * Everyone who did something. Reads one entry of the index for each, and not the whole log.
 */
export async function selectActors(db: Executor, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ actor: string }>(sql`
    with recursive actors as (
      (select actor from audit_log order by actor limit 1)
      union all
      select (select actor from audit_log l where l.actor > a.actor order by actor limit 1)
      from actors a where a.actor is not null
    )
    select actor from actors where actor is not null limit ${most}`);
  return rows.map(({ actor }) => actor);
}

export async function selectDetail(
  db: Executor,
  action: string,
  subject: string,
  which?: { actor: string; detail: Record<string, unknown> },
): Promise<Record<string, unknown> | undefined> {
  const [row] = await db
    .select({ detail: sql<Record<string, unknown>>`${auditLog.detail}` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, subject),
        eq(auditLog.action, action),
        which && eq(auditLog.actor, which.actor),
        which && sql`${auditLog.detail} @> ${JSON.stringify(which.detail)}::jsonb`,
      ),
    )
    .limit(1);
  return row?.detail;
}

export async function selectLastActor(
  db: Executor,
  action: string,
  subject: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ actor: auditLog.actor })
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.action, action)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row?.actor;
}

/** What an action wrote about these subjects, with these fields in the detail, oldest first. */
export async function selectDetailsOfJob(
  db: Executor,
  action: string,
  fields: Record<string, unknown>,
  subjects: string[],
): Promise<{ subject: string; detail: Record<string, unknown> }[]> {
  if (subjects.length === 0) return [];
  return db
    .select({
      subject: auditLog.subject,
      detail: sql<Record<string, unknown>>`${auditLog.detail}`,
    })
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.subject, subjects),
        eq(auditLog.action, action),
        sql`${auditLog.detail} @> ${JSON.stringify(fields)}::jsonb`,
      ),
    )
    .orderBy(auditLog.id);
}

export async function insertEntries(
  db: Executor,
  by: { actor: string; action: string },
  entries: { subject: string; detail: Record<string, unknown> }[],
): Promise<void> {
  if (entries.length === 0) return;
  await db.execute(sql`
    insert into audit_log (actor, action, subject, detail)
    select ${by.actor}, ${by.action}, subject, detail
    from json_to_recordset(${JSON.stringify(entries)}) as given(subject text, detail jsonb)`);
}

/** The last entries of each of these subjects, as many as asked for, oldest first. */
export async function selectLastEntries(
  db: Executor,
  actionPrefix: string,
  asked: { subject: string; count: number }[],
): Promise<{ subject: string; action: AuditAction; job: string | null; movements: number }[]> {
  if (asked.length === 0) return [];
  const { rows } = await db.execute<{
    subject: string;
    action: AuditAction;
    job: string | null;
    movements: number;
  }>(sql`
    select given.subject, entry.action, entry.job, (
      select count(*)::int from jsonb_object_keys(
        case when jsonb_typeof(entry.changed) = 'object' then entry.changed else '{}' end) field
      where field like ${UNITS_FIELDS}) as movements
    from json_to_recordset(${JSON.stringify(asked)}) as given(subject text, count int)
    cross join lateral (
      select id, action, detail->>'job' as job, detail->'changed' as changed from audit_log
      where audit_log.subject = given.subject and starts_with(action, ${actionPrefix})
      order by id desc limit given.count
    ) entry
    order by entry.id`);
  return rows;
}
