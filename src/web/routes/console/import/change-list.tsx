import { type JobProblem, unstoredProblems } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import type { ChangedItem } from '../../../changed-fields.ts';
import { FieldList } from '../../../components/console/field-list.tsx';
import { JobList } from '../../../components/console/job/job-list.tsx';
import { fateOf } from '../../../components/console/job/undo-words.ts';
import { Link } from '../../../ui/link.tsx';

/** A product or variant that a job changed or would change, with its fields before and after. */
export function ChangedRow({
  item: { subject, label, foundBy, kept, fields, more },
  isUndone,
  page,
}: {
  item: ChangedItem;
  isUndone: boolean;
  /** The path of the pages of such things; null if it is not linked. */
  page: string | null;
}) {
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <p className="font-semibold wrap-anywhere">
        {page ? (
          <Link to={`${page}/${subject}`} className="link">
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      {isUndone ? <p className="text-sm">{fateOf('changed', kept)}</p> : null}
      {foundBy ? (
        <p className="text-sm font-semibold text-danger wrap-anywhere">
          Found by SKU {foundBy.sku}, not by its handle: the file has {foundBy.handle}
        </p>
      ) : null}
      <FieldList fields={fields} more={more} />
    </li>
  );
}

/** The problems by line, and a link to the file of the lines that were left out. */
export function ProblemList({
  jobId,
  problems,
  count,
}: {
  jobId: string;
  problems: JobProblem[];
  count: number;
}) {
  if (problems.length === 0) return null;
  const unstored = unstoredProblems(count);
  return (
    <JobList title={counted(count, 'problem')} shown={problems.length} count={count}>
      <li className="pb-2 text-sm">
        <a href={`/api/v1/jobs/${jobId}/problems.csv`} download className="link">
          Download the lines with problems
        </a>
        {unstored ? <p className="pt-1">{unstored}</p> : null}
      </li>
      {problems.map(({ line, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several problems
        <li key={index} className="py-0.5 text-sm wrap-anywhere">
          {line === null ? '' : `Line ${line}: `}
          {reason}
        </li>
      ))}
    </JobList>
  );
}
