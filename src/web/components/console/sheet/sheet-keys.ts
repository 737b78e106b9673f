/** How the grid reacts to keys, the pointer and the clipboard. */
import type { ClipboardEvent, FocusEvent, KeyboardEvent, PointerEvent } from 'react';
import { counted } from '#shared/counted.ts';
import type { Keys } from '../keys-dialog.tsx';
import { leftOutText } from './left-out.ts';
import { clear, copyText, type Edits, fillDown, paste } from './sheet-edits.ts';
import type { SheetItem } from './sheet-model.ts';
import { at, type Cell, move, moveByKey, nextCell } from './sheet-range.ts';
import type { SheetState } from './use-sheet.ts';

/** The keys of the grid, as the dialog of keys shows them. */
export const gridKeys: Keys = [
  ['Arrows, Tab, Enter', 'Next cell; Shift and an arrow select more'],
  ['F2', 'Change the text of the cell; typing replaces it'],
  ['Ctrl A or ⌘ A', 'Select all cells'],
  ['Ctrl C, X, V or ⌘ C, X, V', 'Copy, cut and paste, also with a spreadsheet'],
  ['Ctrl D or ⌘ D', 'Fill down'],
  ['Ctrl Z or ⌘ Z', 'Undo in the grid; with Shift, redo'],
  ['Delete', 'Clear the selected cells'],
  ['Escape', 'Leave the grid'],
];

/** How far Page Up and Page Down go. */
const PAGE_ROWS = 12;

/** Handles a key while no cell is open. */
export function onSheetKey<Row extends SheetItem>(
  sheet: SheetState<Row>,
  event: KeyboardEvent,
): void {
  const { selection, size, row } = sheet;
  const { key, shiftKey } = event;
  const command = event.ctrlKey || event.metaKey;
  if (sheet.typing || event.altKey) return;
  const take = (work: () => void) => {
    event.preventDefault();
    work();
  };
  const moved = moveByKey(selection, key, { shift: shiftKey, command }, size, PAGE_ROWS);
  const next = key === 'Tab' && !command ? nextCell(selection, shiftKey, size) : moved;
  if (next) take(() => sheet.select(next));
  else if (command) {
    const work = commandOf(sheet, key.toLowerCase(), shiftKey);
    if (work) take(work);
  } else if (key === 'Enter') {
    take(() => sheet.select(move(selection, { row: shiftKey ? -1 : 1 }, size)));
  } else if (key === 'F2') take(() => sheet.open(false));
  else if (key === 'Escape') take(sheet.onEscape);
  else if (key === 'Delete' || key === 'Backspace') {
    take(() => (shiftKey && row ? act(sheet, row.key) : clearSelected(sheet, 'Cleared in')));
  }
  // The field receives the key itself, so that input methods of other scripts work as well.
  else if (key.length === 1 || key === 'Process') sheet.open(true);
}

function commandOf<Row extends SheetItem>(
  sheet: SheetState<Row>,
  key: string,
  shift: boolean,
): (() => void) | null {
  const { size } = sheet;
  const step = (work: () => void) => () => {
    // The row with the focus may disappear.
    sheet.keepFocus();
    sheet.showNote(null);
    work();
  };
  if (key === 'd') return () => edit(sheet, fillDown(sheet.shown, sheet.rect), 'Filled down in');
  if (key === 'z') return step(shift ? sheet.onRedo : sheet.onUndo);
  if (key === 'y') return step(sheet.onRedo);
  if (key !== 'a') return null;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  return () => sheet.select({ anchor: last, focus: { row: 0, column: 0 } });
}

function edit<Row extends SheetItem>(
  { onEdits, onSay, showNote }: SheetState<Row>,
  edits: Edits<Row>,
  what: string,
  note: string | null = null,
): void {
  if (edits.size > 0) onEdits(edits);
  showNote(note);
  const done = edits.size > 0 ? `${what} ${counted(edits.size, 'row')}.` : 'Nothing changed.';
  onSay(note === null ? done : `${done} ${note}`);
}

function clearSelected<Row extends SheetItem>(sheet: SheetState<Row>, what: string): void {
  edit(sheet, clear(sheet.shown, sheet.rect), what);
}

function act<Row extends SheetItem>(sheet: SheetState<Row>, key: string): void {
  sheet.keepFocus();
  sheet.onAction?.(key);
}

export function onSheetCopy<Row extends SheetItem>(
  sheet: SheetState<Row>,
  event: ClipboardEvent,
  cut: boolean,
): void {
  event.preventDefault();
  event.clipboardData.setData('text/plain', copyText(sheet.shown, sheet.rect));
  if (cut) clearSelected(sheet, 'Cut from');
  else sheet.onSay('Copied.');
}

export function onSheetPaste<Row extends SheetItem>(
  sheet: SheetState<Row>,
  event: ClipboardEvent,
): void {
  event.preventDefault();
  const text = event.clipboardData.getData('text/plain');
  if (text === '') return;
  const { edits, rect, leftOut } = paste(sheet.shown, sheet.rect, text);
  sheet.select({
    anchor: { row: rect.bottom, column: rect.right },
    focus: { row: rect.top, column: rect.left },
  });
  edit(sheet, edits, 'Pasted into', leftOutText(leftOut));
}

/** Selects by clicking and dragging; a double click, or a touch, opens the cell. */
export function pointerHandlers<Row extends SheetItem>(sheet: SheetState<Row>) {
  const { selection, typing, select } = sheet;
  const { focus, anchor } = selection;
  const isCurrent = ({ row, column }: Cell) => focus.row === row && focus.column === column;
  return {
    onPointerDown(event: PointerEvent) {
      const cell = cellOf(event.target);
      if (!cell || event.button !== 0 || (typing && isCurrent(cell))) return;
      // Without this, the field would move along with the selection.
      if (typing) sheet.commit(null);
      select(event.shiftKey ? { anchor, focus: cell } : at(cell.row, cell.column));
    },
    onPointerOver(event: PointerEvent) {
      const cell = event.buttons === 1 && event.pointerType === 'mouse' && cellOf(event.target);
      if (cell && !typing) select({ anchor, focus: cell });
    },
    onDoubleClick: () => sheet.open(false),
    onPointerUp(event: PointerEvent) {
      const cell = event.pointerType !== 'mouse' && cellOf(event.target);
      if (cell && isCurrent(cell) && !typing) sheet.open(false);
    },
    onFocus(event: FocusEvent) {
      const cell = cellOf(event.target);
      if (cell && !typing && !isCurrent(cell)) select(at(cell.row, cell.column));
    },
  };
}

function cellOf(target: EventTarget): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}
