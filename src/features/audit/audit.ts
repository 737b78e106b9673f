/** Owns the record of what staff did; written in the transaction of the deed itself. */
import type { Executor } from '#db/client.ts';
import { auditLog } from './audit.table.ts';

export async function recordAudit(
  db: Executor,
  actor: string,
  action: string,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await db.insert(auditLog).values({ actor, action, subject, detail });
}
