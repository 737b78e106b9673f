import type { JobItem, JobProblem } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import type { ChangedField } from '../../../changed-fields.ts';
import { JobList } from '../../../components/console/job/job-list.tsx';

/** A product that would change, field by field. */
interface Change {
  subject: string;
  label: string;
  fields: ChangedField[];
  more: number;
}

/** What an import changes, with the fields before and after. */
export function ChangeList({ items, count }: { items: Change[]; count: number }) {
  if (items.length === 0) return null;
  return (
    <JobList title={`${counted(count, 'product')} would change`} shown={items.length} count={count}>
      {items.map(({ subject, label, fields, more }) => (
        <li key={subject} className="border-b border-line py-2 last:border-b-0">
          <p className="font-semibold wrap-anywhere">{label}</p>
          <ul className="text-sm text-ink-soft">
            {fields.map((field) => (
              <li key={field.label} className="wrap-anywhere">
                {field.label}: {field.before} → <span className="text-ink">{field.after}</span>
              </li>
            ))}
            {more > 0 ? <li>and {counted(more, 'other field')}</li> : null}
          </ul>
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
