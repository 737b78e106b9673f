/**
 * Owns the jobs that staff start and watch, and the files that they read. Promises: one process
 * runs a job at a time; when the process of a job ends, another one goes on from the last
 * checkpoint, if necessary after a restart; a process that lost a job commits nothing more for it;
 * the audit log says who started, stopped and undid a job. The kinds of jobs are in
 * `server/jobs/staff-jobs.ts`.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { type Page, readSortedCursor, toPage } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import type { AuditAction } from '../audit-log/audit-log.schema.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin, requireCosts } from '../permissions.ts';
import {
  type ForecastItem,
  type LeftOut,
  selectForecast,
  selectItems,
  selectLeftOut,
  selectProblems,
} from './job-findings.store.ts';
import {
  isUndo,
  isUndoableAgain,
  type JobItem,
  type JobKind,
  type JobProblem,
  type JobStatus,
  type JobView,
} from './staff-jobs.schema.ts';
import {
  countOpenJobs,
  insertJob,
  type JobRow,
  lockJob,
  selectCarriedOut,
  selectJob,
  selectJobs,
  selectStored,
  updateJob,
} from './staff-jobs.store.ts';

export type { ForecastItem } from './job-findings.store.ts';
export {
  JobRun,
  type JobRunner,
  type JobRunners,
  jobRefusal,
  type NewItem,
  runNextJob,
  type StoredItem,
} from './job-run.ts';
export {
  fileTooLarge,
  findFile,
  readFile,
  removeOldFiles,
  storeFile,
  storeFileFor,
} from './staff-files.ts';
export type { WhichJobs } from './staff-jobs.store.ts';

/** The most jobs that wait or run at a time. */
const MAX_OPEN = 20;
const PROBLEMS_AT_ONCE = 1_000;
/** The sort of a list of jobs, in its cursors. */
const NEWEST = 'newest';

interface NewJob {
  /** An id from `newJobId`. A second job with it is not added: the first one is returned. */
  id?: string;
  kind: JobKind;
  input: Record<string, unknown>;
  fileId: string | null;
  undoable: boolean;
  /** The details for the audit log. */
  about: Record<string, string | boolean>;
  /** Writes the other rows of the job, in the transaction that adds it. */
  add?: (tx: Tx, id: string) => Promise<void>;
  /** The job of a dry run that this one carries out. It is carried out once. */
  checkedBy?: string;
}

/**
 * Adds a job (admin). A process begins it within seconds. Returns the earlier one if it has this id,
 * or carries out a dry run that was carried out already.
 */
export async function startJob(ctx: Ctx, actor: Actor, job: NewJob): Promise<JobView> {
  return addJob(ctx, requireAdmin(actor).id, job);
}

/**
 * Adds a job on behalf of a command: nobody's role is checked. Returns the earlier one if it has
 * this id, or carries out a dry run that was carried out already. 503 while too many jobs wait.
 */
export function addJob(
  ctx: Ctx,
  createdBy: string,
  { id = newJobId(), about, add, checkedBy, ...job }: NewJob,
): Promise<JobView> {
  return inTransaction(ctx.db, async (tx) => {
    const earlier = checkedBy ? await findCarriedOut(tx, checkedBy) : await selectJob(tx, id);
    if (earlier) return toView(earlier);
    if ((await countOpenJobs(tx)) >= MAX_OPEN) {
      throw new AppError('unavailable', 'Many jobs are waiting already. Please try again later.', {
        retryAfterSeconds: 60,
      });
    }
    const input = checkedBy ? { ...job.input, checkedBy } : job.input;
    if (await insertJob(tx, { id, ...job, input, createdBy, createdAt: ctx.now() })) {
      await add?.(tx, id);
      await recordAudit(tx, createdBy, 'job.start', id, { kind: job.kind, ...about });
    }
    return toView(await getRow(tx, id));
  });
}

/** An id for a job that is added later, once. */
export function newJobId(): string {
  return newId('job');
}

/** The job that carries out this dry run, if there is one. Others wait until the transaction ends. */
async function findCarriedOut(tx: Tx, checkedBy: string): Promise<JobRow | undefined> {
  const check = await lockJob(tx, checkedBy);
  return check?.fileId ? selectCarriedOut(tx, check.fileId, checkedBy) : undefined;
}

/** A job (admin); 404 when there is none of this id, or it is of another kind than `kind`. */
export async function getJob(ctx: Ctx, actor: Actor, id: string, kind?: JobKind): Promise<JobView> {
  return (await findJob(ctx, actor, id, kind)) ?? notFound();
}

/** A job (admin); undefined when there is none of this id, or it is of another kind than `kind`. */
export async function findJob(
  ctx: Ctx,
  actor: Actor,
  id: string,
  kind?: JobKind,
): Promise<JobView | undefined> {
  requireAdmin(actor);
  const job = await selectJob(ctx.db, id);
  return job && (kind === undefined || job.kind === kind) ? toView(job) : undefined;
}

/** A job, read on behalf of a command: nobody's role is checked. 404 when there is none. */
export async function describeJob(ctx: Ctx, id: string): Promise<JobView> {
  return toView((await selectJob(ctx.db, id)) ?? notFound());
}

/** Which of these jobs are still stored (admin). Old ones are deleted: see `retention-rules.ts`. */
export async function storedJobs(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): Promise<ReadonlySet<string>> {
  requireAdmin(actor);
  return new Set(ids.length === 0 ? [] : await selectStored(ctx.db, [...new Set(ids)]));
}

/** A page of the jobs of these kinds, newest first (admin). An invalid cursor means the first ones. */
export async function listJobs(
  ctx: Ctx,
  actor: Actor,
  kinds: JobKind[],
  { limit, after }: { limit: number; after: string | null },
): Promise<Page<JobView>> {
  requireAdmin(actor);
  const from = readSortedCursor(after, NEWEST, 'timestamptz');
  const rows = (await selectJobs(ctx.db, kinds, limit + 1, from)).map(toView);
  return toPage(rows, limit, ({ createdAt, id }) => [NEWEST, createdAt, id]);
}

/** The first problems of a job by line (admin). */
export async function listProblems(
  ctx: Ctx,
  actor: Actor,
  id: string,
  limit: number,
): Promise<JobProblem[]> {
  requireAdmin(actor);
  return selectProblems(ctx.db, id, limit);
}

/** All problems of a job by the lines that were left out, read as they are needed. */
export async function* readLeftOut(ctx: Ctx, id: string): AsyncGenerator<LeftOut> {
  let after = { firstLine: 0, id: 0 };
  for (;;) {
    const rows = await selectLeftOut(ctx.db, id, after, PROBLEMS_AT_ONCE);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PROBLEMS_AT_ONCE) return;
    after = last;
  }
}

/**
 * Things that a job did or would do (admin), or those that its undo left as they are: the first by
 * subject, or those after one.
 */
export async function listItems(
  ctx: Ctx,
  actor: Actor,
  id: string,
  which: { outcome?: JobItem['outcome']; isKept?: boolean; after?: string | null },
  limit: number,
): Promise<JobItem[]> {
  requireCosts(actor);
  return selectItems(ctx.db, id, which, limit);
}

/**
 * The first things that a job did (admin), for the forecast of its undo. With `keptExcept` those that
 * an undo left as they are, for a reason that does not begin so.
 */
export async function listForecast(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { keptExcept, limit }: { keptExcept: string | null; limit: number },
): Promise<ForecastItem[]> {
  requireAdmin(actor);
  return selectForecast(ctx.db, id, keptExcept, limit);
}

/** Stops a job for good (admin). What it did stays, and can be undone. A repeat does nothing. */
export async function cancelJob(ctx: Ctx, actor: Actor, id: string): Promise<JobView> {
  return change(ctx, requireAdmin(actor).id, id, 'job.cancel', ({ status, lease }) => {
    if (status === 'cancelled') return null;
    if (status === 'running' && lease) return { requested: 'cancel' };
    if (status === 'waiting' || status === 'paused' || status === 'running') {
      return { status: 'cancelled', requested: null, finishedAt: ctx.now() };
    }
    throw wrongState('Only a job that waits, runs or is paused can be cancelled.');
  });
}

/** Stops a job until it is resumed (admin). A repeat does nothing. */
export async function pauseJob(ctx: Ctx, actor: Actor, id: string): Promise<JobView> {
  return pauseAs(ctx, requireAdmin(actor).id, id);
}

/**
 * Stops a job until it is resumed, on behalf of a command: nobody's role is checked. A repeat does
 * nothing.
 */
export function pauseAs(ctx: Ctx, by: string, id: string): Promise<JobView> {
  return change(ctx, by, id, 'job.pause', ({ status, lease }) => {
    if (status === 'paused') return null;
    if (status === 'running' && lease) return { requested: 'pause' };
    if (status === 'waiting' || status === 'running') return { status: 'paused' };
    throw wrongState('Only a job that waits or runs can be paused.');
  });
}

/** Goes on with a paused job (admin). A repeat does nothing. */
export async function resumeJob(ctx: Ctx, actor: Actor, id: string): Promise<JobView> {
  return change(ctx, requireAdmin(actor).id, id, 'job.resume', ({ status, requested }) => {
    if (status === 'running' && requested === 'pause') return { requested: null };
    if (status === 'waiting' || status === 'running') return null;
    if (status !== 'paused') throw wrongState('Only a paused job can be resumed.');
    return { status: 'waiting', requested: null, attempts: 0 };
  });
}

/**
 * Undoes what a job did (admin), except for what has changed since. A repeat does nothing, or tries
 * again what was left as it is.
 */
export async function undoJob(ctx: Ctx, actor: Actor, id: string): Promise<JobView> {
  return change(ctx, requireAdmin(actor).id, id, 'job.undo', (job) => {
    const { status, undoable } = job;
    if (status === 'undoing') return null;
    const again = isUndoableAgain(job);
    if (status === 'undone' && !again) return null;
    if (!undoable) throw wrongState('This job changed nothing, so there is nothing to undo.');
    if (status === 'waiting' || status === 'running') {
      throw wrongState('Please cancel the job first, or wait until it is done.');
    }
    const ended = { failure: null, finishedAt: null, attempts: 0, requested: null };
    // An undo that failed goes on where it was. To one that began anew, what was taken back would
    // look as if somebody had changed it since.
    if (again) return { status: 'undoing', ...ended, checkpoint: null };
    if (isUndo(job)) return { status: 'undoing', ...ended };
    const result = { ...job.result, takenBack: 0, kept: 0 };
    return { status: 'undoing', ...ended, checkpoint: null, done: 0, total: null, result };
  });
}

/** Changes a locked job. `decide` returns the changes; null when there is nothing to do. */
async function change(
  ctx: Ctx,
  by: string,
  id: string,
  action: AuditAction,
  decide: (job: JobRow) => Partial<JobRow> | null,
): Promise<JobView> {
  return inTransaction(ctx.db, async (tx) => {
    const job = (await lockJob(tx, id)) ?? notFound();
    const columns = decide(job);
    if (columns) {
      await updateJob(tx, id, columns);
      const { fileName: file, dryRun } = job.input;
      const about = {
        ...(typeof file === 'string' && { file }),
        ...(dryRun === true && { dryRun }),
      };
      await recordAudit(tx, by, action, id, { kind: job.kind, ...about });
    }
    return toView(await getRow(tx, id));
  });
}

async function getRow(tx: Tx, id: string): Promise<JobRow> {
  return (await selectJob(tx, id)) ?? notFound();
}

function toView(row: JobRow): JobView {
  const { id, kind, done, total, problemCount, input, result, failure, fileId, createdBy } = row;
  return {
    id,
    kind,
    // Pausing and cancelling take until the end of the batch.
    status: row.status satisfies JobStatus,
    done,
    total,
    problemCount,
    input,
    result,
    failure,
    fileId,
    createdBy,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function wrongState(message: string): AppError {
  return new AppError('job_state', message);
}

function notFound(): never {
  throw new AppError('not_found', 'There is no such job.');
}
