import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { isChanged } from './is-changed.ts';
import { countUnsaved, isAnythingUnsaved } from './unsaved.ts';

interface Sending {
  /** Whether the form shows typed values that were not saved, as after a refusal. */
  startsUnsaved?: boolean;
  /** Whether the form is being sent. Afterwards it is saved, unless it starts unsaved again. */
  isSending?: boolean;
}

/**
 * Prevents losing input by a click. While there is unsaved input, leaving the page asks first (see
 * `LeaveDialog`). A form that was saved or reset has no unsaved input.
 */
export function useUnsavedGuard(
  form: RefObject<HTMLFormElement | null>,
  sending: Sending = {},
): Blocker {
  useUnsavedInput(form, sending);
  return usePageBlocker();
}

/** Asks before a page is left that tracks its unsaved input itself (see `LeaveDialog`). */
export function useLeaveQuestion(unsaved: boolean): Blocker {
  useCounted(unsaved);
  return usePageBlocker();
}

/**
 * Blocks leaving the page while any form on it has unsaved input. A page can have one blocker only;
 * where it has several forms, each of them uses `useUnsavedInput`.
 */
export function usePageBlocker(): Blocker {
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAnythingUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
}

/** Whether a form has unsaved input. */
export function useUnsavedInput(
  form: RefObject<HTMLFormElement | null>,
  { startsUnsaved = false, isSending = false }: Sending,
): boolean {
  const [unsaved, setUnsaved] = useState(startsUnsaved);
  const typedSinceSent = useRef(false);
  useCounted(unsaved);

  useEffect(() => {
    const element = form.current;
    // Something may have been typed before the script loaded.
    if (element && [...element.elements].some(isChanged)) setUnsaved(true);
    const typed = () => {
      typedSinceSent.current = true;
      setUnsaved(true);
    };
    const reset = () => setUnsaved(false);
    element?.addEventListener('input', typed);
    element?.addEventListener('reset', reset);
    return () => {
      element?.removeEventListener('input', typed);
      element?.removeEventListener('reset', reset);
    };
  }, [form]);

  useEffect(() => {
    if (isSending) {
      typedSinceSent.current = false;
      return () => setUnsaved(typedSinceSent.current);
    }
    if (startsUnsaved) setUnsaved(true);
  }, [isSending, startsUnsaved]);

  return unsaved;
}

/** Asks before the tab is closed, and counts, while there is unsaved input. */
function useCounted(unsaved: boolean): void {
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
}
