import { readStored, store } from './browser-storage.ts';

/** The selection as the tab stores it. */
export interface Selection {
  /** The filters of the list that it was made in. */
  list: string;
  ids: string[];
  /** The last bulk edit that it was used for. */
  done?: string | undefined;
}

export interface TabSelection {
  keep(selection: Selection): void;
  read(): Selection | null;
}

function tabSelection(key: string): TabSelection {
  /** What this page stored last. The browser may have refused it, and still have an earlier one. */
  let last: Selection | null = null;
  return {
    keep(selection) {
      last = selection;
      store(key, selection, 'sessionStorage');
    },
    read: () => last ?? (readStored(key, 'sessionStorage') as Selection | null),
  };
}

/** The products that are selected in this tab. */
export const productsInTab = tabSelection('selected-products');

/** The orders that are selected in this tab. */
export const ordersInTab = tabSelection('selected-orders');
