import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { onOtherTabs } from '../../other-tabs.ts';
import { forgetNextPages } from '../../prefetch/next-page.ts';
import { isAnythingUnsaved } from '../../ui/unsaved.ts';

/** A page that was hidden for longer than this is refreshed, in milliseconds. */
const STALE_MS = 30_000;

/**
 * Refreshes the page after changes made elsewhere: at once for this browser's other tabs, and for
 * other devices whenever the page becomes visible again. A page with unsaved input is not
 * refreshed.
 */
export function useFreshPage(): void {
  const { state, revalidate } = useRevalidator();
  const busy = useRef(false);
  busy.current = state !== 'idle';

  useEffect(() => {
    let hiddenSince = Date.now();
    const refresh = () => {
      forgetNextPages();
      // A refresh may redirect to sign-in without asking about unsaved input.
      if (isAnythingUnsaved()) return;
      if (!busy.current) void revalidate();
    };
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hiddenSince = Date.now();
      else if (Date.now() - hiddenSince > STALE_MS) refresh();
    };
    const stopListening = onOtherTabs(refresh);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [revalidate]);
}
