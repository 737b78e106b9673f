import { data, redirect, useLocation } from 'react-router';
import type {
  BulkEditInput,
  BulkEditResult,
} from '#features/product-management/bulk-edit.schema.ts';
import { jobStatuses } from '#features/staff-jobs/staff-jobs.schema.ts';
import {
  cancelJob,
  getJob,
  listItems,
  listProblems,
  pauseJob,
  resumeJob,
  undoJob,
} from '#features/staff-jobs/staff-jobs.ts';
import { counted } from '#shared/counted.ts';
import { formatTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { ownValue } from '#shared/own-value.ts';
import { type ChangedItem, changedItems } from '../../changed-fields.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { JobActions } from '../../components/console/job/job-actions.tsx';
import { JobList, KeptList } from '../../components/console/job/job-list.tsx';
import {
  JobCounts,
  JobProgress,
  useJobProgress,
} from '../../components/console/job/job-progress.tsx';
import { ListPages, readRows } from '../../components/console/list-pages.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, refusalInit, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/bulk-edit.ts';
import { ChangeList } from './import/change-list.tsx';
import { titleOf } from './products/bulk-words.ts';

/** How many rows of each list the page shows. */
const SHOWN = 100;

const UNDO = {
  label: 'Undo bulk edit',
  title: 'Undo this bulk edit?',
  description:
    'Its products get their earlier values back. If a product was sold since, only the units that the bulk edit added are removed from its stock. Products that were edited since stay as they are, and are listed.',
};

export const meta = () => privatePage('Bulk edit', 'What a bulk edit does.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { jobId } = params;
  const after = url.searchParams.get('after')?.replaceAll('\0', '') || null;
  const limit = readRows(url.searchParams);
  const [job, changed, kept, problems] = await orErrorPage(
    Promise.all([
      getJob(ctx, actor, jobId, 'bulkEdit'),
      listItems(ctx, actor, jobId, { outcome: 'changed', after }, limit + 1),
      listItems(ctx, actor, jobId, { isKept: true }, SHOWN),
      listProblems(ctx, actor, jobId, SHOWN),
    ]),
  );
  return {
    job: { ...job, input: {}, result: {} },
    input: job.input as unknown as BulkEditInput,
    result: job.result as unknown as Partial<BulkEditResult>,
    changed: changedItems(changed.slice(0, limit)),
    pages: { limit, next: changed.length > limit ? (changed[limit - 1]?.subject ?? null) : null },
    kept,
    problems: problems.map(({ reason }) => reason),
  };
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { jobId } = params;
  const intent = String((await readForm(context)).get('intent'));
  const acts: Record<string, typeof pauseJob> = {
    pause: pauseJob,
    resume: resumeJob,
    cancel: cancelJob,
    undo: undoJob,
  };
  const { refusal } = await orRefusal((ownValue(acts, intent) ?? unknownIntent)(ctx, actor, jobId));
  if (refusal) return data({ message: refusal.message }, refusalInit(refusal));
  return redirect(`/admin/bulk-edits/${jobId}`);
}

async function unknownIntent(): Promise<never> {
  throw new AppError('invalid_request', 'Please press one of the buttons.');
}

export const shouldRevalidate = afterConflicts;

/** What the sheet passes on when it opens this page: its own address, to go on with other parts. */
export interface FromSheet {
  sheet?: string;
}

export default function BulkEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { job, input, result, kept, problems, pages } = loaderData;
  const { changed = 0, variants = 0, unchanged = 0, leftOut = 0 } = result;
  useJobProgress(job.status);
  const failure = actionData?.message ?? job.failure;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <WaysBack />
      <ConsoleHeading
        title={`Bulk edit: ${jobStatuses[job.status].toLowerCase()}`}
        about={`${input.change ? titleOf(input.change) : 'In a sheet'}: ${counted(input.products, 'product')}, ${formatTime(job.createdAt)}`}
      >
        <JobActions status={job.status} undo={changed > 0 ? UNDO : null} />
      </ConsoleHeading>
      {failure === null ? null : (
        <Notice tone="danger" className="mb-4">
          {failure}
        </Notice>
      )}
      <JobProgress
        status={job.status}
        done={job.done}
        total={job.total}
        things="products"
        before="It begins within seconds."
      />
      <JobCounts
        counts={[
          ['Changed products', changed],
          ['Changed variants', variants],
          ['Unchanged', unchanged],
          ['Left out', leftOut],
        ]}
        status={job.status}
        result={result}
      />
      <ChangedProducts items={loaderData.changed} count={changed} {...pages} />
      <KeptList items={kept} count={result.kept ?? 0} />
      {problems.length > 0 ? (
        <JobList
          title={`${counted(leftOut, 'product')} left out`}
          shown={problems.length}
          count={job.problemCount}
        >
          {problems.map((reason) => (
            <li key={reason} className="py-0.5 text-sm wrap-anywhere">
              {reason}
            </li>
          ))}
        </JobList>
      ) : null}
    </div>
  );
}

/** The changed products, each with its values before and after, in pages. */
function ChangedProducts({
  items,
  count,
  limit,
  next,
}: {
  items: ChangedItem[];
  count: number;
  limit: number;
  next: string | null;
}) {
  const isFirst = !new URLSearchParams(useLocation().search).has('after');
  return (
    <>
      <ChangeList
        title={`${counted(count, 'product')} changed`}
        items={items}
        count={items.length}
        isLinked
      />
      {isFirst && next === null ? null : <ListPages next={next} limit={limit} />}
    </>
  );
}

function WaysBack() {
  const { sheet } = (useLocation().state ?? {}) as FromSheet;
  return (
    <p className="flex gap-4 pt-4 text-sm">
      <Link to="/admin/bulk-edits" className="link">
        Bulk edits
      </Link>
      {sheet === undefined ? null : (
        <Link to={`/admin/products/sheet${sheet}`} className="link">
          Back to the sheet
        </Link>
      )}
    </p>
  );
}
