import { useEffect, useRef } from 'react';
import { useAfterPause } from '../../ui/use-after-pause.ts';

/** How long after a change it is stored, in milliseconds. The delay keeps typing fast. */
const STORE_AFTER_MS = 400;

/**
 * Calls `keep` soon after each new `changed` while it is `unsaved`, and at once when the page is
 * hidden or left, also by a redirect to the sign-in. Calls `drop` when it is no longer unsaved. A
 * page that was never changed does not touch the stored changes, because they are offered to the
 * person.
 */
export function useStoredChanges(options: {
  changed: unknown;
  unsaved: boolean;
  keep: () => void;
  drop: () => void;
}): void {
  const { changed, unsaved } = options;
  const latest = useRef(options);
  latest.current = options;
  const wasUnsaved = useRef(false);
  const afterPause = useAfterPause();
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores again after each change
  useEffect(() => {
    if (!unsaved && wasUnsaved.current) latest.current.drop();
    wasUnsaved.current = unsaved;
    if (!unsaved) return;
    return afterPause(STORE_AFTER_MS, () => latest.current.keep());
  }, [changed, unsaved]);
  useEffect(() => {
    const keep = () => {
      if (latest.current.unsaved) latest.current.keep();
    };
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', onVisibility);
      keep();
    };
  }, []);
}
