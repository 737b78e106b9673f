import type { ReactNode } from 'react';
import type { JobItem } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';

/** The items that an undo left as they are. */
export function KeptList({
  items,
  count,
  thing = 'product',
  page = '/admin/products',
}: {
  items: JobItem[];
  count: number;
  /** The word for an item. */
  thing?: string;
  /** The path of the pages of items. */
  page?: string;
}) {
  if (items.length === 0) return null;
  return (
    <JobList
      title={`${counted(count, thing)} ${count === 1 ? 'was' : 'were'} not taken back`}
      shown={items.length}
      count={count}
    >
      {items.map(({ subject, label, kept }) => (
        <li key={subject} className="py-0.5 text-sm wrap-anywhere">
          <a href={`${page}/${subject}`} className="link">
            {label}
          </a>
          : {kept}
        </li>
      ))}
    </JobList>
  );
}

/** The first rows of a job's findings. */
export function JobList({
  id,
  title,
  shown,
  count,
  children,
}: {
  id?: string | undefined;
  title: string;
  shown: number;
  count: number;
  children: ReactNode;
}) {
  return (
    <section id={id} className="mb-6 max-w-3xl">
      <h2 className="mb-1 font-sans text-base font-semibold">{title}</h2>
      {shown < count ? <p className="text-sm text-ink-soft">The first {shown} are shown.</p> : null}
      <ul>{children}</ul>
    </section>
  );
}
