import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { forgetNextPages } from '../../connection/next-page.ts';
import { onOtherTabs } from '../../connection/other-tabs.ts';
import { isAnythingUnsaved } from '../../ui/use-unsaved-guard.ts';

/** A page that was out of sight for longer than this is refreshed, in milliseconds. */
const STALE_MS = 30_000;

/**
 * Keeps the page in step with what happens elsewhere: at once with this browser's other tabs, and
 * with other devices whenever the page comes back into sight. One with something unsaved stays.
 */
export function useFreshPage(): void {
  const { state, revalidate } = useRevalidator();
  const busy = useRef(false);
  busy.current = state !== 'idle';

  useEffect(() => {
    let hiddenSince = Date.now();
    const refresh = () => {
      forgetNextPages();
      // Whoever was signed out elsewhere is led to sign in by it, past any question.
      if (isAnythingUnsaved()) return;
      if (!busy.current && navigator.onLine) void revalidate();
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
