import type { ImportInput, ImportResult } from '#features/product-management/import.schema.ts';
import { csvDialects } from '#features/product-management/product-csv-dialects.schema.ts';
import { isOpen, type JobStatus, type JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { withThousands } from '#shared/thousands.ts';

/** How far an open job is. */
export function Progress({ job, result }: { job: JobView; result: Partial<ImportResult> }) {
  const { status, done, total } = job;
  if (!isOpen(status) && status !== 'paused') return null;
  const { phase, fetched = 0, toFetch = 0 } = result;
  const isImages = phase === 'images' && status !== 'undoing';
  const [now, all, thing] = isImages ? [fetched, toFetch, 'images'] : [done, total, 'products'];
  const words =
    all === null
      ? 'The file is being checked.'
      : `${withThousands(now)} of ${withThousands(all)} ${isImages ? 'products have their images' : thing}`;
  return (
    <div className="mb-4 max-w-xl" role="status">
      <p className="mb-1 text-sm tabular-nums">{words}</p>
      <progress
        aria-label="Progress"
        className="h-2 w-full accent-accent"
        max={all ?? 1}
        {...(all === null ? {} : { value: now })}
      />
    </div>
  );
}

/** How many products are new, changed, unchanged and wrong. */
export function Counts({
  input,
  result,
  status,
}: {
  input: ImportInput;
  result: Partial<ImportResult>;
  status: JobStatus;
}) {
  const { added = 0, changed = 0, unchanged = 0, uncategorised = 0, refused = 0 } = result;
  const counts = [
    ['New', added],
    ['Changed', changed],
    ['Unchanged', unchanged],
    ['Wrong', refused],
    ...(status === 'undone' || status === 'undoing'
      ? ([
          ['Taken back', result.takenBack ?? 0],
          ['Left as they are', result.kept ?? 0],
        ] as const)
      : []),
  ] as const;
  return (
    <>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-heading tabular-nums">{withThousands(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="mb-4 text-sm text-ink-soft">
        Kind of file: {csvDialects[input.dialect]}.
        {uncategorised > 0
          ? ` ${withThousands(uncategorised)} of the new products name no category of the shop and go to ${input.category}.`
          : ''}
      </p>
    </>
  );
}
