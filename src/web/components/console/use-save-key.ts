import { useEffect, useRef } from 'react';
import type { Keys } from './keys-dialog.tsx';

/** The key of `useSaveKey` in the list of keys. */
export const saveKeys: Keys = [['Ctrl S or ⌘ S', 'Save']];

/** Ctrl-S and ⌘-S save. A question has to be decided first. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector('[role=alertdialog]')) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
