import { useEffect, useEffectEvent } from 'react';

// TypeScript does not know it yet.
type Watcher = new () => { onclose: (() => void) | null; destroy: () => void };

/**
 * Closes a panel by the Back gesture of a phone, as browsers do with dialogs of their own. Where a
 * browser has no `CloseWatcher`, Back leads to the page before.
 */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: Watcher };
    if (!isOpen || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [isOpen]);
}
