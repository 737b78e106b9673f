/** Applies a count by a job of the shop, which goes on when the page is closed. */
import { useEffect, useRef, useState } from 'react';
import { onShelf } from '#features/inventory/inventory.schema.ts';
import { MAX_COUNTED } from '#features/stock-counts/stock-counts.schema.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { isWaiting } from './beside-now.ts';
import type { CountJob } from './count-calls.ts';
import { afterApplying, describeOutcome, outcomeOf } from './count-outcome.ts';
import {
  type Applying,
  type Begun,
  findSent,
  forgetSent,
  isUnread,
  type Sent,
  send,
  sentCounts,
  waitFor,
} from './sent-counts.ts';

interface Options {
  /** The id of the account that counts. */
  account: string;
  latest: { current: CountedVariant[] };
  change: (to: (rows: CountedVariant[]) => CountedVariant[]) => void;
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  setProblem: (problem: string | null) => void;
}

interface Following extends Omit<Options, 'account' | 'latest'> {
  isWatched: () => boolean;
}

/** What was applied, and the jobs that did it. */
export interface Applied {
  text: string;
  jobs: string[];
}

/** Whether the page is open. It is set before the effects of what calls this. */
function useWatched(): () => boolean {
  const isWatched = useRef(false);
  useEffect(() => {
    isWatched.current = true;
    return () => {
      isWatched.current = false;
    };
  }, []);
  return () => isWatched.current;
}

/** Follows the jobs of counts until they end, and says how many the shop accepted. */
function useFollowing({ change, inTurn, setProblem, isWatched }: Following) {
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Applying | null>(null);
  const [applied, setApplied] = useState<Applied | null>(null);
  const announce = useAnnounce();

  /** Follows parts of a count until one has no job, or its job is not done. */
  async function follow(parts: Sent[], begin: (part: Sent) => Promise<Begun>): Promise<void> {
    setBusy(true);
    const total = parts.reduce((sum, { variants }) => sum + variants.length, 0);
    const jobs: CountJob[] = [];
    let done = 0;
    for (const part of parts) {
      const { id, ...begun } = await begin(part);
      const watch = { show: setProgress, isWatched };
      const { job, problem } =
        id === undefined ? { ...begun, job: null } : await waitFor(part, id, watch);
      if (problem !== undefined) setProblem(problem);
      if (!job) break;
      jobs.push(job);
      const outcome = outcomeOf(part.variants, job);
      done += outcome.applied.size;
      await inTurn(async () => {
        // A page that was opened since has other rows, and looks at the job itself. Where another tab
        // was first, the same number may have been counted again since.
        if (!isWatched() || !isUnread(part)) return;
        change((all) => afterApplying(all, part.variants, outcome));
        forgetSent(part);
      });
      if (job.failure !== null) setProblem(job.failure);
      if (job.status !== 'done' || !isWatched()) break;
    }
    setBusy(false);
    setProgress(null);
    const last = jobs.at(-1);
    if (!last || !isWatched()) return;
    const text = describeOutcome(done, total, last);
    setApplied({ text, jobs: jobs.map(({ _id }) => _id) });
    announce(text);
  }

  return { isBusy, setBusy, progress, applied, setApplied, follow };
}

/** Applies the counts. Earlier scans are counted first. */
export function useApplying({ account, ...options }: Options) {
  const { latest, inTurn, setProblem } = options;
  const isWatched = useWatched();
  const following = useFollowing({ ...options, isWatched });
  const { isBusy, setBusy, progress, applied, setApplied, follow } = following;

  /**
   * Finds out what became of counts that were sent before, by any person. False when there are
   * none, or they never arrived.
   */
  async function settleSent(): Promise<boolean> {
    const sent = sentCounts();
    if (!sent) return false;
    setProblem(null);
    setApplied(null);
    let hasArrived = true;
    await follow([sent], async () => {
      const begun = await findSent(sent, { account, isWatched });
      hasArrived = begun !== null;
      return begun ?? {};
    });
    return hasArrived;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => void settleSent(), []);

  return {
    ...{ isBusy, progress, applied, settle: settleSent },
    /** Sends the counts under the key of the question. */
    async apply(key: string): Promise<void> {
      setBusy(true);
      const rows = await inTurn(async () => latest.current.filter((row) => !isWaiting(row)));
      // Counts that another tab sent since the question come first.
      if (await settleSent()) return;
      await follow(partsOf(rows, key, account), send);
    },
    forget: () => setApplied(null),
  };
}

/** The counts in parts that the shop takes, each with a key of its own. */
function partsOf(rows: CountedVariant[], key: string, sender: string): Sent[] {
  const parts: Sent[] = [];
  for (let at = 0; at < rows.length; at += MAX_COUNTED) {
    const variants = rows.slice(at, at + MAX_COUNTED).map((row) => ({
      ...{ _id: row._id, counted: row.counted, expected: onShelf(row) },
      movement: row.movement,
    }));
    parts.push({ key: at === 0 ? key : `${key}-${at}`, sender, variants, job: null });
  }
  return parts;
}
