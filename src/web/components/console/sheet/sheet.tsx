// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which a table can't leave out
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, type RefObject, useCallback, useImperativeHandle, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { onSheetCopy, onSheetKey, onSheetPaste, pointerHandlers } from './sheet-keys.ts';
import { type SheetErrors, type SheetItem, type SheetModel, tracksOf } from './sheet-model.ts';
import { at, type Cell, type Selection } from './sheet-range.ts';
import { ROW_HEIGHT, SheetRow, type SheetRowProps } from './sheet-row.tsx';
import { type SheetOptions, type SheetState, useSheet } from './use-sheet.ts';
import { useSideShades } from './use-side-shades.ts';

export interface SheetHandle {
  goTo: (cell: Cell) => void;
  select: (selection: Selection) => void;
}

/** Rows that are drawn above and below the visible ones. */
const OVERSCAN = 6;
/** The size that the server assumes, because it does not know the window. */
const FIRST_SIZE = { width: 800, height: 480 };

/** Rows as a spreadsheet. Only those in sight are in the page. */
export function Sheet<Row extends SheetItem>({
  ref,
  errors,
  ...options
}: {
  ref: Ref<SheetHandle>;
  errors: SheetErrors;
} & Omit<SheetOptions<Row>, 'onEscape'>) {
  const { model, rows } = options;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useSideShades(frame, scroller);
  const after = useRef<HTMLParagraphElement>(null);
  const sheet = useSheet({ ...options, onEscape: () => after.current?.focus() });
  useImperativeHandle(ref, () => ({
    goTo: ({ row, column }) => sheet.select(at(row, column)),
    select: sheet.select,
  }));
  return (
    <div>
      <div ref={frame} className="side-shades">
        <div
          ref={scroller}
          className="max-h-[min(70dvh,40rem)] scroll-pt-9 scroll-pr-4 scroll-pl-26 overflow-auto overscroll-x-contain rounded-control border border-line-strong"
        >
          <div
            role="grid"
            aria-label={model.label}
            aria-rowcount={rows.length + 1}
            aria-colcount={model.columns.length + (model.action ? 2 : 1)}
            aria-multiselectable="true"
            aria-describedby="sheet-help"
            className="min-w-min"
            onKeyDown={(event) => onSheetKey(sheet, event)}
            onCopy={(event) => onSheetCopy(sheet, event, false)}
            onCut={(event) => onSheetCopy(sheet, event, true)}
            onPaste={(event) => onSheetPaste(sheet, event)}
            {...pointerHandlers(sheet)}
          >
            <SheetHeader model={model} />
            <SheetRows sheet={sheet} scroller={scroller} errors={errors} />
          </div>
        </div>
      </div>
      {sheet.note === null ? null : (
        <p className="mt-2 text-sm font-medium text-danger">{sheet.note}</p>
      )}
      <p id="sheet-help" ref={after} tabIndex={-1} className="mt-2 text-sm text-ink-soft">
        <span className="pointer-coarse:hidden">{model.help}</span>
        <span className="hidden pointer-coarse:inline">{model.touchHelp}</span>
      </p>
    </div>
  );
}

function SheetHeader<Row extends SheetItem>({ model }: { model: SheetModel<Row> }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-20 bg-tint text-xs leading-tight font-semibold">
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line-strong"
        style={{ height: ROW_HEIGHT, gridTemplateColumns: tracksOf(model) }}
      >
        <div role="columnheader" className="sticky left-0 z-10 flex items-center bg-tint px-2">
          {model.header.label}
        </div>
        {model.columns.map(({ name, label, isNumber }) => (
          <div
            key={name}
            role="columnheader"
            className={classNames(
              'flex min-w-0 items-center px-1.5',
              isNumber && 'justify-end text-right',
            )}
          >
            <span className="line-clamp-2">{label}</span>
          </div>
        ))}
        {model.action ? (
          <div role="columnheader">
            <span className="sr-only">{model.action.header}</span>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function SheetRows<Row extends SheetItem>({
  sheet,
  scroller,
  errors,
}: {
  sheet: SheetState<Row>;
  scroller: RefObject<HTMLDivElement | null>;
  errors: SheetErrors;
}) {
  const { model, rows, rect, selection, typing } = sheet;
  const { row: focusRow, column: focusColumn } = selection.focus;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: FIRST_SIZE,
    // The row with the focus always stays in the page. Otherwise its cell would lose the focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (drawn.includes(focusRow) || focusRow >= rows.length) return drawn;
      return [...drawn, focusRow].sort((a, b) => a - b);
    },
  });
  const actions = useStableActions(sheet);
  return (
    <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index];
        if (!row) return null;
        const isIn = index >= rect.top && index <= rect.bottom;
        return (
          <SheetRow
            key={row.key}
            model={model}
            row={row}
            index={index}
            top={start}
            errors={errors.get(row.key)}
            from={isIn ? rect.left : 1}
            to={isIn ? rect.right : 0}
            focused={index === focusRow ? focusColumn : -1}
            typing={index === focusRow ? typing : null}
            {...actions}
          />
        );
      })}
    </div>
  );
}

/** Handlers that stay the same, so that unchanged rows are not drawn again. */
function useStableActions<Row extends SheetItem>(sheet: SheetState<Row>) {
  const latest = useRef(sheet);
  latest.current = sheet;
  return {
    onType: useCallback((text: string) => latest.current.type(text), []),
    onCommit: useCallback<SheetRowProps['onCommit']>((by) => latest.current.commit(by), []),
    onCancel: useCallback(() => latest.current.cancel(), []),
    onAction: useCallback((key: string) => latest.current.onAction?.(key), []),
  };
}
