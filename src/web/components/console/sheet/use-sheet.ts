/** The selection of the grid and what is typed into a cell. */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { type Edits, typeInto } from './sheet-edits.ts';
import type { SheetItem, SheetModel } from './sheet-model.ts';
import {
  at,
  type Cell,
  clamp,
  move,
  nextCell,
  type Rect,
  rectOf,
  type Selection,
} from './sheet-range.ts';
import { cellId, type Typing } from './sheet-row.tsx';

export interface SheetOptions<Row extends SheetItem> {
  model: SheetModel<Row>;
  rows: Row[];
  onEdits: (edits: Edits<Row>) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Called with the row's key when the button at its end is pressed. */
  onAction?: (key: string) => void;
  /** Called with the selected cells when the selection changes. */
  onSelection?: (rect: Rect) => void;
  /** Has screen readers read a sentence. */
  onSay: (message: string) => void;
  /** Leaves the grid. */
  onEscape: () => void;
}

export type SheetState<Row extends SheetItem> = ReturnType<typeof useSheet<Row>>;

export function useSheet<Row extends SheetItem>(options: SheetOptions<Row>) {
  const { model, rows, onEdits } = options;
  const navigate = useNavigate();
  const size = { rows: rows.length, columns: model.columns.length };
  const [raw, setSelection] = useState<Selection>(() => at(0, 0));
  const [typing, setTyping] = useState<Typing | null>(null);
  const [note, showNote] = useState<string | null>(null);
  const selection = clamp(raw, size);
  const { row: focusRow, column: focusColumn } = selection.focus;
  const row = rows[focusRow];
  const column = model.columns[focusColumn]?.name;
  const rect = rectOf(selection);
  useSelectionReport(rect, options.onSelection);
  const keepFocus = useCellFocus(selection.focus, typing !== null);
  const select = (next: Selection) => {
    keepFocus();
    setSelection(next);
  };

  return {
    ...options,
    shown: { rows, model },
    row,
    size,
    selection,
    rect,
    typing,
    /** What the last change left out; null when it left out nothing. */
    note,
    showNote,
    keepFocus,
    select,
    /** Opens the cell with the focus. Typing then replaces its text or changes it. */
    open(replaces: boolean) {
      if (!row || column === undefined) return;
      const address = replaces ? null : model.addressOf?.(column, row);
      if (address) void navigate(address);
      if (!model.isEditable(column, row)) return;
      // This runs synchronously, so that the pressed key is typed into the field.
      flushSync(() => setTyping(openedCell(model, column, row, replaces)));
    },
    /** Writes the typed text into the cell, and moves the selection. */
    commit(by: Partial<Cell> | 'next' | 'back' | 'stay' | null) {
      if (!typing) return;
      const edits = typeInto({ rows, model }, focusRow, focusColumn, typedText(typing));
      if (edits.size > 0) onEdits(edits);
      showNote(null);
      setTyping(null);
      if (by === null) return;
      if (typeof by === 'object') select(move(selection, by, size));
      else select((by !== 'stay' && nextCell(selection, by === 'back', size)) || selection);
    },
    type: (text: string) => setTyping((old) => old && { ...old, text }),
    cancel() {
      keepFocus();
      setTyping(null);
    },
  };
}

/** A cell when it is opened. One without a text of its own begins with what it stands for. */
function openedCell<Row extends SheetItem>(
  model: SheetModel<Row>,
  column: string,
  row: Row,
  replaces: boolean,
): Typing {
  const own = replaces ? '' : model.show(column, row);
  const stands = replaces || own !== '' ? null : (model.stands?.(column, row) ?? null);
  return { text: stands ?? own, replaces, stands };
}

/** What the cell stands for does not become its own by opening it. */
const typedText = ({ text, stands }: Typing) => (text === stands ? '' : text);

function useSelectionReport(
  { top, bottom, left, right }: Rect,
  report: ((rect: Rect) => void) | undefined,
): void {
  const latest = useRef(report);
  latest.current = report;
  useEffect(() => latest.current?.({ top, bottom, left, right }), [top, bottom, left, right]);
}

/** Returns a function that moves the focus to the selected cell, once it is drawn. */
function useCellFocus({ row, column }: Cell, isTyping: boolean): () => void {
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current || isTyping) return;
    wanted.current = false;
    const cell = document.getElementById(cellId(row, column));
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return () => {
    wanted.current = true;
  };
}
