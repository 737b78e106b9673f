import { type RefObject, useEffect, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { isChanged } from './is-changed.ts';

/** How many forms on the page hold something unsaved. */
let guarded = 0;

/** True while something is typed that would be lost with the page. */
export function isAnythingUnsaved(): boolean {
  return guarded > 0;
}

/**
 * Keeps what was typed into a form from being lost by a click: while something is unsaved, leaving
 * the page waits for an answer (see `LeaveDialog`). A reset form, as after saving, has nothing to lose.
 */
export function useUnsavedGuard(form: RefObject<HTMLFormElement | null>): Blocker {
  const [unsaved, setUnsaved] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    const element = form.current;
    // Whoever was faster than the script has typed already.
    if (element && [...element.elements].some(isChanged)) setUnsaved(true);
    const typed = () => setUnsaved(true);
    const reset = () => setUnsaved(false);
    element?.addEventListener('input', typed);
    element?.addEventListener('reset', reset);
    return () => {
      element?.removeEventListener('input', typed);
      element?.removeEventListener('reset', reset);
    };
  }, [form]);

  useEffect(() => {
    if (!unsaved) return;
    // Closing the tab, reloading, another site: there the browser asks, in its own words.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    guarded += 1;
    return () => {
      guarded -= 1;
      window.removeEventListener('beforeunload', ask);
    };
  }, [unsaved]);

  return blocker;
}
