/** Owns the audit log. Each entry is written in the transaction of its action. */
import type { Executor } from '#db/client.ts';
import { type Page, readCursor, toPage } from '#shared/cursor.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireCosts } from '../permissions.ts';
import type { AuditAction, AuditEntry } from './audit-log.schema.ts';
import { insertEntries, selectDetail, selectEntries } from './audit-log.store.ts';
import { auditLog } from './audit-log.table.ts';

export async function recordAudit(
  db: Executor,
  actor: string,
  action: AuditAction,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await db.insert(auditLog).values({ actor, action, subject, detail });
}

/** The same for several subjects of one action. */
export async function recordAudits(
  db: Executor,
  actor: string,
  action: AuditAction,
  entries: { subject: string; detail: Record<string, unknown> }[],
): Promise<void> {
  await insertEntries(db, { actor, action }, entries);
}

/**
 * What an action wrote about a subject; undefined when there was none. `which` narrows it to what
 * this account did, with these fields in the detail.
 */
export function findAudit(
  db: Executor,
  action: AuditAction,
  subject: string,
  which?: { actor: string; detail: Record<string, unknown> },
): Promise<Record<string, unknown> | undefined> {
  return selectDetail(db, action, subject, which);
}

/** The audit log, newest first (admin). */
export async function listAudit(
  ctx: Ctx,
  actor: Actor,
  { limit, after }: { limit: number; after: string | null },
): Promise<Page<AuditEntry>> {
  requireCosts(actor);
  const before = after ? Number(readCursor(after, 1)?.[0]) : null;
  const rows = await selectEntries(ctx.db, limit + 1, Number.isSafeInteger(before) ? before : null);
  const page = toPage(rows, limit, ({ id }) => [String(id)]);
  const items = page.items.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }));
  return { items, next: page.next };
}
