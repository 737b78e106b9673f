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
import { firstError, firstErrorText } from '../../../components/console/sheet/sheet-errors.ts';
import type { Rect } from '../../../components/console/sheet/sheet-range.ts';
import { SheetStatus } from '../../../components/console/sheet/sheet-status.tsx';
import { SheetSteps } from '../../../components/console/sheet/sheet-steps.tsx';
import { useCategories } from '../../../components/console/use-categories.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Link } from '../../../ui/link.tsx';
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
import { withCells } from './stored-cells.ts';
import { useRows } from './use-rows.ts';
import { useStoredCells } from './use-stored-cells.ts';
import { type TypedCells, useEarlierCells, useTypedCells } from './use-typed-cells.ts';
import { NOTHING, validEdits, withWrong } from './valid-edits.ts';

interface PartProps {
  products: LoadedSheet['products'];
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

type Busy = [isBusy: boolean, setBusy: (isBusy: boolean) => void];

/**
 * Requests the preview of the edits, and starts their job. `ready` also says whether what other
 * parts have is stored, so that it may be left.
 */
function useSender(
  [isBusy, setBusy]: Busy,
  isChanged: boolean,
  ready: () => ReturnType<typeof validEdits> & { areOthersKept: boolean },
) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [areOthersKept, setOthersKept] = useState(true);
  const [jobId, setJobId] = useState<string | null>(null);
  const leftOut = useMemo(
    () => new Set(preview?.problems.map(({ product }) => product)),
    [preview],
  );
  const blocker = useLeaveQuestion(jobId === null ? isChanged : !areOthersKept);
  const start = () => {
    setBusy(true);
    setProblem(null);
  };
  return {
    jobId,
    areOthersKept,
    blocker,
    preview,
    /** The products of the preview that are not changed. */
    leftOut,
    problem,
    isBusy,
    back: () => setPreview(null),
    async ask() {
      start();
      const { edits, wrong, ...now } = ready();
      setOthersKept(now.areOthersKept);
      const result = edits.length > 0 ? await previewEdits(edits) : { value: NOTHING };
      setPreview(result.value ? withWrong(result.value, wrong) : null);
      setProblem(result.problem ?? null);
      setBusy(false);
    },
    async apply() {
      start();
      const { value, problem: refused } = await startEdits(ready().edits);
      if (value) {
        // From here on, leaving the page asks only about other parts that are not stored.
        flushSync(() => setJobId(value._id));
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
        first={firstErrorText(rows, model.columns, errors, ({ sku }) => sku)}
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
  first: string | null;
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
