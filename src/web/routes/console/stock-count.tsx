import { useEffect, useRef } from 'react';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import {
  FailedCodes,
  SharedCodes,
  SharedCodesOfFiles,
  UnknownCodes,
} from '../../components/console/counting/codes-left-out.tsx';
import { withScansNext } from '../../components/console/counting/table-parts.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { JobProgress } from '../../components/console/job/job-progress.tsx';
import type { Keys } from '../../components/console/keys-dialog.tsx';
import { ScanField } from '../../components/console/scan-field.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/stock-count.ts';
import { ApplyCounts } from './stock-count/apply-counts.tsx';
import { CountTable } from './stock-count/count-table.tsx';
import type { Applying } from './stock-count/sent-counts.ts';
import { useStockCount } from './stock-count/use-stock-count.ts';

export const meta = () => privatePage('Count stock', 'A stock count with a barcode scanner.');

export const handle = { keys: [['Enter', 'Count the scanned or typed code']] satisfies Keys };

export function loader({ url, context }: Route.LoaderArgs) {
  return { account: requireAdminPage(visitOf(context), url).id };
}

export default function CountStock({ loaderData }: Route.ComponentProps) {
  const count = useStockCount(loaderData.account);
  const { rows, problem, progress, applied, unknown, sharedOfFiles } = count;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="px-4 pb-8 lg:px-6">
      <p className="pt-4 text-sm">
        <Link to="/admin/stock" className="link">
          Stock
        </Link>
      </p>
      <ConsoleHeading
        title="Count stock"
        about="Count everything on the shelf, including items that are still to be shipped. Each scan adds one to the count of its variant. What is not counted stays as it is."
      >
        <ApplyCounts count={count} field={field} />
      </ConsoleHeading>
      <noscript>
        <p className="mb-3">
          A count needs JavaScript. Without it, type =40 beside a variant in Stock.
        </p>
      </noscript>
      <div className="flex flex-wrap items-center gap-3">
        <ScanField label="Scan a barcode or SKU" ref={field} onScan={count.scan} />
        <CountFile onFile={count.addFile} />
      </div>
      {problem ? (
        <Notice tone="danger" className="mt-3">
          {problem}
        </Notice>
      ) : null}
      {progress ? <Progress progress={progress} /> : null}
      {applied ? (
        <Notice tone={rows.length > 0 ? 'info' : 'success'} className="mt-3">
          {applied.text}
          {applied.jobs.map((job) => (
            <span key={job}>
              {' '}
              <Link to={`/admin/bulk-edits/${job}`} className="link">
                What changed, and undo
              </Link>
            </span>
          ))}
        </Notice>
      ) : null}
      <FailedCodes count={count} field={field} />
      <SharedCodes count={count} field={field} />
      <SharedCodesOfFiles {...sharedOfFiles} />
      <UnknownCodes {...unknown} />
      {rows.length > 0 ? (
        <CountTable rows={rows} changes={withScansNext(field, count)} />
      ) : (
        <p className="mt-6 text-sm text-ink-soft">Nothing is counted yet.</p>
      )}
    </div>
  );
}

/** How far the job is. It goes on without the page. */
function Progress({ progress: { job, ...progress } }: { progress: Applying }) {
  const isPaused = progress.status === 'paused';
  const before = isPaused ? 'It has not begun.' : 'It begins within seconds.';
  const [said, link] = isPaused
    ? ['These counts are paused.', 'Resume or cancel']
    : progress.status === 'undoing'
      ? ['These counts are being undone.', 'What changed']
      : ['', 'Pause or cancel'];
  return (
    <div className="mt-3">
      <JobProgress {...progress} things="counts" before={before} />
      <p className="text-sm">
        {said}{' '}
        <Link to={`/admin/bulk-edits/${job}`} className="link">
          {link}
        </Link>
      </p>
    </div>
  );
}

/** The button that reads a file of counted units. */
function CountFile({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-3 scriptless:hidden">
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        aria-label="File of counted units"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button type="button" className={DENSE_BUTTON} onClick={() => input.current?.click()}>
        Add a CSV file
      </Button>
      <p className="text-sm text-ink-soft">
        The export of stock with a column Counted, or a scanned code on each line.
      </p>
    </div>
  );
}
