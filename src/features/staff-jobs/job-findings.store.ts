/** What a job finds: problems by line, the keys of its file, and the items that it changes. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { insertRows } from '#db/insert-rows.ts';
import { products } from '../catalog/catalog.table.ts';
import type { JobItem, JobProblem } from './staff-jobs.schema.ts';
import { staffJobItems, staffJobKeys, staffJobProblems } from './staff-jobs.table.ts';

export type NewProblem = Omit<typeof staffJobProblems.$inferInsert, 'id' | 'jobId'>;
export type NewItem = Omit<typeof staffJobItems.$inferInsert, 'jobId'>;
export type StoredItem = typeof staffJobItems.$inferSelect;

export async function insertProblems(
  db: Executor,
  jobId: string,
  problems: NewProblem[],
): Promise<void> {
  await insertRows(
    db,
    staffJobProblems,
    problems.map(({ line, firstLine, lastLine, reason }) => ({
      jobId,
      line: line ?? null,
      firstLine: firstLine ?? line ?? null,
      lastLine: lastLine ?? line ?? null,
      reason,
    })),
  );
}

/** The first problems by line. */
export function selectProblems(db: Executor, jobId: string, limit: number): Promise<JobProblem[]> {
  return db
    .select({ line: staffJobProblems.line, reason: staffJobProblems.reason })
    .from(staffJobProblems)
    .where(eq(staffJobProblems.jobId, jobId))
    .orderBy(asc(staffJobProblems.line), asc(staffJobProblems.id))
    .limit(limit);
}

/** Which of these lines have a problem. */
export async function selectLinesWithProblem(
  db: Executor,
  jobId: string,
  lines: number[],
): Promise<Set<number>> {
  if (lines.length === 0) return new Set();
  const rows = await db
    .select({ line: staffJobProblems.line })
    .from(staffJobProblems)
    .where(
      and(
        eq(staffJobProblems.jobId, jobId),
        sql`${staffJobProblems.line} = any(${sql.param(lines)}::int[])`,
      ),
    );
  return new Set(rows.flatMap(({ line }) => line ?? []));
}

/** A problem, with the lines that were left out because of it. */
export interface LeftOut {
  id: number;
  line: number | null;
  firstLine: number;
  lastLine: number;
  reason: string;
}

/** Problems by the lines that were left out because of them, after the given one. */
export function selectLeftOut(
  db: Executor,
  jobId: string,
  after: { firstLine: number; id: number },
  limit: number,
): Promise<LeftOut[]> {
  const { id, line, firstLine, lastLine, reason } = staffJobProblems;
  return db
    .select({
      id,
      line,
      firstLine: sql<number>`${firstLine}`,
      lastLine: sql<number>`${lastLine}`,
      reason,
    })
    .from(staffJobProblems)
    .where(
      and(
        eq(staffJobProblems.jobId, jobId),
        sql`(${firstLine}, ${id}) > (${after.firstLine}, ${after.id})`,
      ),
    )
    .orderBy(asc(firstLine), asc(id))
    .limit(limit);
}

/** Deletes the findings of a job, before it starts over. */
export async function deleteFindings(db: Executor, jobId: string): Promise<void> {
  await db.delete(staffJobProblems).where(eq(staffJobProblems.jobId, jobId));
  await db.delete(staffJobItems).where(eq(staffJobItems.jobId, jobId));
  await deleteKeys(db, jobId);
}

export async function deleteKeys(db: Executor, jobId: string): Promise<void> {
  await db.delete(staffJobKeys).where(eq(staffJobKeys.jobId, jobId));
}

/** Stores keys of a file. Returns the keys that an earlier line has, with that line. */
export async function insertKeys(
  db: Executor,
  jobId: string,
  keys: { key: bigint; line: number }[],
): Promise<Map<bigint, number>> {
  if (keys.length === 0) return new Map();
  // As text, because the client takes longer to write a list of thousands.
  const values = `{${keys.map(({ key }) => key).join()}}`;
  const lines = `{${keys.map(({ line }) => line).join()}}`;
  // In the order of their index, because that takes a quarter less.
  const { rowCount } = await db.execute(sql`
    insert into staff_job_keys (job_id, key, line)
    select ${jobId}, key, line from unnest(${values}::bigint[], ${lines}::int[]) given(key, line)
    order by key
    on conflict do nothing`);
  // Nearly always all are new, so their rows are not returned.
  if (rowCount === keys.length) return new Map();
  const own = new Map(keys.map(({ key, line }) => [key, line]));
  const rows = await db
    .select({ key: staffJobKeys.key, line: staffJobKeys.line })
    .from(staffJobKeys)
    .where(and(eq(staffJobKeys.jobId, jobId), sql`${staffJobKeys.key} = any(${values}::bigint[])`));
  return new Map(
    rows.flatMap(({ key, line }) => (line === own.get(key) ? [] : [[key, line] as const])),
  );
}

/** Which of these keys a job has. */
export async function selectClaimedKeys(
  db: Executor,
  jobId: string,
  keys: bigint[],
): Promise<Set<bigint>> {
  if (keys.length === 0) return new Set();
  const values = sql.param(keys.map(String));
  const rows = await db
    .select({ key: staffJobKeys.key })
    .from(staffJobKeys)
    .where(and(eq(staffJobKeys.jobId, jobId), sql`${staffJobKeys.key} = any(${values}::bigint[])`));
  return new Set(rows.map(({ key }) => key));
}

/**
 * Stores changed items. If the job has changed a subject before, the item keeps what it has of the
 * state before, and gets what else changes now. A subject that is new has no item yet.
 */
export async function insertItems(db: Executor, jobId: string, items: NewItem[]): Promise<void> {
  const rows = items.map((item) => ({
    jobId,
    subject: item.subject,
    label: item.label,
    outcome: item.outcome,
    differences: item.differences ?? null,
    before: item.before ?? null,
    version: item.version ?? null,
    movement: item.movement ?? null,
  }));
  const isNew = ({ outcome }: NewItem) => outcome === 'new';
  await insertRows(db, staffJobItems, rows.filter(isNew));
  await insertRows(
    db,
    staffJobItems,
    rows.filter((row) => !isNew(row)),
    sql`on conflict (job_id, subject)
      do update set version = excluded.version, movement = excluded.movement,
        before = excluded.before || staff_job_items.before`,
  );
}

/**
 * Items with a change, or those that an undo left as they are. These have the names that their
 * products have by now.
 */
export function selectItems(
  db: Executor,
  jobId: string,
  which: { outcome?: JobItem['outcome']; isKept?: boolean; after?: string | null },
  limit: number,
): Promise<JobItem[]> {
  const { subject, label, outcome, differences, kept } = staffJobItems;
  const name = sql<string>`coalesce(${products.name}, ${label})`;
  return db
    .select({ subject, label: which.isKept ? name : label, outcome, differences, kept })
    .from(staffJobItems)
    .leftJoin(products, eq(products.id, subject))
    .where(
      and(
        eq(staffJobItems.jobId, jobId),
        which.outcome ? eq(outcome, which.outcome) : undefined,
        which.isKept ? isNotNull(kept) : undefined,
        which.after ? sql`${subject} > ${which.after}` : undefined,
      ),
    )
    .orderBy(asc(subject))
    .limit(limit);
}

/** The next items of a job by subject, whole. */
export function selectItemsAfter(
  db: Executor,
  jobId: string,
  after: string,
  limit: number,
): Promise<StoredItem[]> {
  return db
    .select()
    .from(staffJobItems)
    .where(and(eq(staffJobItems.jobId, jobId), sql`${staffJobItems.subject} > ${after}`))
    .orderBy(asc(staffJobItems.subject))
    .limit(limit);
}

/** What the forecast of an undo needs of an item. */
export interface ForecastItem extends Pick<StoredItem, 'subject' | 'version' | 'movement'> {
  /** The category before the job; null if the job did not change it. */
  category: string | null;
}

/**
 * The first items by subject. With `keptExcept` those that an undo left as they are, for a reason
 * that does not begin so.
 */
export function selectForecast(
  db: Executor,
  jobId: string,
  keptExcept: string | null,
  limit: number,
): Promise<ForecastItem[]> {
  const { subject, version, movement, before } = staffJobItems;
  return db
    .select({
      ...{ subject, version, movement },
      category: sql<string | null>`${before} ->> 'category'`,
    })
    .from(staffJobItems)
    .where(
      and(
        eq(staffJobItems.jobId, jobId),
        keptExcept === null ? undefined : isKeptExcept(keptExcept),
      ),
    )
    .orderBy(asc(subject))
    .limit(limit);
}

function isKeptExcept(reason: string) {
  const { kept } = staffJobItems;
  return and(isNotNull(kept), sql`not starts_with(${kept}, ${reason})`);
}

/** The next items by subject that an undo left as they are, for a reason that does not begin so. */
export function selectKeptAfter(
  db: Executor,
  jobId: string,
  after: string,
  limit: number,
  except: string,
): Promise<StoredItem[]> {
  const { subject } = staffJobItems;
  return db
    .select()
    .from(staffJobItems)
    .where(and(eq(staffJobItems.jobId, jobId), isKeptExcept(except), sql`${subject} > ${after}`))
    .orderBy(asc(subject))
    .limit(limit);
}

/** Writes why an undo left items as they are; null for those that it did take back. */
export async function markKept(
  db: Executor,
  jobId: string,
  kept: { subject: string; reason: string | null }[],
): Promise<void> {
  if (kept.length === 0) return;
  await db.execute(sql`
    update staff_job_items set kept = given.reason
    from json_to_recordset(${JSON.stringify(kept)}) as given(subject text, reason text)
    where staff_job_items.job_id = ${jobId} and staff_job_items.subject = given.subject`);
}

/** The versions that a job made of these subjects; one that it did not change is missing. */
export async function selectItemVersions(
  db: Executor,
  jobId: string,
  subjects: string[],
): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .select({ subject: staffJobItems.subject, version: staffJobItems.version })
    .from(staffJobItems)
    .where(and(eq(staffJobItems.jobId, jobId), anyOf(staffJobItems.subject, subjects)));
  return new Map(rows.map(({ subject, version }) => [subject, version ?? 0]));
}

export async function updateItemVersions(
  db: Executor,
  jobId: string,
  versions: Map<string, number>,
): Promise<void> {
  if (versions.size === 0) return;
  const subjects = sql.param([...versions.keys()]);
  const numbers = sql.param([...versions.values()]);
  await db.execute(sql`
    update staff_job_items set version = given.version
    from unnest(${subjects}::text[], ${numbers}::int[]) as given(subject, version)
    where job_id = ${jobId} and staff_job_items.subject = given.subject`);
}
