import { useEffect } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { Sheet } from '#features/product-management/bulk-edit.schema.ts';
import { productsInTab } from '../../../components/console/tab-selection.ts';
import { joinIds, SELECTED } from '../products/selected-ids.ts';

/**
 * The sheet that the page has loaded. For `?selected=yes` it is that of the products which are
 * selected in this tab, because an address has no room for many ids; null until it is loaded.
 */
export function useSelectedSheet(loaded: Sheet | null): Sheet | null {
  const { search } = useLocation();
  const fetcher = useFetcher<Sheet>({ key: `sheet${search}` });
  const isMissing = loaded === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once for each address
  useEffect(() => {
    if (!isMissing) return;
    void fetcher.submit(
      { [SELECTED]: joinIds(productsInTab.read()?.ids ?? []) },
      { method: 'post' },
    );
  }, [isMissing, search]);
  return loaded ?? fetcher.data ?? null;
}
