/** What staff see of the jobs that they start. */
import { withThousands } from '#shared/thousands.ts';

/**
 * The kinds of jobs. `server/jobs/staff-jobs.ts` has a runner for each; a missing one does not
 * compile.
 */
export const jobKinds = ['import', 'bulkEdit', 'stockCount'] as const;

export type JobKind = (typeof jobKinds)[number];

/** The `phase` in the checkpoint of a job that has only images left to fetch, which may take hours. */
export const IMAGES_PHASE = 'images';

/** The labels of the states of a job. */
export const jobStatuses = {
  waiting: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  undoing: 'Being undone',
  undone: 'Undone',
} as const;

export type JobStatus = keyof typeof jobStatuses;

/** Whether a process works on this job, or will do so. */
export function isOpen(status: JobStatus): boolean {
  return status === 'waiting' || status === 'running' || status === 'undoing';
}

/** Whether a job is or was being undone, also when that failed. Its numbers are then of the undo. */
export function isUndo({ status, result }: Pick<JobView, 'status' | 'result'>): boolean {
  const hasFailed = status === 'failed' && result.takenBack !== undefined;
  return status === 'undoing' || status === 'undone' || hasFailed;
}

/**
 * Whether its undo left products, or rules with a renamed tag, as they are, and may be tried again: a
 * later edit may have been undone. What was counted or sold since stays so, so a stock count is undone once.
 */
export function isUndoableAgain({
  kind,
  status,
  result,
}: Pick<JobView, 'kind' | 'status' | 'result'>): boolean {
  const hasKept =
    Number(result.kept ?? 0) > 0 || ((result.keptRules as unknown[] | undefined) ?? []).length > 0;
  return status === 'undone' && kind !== 'stockCount' && hasKept;
}

/** Whether an undo can begin now, of a job that changed something. */
export function isUndoableNow(job: Pick<JobView, 'kind' | 'status' | 'result'>): boolean {
  const { status } = job;
  return status === 'paused' || (hasEnded(status) && status !== 'undone') || isUndoableAgain(job);
}

/** Whether a job has ended, and no undo is under way. */
export function hasEnded(status: JobStatus): boolean {
  return !isOpen(status) && status !== 'paused';
}

/** How many problems of most jobs are named. */
const MAX_NAMED = 100;

/**
 * How many problems of a job are named. Of a count that has ended all are: a page that did not know
 * them would take what was left out for applied, or offer what was applied again.
 */
export function mostNamed({ kind, status, problemCount }: JobView): number {
  return kind === 'stockCount' && hasEnded(status) ? problemCount : MAX_NAMED;
}

/** Something that a job could not do. */
export interface JobProblem {
  /** The line of the problem in the file; the header is line 1. Null if it has no line. */
  line: number | null;
  reason: string;
}

/** A job as staff see it. */
export interface JobView {
  id: string;
  kind: JobKind;
  status: JobStatus;
  done: number;
  /** Null until it is known. */
  total: number | null;
  problemCount: number;
  /** The input of the job, as its kind defines it. */
  input: Record<string, unknown>;
  /**
   * The findings and results so far, as the kind of the job defines them. From the beginning of its
   * undo on it has `takenBack` and `kept`.
   */
  result: Record<string, unknown>;
  /** Why it failed; null otherwise. */
  failure: string | null;
  fileId: string | null;
  /** The id of the account, or the name of the command. */
  createdBy: string;
  /** ISO 8601. */
  createdAt: string;
  finishedAt: string | null;
}

/** Something that a job did or, in a dry run, would do. */
export interface JobItem {
  /** The id of the changed record; in a dry run its position in the file. */
  subject: string;
  label: string;
  outcome: 'new' | 'changed';
  /** Before and after of each changed field. */
  differences: Record<string, [before: unknown, after: unknown]> | null;
  /** Why an undo left it as it is; null if it did not. */
  kept: string | null;
}

/** The largest file that staff can upload for a job, in bytes. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;
export const MOST_OF_FILE = `${MAX_FILE_BYTES / 1024 / 1024} MB`;

/** The most problems of a job that are stored. All are counted. */
export const MAX_PROBLEMS = 100_000;

/** What is said of problems that are counted and not stored; null if there are none. */
export function unstoredProblems(count: number): string | null {
  if (count <= MAX_PROBLEMS) return null;
  return `Only the first ${withThousands(MAX_PROBLEMS)} of ${withThousands(count)} problems are kept. Please correct these, then import the file again to see the others.`;
}
