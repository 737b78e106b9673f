import { redirect, useLocation } from 'react-router';
import type { BulkEditResult } from '#features/product-management/bulk-edit.schema.ts';
import { foreseeUndo } from '#features/product-management/product-management.ts';
import { jobStatuses, mostNamed } from '#features/staff-jobs/staff-jobs.schema.ts';
import {
  cancelJob,
  findJob,
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
import { changedItems } from '../../changed-fields.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { JobActions } from '../../components/console/job/job-actions.tsx';
import { JobList, KeptList } from '../../components/console/job/job-list.tsx';
import {
  JobCounts,
  JobProgress,
  useJobProgress,
} from '../../components/console/job/job-progress.tsx';
import { notReached } from '../../components/console/job/undo-words.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/bulk-edit.ts';
import { whatOf, wordsOfJob } from './bulk-edit/job-words.ts';
import { ChangedProducts } from './import/item-pages.tsx';
import { readItems } from './import/read-items.ts';
import { halfRenameInWords, keptRulesInWords } from './products/bulk-words.ts';

/** How many products that were not taken back the page shows. */
const SHOWN = 100;

export const meta = () => privatePage('Bulk edit', 'What a bulk edit does.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { jobId } = params;
  const job = await orErrorPage(getJobOfPage(visit, jobId));
  const [changed, kept, problems] = await orErrorPage(
    Promise.all([
      readItems(url.searchParams, 'changed', (...which) => listItems(ctx, actor, jobId, ...which)),
      listItems(ctx, actor, jobId, { isKept: true }, SHOWN),
      listProblems(ctx, actor, jobId, mostNamed(job)),
    ]),
  );
  return {
    job: { ...job, input: {}, result: {} },
    foreseen: job.kind === 'bulkEdit' ? await foreseeUndo(ctx, actor, job) : null,
    what: whatOf(job.kind, job.input),
    total: Number(job.input.products ?? job.input.variants),
    result: job.result as Partial<BulkEditResult>,
    notices: [
      ...keptRulesInWords((job.result as Partial<BulkEditResult>).keptRules ?? []),
      ...halfRenameInWords(job),
    ],
    changed: { ...changed, items: changedItems(changed.items) },
    kept,
    problems: problems.map(({ reason }) => reason),
  };
}

/** A bulk edit or a stock count. An import has a page of its own. */
async function getJobOfPage({ ctx, actor }: Visit, id: string) {
  return (await findJob(ctx, actor, id, 'stockCount')) ?? getJob(ctx, actor, id, 'bulkEdit');
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
  if (refusal) return refuse(refusal);
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
  const { job, what, total, result, kept, problems, foreseen } = loaderData;
  const { changed = 0, variants = 0, unchanged = 0, leftOut = 0 } = result;
  const { name, thing, page, undo } = wordsOfJob(job.kind);
  const left = notReached(job);
  useJobProgress(job.status);
  const failure = actionData?.message ?? job.failure;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <WaysBack />
      <ConsoleHeading
        title={`${name}: ${jobStatuses[job.status].toLowerCase()}`}
        about={`${what}: ${counted(total, thing)}, ${formatTime(job.createdAt)}`}
      >
        <JobActions
          status={job.status}
          name={name.toLowerCase()}
          undo={changed > 0 ? undo : null}
          foreseen={foreseen}
        />
      </ConsoleHeading>
      <JobNotices failure={failure} notices={loaderData.notices} />
      <JobProgress
        status={job.status}
        done={job.done}
        total={job.total}
        things={`${thing}s`}
        before="It begins within seconds."
      />
      <JobCounts
        counts={[
          [`Changed ${thing}s`, changed],
          ...(thing === 'product' ? [['Changed variants', variants] as [string, number]] : []),
          ['Unchanged', unchanged],
          ['Left out', leftOut],
          ...(left > 0 ? [['Left out by the cancellation', left] as [string, number]] : []),
        ]}
        status={job.status}
        result={result}
      />
      <ChangedProducts
        {...loaderData.changed}
        count={changed}
        isUndone={job.status === 'undone'}
        thing={thing}
        page={page}
      />
      <KeptList items={kept} count={result.kept ?? 0} thing={thing} page={page} />
      <LeftOut
        title={`${counted(leftOut, thing)} left out`}
        problems={problems}
        count={job.problemCount}
      />
    </div>
  );
}

/** Why it failed, and what is said of the rename of a tag. */
function JobNotices({ failure, notices }: { failure: string | null; notices: string[] }) {
  return (
    <>
      {failure === null ? null : (
        <Notice tone="danger" className="mb-4">
          {failure}
        </Notice>
      )}
      {notices.map((text) => (
        <Notice key={text} tone="info" className="mb-4">
          {text}
        </Notice>
      ))}
    </>
  );
}

/** Why some were left out. */
function LeftOut({ title, problems, count }: { title: string; problems: string[]; count: number }) {
  if (problems.length === 0) return null;
  return (
    <JobList title={title} shown={problems.length} count={count}>
      {problems.map((reason) => (
        <li key={reason} className="py-0.5 text-sm wrap-anywhere">
          {reason}
        </li>
      ))}
    </JobList>
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
