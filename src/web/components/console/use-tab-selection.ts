import { useEffect, useState } from 'react';
import { withThousands } from '#shared/thousands.ts';
import { useAnnounce } from '../../ui/announcer.tsx';
import type { Selection, TabSelection } from './tab-selection.ts';

/**
 * The selected rows of a list with these filters. The tab keeps them while another page is open,
 * until other filters get a selection. `kept` are those that the page begins with instead. A change
 * is read out: the keys of a list select rows, too.
 */
export function useTabSelection(tab: TabSelection, list: string, kept: string[] = []) {
  const announce = useAnnounce();
  const [selection, setSelection] = useState<Selection>({ list, ids: kept });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the page begins with
  useEffect(() => {
    const stored = tab.read();
    if (stored && kept.length === 0) setSelection(stored);
  }, []);
  return {
    ids: selection.list === list ? selection.ids : [],
    put(ids: string[], done = selection.done) {
      const next = { list, ids, done };
      setSelection(next);
      tab.keep(next);
      announce(`${withThousands(ids.length)} selected`);
    },
  };
}
