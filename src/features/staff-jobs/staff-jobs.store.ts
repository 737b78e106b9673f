import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { keyset, type SortKey } from '#db/keyset.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { IMAGES_PHASE, type JobKind, type JobStatus } from './staff-jobs.schema.ts';
import { staffJobs } from './staff-jobs.table.ts';

export type JobRow = typeof staffJobs.$inferSelect;

/** The progress of a job. An absent field stays as it is. */
export interface Progress {
  checkpoint?: Record<string, unknown> | null;
  result?: Record<string, unknown>;
  done?: number;
  total?: number | null;
  /** How many problems were found since the last save. */
  newProblems?: number;
  /** Whether another process would begin at the same place. Then its attempts are still counted. */
  isSamePlace?: boolean;
}

/**
 * The job with this id, those of this kind, those that only check a file, those that have only images
 * left to fetch or those that do not, or all.
 */
export interface WhichJobs {
  id?: string;
  kind?: JobKind;
  isCheck?: boolean;
  fetchesImages?: boolean;
}

/** Whether a job has only images left to fetch. */
const fetchesOnly = sql`coalesce(${staffJobs.checkpoint} ->> 'phase', '') = ${IMAGES_PHASE}`;

const OPEN: JobStatus[] = ['waiting', 'running', 'undoing'];

/** Inserts a job. False when there is one with this id. */
export async function insertJob(
  db: Executor,
  row: typeof staffJobs.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await db.insert(staffJobs).values(row).onConflictDoNothing();
  return (rowCount ?? 0) > 0;
}

export async function selectJob(db: Executor, id: string): Promise<JobRow | undefined> {
  const [row] = await db.select().from(staffJobs).where(eq(staffJobs.id, id));
  return row;
}

/** Which of these jobs are still stored. */
export async function selectStored(db: Executor, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: staffJobs.id })
    .from(staffJobs)
    .where(anyOf(staffJobs.id, ids));
  return rows.map(({ id }) => id);
}

/** A job, locked until the transaction ends; undefined for an unknown id. */
export async function lockJob(db: Executor, id: string): Promise<JobRow | undefined> {
  const [row] = await db.select().from(staffJobs).where(eq(staffJobs.id, id)).for('no key update');
  return row;
}

/**
 * The job that carries out a dry run of this file. One that failed, was cancelled or undone does
 * not count, so that it can be started again.
 */
export async function selectCarriedOut(
  db: Executor,
  fileId: string,
  checkedBy: string,
): Promise<JobRow | undefined> {
  const [row] = await db
    .select()
    .from(staffJobs)
    .where(
      and(
        eq(staffJobs.fileId, fileId),
        sql`${staffJobs.input} ->> 'checkedBy' = ${checkedBy}`,
        inArray(staffJobs.status, ['waiting', 'running', 'paused', 'done']),
      ),
    )
    .limit(1);
  return row;
}

/** Jobs of these kinds, newest first, after the given one. */
export function selectJobs(
  db: Executor,
  kinds: JobKind[],
  limit: number,
  after: SortedAfter | null,
): Promise<JobRow[]> {
  const key: SortKey = { by: staffJobs.createdAt, type: 'timestamptz', down: true };
  const { orderBy, rest } = keyset(key, staffJobs.id, after);
  return db
    .select()
    .from(staffJobs)
    .where(and(inArray(staffJobs.kind, kinds), rest))
    .orderBy(...orderBy)
    .limit(limit);
}

export function countOpenJobs(db: Executor): Promise<number> {
  return db.$count(staffJobs, inArray(staffJobs.status, OPEN));
}

export async function updateJob(
  db: Executor,
  id: string,
  columns: Partial<typeof staffJobs.$inferInsert>,
): Promise<void> {
  await db.update(staffJobs).set(columns).where(eq(staffJobs.id, id));
}

/** The database's clock, so that processes with different clocks agree. */
const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;

/**
 * Takes the lease of the oldest of these jobs that no process runs. Undefined when there is none.
 */
export async function takeLease(
  db: Executor,
  lease: string,
  seconds: number,
  { id, kind, isCheck, fetchesImages }: WhichJobs,
): Promise<JobRow | undefined> {
  const next = db
    .select({ id: staffJobs.id })
    .from(staffJobs)
    .where(
      and(
        sql`${staffJobs.status} in ('waiting', 'running', 'undoing')`,
        or(isNull(staffJobs.leaseUntil), sql`${staffJobs.leaseUntil} < now()`),
        id === undefined ? undefined : eq(staffJobs.id, id),
        kind === undefined ? undefined : eq(staffJobs.kind, kind),
        isCheck ? sql`${staffJobs.input} ->> 'dryRun' = 'true'` : undefined,
        fetchesImages === undefined ? undefined : sql`(${fetchesOnly}) = ${fetchesImages}`,
      ),
    )
    .orderBy(asc(staffJobs.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(staffJobs)
    .set({
      status: sql`case ${staffJobs.status} when 'waiting' then 'running' else ${staffJobs.status} end`,
      lease,
      leaseUntil: inSeconds(seconds),
      attempts: sql`${staffJobs.attempts} + 1`,
    })
    .where(eq(staffJobs.id, sql`(${next})`))
    .returning();
  return row;
}

const heldBy = (id: string, lease: string) => and(eq(staffJobs.id, id), eq(staffJobs.lease, lease));

/**
 * Prolongs a lease. Returns what staff have requested meanwhile; undefined when the lease is lost.
 */
export async function prolongLease(
  db: Executor,
  id: string,
  lease: string,
  seconds: number,
): Promise<{ requested: JobRow['requested'] } | undefined> {
  const [row] = await db
    .update(staffJobs)
    .set({ leaseUntil: inSeconds(seconds) })
    .where(heldBy(id, lease))
    .returning({ requested: staffJobs.requested });
  return row;
}

/** Stores the progress of a job, and prolongs its lease; undefined when the lease is lost. */
export async function saveProgress(
  db: Executor,
  id: string,
  lease: string,
  seconds: number,
  { newProblems = 0, isSamePlace = false, ...progress }: Progress,
): Promise<{ requested: JobRow['requested'] } | undefined> {
  const [row] = await db
    .update(staffJobs)
    .set({
      ...progress,
      problemCount: sql`${staffJobs.problemCount} + ${newProblems}`,
      leaseUntil: inSeconds(seconds),
      ...(isSamePlace ? {} : { attempts: 0 }),
    })
    .where(heldBy(id, lease))
    .returning({ requested: staffJobs.requested });
  return row;
}

/** Ends the lease with these values; false when it was lost. */
export async function endLease(
  db: Executor,
  id: string,
  lease: string,
  columns: Partial<typeof staffJobs.$inferInsert>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(staffJobs)
    .set({ lease: null, leaseUntil: null, ...columns })
    .where(heldBy(id, lease));
  return (rowCount ?? 0) > 0;
}

/**
 * Ends the lease of work that stopped because staff requested it, or because its process ends. The
 * request in the row decides, because it may be newer than the one that stopped the work. Without a
 * request the job goes on, and this attempt does not count. Returns the status; undefined when the
 * lease was lost.
 */
export async function endLeaseAsAsked(
  db: Executor,
  id: string,
  lease: string,
  now: Date,
): Promise<JobStatus | undefined> {
  const { requested, status, attempts } = staffJobs;
  const [row] = await db
    .update(staffJobs)
    .set({
      lease: null,
      leaseUntil: null,
      status: sql`case ${requested} when 'pause' then 'paused' when 'cancel' then 'cancelled' else ${status} end`,
      finishedAt: sql`case ${requested} when 'cancel' then ${now.toISOString()}::timestamptz end`,
      attempts: sql`greatest(${attempts} - 1, 0)`,
      requested: null,
    })
    .where(heldBy(id, lease))
    .returning({ status });
  return row?.status;
}
