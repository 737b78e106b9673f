import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { isTyped } from '../../ui/typed-key.ts';
import type { Keys } from './keys-dialog.tsx';

/** The keys of a list without a search, as the dialog of keys shows them. */
export const rowKeys: Keys = [
  ['J or ↓', 'Next row'],
  ['K or ↑', 'Previous row'],
  ['Enter', 'Open the row'],
];

/** The keys of a list. */
export const listKeys: Keys = [['/', 'Search'], ...rowKeys];

/** The keys of a list whose rows can be selected. */
export const selectionKeys: Keys = [
  ...listKeys,
  ['X', 'Select the row'],
  ['Shift-X', 'Select all rows from the last selected one'],
];

const ROW = '[data-row]';

/** The address of the row that had the focus last, by the entry of the history. */
const lastFocused = new Map<string, string>();

/**
 * Keys for a list whose rows have `data-row`, a link and perhaps a check box. The link of a row has
 * the focus, so that Enter opens it and screen readers read it. It has the focus again after Back.
 * Keys in fields and dialogs are left alone.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  search?: RefObject<HTMLInputElement | null>,
): void {
  useRowAfterBack(list);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyped(event)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (actOn(event, rows, at)) event.preventDefault();
    };
    const actOn = ({ key, shiftKey }: KeyboardEvent, rows: HTMLElement[], at: number): boolean => {
      if (key === '/' && search) search.current?.select();
      else if (key === 'j' || (key === 'ArrowDown' && at >= 0)) focusRow(rows[at + 1] ?? rows[at]);
      else if (key === 'k' || (key === 'ArrowUp' && at >= 0)) focusRow(rows[Math.max(at - 1, 0)]);
      else if ((key === 'x' || key === 'X') && at >= 0) clickBox(rows[at], shiftKey);
      else return false;
      return true;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list, search]);
}

function useRowAfterBack(list: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the page begins
  useEffect(() => {
    const links = list.current?.querySelectorAll(`${ROW} a`) ?? [];
    const link = [...links].find((one) => one.getAttribute('href') === lastFocused.get(key));
    // `Main` gives it the focus afterwards.
    link?.setAttribute('data-first-focus', '');
  }, []);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest(ROW) : null;
      const address =
        row && list.current?.contains(row) && row.querySelector('a')?.getAttribute('href');
      if (address) lastFocused.set(key, address);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [key, list]);
}

function clickBox(row: HTMLElement | undefined, shiftKey: boolean): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey });
  row?.querySelector('[type=checkbox]')?.dispatchEvent(click);
}

/**
 * Gives the focus to the check box of the first selected row of the page, or of the first row. A
 * button for the selection disappears with it.
 */
export function focusSelectedRow(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>(`${ROW} [type=checkbox]`)];
  (boxes.find(({ checked }) => checked) ?? boxes[0] ?? document.querySelector('main'))?.focus();
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector('a')?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
