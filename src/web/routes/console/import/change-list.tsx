import type { JobItem, JobProblem } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import type { ChangedItem } from '../../../changed-fields.ts';
import { FieldList } from '../../../components/console/field-list.tsx';
import { JobList } from '../../../components/console/job/job-list.tsx';
import { Link } from '../../../ui/link.tsx';

/** Products that a job changes or would change, each with its fields before and after. */
export function ChangeList({
  title,
  items,
  count,
  isLinked = false,
}: {
  title: string;
  items: ChangedItem[];
  /** How many there are, if only the first of them are listed. */
  count: number;
  /** Whether their subjects are the products, which have pages. */
  isLinked?: boolean;
}) {
  if (items.length === 0) return null;
  return (
    <JobList title={title} shown={items.length} count={count}>
      {items.map(({ subject, label, foundBy, fields, more }) => (
        <li key={subject} className="border-b border-line py-2 last:border-b-0">
          <p className="font-semibold wrap-anywhere">
            {isLinked ? (
              <Link to={`/admin/products/${subject}`} className="link">
                {label}
              </Link>
            ) : (
              label
            )}
          </p>
          {foundBy ? (
            <p className="text-sm font-semibold text-danger wrap-anywhere">
              Found by SKU {foundBy.sku}, not by its handle: the file has {foundBy.handle}
            </p>
          ) : null}
          <FieldList fields={fields} more={more} />
        </li>
      ))}
    </JobList>
  );
}

/** The first products that an import would add. */
export function NewList({ items, count }: { items: JobItem[]; count: number }) {
  if (items.length === 0) return null;
  return (
    <JobList
      title={`${counted(count, 'product')} would be added`}
      shown={items.length}
      count={count}
    >
      {items.map(({ subject, label }) => (
        <li key={subject} className="py-0.5 text-sm wrap-anywhere">
          {label}
        </li>
      ))}
    </JobList>
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
  return (
    <JobList title={counted(count, 'problem')} shown={problems.length} count={count}>
      <li className="pb-2 text-sm">
        <a href={`/api/v1/jobs/${jobId}/problems.csv`} download className="link">
          Download the lines with problems
        </a>
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
