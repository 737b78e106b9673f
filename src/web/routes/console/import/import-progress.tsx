import type { ImportInput, ImportResult } from '#features/product-management/import.schema.ts';
import { csvDialects } from '#features/product-management/import-columns.schema.ts';
import type { JobStatus, JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import { JobCounts, JobProgress } from '../../../components/console/job/job-progress.tsx';
import { Link } from '../../../ui/link.tsx';

/** The progress of an open import. */
export function Progress({ job, result }: { job: JobView; result: Partial<ImportResult> }) {
  const { status, done, total } = job;
  const { phase, fetched = 0, toFetch = 0 } = result;
  const isImages = phase === 'images' && status !== 'undoing';
  return (
    <JobProgress
      status={status}
      done={isImages ? fetched : done}
      total={isImages ? toFetch : total}
      things={isImages ? 'products have their images' : 'products'}
      before="The file is being checked."
    />
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
  const { keptCategories = [] } = result;
  const newCategories = (result.newCategories ?? []).filter(({ isUsed }) => isUsed);
  const counts: [string, number][] = [
    ['New', added],
    ['Changed', changed],
    ['Unchanged', unchanged],
    ['Wrong', refused],
  ];
  return (
    <>
      <JobCounts counts={counts} status={status} result={result} />
      <p className="mb-4 text-sm text-ink-soft">
        Kind of file: {csvDialects[input.dialect]}
        {input.decimal === ',' ? ', with decimal commas' : ''}.
        {uncategorised > 0
          ? ` ${withThousands(uncategorised)} of the new products name no category of the shop and go to ${input.category}.`
          : ''}
      </p>
      {newCategories.length > 0 ? (
        <p className="mb-4 text-sm wrap-anywhere">
          New categories{input.dryRun ? ' that the import would add' : ''}:{' '}
          {newCategories.map(({ name }) => name).join(', ')}. They get a page, but no place in the
          menu.{' '}
          <Link to="/admin/categories" className="link">
            Categories
          </Link>{' '}
          has that choice.
        </p>
      ) : null}
      {keptCategories.length > 0 ? (
        <p className="mb-4 text-sm wrap-anywhere">
          These categories of the import stay, because they are in use or were edited:{' '}
          {keptCategories.join(', ')}.
        </p>
      ) : null}
    </>
  );
}
