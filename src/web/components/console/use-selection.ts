import { useEffect, useState } from 'react';
import type { TabSelection } from './tab-selection.ts';
import { useTabSelection } from './use-tab-selection.ts';

/**
 * The selected rows among those that a table shows, as `useTabSelection` keeps them. A new value of
 * `done`, which is undefined until something was done with them, clears the selection; `round` counts
 * how often. `kept` are the ids that the page begins with.
 */
export function useSelection(
  rows: { id: string }[],
  { tab, list, done, kept }: { tab: TabSelection; list: string; done: unknown; kept?: string[] },
) {
  const { ids, put } = useTabSelection(tab, list, kept);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was done clears the selection
  useEffect(() => {
    if (done === undefined) return;
    put([]);
    setRound((earlier) => earlier + 1);
  }, [done]);
  const selected = new Set(rows.map(({ id }) => id).filter((id) => ids.includes(id)));
  return {
    selected,
    round,
    select(changed: string[], on: boolean) {
      const next = new Set(selected);
      for (const id of changed) on ? next.add(id) : next.delete(id);
      put([...next]);
    },
    selectAll: (on: boolean) => put(on ? rows.map(({ id }) => id) : []),
  };
}
