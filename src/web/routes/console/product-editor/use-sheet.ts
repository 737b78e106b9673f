/** The selection of the grid, what is typed into a cell, and what keys and the clipboard do. */
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { counted } from '#shared/counted.ts';
import { isEditable, showCell } from './cell-values.ts';
import { columns, type DraftImage, type Row } from './draft.ts';
import { clear, copyText, type Edits, fillDown, paste, typeInto } from './sheet-edits.ts';
import {
  at,
  type Cell,
  clamp,
  move,
  moveByKey,
  nextCell,
  rectOf,
  type Selection,
} from './sheet-range.ts';
import { cellId, type Typing } from './sheet-row.tsx';

/** How far Page Up and Page Down go. */
const PAGE_ROWS = 12;

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

export function useSheet(options: SheetOptions) {
  const { rows, images, onEdits, onSay } = options;
  const navigate = useNavigate();
  const size = { rows: rows.length, columns: columns.length };
  const [raw, setSelection] = useState<Selection>(() => at(0, 0));
  const [typing, setTyping] = useState<Typing | null>(null);
  const wantsFocus = useRef(false);
  const selection = clamp(raw, size);
  const rect = rectOf(selection);
  const shown = { rows, images };
  const { row: focusRow, column: focusColumn } = selection.focus;
  const row = rows[focusRow];
  const column = columns[focusColumn];

  useEffect(() => {
    if (!wantsFocus.current || typing) return;
    wantsFocus.current = false;
    const cell = document.getElementById(cellId(focusRow, focusColumn));
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const select = (next: Selection) => {
    wantsFocus.current = true;
    setSelection(next);
  };
  const edit = (edits: Edits, say: (cells: number) => string) => {
    if (edits.size > 0) onEdits(edits);
    onSay(edits.size > 0 ? say(edits.size) : 'Nothing changed.');
  };
  const open = (replaces: boolean) => {
    if (!row || !column) return;
    if (column === 'available' && row.id && !replaces) void navigate(`/admin/stock/${row.id}`);
    if (!isEditable(column, row)) return;
    const text = replaces ? '' : showCell(column, row, images);
    // In this turn, so that the key that is pressed is typed into the field.
    flushSync(() => setTyping({ text, replaces }));
  };
  const commit = (by: Partial<Cell> | 'next' | 'back' | 'stay' | null) => {
    if (!typing) return;
    const edits = typeInto(shown, focusRow, focusColumn, typing.text);
    if (edits.size > 0) onEdits(edits);
    setTyping(null);
    if (by === null) return;
    if (typeof by === 'object') select(move(selection, by, size));
    else select((by !== 'stay' && nextCell(selection, by === 'back', size)) || selection);
  };

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event;
    const command = event.ctrlKey || event.metaKey;
    const take = (work: () => void) => {
      event.preventDefault();
      work();
    };
    if (typing || event.altKey) return;
    const moved = moveByKey(selection, key, { shift: shiftKey, command }, size, PAGE_ROWS);
    const next = key === 'Tab' && !command ? nextCell(selection, shiftKey, size) : moved;
    if (next) return take(() => select(next));
    if (command) return onCommand(key.toLowerCase(), shiftKey, take);
    if (key === 'Enter') take(() => select(move(selection, { row: shiftKey ? -1 : 1 }, size)));
    else if (key === 'F2') take(() => open(false));
    else if (key === 'Escape') take(options.onEscape);
    else if (key === 'Delete' || key === 'Backspace') {
      if (shiftKey && row) take(() => options.onToggle(row.key));
      else take(() => edit(clear(shown, rect), (cells) => `Cleared in ${counted(cells, 'row')}.`));
    }
    // The field takes the key itself, so that methods of entering other scripts work as well.
    else if (key.length === 1 || key === 'Process') open(true);
  }

  function onCommand(key: string, shift: boolean, take: (work: () => void) => void) {
    const say = (cells: number) => `Filled down in ${counted(cells, 'row')}.`;
    if (key === 'd') take(() => edit(fillDown(shown, rect), say));
    else if (key === 'z') take(shift ? options.onRedo : options.onUndo);
    else if (key === 'y') take(options.onRedo);
    else if (key === 'a') {
      const last = { row: size.rows - 1, column: size.columns - 1 };
      take(() => select({ anchor: last, focus: { row: 0, column: 0 } }));
    }
  }

  function onCopy(event: ClipboardEvent, cut = false) {
    event.preventDefault();
    event.clipboardData.setData('text/plain', copyText(shown, rect));
    if (cut) edit(clear(shown, rect), (cells) => `Cut from ${counted(cells, 'row')}.`);
    else onSay('Copied.');
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    const { edits, rect: into } = paste(shown, rect, text);
    select({
      anchor: { row: into.bottom, column: into.right },
      focus: { row: into.top, column: into.left },
    });
    edit(edits, (cells) => `Pasted into ${counted(cells, 'row')}.`);
  }

  return {
    selection,
    rect,
    typing,
    select,
    open,
    commit,
    type: (text: string) => setTyping((old) => old && { ...old, text }),
    cancel() {
      wantsFocus.current = true;
      setTyping(null);
    },
    onKeyDown,
    onCopy,
    onPaste,
  };
}
