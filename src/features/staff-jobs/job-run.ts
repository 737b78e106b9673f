/** Runs jobs: takes the lease of one, and ends it when the work has stopped. */
import { randomUUID } from 'node:crypto';
import type { Executor } from '#db/client.ts';
import { AppError, findRefusal } from '#shared/errors.ts';
import { findLastActor } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import {
  deleteFindings,
  deleteKeys,
  insertItems,
  insertKeys,
  insertProblems,
  markKept,
  type NewItem,
  type NewProblem,
  type StoredItem,
  selectClaimedKeys,
  selectItemsAfter,
  selectItemVersions,
  selectKeptAfter,
  selectLinesWithProblem,
  updateItemVersions,
} from './job-findings.store.ts';
import { type JobKind, type JobStatus, MAX_PROBLEMS } from './staff-jobs.schema.ts';
import {
  endLease,
  endLeaseAsAsked,
  type JobRow,
  type Progress,
  prolongLease,
  saveProgress,
  takeLease,
  type WhichJobs,
} from './staff-jobs.store.ts';

export type { NewItem, StoredItem };

/**
 * Runs the jobs of a kind. Both functions return when the work is done, or when the signal of the
 * run is aborted.
 */
export interface JobRunner {
  run(ctx: Ctx, run: JobRun): Promise<void>;
  undo(ctx: Ctx, run: JobRun): Promise<void>;
}

/** A runner for each kind. */
export type JobRunners = Record<JobKind, JobRunner>;

/** The lease ends this many seconds after the last sign of life of the process. */
const LEASE_SECONDS = 30;
const BEAT_MS = 5_000;
/** A job fails after it was begun this many times without progress. */
const MAX_ATTEMPTS = 5;
const STOPPED = 'It stopped several times at the same place. The log of the shop says why.';

/** Why the work has to stop. */
type Stop = 'pause' | 'cancel' | 'closing' | 'handOver' | 'lost';

/**
 * Thrown when the lease is lost. Another process may have the job, so the transaction must not be
 * committed.
 */
class LeaseLost extends Error {}

/** A job that this process runs. */
export class JobRun {
  readonly job: JobRow;
  /** Who asked for it: for an undo, the one who asked for that. */
  readonly actor: string;
  readonly #lease: string;
  readonly #which: WhichJobs;
  readonly #stop = new AbortController();
  #stored: number;

  constructor(job: JobRow, lease: string, actor: string, which: WhichJobs) {
    this.job = job;
    this.actor = actor;
    this.#lease = lease;
    this.#which = which;
    this.#stored = job.problemCount;
    if (job.requested && job.status !== 'undoing') this.stop(job.requested);
  }

  /** Aborted when the work has to stop after its current batch. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get stopped(): Stop | null {
    return this.signal.aborted ? (this.signal.reason as Stop) : null;
  }

  stop(why: Stop): void {
    if (!this.signal.aborted) this.#stop.abort(why);
  }

  /**
   * Stops a job that has only images left to fetch, where others would wait for that. Its checkpoint
   * has to say so.
   */
  leaveImages(): void {
    if (this.#which.fetchesImages === false) this.stop('handOver');
  }

  /**
   * Stores the progress of the job, in the transaction of the batch. Throws when another process
   * has the job by now, so that the batch is not committed.
   */
  async save(tx: Executor, progress: Progress): Promise<void> {
    const { id } = this.job;
    const held = await saveProgress(tx, id, this.#lease, LEASE_SECONDS, progress);
    if (!held) {
      this.stop('lost');
      throw new LeaseLost();
    }
    if (progress.result) this.job.result = progress.result;
    if (held.requested) this.stop(held.requested);
  }

  /** Stores problems, up to a limit. The caller counts them with `save`. */
  async addProblems(tx: Executor, problems: NewProblem[]): Promise<void> {
    const room = MAX_PROBLEMS - this.#stored;
    if (problems.length === 0 || room <= 0) return;
    await insertProblems(tx, this.job.id, problems.slice(0, room));
    this.#stored += problems.length;
  }

  linesWithProblem(db: Executor, lines: number[]): Promise<Set<number>> {
    return selectLinesWithProblem(db, this.job.id, lines);
  }

  addItems(tx: Executor, items: NewItem[]): Promise<void> {
    return insertItems(tx, this.job.id, items);
  }

  itemsAfter(db: Executor, after: string, limit: number): Promise<StoredItem[]> {
    return selectItemsAfter(db, this.job.id, after, limit);
  }

  /** The next ones that an earlier undo left as they are; not those for a reason that begins so. */
  keptAfter(db: Executor, after: string, limit: number, except: string): Promise<StoredItem[]> {
    return selectKeptAfter(db, this.job.id, after, limit, except);
  }

  itemVersions(db: Executor, subjects: string[]): Promise<Map<string, number>> {
    return selectItemVersions(db, this.job.id, subjects);
  }

  setItemVersions(tx: Executor, versions: Map<string, number>): Promise<void> {
    return updateItemVersions(tx, this.job.id, versions);
  }

  markKept(tx: Executor, kept: { subject: string; reason: string | null }[]): Promise<void> {
    return markKept(tx, this.job.id, kept);
  }

  /**
   * Claims keys for lines of the file. Returns the keys that an earlier line has claimed, with that
   * line.
   */
  claimKeys(tx: Executor, keys: { key: bigint; line: number }[]): Promise<Map<bigint, number>> {
    return insertKeys(tx, this.job.id, keys);
  }

  /** Which of these keys are claimed. */
  claimedKeys(db: Executor, keys: bigint[]): Promise<Set<bigint>> {
    return selectClaimedKeys(db, this.job.id, keys);
  }

  /** Deletes problems, items and keys, before the work starts over. */
  async beginAnew(tx: Executor): Promise<void> {
    await deleteFindings(tx, this.job.id);
    this.#stored = 0;
  }

  beat(ctx: Ctx): Promise<void> {
    return prolongLease(ctx.db, this.job.id, this.#lease, LEASE_SECONDS).then((held) => {
      if (!held) this.stop('lost');
      else if (held.requested) this.stop(held.requested);
    });
  }

  /**
   * Ends the lease as staff requested last. Without a request, another process may go on at once.
   */
  endAsAsked(ctx: Ctx): Promise<JobStatus | undefined> {
    return endLeaseAsAsked(ctx.db, this.job.id, this.#lease, ctx.now());
  }

  async end(ctx: Ctx, columns: Parameters<typeof endLease>[3]): Promise<void> {
    await endLease(ctx.db, this.job.id, this.#lease, columns);
  }
}

/**
 * Runs the next of these jobs that no process runs. Returns when it is done, has to stop or has
 * failed; false when there was none. When `closing` is aborted, the job stops and
 * another process goes on with it.
 */
export async function runNextJob(
  ctx: Ctx,
  runners: JobRunners,
  closing: AbortSignal,
  which: WhichJobs = {},
): Promise<boolean> {
  const lease = randomUUID();
  const job = await takeLease(ctx.db, lease, LEASE_SECONDS, which);
  if (!job) return false;
  const run = new JobRun(job, lease, await actorOf(ctx, job), which);
  const close = () => run.stop('closing');
  closing.addEventListener('abort', close, { once: true });
  if (closing.aborted) close();
  // If one renewal of the lease fails, others follow before the lease ends.
  const timer = setInterval(() => void run.beat(ctx).catch(() => undefined), BEAT_MS);
  try {
    await work(ctx, runners[job.kind], run);
  } finally {
    clearInterval(timer);
    closing.removeEventListener('abort', close);
  }
  return true;
}

/** The audit log has who asked for an undo, since it is written with the request. */
async function actorOf(ctx: Ctx, { id, status, createdBy }: JobRow): Promise<string> {
  if (status !== 'undoing') return createdBy;
  return (await findLastActor(ctx.db, 'job.undo', id)) ?? createdBy;
}

async function work(ctx: Ctx, runner: JobRunner, run: JobRun): Promise<void> {
  const { job } = run;
  const isUndo = job.status === 'undoing';
  // The earlier attempts ended with their process or lost the lease, so none of them could fail the
  // job.
  if (job.attempts > MAX_ATTEMPTS) return fail(ctx, run, STOPPED);
  try {
    if (!run.stopped) await (isUndo ? runner.undo(ctx, run) : runner.run(ctx, run));
    await conclude(ctx, run, isUndo);
  } catch (error) {
    if (run.stopped === 'lost') return;
    await giveUp(ctx, run, error);
  }
}

async function conclude(ctx: Ctx, run: JobRun, isUndo: boolean): Promise<void> {
  switch (run.stopped) {
    case 'lost':
      return;
    case 'handOver':
      await deleteKeys(ctx.db, run.job.id);
      await run.endAsAsked(ctx);
      return;
    case 'closing':
    case 'pause':
    case 'cancel':
      if ((await run.endAsAsked(ctx)) === 'cancelled') await deleteKeys(ctx.db, run.job.id);
      return;
    case null:
      await deleteKeys(ctx.db, run.job.id);
      return run.end(ctx, {
        status: isUndo ? 'undone' : 'done',
        requested: null,
        finishedAt: ctx.now(),
      });
  }
}

/** Fails the job at once if waiting can't help, and otherwise after several attempts. */
async function giveUp(ctx: Ctx, run: JobRun, error: unknown): Promise<void> {
  const { id, kind, attempts } = run.job;
  const refusal = findRefusal(error);
  const isOutage = refusal?.status === 503;
  if (refusal && !isOutage) return fail(ctx, run, refusal.message);
  ctx.log.error('job.stopped', error, { job: id, kind, attempts });
  // The lease ends by itself, so that the next attempt waits.
  if (attempts >= MAX_ATTEMPTS) await fail(ctx, run, STOPPED);
}

async function fail(ctx: Ctx, run: JobRun, failure: string): Promise<void> {
  await deleteKeys(ctx.db, run.job.id);
  await run.end(ctx, { status: 'failed', failure, finishedAt: ctx.now() });
}

/** A refusal of the whole job, as a sentence for the person who started it. */
export function jobRefusal(message: string): AppError {
  return new AppError('invalid_request', message);
}
