import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { isOpen, isUndo, type JobStatus } from '#features/staff-jobs/staff-jobs.schema.ts';
import { withThousands } from '#shared/thousands.ts';

/** How often a page requests the progress of an open job, in milliseconds. */
const EVERY_MS = 1_000;

/** Loads the page's data again while the job is open. */
export function useJobProgress(status: JobStatus): void {
  const { revalidate } = useRevalidator();
  const open = isOpen(status);
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void revalidate(), EVERY_MS);
    return () => clearInterval(timer);
  }, [open, revalidate]);
}

/** The progress of an open job. */
export function JobProgress({
  status,
  done,
  total,
  things,
  before,
}: {
  status: JobStatus;
  done: number;
  /** Null until it is known. */
  total: number | null;
  /** The word for the things that are counted. */
  things: string;
  /** The text that is shown until the total is known. */
  before: string;
}) {
  if (!isOpen(status) && status !== 'paused') return null;
  return (
    <div className="mb-4 max-w-xl" role="status">
      <p className="mb-1 text-sm tabular-nums">
        {total === null ? before : `${withThousands(done)} of ${withThousands(total)} ${things}`}
      </p>
      <progress
        aria-label="Progress"
        className="h-2 w-full accent-accent"
        max={total ?? 1}
        {...(total === null ? {} : { value: done })}
      />
    </div>
  );
}

/** What a job did, in numbers. For an undo, first what it restored, and then what the job had done. */
export function JobCounts({
  counts,
  status,
  result,
}: {
  counts: [label: string, count: number][];
  status: JobStatus;
  result: { takenBack?: number; kept?: number };
}) {
  const { takenBack = 0, kept = 0 } = result;
  const ofUndo: typeof counts = [
    ['Taken back', takenBack],
    ['Left as they are', kept],
  ];
  const before = counts.flatMap(([label, count]): typeof counts =>
    count > 0 ? [[`${label} before the undo`, count]] : [],
  );
  const shown = isUndo({ status, result }) ? [...ofUndo, ...before] : counts;
  return (
    <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
      {shown.map(([label, count]) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-heading tabular-nums">{withThousands(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
