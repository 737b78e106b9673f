import { useMemo } from 'react';
import type { SheetProduct } from '#features/product-management/bulk-edit.schema.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { useCategories } from '../../../components/console/use-categories.ts';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EditedSheet } from './edited-sheet.tsx';
import { OfferedCells } from './offered-cells.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { findErrors } from './product-cells.ts';
import { changesOf, rowsOf } from './product-rows.ts';
import { withCells } from './stored-cells.ts';
import { useRows } from './use-rows.ts';
import { type Busy, useSender } from './use-sender.ts';
import { useStoredCells } from './use-stored-cells.ts';
import { type TypedCells, useEarlierCells, useTypedCells } from './use-typed-cells.ts';
import { validEdits } from './valid-edits.ts';

interface PartProps {
  products: SheetProduct[];
  typed: TypedCells;
  /** Whether this part is being sent; a state of the page, which has the links to the others. */
  busy: Busy;
  userId: string;
  timeZone: string;
}

/** A part of the sheet, followed by the preview of its changes. */
export function ProductSheet({ products, typed, busy, userId, timeZone }: PartProps) {
  const names = useCategories();
  const categories = useMemo(() => names.map(({ name }) => name), [names]);
  const loaded = useMemo(() => rowsOf(products), [products]);
  const earlier = useEarlierCells(typed, loaded);
  const steps = useRows(loaded, earlier.edits);
  const { base, rows } = steps;
  const changed = useMemo(() => changesOf(base, rows), [base, rows]);
  const errors = useMemo(() => findErrors(base, rows, categories), [base, rows, categories]);
  const sender = useSender(busy, changed.size + earlier.others > 0, () => ({
    ...validEdits(base, rows, errors),
    areOthersKept: stored.has(withCells(typed.current, base, {})),
  }));
  const isSent = sender.jobId !== null;
  const unsent = isSent ? rows.filter(({ productId }) => sender.leftOut.has(productId)) : rows;
  useTypedCells(typed, base, unsent);
  const isUnsaved = changed.size > 0 && !isSent;
  const stored = useStoredCells(userId, { base, rows: unsent }, isUnsaved, earlier.edits);
  if (sender.jobId !== null && !sender.isBusy) {
    return (
      <>
        <LeaveDialog blocker={sender.blocker} />
        <SentPart jobId={sender.jobId} />
      </>
    );
  }
  return (
    <>
      <LeaveDialog blocker={sender.blocker} />
      <OfferedCells {...stored} timeZone={timeZone} onTake={steps.edit} />
      <SheetNotices {...sender} {...earlier} />
      {sender.preview ? (
        <PreviewPanel
          preview={sender.preview}
          isBusy={sender.isBusy}
          onBack={sender.back}
          onApply={sender.apply}
        />
      ) : null}
      {/* It keeps its selection and its place. */}
      <div hidden={sender.preview !== null} className="space-y-3">
        <EditedSheet
          steps={steps}
          errors={errors}
          categories={categories}
          words={wordsOf(rows.length, changed.size, earlier.others)}
          isChanged={changed.size > 0}
          isBusy={sender.isBusy}
          onPreview={sender.ask}
        />
      </div>
    </>
  );
}

function wordsOf(variants: number, changed: number, others: number): string {
  const elsewhere = others > 0 ? `, ${withThousands(others)} changed in other parts` : '';
  return `${counted(variants, 'variant')}, ${changed} changed${elsewhere}`;
}

/** A part whose job has started, shown only if leaving the page would lose what is in others. */
function SentPart({ jobId }: { jobId: string }) {
  return (
    <Notice tone="success" className="mb-4">
      This part is being applied.{' '}
      <Link to={`/admin/bulk-edits/${jobId}`} className="link">
        Show the bulk edit
      </Link>
    </Notice>
  );
}

function SheetNotices({
  problem,
  others,
  outdated,
  preview,
  areOthersKept,
}: Omit<ReturnType<typeof useEarlierCells>, 'edits'> &
  Pick<ReturnType<typeof useSender>, 'problem' | 'preview' | 'areOthersKept'>) {
  return (
    <>
      {problem === null ? null : (
        <Notice tone="danger" className="mb-4">
          {problem}
        </Notice>
      )}
      {outdated === 0 ? null : (
        <Notice tone="danger" className="mb-4">
          {counted(outdated, 'cell')} of this part changed in the shop since you typed there. The
          sheet shows what they are now.
        </Notice>
      )}
      {others > 0 && preview ? (
        <Notice tone={areOthersKept ? 'info' : 'danger'} className="mb-4">
          What you changed in other parts is not applied with this one.{' '}
          {areOthersKept
            ? 'This browser keeps it, and offers it when you open that part.'
            : 'This browser could not store it, so apply those parts before you leave the sheet.'}
        </Notice>
      ) : null}
    </>
  );
}
