import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import type {
  Sheet as LoadedSheet,
  SheetField,
} from '#features/product-management/bulk-edit.schema.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Sheet, type SheetHandle } from '../../../components/console/sheet/sheet.tsx';
import { firstError } from '../../../components/console/sheet/sheet-errors.ts';
import type { Rect } from '../../../components/console/sheet/sheet-range.ts';
import { SheetStatus } from '../../../components/console/sheet/sheet-status.tsx';
import { SheetSteps } from '../../../components/console/sheet/sheet-steps.tsx';
import { useCategories } from '../../../components/console/use-categories.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useLeaveQuestion } from '../../../ui/use-unsaved-guard.ts';
import type { FromSheet } from '../bulk-edit.tsx';
import { type Preview, previewEdits, startEdits } from './bulk-edit-calls.ts';
import { OfferedCells } from './offered-cells.tsx';
import { OperationBar } from './operation-bar.tsx';
import { operate, type TypedOperation } from './operations.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { findErrors, isEditable } from './product-cells.ts';
import { productModel } from './product-model.tsx';
import { changesOf, columns, rowsOf } from './product-rows.ts';
import { useRows } from './use-rows.ts';
import { useStoredCells } from './use-stored-cells.ts';
import { type TypedCells, useEarlierCells, useTypedCells } from './use-typed-cells.ts';
import { NOTHING, validEdits, withWrong } from './valid-edits.ts';

/** A part of the sheet, followed by the preview of its changes. */
export function ProductSheet({
  products,
  typed,
  userId,
  timeZone,
}: Pick<LoadedSheet, 'products'> & { typed: TypedCells; userId: string; timeZone: string }) {
  const names = useCategories();
  const categories = useMemo(() => names.map(({ name }) => name), [names]);
  const loaded = useMemo(() => rowsOf(products), [products]);
  const earlier = useEarlierCells(typed, loaded);
  const steps = useRows(loaded, earlier.edits);
  const { base, rows } = steps;
  useTypedCells(typed, steps);
  const changed = useMemo(() => changesOf(base, rows), [base, rows]);
  const errors = useMemo(() => findErrors(base, rows, categories), [base, rows, categories]);
  const sender = useSender(() => validEdits(base, rows, errors), changed.size + earlier.others > 0);
  const isUnsaved = changed.size > 0 && !sender.isSent;
  const stored = useStoredCells(userId, steps, isUnsaved, earlier.edits);
  return (
    <>
      <LeaveDialog blocker={sender.blocker} />
      <OfferedCells {...stored} timeZone={timeZone} onTake={steps.edit} />
      <SheetNotices problem={sender.problem} {...earlier} isPreview={sender.preview !== null} />
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

function SheetNotices({
  problem,
  others,
  outdated,
  isPreview,
}: Omit<ReturnType<typeof useEarlierCells>, 'edits'> & {
  problem: string | null;
  isPreview: boolean;
}) {
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
      {others > 0 && isPreview ? (
        <Notice tone="info" className="mb-4">
          What you changed in other parts is not applied with this one. This browser keeps it, and
          offers it when you open that part.
        </Notice>
      ) : null}
    </>
  );
}

/** Requests the preview of the edits, and starts their job. */
function useSender(ready: () => ReturnType<typeof validEdits>, isChanged: boolean) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const blocker = useLeaveQuestion(isChanged && !isSent);
  const start = () => {
    setBusy(true);
    setProblem(null);
  };
  return {
    isSent,
    blocker,
    preview,
    problem,
    isBusy,
    back: () => setPreview(null),
    async ask() {
      start();
      const { edits, wrong } = ready();
      const result = edits.length > 0 ? await previewEdits(edits) : { value: NOTHING };
      setPreview(result.value ? withWrong(result.value, wrong) : null);
      setProblem(result.problem ?? null);
      setBusy(false);
    },
    async apply() {
      start();
      const { value, problem: refused } = await startEdits(ready().edits);
      if (value) {
        // From here on, leaving the page does not ask.
        flushSync(() => setSent(true));
        const state: FromSheet = { sheet: search };
        await navigate(`/admin/bulk-edits/${value._id}`, { state });
      }
      setProblem(refused ?? null);
      setBusy(false);
    },
  };
}

const NO_ROWS: Rect = { top: 0, bottom: 0, left: 0, right: 0 };

/** The state of the bar: its column, and its operation on the selected rows. */
function useOperations({ rows, edit }: ReturnType<typeof useRows>, categories: string[]) {
  const announce = useAnnounce();
  const [rect, setRect] = useState(NO_ROWS);
  const [field, setField] = useState<SheetField>('price');
  const [problem, setProblem] = useState<string | null>(null);
  return {
    field,
    problem,
    selected: Math.min(rect.bottom, rows.length - 1) - rect.top + 1,
    onField: setField,
    /** The bar follows the column of the selection, if it can change that column. */
    select(next: Rect) {
      setRect(next);
      const column = columns[next.left];
      if (column && next.left === next.right && isEditable(column)) setField(column);
    },
    onRun(typed: TypedOperation, isAll: boolean) {
      const chosen = isAll ? rows : rows.slice(rect.top, rect.bottom + 1);
      const result = operate(chosen, typed, categories);
      setProblem(result.problem ?? null);
      if (!result.edits) return;
      edit(result.edits);
      announce(`Changed ${counted(result.edits.size, 'row')}.`);
    },
  };
}

function EditedSheet({
  steps,
  errors,
  categories,
  words,
  isChanged,
  isBusy,
  onPreview,
}: {
  steps: ReturnType<typeof useRows>;
  errors: ReturnType<typeof findErrors>;
  categories: string[];
  words: string;
  isChanged: boolean;
  isBusy: boolean;
  onPreview: () => void;
}) {
  const { base, rows } = steps;
  const announce = useAnnounce();
  const handle = useRef<SheetHandle>(null);
  const { select, ...bar } = useOperations(steps, categories);
  const model = useMemo(() => productModel(base, categories), [base, categories]);
  return (
    <>
      <OperationBar {...bar} categories={categories} all={rows.length} />
      <Sheet
        ref={handle}
        model={model}
        rows={rows}
        errors={errors}
        onEdits={steps.edit}
        onUndo={() => steps.undo?.()}
        onRedo={() => steps.redo?.()}
        onSelection={select}
        onSay={announce}
      />
      <BottomBar
        steps={steps}
        words={words}
        errors={errors.size}
        onError={() => {
          const cell = firstError(rows, model.columns, errors);
          if (cell) handle.current?.goTo(cell);
        }}
        isBusy={isBusy}
        onPreview={isChanged ? onPreview : null}
      />
    </>
  );
}

function BottomBar({
  steps,
  isBusy,
  onPreview,
  ...status
}: {
  steps: ReturnType<typeof useRows>;
  words: string;
  errors: number;
  onError: () => void;
  isBusy: boolean;
  /** Null while nothing is changed. */
  onPreview: (() => void) | null;
}) {
  return (
    <div className="sticky bottom-0 z-30 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-2 lg:-mx-6 lg:px-6">
      <SheetSteps onUndo={steps.undo} onRedo={steps.redo} />
      <div className="order-last sm:order-none">
        <SheetStatus {...status} />
      </div>
      <Button
        type="button"
        look="accent"
        pending={isBusy}
        disabled={isBusy || !onPreview}
        className={`ml-auto ${DENSE_BUTTON}`}
        onClick={() => onPreview?.()}
      >
        Preview changes
      </Button>
    </div>
  );
}
