/** The selection of the grid and what is typed into a cell. */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { isEditable, showCell } from './cell-values.ts';
import { columns, type DraftImage, type Row } from './draft.ts';
import { type Edits, typeInto } from './sheet-edits.ts';
import { at, type Cell, clamp, move, nextCell, rectOf, type Selection } from './sheet-range.ts';
import { cellId, type Typing } from './sheet-row.tsx';

export interface SheetOptions {
  rows: Row[];
  images: DraftImage[];
  onEdits: (edits: Edits) => void;
  onUndo: () => void;
  onRedo: () => void;
  onToggle: (key: string) => void;
  /** Has screen readers read a sentence. */
  onSay: (message: string) => void;
  /** Leaves the grid. */
  onEscape: () => void;
}

export type SheetState = ReturnType<typeof useSheet>;

export function useSheet(options: SheetOptions) {
  const { rows, images, onEdits } = options;
  const navigate = useNavigate();
  const size = { rows: rows.length, columns: columns.length };
  const [raw, setSelection] = useState<Selection>(() => at(0, 0));
  const [typing, setTyping] = useState<Typing | null>(null);
  const selection = clamp(raw, size);
  const { row: focusRow, column: focusColumn } = selection.focus;
  const row = rows[focusRow];
  const column = columns[focusColumn];
  const keepFocus = useCellFocus(selection.focus, typing !== null);
  const select = (next: Selection) => {
    keepFocus();
    setSelection(next);
  };

  return {
    ...options,
    shown: { rows, images },
    row,
    size,
    selection,
    rect: rectOf(selection),
    typing,
    keepFocus,
    select,
    /** Opens the cell with the focus; what is typed replaces its text or changes it. */
    open(replaces: boolean) {
      if (!row || !column) return;
      if (column === 'available' && row.id && !replaces) void navigate(`/admin/stock/${row.id}`);
      if (!isEditable(column, row)) return;
      const text = replaces ? '' : showCell(column, row, images);
      // In this turn, so that the key that is pressed is typed into the field.
      flushSync(() => setTyping({ text, replaces }));
    },
    /** Writes what was typed into the cell, and goes on. */
    commit(by: Partial<Cell> | 'next' | 'back' | 'stay' | null) {
      if (!typing) return;
      const edits = typeInto({ rows, images }, focusRow, focusColumn, typing.text);
      if (edits.size > 0) onEdits(edits);
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
