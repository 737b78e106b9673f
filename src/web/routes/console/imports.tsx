import { useRef } from 'react';
import { Form, redirect, useNavigation } from 'react-router';
import {
  existingChoices,
  type ImportInput,
  otherHostChoices,
} from '#features/product-management/import.schema.ts';
import { checkUpload } from '#features/product-management/product-management.ts';
import { jobStatuses, MOST_OF_FILE } from '#features/staff-jobs/staff-jobs.schema.ts';
import { formatTime } from '#shared/dates.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../components/console/dense.ts';
import { ListPages } from '../../components/console/list-pages.tsx';
import { useCategories } from '../../components/console/use-categories.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { refuse } from '../../posted-form.ts';
import { orRefusal, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import type { Route } from './+types/imports.ts';
import { CATEGORY_LABEL, IMAGES_LABEL, readChoices, summaryOf } from './import/import-words.ts';
import { readJobs } from './import/read-jobs.ts';

export const meta = () => privatePage('Imports', 'Products from a CSV file.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { jobs, pages } = await readJobs(visit, ['import'], url.searchParams);
  const rows = jobs.map((job) => {
    const { id, createdAt, status, input, by } = job;
    const { fileName, dryRun } = input as unknown as ImportInput;
    return { id, createdAt, status, fileName, dryRun, by, summary: summaryOf(job) };
  });
  return { jobs: rows, pages };
}

/**
 * Stores the file and checks it. Nothing is imported before staff have seen the result of the
 * check.
 */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const start = async () => {
    // This refuses an empty file.
    const form = await visit.readForm();
    const file = String(form.get('file') ?? '');
    return checkUpload(visit.ctx, visit.actor, file, readChoices(form));
  };
  const { value, refusal } = await orRefusal(start());
  if (refusal) return refuse(refusal);
  return redirect(`/admin/imports/${value.id}`);
}

export default function Imports({ loaderData, actionData }: Route.ComponentProps) {
  const { jobs, pages } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Imports"
        about="Products from a CSV file of Shopify, WooCommerce, this shop or another table."
      />
      {actionData ? (
        <Notice tone="danger" className="mb-4">
          {actionData.message}
        </Notice>
      ) : null}
      <UploadForm isRefused={actionData !== undefined} />
      {jobs.length > 0 ? <JobTable jobs={jobs} pages={pages} /> : null}
    </div>
  );
}

function UploadForm({ isRefused }: { isRefused: boolean }) {
  const isBusy = useNavigation().formAction?.startsWith('/admin/imports') ?? false;
  const form = useRef<HTMLFormElement>(null);
  const blocker = useUnsavedGuard(form, { startsUnsaved: isRefused, isSending: isBusy });
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      className="mb-8 grid max-w-2xl gap-4 rounded-panel border border-line p-4"
    >
      <LeaveDialog blocker={blocker} />
      <div>
        <label htmlFor="import-file" className={DENSE_LABEL}>
          CSV file, {MOST_OF_FILE} at most
        </label>
        <input
          id="import-file"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          required
          className={`${DENSE_CONTROL} py-1.5 pl-1.5 text-sm file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border-0 file:bg-tint file:px-3 file:font-semibold file:text-ink lg:file:min-h-7`}
        />
      </div>
      <ChoiceFields />
      <p className="text-sm text-ink-soft">
        The file is only checked at first. You see what it would change before anything is imported.
      </p>
      <div>
        <Button look="accent" pending={isBusy} className={DENSE_BUTTON}>
          Check the file
        </Button>
      </div>
    </Form>
  );
}

function ChoiceFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div>
        <label htmlFor="import-existing" className={DENSE_LABEL}>
          Products that the shop has
        </label>
        <select id="import-existing" name="existing" className={DENSE_CONTROL}>
          {Object.entries(existingChoices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="import-images" className={DENSE_LABEL}>
          {IMAGES_LABEL}
        </label>
        <select id="import-images" name="images" className={DENSE_CONTROL}>
          {Object.entries(otherHostChoices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="import-category" className={DENSE_LABEL}>
          {CATEGORY_LABEL}
        </label>
        <select id="import-category" name="category" className={DENSE_CONTROL}>
          {useCategories().map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
    </div>
  );
}

function JobTable({ jobs, pages }: Route.ComponentProps['loaderData']) {
  return (
    <section aria-labelledby="import-list">
      <h2 id="import-list" className="mb-2 font-sans text-base font-semibold">
        Imports and checks
      </h2>
      <DataTable
        caption="Imports and checks, newest first"
        rows={jobs}
        keyOf={({ id }) => id}
        columns={[
          {
            header: 'File',
            narrow: 'title',
            cell: ({ id, fileName }) => (
              <Link
                to={`/admin/imports/${id}`}
                className="link inline-block min-w-28 wrap-anywhere"
              >
                {fileName}
              </Link>
            ),
          },
          { header: 'Began', cell: ({ createdAt }) => formatTime(createdAt) },
          { header: 'By', cell: ({ by }) => by },
          {
            header: 'State',
            cell: ({ status, dryRun }) =>
              `${dryRun ? 'Check' : 'Import'}: ${jobStatuses[status].toLowerCase()}`,
          },
          { header: 'Result', cell: ({ summary }) => summary },
        ]}
      />
      <ListPages {...pages} />
    </section>
  );
}
