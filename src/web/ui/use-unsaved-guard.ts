import { type RefObject, useEffect, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { isChanged } from './is-changed.ts';
import { countUnsaved } from './unsaved.ts';

/**
 * Prevents losing input by a click. While there is unsaved input, leaving the page asks first (see
 * `LeaveDialog`). A form that was reset, for example after saving, has no unsaved input.
 */
export function useUnsavedGuard(form: RefObject<HTMLFormElement | null>): Blocker {
  const [unsaved, setUnsaved] = useState(false);
  const blocker = useLeaveQuestion(unsaved);

  useEffect(() => {
    const element = form.current;
    // Something may have been typed before the script loaded.
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

  return blocker;
}

/** The same for a page that tracks its unsaved input itself. */
export function useLeaveQuestion(unsaved: boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!unsaved) return;
    // On closing the tab, reloading or leaving the site, the browser asks with its own message.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    const forget = countUnsaved();
    return () => {
      forget();
      window.removeEventListener('beforeunload', ask);
    };
  }, [unsaved]);

  return blocker;
}
