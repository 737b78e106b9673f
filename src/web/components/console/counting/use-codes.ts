/** Scanned codes for which nothing was counted yet. The browser stores them, as it does the counts. */
import { useEffect, useRef, useState } from 'react';
import { readStored, store } from '../browser-storage.ts';
import type { ScannedVariant } from './look-up.ts';
import { type SharedCode, withoutUnit, withUnit } from './shared-codes.ts';

/** The most codes that are named because nothing can be counted for them. */
const MAX_CODES = 200;

/** A list that the browser stores under this name, for all its tabs. */
export function useStoredList<Item>(storedAs: string) {
  const [items, setItems] = useState<Item[]>([]);
  /** The list where the browser did not store it; it lasts as long as the page. */
  const unstored = useRef<Item[] | null>(null);
  useEffect(() => {
    const read = () => setItems(storedList(storedAs));
    const readChanged = ({ key }: StorageEvent) => {
      if (key === storedAs && unstored.current === null) read();
    };
    read();
    window.addEventListener('storage', readChanged);
    return () => window.removeEventListener('storage', readChanged);
  }, [storedAs]);
  // Another tab may have stored it since, also in this moment.
  const latest = () => unstored.current ?? storedList<Item>(storedAs);
  const put = (next: (items: Item[]) => Item[]) => {
    const later = next(latest());
    unstored.current = store(storedAs, later) ? null : later;
    setItems(later);
  };
  return { items, latest, put };
}

function storedList<Item>(storedAs: string): Item[] {
  const stored = readStored(storedAs);
  return Array.isArray(stored) ? stored : [];
}

/** Codes, the last one first. */
export function useCodes(storedAs: string) {
  const { items: codes, put } = useStoredList<string>(storedAs);
  return {
    codes,
    add: (code: string) =>
      put((all) => [code, ...all.filter((one) => one !== code)].slice(0, MAX_CODES)),
    clear: () => put(() => []),
  };
}

/**
 * Scanned units of codes that several variants have, or whose look-up failed, the first one first. All
 * of them are kept.
 */
export function useSharedCodes(storedAs: string) {
  const { items, latest, put } = useStoredList<SharedCode>(storedAs);
  return {
    ...{ waiting: items, latest },
    add: (code: string, variants: ScannedVariant[]) => put((all) => withUnit(all, code, variants)),
    /** Takes one unit of it. */
    take: (code: string) => put((all) => withoutUnit(all, code)),
    leaveOut: (code: string) => put((all) => all.filter((one) => one.code !== code)),
  };
}
