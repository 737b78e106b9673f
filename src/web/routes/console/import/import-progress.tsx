import { imageReport } from '#features/product-management/image-report.schema.ts';
import type {
  CategoriesNow,
  ImageCounts,
  ImportInput,
  ImportResult,
} from '#features/product-management/import.schema.ts';
import { csvDialects, unreadColumns } from '#features/product-management/import-columns.schema.ts';
import { isUndo, type JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { FORMER_UNSEEN } from '#shared/unseen-former-price.ts';
import { JobCounts, JobProgress } from '../../../components/console/job/job-progress.tsx';
import { notReached } from '../../../components/console/job/undo-words.ts';
import { Link } from '../../../ui/link.tsx';
import { CHOICES } from './import-words.ts';

/** How many columns that are not read are named. */
const NAMED = 10;

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
  job,
  categories,
}: {
  input: ImportInput;
  result: Partial<ImportResult>;
  job: JobView;
  categories: CategoriesNow;
}) {
  const { status } = job;
  const { added = 0, changed = 0, unchanged = 0, uncategorised = 0, refused = 0 } = result;
  const { unseenFormer = 0 } = result;
  const left = notReached(job);
  const isUndone = isUndo({ status, result: { ...result } });
  const counts: [string, number][] = [
    ['New', added],
    ['Changed', changed],
    ['Unchanged', unchanged],
    ['Wrong', refused],
    ...(left > 0 ? [['Left out by the cancellation', left] as [string, number]] : []),
  ];
  const [name, go] = uncategorised === 1 ? ['names', 'goes'] : ['name', 'go'];
  return (
    <>
      <JobCounts counts={counts} status={status} result={result} />
      <p className="mb-4 text-sm text-ink-soft">
        Kind of file: {csvDialects[input.dialect]}
        {input.decimal === ',' ? ', with decimal commas' : ''}.
        {uncategorised > 0 && !isUndone
          ? ` ${withThousands(uncategorised)} of the new products ${name} no category of the shop and ${go} to ${categories.chosen ?? `${input.category}, which was deleted since`}.`
          : ''}
      </p>
      {isUndone ? null : <Unread input={input} />}
      {isUndone ? null : <ImageReport counts={result.images} isCheck={input.dryRun} />}
      {unseenFormer > 0 && !isUndone ? (
        <p className="mb-4 text-sm">
          {`Compare-at price of ${counted(unseenFormer, 'product')}: ${FORMER_UNSEEN}`}
        </p>
      ) : null}
      {categories.added.length > 0 && !isUndone ? (
        <p className="mb-4 text-sm wrap-anywhere">
          New categories{input.dryRun ? ' that the import would add' : ''}:{' '}
          {categories.added.join(', ')}. They get a page, but no place in the menu.{' '}
          <Link to="/admin/categories" className="link">
            Categories
          </Link>{' '}
          has that choice.
        </p>
      ) : null}
      <CategoriesAfterUndo {...categories} />
    </>
  );
}

/** What an undo could not do as usual with the categories of the import. */
function CategoriesAfterUndo({ kept, archivedIn }: CategoriesNow) {
  return (
    <>
      {kept.length > 0 ? (
        <p className="mb-4 text-sm wrap-anywhere">
          These categories of the import stay, because they are in use or were edited:{' '}
          {kept.join(', ')}.
        </p>
      ) : null}
      {archivedIn ? (
        <p className="mb-4 text-sm wrap-anywhere">
          The category that was chosen for new products was deleted. Archived products whose
          category came with the import are in {archivedIn}.
        </p>
      ) : null}
    </>
  );
}

/** The columns that are passed over, so that none is missed unseen. */
function Unread({ input }: { input: ImportInput }) {
  const names = unreadColumns(input);
  if (names.length === 0) return null;
  const more = names.length - NAMED;
  return (
    <p className="mb-4 max-w-3xl text-sm wrap-anywhere">
      Not read: {names.slice(0, NAMED).join(', ')}
      {more > 0 ? ` and ${counted(more, 'other column')}` : ''}.{' '}
      {input.dryRun ? (
        <a href={`#${CHOICES}`} className="link">
          Choose the columns
        </a>
      ) : null}
    </p>
  );
}

function ImageReport({ counts, isCheck }: { counts: ImageCounts | undefined; isCheck: boolean }) {
  return imageReport(counts, isCheck ? 'check' : 'import').map((sentence) => (
    <p key={sentence} className="mb-4 max-w-3xl text-sm wrap-anywhere">
      {sentence}
    </p>
  ));
}
