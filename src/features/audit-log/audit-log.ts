/** Owns the audit log. Each entry is written in the transaction of its action. */
import type { Executor } from '#db/client.ts';
import { type Page, readSortedCursor, type SortedAfter, toPage } from '#shared/cursor.ts';
import type { Differences } from '#shared/differences.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireCosts } from '../permissions.ts';
import type { AuditAction, AuditEntry, AuditFilter } from './audit-log.schema.ts';
import {
  insertEntries,
  selectActors,
  selectDetail,
  selectDetailsOfJob,
  selectEntries,
  selectLastActor,
  selectLastEntries,
} from './audit-log.store.ts';
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

/** Writes an entry for each of several subjects of one action, in one statement. */
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

/** Who did this last to a subject; undefined when nobody did. */
export function findLastActor(
  db: Executor,
  action: AuditAction,
  subject: string,
): Promise<string | undefined> {
  return selectLastActor(db, action, subject);
}

/** Where an entry's detail has the id of the job that did it. */
export const JOB = 'job';

/**
 * The fields that a job changed by an action, for each of these subjects. Where it changed a field
 * several times, from the first value to the last one.
 */
export async function changesByJob(
  db: Executor,
  action: AuditAction,
  jobId: string,
  subjects: string[],
): Promise<Map<string, Differences>> {
  const rows = await selectDetailsOfJob(db, action, { [JOB]: jobId }, subjects);
  const changes = new Map<string, Differences>();
  for (const { subject, detail } of rows) {
    const all = changes.get(subject) ?? {};
    for (const [field, [before, after]] of Object.entries((detail.changed ?? {}) as Differences)) {
      const first = all[field];
      all[field] = [first ? first[0] : before, after];
    }
    changes.set(subject, all);
  }
  return changes;
}

export interface LastEntry {
  action: AuditAction;
  /** The job that did it; null if none did. */
  job: string | null;
  /** How many variants it changed the units of. */
  movements: number;
}

/**
 * What was done last to each of these subjects, oldest first: as many entries as asked for, of the
 * actions that begin so.
 */
export async function lastEntries(
  db: Executor,
  actionPrefix: string,
  asked: { subject: string; count: number }[],
): Promise<Map<string, LastEntry[]>> {
  const entries = new Map<string, LastEntry[]>();
  for (const { subject, ...entry } of await selectLastEntries(db, actionPrefix, asked)) {
    entries.set(subject, [...(entries.get(subject) ?? []), entry]);
  }
  return entries;
}

/** Entries of the audit log, newest first (admin). A cursor that is broken means the first page. */
export async function listAudit(
  ctx: Ctx,
  actor: Actor,
  { filter, limit, after }: { filter: AuditFilter; limit: number; after: string | null },
): Promise<Page<AuditEntry>> {
  requireCosts(actor);
  const rows = await selectEntries(ctx.db, filter, { limit: limit + 1, after: readAfter(after) });
  const page = toPage(rows, limit, ({ sortValue, id }) => [SORT, sortValue, String(id)]);
  const items = page.items.map(({ sortValue, ...row }) => ({
    ...row,
    id: String(row.id),
    at: row.at.toISOString(),
  }));
  return { items, next: page.next };
}

/** The sort that a cursor names. */
const SORT = 'newest';

function readAfter(cursor: string | null): SortedAfter | null {
  const after = readSortedCursor(cursor, SORT, 'timestamptz');
  return after && /^\d{1,15}$/.test(after.id) ? after : null;
}

/** The most people and commands that `listActors` returns. */
const MOST_ACTORS = 1_000;

/** Who did something: ids of accounts, also of deleted ones, and names of commands (admin). */
export async function listActors(ctx: Ctx, actor: Actor): Promise<string[]> {
  requireCosts(actor);
  return selectActors(ctx.db, MOST_ACTORS);
}
