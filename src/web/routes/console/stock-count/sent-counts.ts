/**
 * Counts that were sent to the shop. The browser stores them until it is known what became of them,
 * so that a page that opens later doesn't apply them again. Nothing that is stored is ever sent.
 */
import { hasEnded, type JobStatus } from '#features/staff-jobs/staff-jobs.schema.ts';
import { forget, readStored, store } from '../../../components/console/browser-storage.ts';
import { wasRefused } from '../../../components/console/call.ts';
import { type CountJob, findCount, findJob, type SentCount, startCount } from './count-calls.ts';

const SENT_STORED_AS = 'stock-count-sent';
const EVERY_MS = 500;
const PAUSED_EVERY_MS = 3_000;
/** After this many failed looks at the job in a row the page says so, and stops. */
const MOST_FAILURES = 5;
/** A page that opens looks so often for a job, because the counts may still be on their way. */
const LOOKS = 5;

const NOT_KNOWN =
  'It is not known yet whether the counts that were sent are applied. Apply finds that out first.';
const GONE =
  'The job of the counts that were sent is gone, so it is not known whether they are applied. Please compare them with the stock.';
const SENT_MEANWHILE =
  'Counts were sent from another tab meanwhile. Apply finds out first what became of them.';

/** A part of a count that was sent. `job` is null until the shop responds. */
export interface Sent {
  key: string;
  /** The account that sent it. An earlier version did not store it. */
  sender?: string;
  variants: SentCount[];
  job: string | null;
}

/** How far the job of a count is. */
export interface Applying {
  job: string;
  status: JobStatus;
  done: number;
  total: number | null;
}

/** The id of a job, or why none is known. */
export type Begun = { id: string; problem?: never } | { id?: never; problem?: string };

interface Watch {
  show: (progress: Applying) => void;
  /** False when the page is left. */
  isWatched: () => boolean;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What was sent, and of which it is not known what became of it. */
export function sentCounts(): Sent | null {
  const stored = readStored(SENT_STORED_AS) as Sent | null;
  return stored && Array.isArray(stored.variants) ? stored : null;
}

/** Forgets what was sent under a key, and nothing that another tab has sent meanwhile. */
export function forgetSent({ key }: Sent): void {
  if (sentCounts()?.key === key) forget(SENT_STORED_AS);
}

/** The keys of what this browser could not store, so that no other tab knows of it. */
const unstored = new Set<string>();

/** Whether no other tab has read yet what became of a part. */
export function isUnread({ key }: Sent): boolean {
  return unstored.has(key) || sentCounts()?.key === key;
}

/** Sends a part. The response says nothing of problems, so only its id is used. */
export async function send(part: Sent): Promise<Begun> {
  if (sentCounts()) return { problem: SENT_MEANWHILE };
  if (!store(SENT_STORED_AS, part)) unstored.add(part.key);
  const { value, problem, status } = await startCount(part.variants, part.key);
  if (problem === undefined) return begunBy(part, value._id);
  if (!wasRefused(status)) return { problem: `${problem} ${NOT_KNOWN}` };
  forgetSent(part);
  return { problem };
}

/**
 * Finds the job of a part that any person sent before; null if it never arrived. It has no
 * effect on the shop.
 */
export async function findSent(
  part: Sent,
  { account, isWatched }: { account: string; isWatched: () => boolean },
): Promise<Begun | null> {
  if (part.job) return { id: part.job };
  for (let looks = 1; ; looks++) {
    const { value, problem, status } = await findCount(part.key, part.sender ?? account);
    if (value) return begunBy(part, value._id);
    if (status !== 404) return { problem: `${problem} ${NOT_KNOWN}` };
    if (!isWatched()) return {};
    if (looks === LOOKS) break;
    await pause(EVERY_MS);
  }
  forgetSent(part);
  return null;
}

function begunBy(part: Sent, job: string): Begun {
  // A page that was opened since may know the result already.
  if (sentCounts()?.key === part.key) store(SENT_STORED_AS, { ...part, job });
  return { id: job };
}

/**
 * Waits until the job of a part ends. A paused job goes on, so it is waited for as well. Without a
 * result the page was left, or there is a problem. The caller calls `forgetSent` when it has read the
 * result.
 */
export async function waitFor(
  part: Sent,
  id: string,
  { show, isWatched }: Watch,
): Promise<{ job?: CountJob; problem?: string }> {
  for (let failures = 0; isWatched(); ) {
    const { value: job, problem, status } = await findJob(id);
    if (job) {
      if (hasEnded(job.status)) return { job };
      show({ job: job._id, status: job.status, done: job.done, total: job.total });
    } else if (status === 404) {
      forgetSent(part);
      return { problem: GONE };
    }
    failures = job ? 0 : failures + 1;
    if (failures === MOST_FAILURES) return { problem: `${problem} ${NOT_KNOWN}` };
    await pause(job?.status === 'paused' ? PAUSED_EVERY_MS : EVERY_MS);
  }
  return {};
}
