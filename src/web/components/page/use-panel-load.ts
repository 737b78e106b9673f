import { useEffect } from 'react';

/**
 * Asks the server for what a panel shows whenever it opens. Not in the same breath: opening a panel is
 * as much as a phone can do without a pause, and what is asked for can't be there sooner anyway.
 */
export function usePanelLoad(open: boolean, load: (path: string) => unknown, path: string): void {
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => void load(path));
    return () => clearTimeout(timer);
  }, [open, load, path]);
}
