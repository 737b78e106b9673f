import { useMemo, useRef, useState } from 'react';
import type { SheetField } from '#features/product-management/bulk-edit.schema.ts';
import { counted } from '#shared/counted.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Sheet, type SheetHandle } from '../../../components/console/sheet/sheet.tsx';
import {
  findWarnings,
  firstError,
  firstErrorText,
} from '../../../components/console/sheet/sheet-errors.ts';
import type { Rect } from '../../../components/console/sheet/sheet-range.ts';
import { SheetStatus } from '../../../components/console/sheet/sheet-status.tsx';
import { SheetSteps } from '../../../components/console/sheet/sheet-steps.tsx';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { OperationBar } from './operation-bar.tsx';
import { operate, type TypedOperation } from './operations.ts';
import { type findErrors, isEditable } from './product-cells.ts';
import { productModel } from './product-model.tsx';
import { columns } from './product-rows.ts';
import type { useRows } from './use-rows.ts';

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

/** The grid of a part between the bar of operations and the bar with its status. */
export function EditedSheet({
  steps,
  errors,
  categories,
  words,
  isStart = false,
  isChanged,
  isBusy,
  onPreview,
}: {
  steps: ReturnType<typeof useRows>;
  errors: ReturnType<typeof findErrors>;
  categories: string[];
  words: string;
  /** Whether these are only the first rows. */
  isStart?: boolean;
  isChanged: boolean;
  isBusy: boolean;
  onPreview: () => void;
}) {
  const { base, rows } = steps;
  const announce = useAnnounce();
  const handle = useRef<SheetHandle>(null);
  const { select, ...bar } = useOperations(steps, categories);
  const model = useMemo(() => productModel(base, categories), [base, categories]);
  const warnings = useMemo(() => findWarnings(rows, model, ({ sku }) => sku), [rows, model]);
  return (
    <>
      <OperationBar {...bar} categories={categories} all={isStart ? null : rows.length} />
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
        warnings={warnings}
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
  warnings: ReturnType<typeof findWarnings>;
  isBusy: boolean;
  /** Null while nothing is changed. */
  onPreview: (() => void) | null;
}) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-30 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-2 lg:-mx-6 lg:px-6 scriptless:hidden"
    >
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
