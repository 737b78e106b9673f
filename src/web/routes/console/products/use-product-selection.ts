import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { withThousands } from '#shared/thousands.ts';
import { productsInTab } from '../../../components/console/tab-selection.ts';
import { useTabSelection } from '../../../components/console/use-tab-selection.ts';
import { MAX_SELECTED } from './selected-ids.ts';

const TOO_MANY = `At most ${withThousands(MAX_SELECTED)} products can be selected one by one.`;

/**
 * The selected products of a list, on all of its pages and in all sorts. The tab keeps them while
 * another page is open, until other filters get a selection, or until a bulk edit was made with
 * them: `done` is its id.
 */
export function useProductSelection(list: string, done: string | undefined) {
  const { ids, put: keep } = useTabSelection(productsInTab, list);
  const [problem, setProblem] = useState<string | null>(null);
  const put = (next: string[], by?: string) => {
    keep(next, by);
    setProblem(null);
  };
  const clear = (by?: string) => put([], by);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a bulk edit clears the selection
  useEffect(() => {
    if (done !== undefined && productsInTab.read()?.done !== done) clear(done);
  }, [done]);
  const isLeaving = useLeadsToJob();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isLeaving) clear();
  }, [isLeaving]);
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
