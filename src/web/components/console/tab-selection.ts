import { readStored, store } from '../../../components/console/browser-storage.ts';

const KEY = 'selected-products';

/** The selection as the tab stores it. */
export interface Selection {
  /** The filters of the list that it was made in. */
  list: string;
  ids: string[];
  /** The last bulk edit that it was used for. */
  done?: string | undefined;
}

/** What this page stored last. The browser may have refused it, and still have an earlier one. */
let last: Selection | null = null;

export function keepSelection(selection: Selection): void {
  last = selection;
  store(KEY, selection, 'sessionStorage');
}

export const readSelection = () => last ?? (readStored(KEY, 'sessionStorage') as Selection | null);

/** The products that are selected in this tab. */
export const selectedInTab = (): string[] => readSelection()?.ids ?? [];
