/** What staff see of the jobs that they start. */

/** The kinds of jobs. `server/jobs/staff-jobs.ts` has what runs each; one that is missing does not compile. */
export const jobKinds = ['import', 'bulkEdit'] as const;

export type JobKind = (typeof jobKinds)[number];

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

/** Whether a process works on such a job, or will. */
export function isOpen(status: JobStatus): boolean {
  return status === 'waiting' || status === 'running' || status === 'undoing';
}

/** Something that a job could not do. */
export interface JobProblem {
  /** The line of the file where it is; the header is line 1. Null for what has no line. */
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
  /** What it was given, as its kind defines it. */
  input: Record<string, unknown>;
  /** What it has found and done so far, as its kind defines it. */
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
  /** The id of what it changed; in a dry run its place in the file. */
  subject: string;
  label: string;
  outcome: 'new' | 'changed';
  /** Before and after of each changed field. */
  differences: Record<string, [before: unknown, after: unknown]> | null;
  /** Why an undo left it as it is; null where it did not. */
  kept: string | null;
}

/** The largest file that staff can upload for a job, in bytes. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;
