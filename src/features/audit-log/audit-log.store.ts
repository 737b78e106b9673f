import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { auditLog } from './audit-log.table.ts';

/** Entries before the given one, newest first. */
export function selectEntries(db: Executor, limit: number, before: number | null) {
  return db
    .select({
      id: auditLog.id,
      actor: auditLog.actor,
      action: auditLog.action,
      subject: auditLog.subject,
      detail: sql<Record<string, unknown>>`${auditLog.detail}`,
      at: auditLog.at,
    })
    .from(auditLog)
    .where(before === null ? undefined : lt(auditLog.id, before))
    .orderBy(desc(auditLog.id))
    .limit(limit);
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
