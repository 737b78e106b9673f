import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { withThousands } from '#shared/thousands.ts';
import { MAX_SELECTED } from './selected-ids.ts';
import { keepSelection, readSelection, type Selection } from './tab-selection.ts';

const TOO_MANY = `At most ${withThousands(MAX_SELECTED)} products can be selected one by one.`;

/**
 * The selected products of a list, on all of its pages and in all sorts. The tab keeps them while
 * another page is open, until other filters get a selection, or until a bulk edit was made with
 * them: `done` is its id.
 */
export function useProductSelection(list: string, done: string | undefined) {
  const [selection, setSelection] = useState<Selection>({ list, ids: [] });
  const [problem, setProblem] = useState<string | null>(null);
  const put = (ids: string[], by = selection.done) => {
    const next = { list, ids, done: by };
    setSelection(next);
    keepSelection(next);
    setProblem(null);
  };
  const clear = (by?: string) => put([], by);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a bulk edit clears the selection
  useEffect(() => {
    const stored = readSelection();
    if (done !== undefined && stored?.done !== done) clear(done);
    else if (stored) setSelection(stored);
  }, [done]);
  const isLeaving = useLeadsToJob();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isLeaving) clear();
  }, [isLeaving]);
  const ids = selection.list === list ? selection.ids : [];
  return {
    selected: new Set(ids) as ReadonlySet<string>,
    problem,
    select(changed: string[], on: boolean) {
      const rest = new Set(ids);
      for (const id of changed) on ? rest.add(id) : rest.delete(id);
      if (rest.size > MAX_SELECTED) setProblem(TOO_MANY);
      else put([...rest]);
    },
    clear: () => clear(),
  };
}

/** Whether a bulk edit was started and takes long, so that its own page opens. */
function useLeadsToJob(): boolean {
  const { state, formData, location } = useNavigation();
  // The form may also lead to the page of the sign-in.
  const isJob = location?.pathname.startsWith('/admin/bulk-edits/') ?? false;
  return state === 'loading' && formData?.get('intent') === 'edit' && isJob;
}
