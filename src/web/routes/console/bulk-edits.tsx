import type {
  BulkEditInput,
  BulkEditResult,
} from '#features/product-management/bulk-edit.schema.ts';
import { jobStatuses } from '#features/staff-jobs/staff-jobs.schema.ts';
import { listJobs } from '#features/staff-jobs/staff-jobs.ts';
import { formatTime } from '#shared/dates.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/bulk-edits.ts';
import { titleOf } from './products/bulk-words.ts';

const SHOWN = 50;

export const meta = () => privatePage('Bulk edits', 'Changes of many products at once.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const jobs = await orErrorPage(listJobs(visit.ctx, visit.actor, 'bulkEdit', SHOWN));
  return jobs.map(({ id, status, createdAt, failure, input, result }) => {
    const { changed = 0, leftOut = 0 } = result as Partial<BulkEditResult>;
    const { change } = input as unknown as BulkEditInput;
    const what = change ? titleOf(change) : 'In a sheet';
    return { id, status, createdAt, failure, what, changed, leftOut };
  });
}

export default function BulkEdits({ loaderData: jobs }: Route.ComponentProps) {
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Bulk edits"
        about="Each can be undone while it is listed, except for products that were edited since."
      />
      {jobs.length > 0 ? (
        <JobTable jobs={jobs} />
      ) : (
        <EmptyState title="No bulk edit yet">
          <ButtonLink to="/admin/products">Choose products</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}

function JobTable({ jobs }: { jobs: Route.ComponentProps['loaderData'] }) {
  return (
    <DataTable
      caption="The newest bulk edits"
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
        { header: 'What', cell: ({ what }) => what },
        { header: 'State', cell: ({ status }) => jobStatuses[status] },
        {
          header: 'Result',
          cell: ({ failure, changed, leftOut }) =>
            failure ?? `${withThousands(changed)} changed, ${withThousands(leftOut)} left out`,
        },
      ]}
    />
  );
}
