import { useEffect } from 'react';

/**
 * Loads a panel's content whenever it opens. The request starts after the panel is painted, because
 * opening it already takes all that a phone can do without a pause.
 */
export function usePanelLoad(open: boolean, load: (path: string) => unknown, path: string): void {
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => void load(path));
    return () => clearTimeout(timer);
  }, [open, load, path]);
}
