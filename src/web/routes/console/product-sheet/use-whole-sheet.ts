import { useEffect } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { Sheet } from '#features/product-management/bulk-edit.schema.ts';
import { productsInTab } from '../../../components/console/tab-selection.ts';
import type { LoadedRows } from '../product-sheet-rows.ts';
import { joinIds, SELECTED } from '../products/selected-ids.ts';

/** The address of all rows of a part, with the same search part as that of the page. */
const ROWS = '/admin/products/sheet/rows';

/**
 * A part of the sheet with all of its rows, null until they are loaded, and why they could not be.
 * `start` is what the page has of it. It is null for the products that are selected in this tab,
 * because an address has no room for many ids.
 */
export function useWholeSheet(start: Sheet | null) {
  const { search } = useLocation();
  const fetcher = useFetcher<LoadedRows>({ key: `sheet${search}` });
  const isMissing = !start?.isWhole;
  const isSelection = start === null;
  const load = () => {
    const action = ROWS + search;
    if (isSelection) {
      const ids = joinIds(productsInTab.read()?.ids ?? []);
      void fetcher.submit({ [SELECTED]: ids }, { method: 'post', action });
    } else void fetcher.load(action);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once for each address
  useEffect(() => {
    if (isMissing) load();
  }, [isMissing, search]);
  const { data } = fetcher;
  const failed =
    data && 'problem' in data ? { ...data, isTrying: fetcher.state !== 'idle', load } : null;
  const loaded = data && 'packed' in data ? data : null;
  return { sheet: isMissing ? loaded : start, failed: isMissing ? failed : null };
}
