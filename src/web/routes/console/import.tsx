import { useState } from 'react';
import { redirect } from 'react-router';
import type { ImportInput, ImportResult } from '#features/product-management/import.schema.ts';
import {
  categoriesNow,
  checkAgain,
  foreseeUndo,
  importChecked,
  listImportItems,
} from '#features/product-management/product-management.ts';
import { type JobView, jobStatuses } from '#features/staff-jobs/staff-jobs.schema.ts';
import {
  cancelJob,
  getJob,
  listItems,
  listProblems,
  pauseJob,
  resumeJob,
  undoJob,
} from '#features/staff-jobs/staff-jobs.ts';
import { AppError } from '#shared/errors.ts';
import { ownValue } from '#shared/own-value.ts';
import { changedItems } from '../../changed-fields.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { KeptList } from '../../components/console/job/job-list.tsx';
import { useJobProgress } from '../../components/console/job/job-progress.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/import.ts';
import { ProblemList } from './import/change-list.tsx';
import { ColumnForm } from './import/column-form.tsx';
import { EarlierColumns } from './import/earlier-columns.tsx';
import { ImportActions } from './import/import-actions.tsx';
import { Counts, Progress } from './import/import-progress.tsx';
import { readChoices, readMapping } from './import/import-words.ts';
import { AddedProducts, ChangedProducts } from './import/item-pages.tsx';
import { readItems } from './import/read-items.ts';

/** How many problems, and products that were not taken back, the page shows. */
const SHOWN = 100;

export const meta = () => privatePage('Import', 'What an import does.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { jobId } = params;
  const list: Parameters<typeof readItems>[2] = (...which) =>
    listImportItems(ctx, actor, jobId, ...which);
  return orErrorPage(
    Promise.all([
      getJob(ctx, actor, jobId, 'import'),
      readItems(url.searchParams, 'changed', list),
      readItems(url.searchParams, 'new', list),
      listItems(ctx, actor, jobId, { isKept: true }, SHOWN),
      listProblems(ctx, actor, jobId, SHOWN),
    ]).then(async ([job, changed, added, kept, problems]) => ({
      foreseen: job.input.dryRun ? null : await foreseeUndo(ctx, actor, job),
      categories: await categoriesNow(
        ctx,
        job.input as unknown as ImportInput,
        job.result as Partial<ImportResult>,
      ),
      job: { ...job, input: {}, result: {} },
      input: job.input as unknown as ImportInput,
      result: job.result as unknown as Partial<ImportResult>,
      changed: { ...changed, items: changedItems(changed.items) },
      added,
      kept,
      problems,
    })),
  );
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { jobId } = params;
  const form = await readForm(context);
  const acts: Record<string, () => Promise<{ id: string }>> = {
    import: () => importChecked(ctx, actor, jobId),
    check: async () =>
      checkAgain(ctx, actor, jobId, { ...readChoices(form), mapping: readMapping(form) }),
    detect: () => checkAgain(ctx, actor, jobId, { ...readChoices(form), mapping: null }),
    pause: () => pauseJob(ctx, actor, jobId),
    resume: () => resumeJob(ctx, actor, jobId),
    cancel: () => cancelJob(ctx, actor, jobId),
    undo: () => undoJob(ctx, actor, jobId),
  };
  const act = ownValue(acts, String(form.get('intent'))) ?? unknownIntent;
  const { value, refusal } = await orRefusal(act());
  if (refusal) return refuse(refusal);
  return redirect(`/admin/imports/${value.id}`);
}

async function unknownIntent(): Promise<never> {
  throw new AppError('invalid_request', 'Please press one of the buttons.');
}

export const shouldRevalidate = afterConflicts;

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { job, input, result, changed, added, kept, problems, foreseen, categories } = loaderData;
  useJobProgress(job.status);
  const [isChanged, setChanged] = useState(false);
  const isChecked = input.dryRun && (job.status === 'done' || job.status === 'failed');
  const canCheckAgain = job.fileId !== null && !result.isUnreadable;
  const state = { isCheck: input.dryRun, isUndone: job.status === 'undone' };
  return (
    <div className="px-4 pb-8 lg:px-6">
      <p className="pt-4 text-sm">
        <Link to="/admin/imports" className="link">
          Imports
        </Link>
      </p>
      <ConsoleHeading
        title={input.fileName}
        about={`${input.dryRun ? 'Check of the file' : 'Import'}: ${jobStatuses[job.status].toLowerCase()}`}
      >
        <ImportActions {...{ job, input, result, isChanged, foreseen }} />
      </ConsoleHeading>
      {actionData ? (
        <Notice tone="danger" className="mb-4">
          {actionData.message}
        </Notice>
      ) : null}
      <Trouble job={job} canCheckAgain={canCheckAgain} isChecked={isChecked} />
      <Progress job={job} result={result} />
      <Counts input={input} result={result} job={job} categories={categories} />
      <EarlierColumns from={input.columnsFrom} canDetect={isChecked && canCheckAgain} />
      <KeptList items={kept} count={result.kept ?? 0} />
      <ProblemList jobId={job.id} problems={problems} count={job.problemCount} />
      <ChangedProducts {...changed} {...state} count={result.changed ?? 0} />
      <AddedProducts {...added} {...state} count={result.added ?? 0} />
      {isChecked && canCheckAgain ? (
        <ColumnForm key={job.id} input={input} category={categories.chosen} onChange={setChanged} />
      ) : null}
    </div>
  );
}

/** Why the job failed, or why a check has no buttons any more. */
function Trouble({
  job: { failure, fileId },
  canCheckAgain,
  isChecked,
}: {
  job: Pick<JobView, 'failure' | 'fileId'>;
  canCheckAgain: boolean;
  isChecked: boolean;
}) {
  const text = failure ?? (isChecked && fileId === null ? 'The file is no longer stored.' : null);
  if (text === null) return null;
  return (
    <Notice tone={failure === null ? 'info' : 'danger'} className="mb-4">
      {text}{' '}
      {canCheckAgain ? null : (
        <Link to="/admin/imports" className="link">
          Upload another file
        </Link>
      )}
    </Notice>
  );
}
