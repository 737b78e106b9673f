import { useEffect, useState } from 'react';

/** The selected rows among those that a table shows. A new value of `done` clears the selection. */
export function useSelection(rows: { id: string }[], done: unknown) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when something was done
  useEffect(() => setIds(new Set()), [done]);
  const selected = new Set(rows.map(({ id }) => id).filter((id) => ids.has(id)));
  return {
    selected,
    select(id: string, on: boolean) {
      const next = new Set(selected);
      if (on) next.add(id);
      else next.delete(id);
      setIds(next);
    },
    selectAll: (on: boolean) => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
  };
}
