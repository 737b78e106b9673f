import type { BulkEditResult } from '#features/product-management/bulk-edit.schema.ts';
import { jobStatuses } from '#features/staff-jobs/staff-jobs.schema.ts';
import { formatTime } from '#shared/dates.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { notReached, undoSummary } from '../../components/console/job/undo-words.ts';
import { ListPages } from '../../components/console/list-pages.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/bulk-edits.ts';
import { whatOf, wordsOfJob } from './bulk-edit/job-words.ts';
import { readJobs } from './import/read-jobs.ts';

export const meta = () =>
  privatePage('Bulk edits', 'Changes of many products at once, and stock counts.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { jobs, pages } = await readJobs(visit, ['bulkEdit', 'stockCount'], url.searchParams);
  const rows = jobs.map(({ by, ...job }) => {
    const { id, kind, status, createdAt, failure, input, result } = job;
    const left = notReached(job);
    const { changed = 0, leftOut = 0 } = result as Partial<BulkEditResult>;
    const done = `${withThousands(changed)} changed, ${withThousands(leftOut + left)} left out`;
    const summary = failure ?? undoSummary({ status, result }, wordsOfJob(kind).thing) ?? done;
    return { id, status, createdAt, what: whatOf(kind, input), summary, by };
  });
  return { jobs: rows, pages };
}

export default function BulkEdits({ loaderData }: Route.ComponentProps) {
  const { jobs, pages } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Bulk edits"
        about="Each can be undone while it is listed, except for what was changed since. Stock counts are here too."
      />
      {jobs.length > 0 ? (
        <>
          <JobTable jobs={jobs} />
          <ListPages {...pages} />
        </>
      ) : (
        <EmptyState title="No bulk edit yet">
          <ButtonLink to="/admin/products">Choose products</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}

function JobTable({ jobs }: { jobs: Route.ComponentProps['loaderData']['jobs'] }) {
  return (
    <DataTable
      caption="Bulk edits, newest first"
      rows={jobs}
      keyOf={({ id }) => id}
      columns={[
        {
          header: 'Began',
          narrow: 'title',
          cell: ({ id, createdAt }) => (
            <Link to={`/admin/bulk-edits/${id}`} className="link">
              {formatTime(createdAt)}
            </Link>
          ),
        },
        { header: 'By', cell: ({ by }) => by },
        { header: 'What', cell: ({ what }) => what },
        { header: 'State', cell: ({ status }) => jobStatuses[status] },
        {
          header: 'Result',
          cell: ({ summary }) => summary,
        },
      ]}
    />
  );
}
