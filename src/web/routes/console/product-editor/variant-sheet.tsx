// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which a table can't leave out
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type PointerEvent, type Ref, useCallback, useImperativeHandle, useRef } from 'react';
import type { CellErrors } from './cell-values.ts';
import { columns, type Fields } from './draft.ts';
import { columnLabels } from './field-labels.ts';
import { at, type Cell } from './sheet-range.ts';
import { GRID_COLUMNS, ROW_HEIGHT, SheetRow, type SheetRowProps } from './sheet-row.tsx';
import { type SheetOptions, useSheet } from './use-sheet.ts';

export interface SheetHandle {
  goTo: (cell: Cell) => void;
}

/** Rows that are drawn above and below the visible ones. */
const OVERSCAN = 6;
/** What the server draws, which does not know the window. */
const FIRST_SIZE = { width: 800, height: 480 };

/** The variants as a spreadsheet. Only the rows in sight are in the page. */
export function VariantSheet({
  ref,
  errors,
  inherited,
  ...options
}: {
  ref: Ref<SheetHandle>;
  errors: CellErrors;
  inherited: Fields;
} & Omit<SheetOptions, 'onEscape'>) {
  const { rows, images, onToggle } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLParagraphElement>(null);
  const sheet = useSheet({ ...options, onEscape: () => after.current?.focus() });
  const { rect, selection, typing } = sheet;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: FIRST_SIZE,
    // The row with the focus is always in the page, or its cell would lose the focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const { row } = selection.focus;
      return drawn.includes(row) || row >= rows.length
        ? drawn
        : [...drawn, row].sort((a, b) => a - b);
    },
  });
  useImperativeHandle(ref, () => ({ goTo: ({ row, column }) => sheet.select(at(row, column)) }));
  const actions = useStableActions({
    onType: sheet.type,
    onCommit: sheet.commit,
    onCancel: sheet.cancel,
    onToggle,
  });
  return (
    <div>
      <div
        ref={scroller}
        className="max-h-[min(70dvh,40rem)] scroll-pt-9 scroll-pl-26 overflow-auto overscroll-x-contain rounded-control border border-line-strong"
      >
        <div
          role="grid"
          aria-label="Variants"
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + 2}
          aria-multiselectable="true"
          aria-describedby="sheet-help"
          className="min-w-max"
          onKeyDown={sheet.onKeyDown}
          onCopy={sheet.onCopy}
          onCut={(event) => sheet.onCopy(event, true)}
          onPaste={sheet.onPaste}
          {...pointerHandlers(sheet)}
        >
          <SheetHeader />
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              if (!row) return null;
              const isIn = index >= rect.top && index <= rect.bottom;
              const hasFocus = index === selection.focus.row;
              return (
                <SheetRow
                  key={row.key}
                  row={row}
                  index={index}
                  top={start}
                  images={images}
                  inherited={inherited}
                  errors={errors.get(row.key)}
                  from={isIn ? rect.left : 1}
                  to={isIn ? rect.right : 0}
                  focused={hasFocus ? selection.focus.column : -1}
                  typing={hasFocus ? typing : null}
                  {...actions}
                />
              );
            })}
          </div>
        </div>
      </div>
      <p id="sheet-help" ref={after} tabIndex={-1} className="mt-2 text-sm text-ink-soft">
        Type to replace a cell, F2 changes it. Tab, Enter and arrows move; Shift and arrows select.
        Ctrl-C and Ctrl-V copy and paste, also from Excel and Google Sheets. Ctrl-D fills down,
        Ctrl-Z undoes. Shift-Delete archives the row. Escape leaves the grid.
      </p>
    </div>
  );
}

function SheetHeader() {
  return (
    <div role="rowgroup" className="sticky top-0 z-20 bg-tint text-sm font-semibold">
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line-strong"
        style={{ height: ROW_HEIGHT, gridTemplateColumns: GRID_COLUMNS }}
      >
        <div role="columnheader" className="sticky left-0 z-10 flex items-center bg-tint px-2">
          Variant
        </div>
        {columns.map((column) => (
          <div key={column} role="columnheader" className="flex min-w-0 items-center px-2">
            <span className="truncate">{columnLabels[column]}</span>
          </div>
        ))}
        <div role="columnheader">
          <span className="sr-only">Archive</span>
        </div>
      </div>
    </div>
  );
}

/** Handlers that stay the same, so that rows which did not change are not drawn again. */
function useStableActions(
  actions: Pick<SheetRowProps, 'onType' | 'onCommit' | 'onCancel' | 'onToggle'>,
) {
  const latest = useRef(actions);
  latest.current = actions;
  return {
    onType: useCallback((text: string) => latest.current.onType(text), []),
    onCommit: useCallback<SheetRowProps['onCommit']>((by) => latest.current.onCommit(by), []),
    onCancel: useCallback(() => latest.current.onCancel(), []),
    onToggle: useCallback((key: string) => latest.current.onToggle(key), []),
  };
}

function cellOf(target: EventTarget): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

/** Selects by clicking and dragging; a second click, or a touch, opens the cell. */
function pointerHandlers({ selection, typing, select, open, commit }: ReturnType<typeof useSheet>) {
  const isCurrent = ({ row, column }: Cell) =>
    selection.focus.row === row && selection.focus.column === column;
  return {
    onPointerDown(event: PointerEvent) {
      const cell = cellOf(event.target);
      if (!cell || event.button !== 0 || (typing && isCurrent(cell))) return;
      // The field would move along with the selection.
      if (typing) commit(null);
      select(
        event.shiftKey ? { anchor: selection.anchor, focus: cell } : at(cell.row, cell.column),
      );
    },
    onPointerOver(event: PointerEvent) {
      const cell = event.buttons === 1 && event.pointerType === 'mouse' && cellOf(event.target);
      if (cell && !typing) select({ anchor: selection.anchor, focus: cell });
    },
    onDoubleClick: () => open(false),
    onPointerUp(event: PointerEvent) {
      const cell = event.pointerType !== 'mouse' && cellOf(event.target);
      if (cell && isCurrent(cell) && !typing) open(false);
    },
  };
}
