import { type ChangeEvent, useRef } from 'react';

/**
 * Selects the row of a check box that changes, by its value; with Shift all rows from the one that
 * changed last to it. Space and X with Shift do the same.
 */
export function useRange(ids: string[], select: (ids: string[], on: boolean) => void) {
  const last = useRef<string | null>(null);
  return (id: string, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const from = 'shiftKey' in nativeEvent && nativeEvent.shiftKey ? last.current : null;
    last.current = id;
    select(rangeOf(ids, from, id), target.checked);
  };
}

/** Keeps a click with Shift, which selects rows, from marking their texts. */
export function keepTextUnmarked(event: { shiftKey: boolean; preventDefault(): void }): void {
  if (event.shiftKey) event.preventDefault();
}

/** The ids between two of them, both included; the second alone where the first is not there. */
export function rangeOf(ids: string[], from: string | null, to: string): string[] {
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  return start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
