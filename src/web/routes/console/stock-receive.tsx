import { useEffect, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import {
  FailedCodes,
  SharedCodes,
  SharedCodesOfFiles,
  UnknownCodes,
} from '../../components/console/counting/codes-left-out.tsx';
import type { CountedVariant } from '../../components/console/counting/counted-variants.ts';
import { withScansNext } from '../../components/console/counting/table-parts.tsx';
import type { Keys } from '../../components/console/keys-dialog.tsx';
import { ScanField } from '../../components/console/scan-field.tsx';
import { useScans } from '../../components/console/use-scans.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/stock-receive.ts';
import { PasteList } from './stock-receive/paste-list.tsx';
import { ReceiveTable } from './stock-receive/receive-table.tsx';
import { UnconfirmedReceipt } from './stock-receive/unconfirmed-receipt.tsx';
import { useReceipt } from './stock-receive/use-receipt.ts';

export const meta = () => privatePage('Receive stock', 'A delivery of a supplier, by scanner.');

export const handle = { keys: [['Enter', 'Add one of the scanned or typed code']] satisfies Keys };

export function loader({ url, context }: Route.LoaderArgs) {
  return { account: requireAdminPage(visitOf(context), url).id };
}

export default function ReceiveStock({ loaderData }: Route.ComponentProps) {
  const receipt = useReceipt(loaderData.account);
  const { rows, problem, done, unknown, sharedOfFiles, unconfirmed } = receipt;
  const [note, setNote] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useScans(true, receipt.scan);
  const send = async (sending: Promise<string | null>) => {
    const received = await sending;
    // A note that was typed since belongs to the next receipt.
    setNote((now) => (now.trim() === received ? '' : now));
  };
  return (
    <div className="px-4 pb-8 lg:px-6">
      <p className="pt-4 text-sm">
        <Link to="/admin/stock" className="link">
          Stock
        </Link>
      </p>
      <ConsoleHeading
        title="Receive stock"
        about="Scan or type what was delivered: each scan adds one unit of its variant, and the numbers can be typed. Nothing is in the stock before you press Receive."
      >
        <ReceiveButton
          rows={rows}
          isSending={receipt.isSending}
          onReceive={() => void send(receipt.receive(note.trim()))}
        />
      </ConsoleHeading>
      <noscript>
        <p className="mb-3">
          A delivery needs JavaScript. Without it, type +12 beside a variant in Stock.
        </p>
      </noscript>
      <div className="flex flex-wrap items-center gap-3">
        <ScanField label="Scan a barcode or SKU" ref={field} onScan={receipt.scan} />
        <NoteField note={note} onNote={setNote} />
      </div>
      <PasteList onList={receipt.addList} />
      <ReceiptNotice problem={problem} done={done} />
      <UnconfirmedReceipt
        receipt={unconfirmed}
        isBusy={receipt.isSending}
        onSettle={() => void send(receipt.settle())}
      />
      <FailedCodes count={receipt} field={field} done="received" />
      <SharedCodes count={receipt} field={field} done="received" />
      <SharedCodesOfFiles {...sharedOfFiles} of="list" />
      <UnknownCodes {...unknown} done="received" />
      {rows.length > 0 ? (
        <ReceiveTable rows={rows} changes={withScansNext(field, receipt)} />
      ) : (
        <p className="mt-6 text-sm text-ink-soft">Nothing is scanned yet.</p>
      )}
    </div>
  );
}

function ReceiveButton({
  rows,
  isSending,
  onReceive,
}: {
  rows: CountedVariant[];
  isSending: boolean;
  onReceive: () => void;
}) {
  const units = rows.reduce((sum, row) => sum + row.counted, 0);
  return (
    <Button
      type="button"
      look="accent"
      disabled={units === 0}
      pending={isSending}
      onClick={onReceive}
    >
      {units === 0 ? 'Receive' : `Receive ${counted(units, 'unit')}`}
    </Button>
  );
}

function ReceiptNotice({ problem, done }: { problem: string | null; done: string | null }) {
  const text = problem ?? done;
  return text === null ? null : (
    <Notice tone={problem === null ? 'success' : 'danger'} className="mt-3">
      {text}
    </Notice>
  );
}

function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  return (
    <label className="flex grow flex-wrap items-center gap-2 text-sm font-semibold scriptless:hidden">
      Note
      <input
        value={note}
        maxLength={LONGEST_NOTE}
        placeholder="Number of the delivery note"
        autoComplete="off"
        onChange={({ target }) => onNote(target.value)}
        className="h-11 min-w-48 max-w-md flex-1 rounded-control border border-line-strong bg-surface px-2 text-base font-normal md:h-9 md:text-sm"
      />
    </label>
  );
}
