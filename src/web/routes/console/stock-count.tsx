import { useEffect, useRef } from 'react';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import type { Keys } from '../../components/console/keys-dialog.tsx';
import { ScanField } from '../../components/console/scan-field.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/stock-count.ts';
import { ApplyCounts } from './stock-count/apply-question.tsx';
import { CountTable } from './stock-count/count-table.tsx';
import { useStockCount } from './stock-count/use-stock-count.ts';

export const meta = () => privatePage('Count stock', 'A stock count with a barcode scanner.');

export const handle = { keys: [['Enter', 'Count the scanned or typed code']] satisfies Keys };

export function loader({ url, context }: Route.LoaderArgs) {
  requireAdminPage(visitOf(context), url);
  return null;
}

export default function CountStock() {
  const count = useStockCount();
  const { rows, problem, applied, unknown } = count;
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
      {applied ? (
        <Notice tone={rows.length > 0 ? 'info' : 'success'} className="mt-3">
          {applied}
        </Notice>
      ) : null}
      {unknown.codes.length > 0 ? (
        <UnknownCodes codes={unknown.codes} onClear={unknown.clear} />
      ) : null}
      {rows.length > 0 ? (
        <CountTable rows={rows} onCount={count.setCounted} onRemove={count.remove} />
      ) : (
        <p className="mt-6 text-sm text-ink-soft">Nothing is counted yet.</p>
      )}
    </div>
  );
}

/** The scanned codes that no variant has. */
function UnknownCodes({ codes, onClear }: { codes: string[]; onClear: () => void }) {
  return (
    <Notice tone="danger" className="mt-3">
      <p>
        No variant has {codes.length === 1 ? 'this code' : `these ${codes.length} codes`}, so
        nothing was counted for {codes.length === 1 ? 'it' : 'them'}:
      </p>
      <p className="mt-1 font-semibold wrap-anywhere">{codes.join(', ')}</p>
      <Button type="button" className={`mt-2 ${DENSE_BUTTON}`} onClick={onClear}>
        Clear this list
      </Button>
    </Notice>
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
