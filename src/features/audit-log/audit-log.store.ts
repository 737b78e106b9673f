import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { users } from '../accounts/accounts.table.ts';
import { auditLog } from './audit-log.table.ts';

/** Entries before a given one, the newest first. */
export function selectEntries(db: Executor, limit: number, before: number | null) {
  return db
    .select({
      id: auditLog.id,
      actor: sql<string>`coalesce(${users.name} || ', ' || ${users.email}, ${auditLog.actor})`,
      action: auditLog.action,
      subject: auditLog.subject,
      detail: sql<Record<string, unknown>>`${auditLog.detail}`,
      at: auditLog.at,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actor))
    .where(before === null ? undefined : lt(auditLog.id, before))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}
