import { useEffect, useState } from 'react';

/**
 * The selected rows among those that a table shows. A new value of `done`, which is undefined until
 * something was done with them, clears the selection; `round` counts how often. `kept` are the ids
 * that the page begins with.
 */
export function useSelection(rows: { id: string }[], done: unknown, kept: string[] = []) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(kept));
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (done === undefined) return;
    setIds(new Set());
    setRound((earlier) => earlier + 1);
  }, [done]);
  const selected = new Set(rows.map(({ id }) => id).filter((id) => ids.has(id)));
  return {
    selected,
    round,
    select(changed: string[], on: boolean) {
      const next = new Set(selected);
      for (const id of changed) on ? next.add(id) : next.delete(id);
      setIds(next);
    },
    selectAll: (on: boolean) => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
  };
}
