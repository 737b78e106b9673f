import type { JobStatus } from '#features/staff-jobs/staff-jobs.schema.ts';
import { type CallResult, call, post } from '../../../components/console/call.ts';

/** A counted variant as the shop gets it. */
export interface SentCount {
  _id: string;
  /** Units on the shelf. */
  counted: number;
  /** Units that the page expected there. */
  expected: number;
  /** The newest movement of its stock when the page compared it. */
  movement?: number;
}

/** The job that applies a count. */
export interface CountJob {
  _id: string;
  status: JobStatus;
  /** How many variants it has come to. */
  done: number;
  total: number | null;
  /** Once the job has ended, all of them; `line` is the place of the variant in the count, from 1. */
  problems: { line: number | null; reason: string }[];
  failure: string | null;
  /** Has `takenBack` once an undo has begun. */
  result: { takenBack?: number };
}

/**
 * Starts the job that applies a count. The shop subtracts units that are to be shipped. A repeat
 * under the same key returns the same job.
 */
export function startCount(variants: SentCount[], key: string): Promise<CallResult<CountJob>> {
  return post('/api/v1/stock-counts', { variants }, { 'Idempotency-Key': key });
}

/** The job that a sender started under a key. It has no effect; 404 if there is none. */
export function findCount(key: string, sender: string): Promise<CallResult<CountJob>> {
  const query = new URLSearchParams({ sender });
  return call(`/api/v1/stock-counts/${encodeURIComponent(key)}?${query}`);
}

export function findJob(id: string): Promise<CallResult<CountJob>> {
  return call(`/api/v1/jobs/${id}`);
}
