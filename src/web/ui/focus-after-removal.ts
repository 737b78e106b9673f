import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus a place when the row of a list that had it is removed, or comes back by a button
 * that is gone with it: the heading of that row or of the one in its place, else the page's heading.
 * Returns what a dialog that asked for it hands the focus to (`finalFocus`).
 */
export function useFocusAfterRemoval(
  ids: string[],
  headingOf: (id: string) => string,
): () => HTMLElement | boolean {
  const shown = useRef(ids);
  const waiting = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = ids;
    const removedAt = before.findIndex((id) => !ids.includes(id));
    const added = ids.find((id) => !before.includes(id));
    if (removedAt < 0 && added === undefined) return;
    const next = removedAt < 0 ? added : ids[Math.min(removedAt, ids.length - 1)];
    const heading =
      (next && document.getElementById(headingOf(next))) || document.querySelector('main h1');
    if (!(heading instanceof HTMLElement)) return;
    const active = document.activeElement;
    // A dialog that closes has the focus until it is gone.
    const isInDialog = active?.closest('[role=alertdialog]') != null;
    waiting.current = isInDialog ? prepared(heading) : null;
    if (!active || active === document.body) prepared(heading).focus();
  }, [ids, headingOf]);

  return useCallback(() => {
    const heading = waiting.current;
    waiting.current = null;
    // The dialog gives the focus without scrolling.
    heading?.scrollIntoView({ block: 'nearest' });
    return heading ?? true;
  }, []);
}

/** A heading that can take the focus, though Tab does not stop there. */
function prepared(heading: HTMLElement): HTMLElement {
  heading.tabIndex = -1;
  return heading;
}
