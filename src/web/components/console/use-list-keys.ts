import { type RefObject, useEffect, useRef } from 'react';
import { isTyped } from '../../ui/typed-key.ts';

/** The keys of a list, as the dialog of keys shows them. */
export const listKeys = [
  ['/', 'Search'],
  ['J or ↓', 'Next row'],
  ['K or ↑', 'Previous row'],
  ['X', 'Select the row'],
  ['Enter', 'Open the row'],
] as const;

const ROW = '[data-row]';

/**
 * Keys for a list whose rows have `data-row`, a link and a check box. The link of a row has the
 * focus, so that Enter opens it and screen readers read it. Keys in fields and dialogs are left
 * alone.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  search: RefObject<HTMLInputElement | null>,
  onHelp: () => void,
): void {
  const help = useRef(onHelp);
  help.current = onHelp;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyped(event)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (actOn(event.key, rows, at)) event.preventDefault();
    };
    const actOn = (key: string, rows: HTMLElement[], at: number): boolean => {
      if (key === '/') search.current?.select();
      else if (key === '?') help.current();
      else if (key === 'j' || (key === 'ArrowDown' && at >= 0)) focusRow(rows[at + 1] ?? rows[at]);
      else if (key === 'k' || (key === 'ArrowUp' && at >= 0)) focusRow(rows[Math.max(at - 1, 0)]);
      else if (key === 'x' && at >= 0)
        rows[at]?.querySelector<HTMLElement>('[type=checkbox]')?.click();
      else return false;
      return true;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list, search]);
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector('a')?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
