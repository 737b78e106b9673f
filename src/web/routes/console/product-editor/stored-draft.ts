/**
 * Unsaved changes in the browser's storage, so that a sign-out, a lost connection or a closed tab
 * loses nothing. They are stored for the person and the product, and offered when the page is opened
 * again.
 */
import { useEffect, useRef, useState } from 'react';
import type { Draft } from './draft.ts';

export interface StoredDraft {
  /** What the changes were made from. */
  base: Draft;
  draft: Draft;
  /** When it was stored, in milliseconds. */
  at: number;
}

/** How long after a change it is stored, so that typing is not slowed down. */
const STORE_AFTER_MS = 400;

export function draftKey(userId: string, productId: string | null): string {
  return `product-draft:${userId}:${productId ?? 'new'}`;
}

export function forgetDraft(key: string): void {
  withStorage((storage) => storage.removeItem(key));
}

function readDraft(key: string): StoredDraft | null {
  try {
    const stored: StoredDraft | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    return stored && isWhole(stored.draft) && isWhole(stored.base) ? stored : null;
  } catch {
    return null;
  }
}

/** An earlier version of the shop may have stored less. */
const isWhole = ({ related, sheet }: Partial<Draft>) => Boolean(related && sheet?.options);

// A browser may refuse its storage, or have no space left.
function withStorage(work: (storage: Storage) => void): void {
  try {
    work(localStorage);
  } catch {
    // The changes are still on the page.
  }
}

/**
 * Stores the draft while it is `unsaved`, and removes it when it no longer is. Returns what was
 * stored before the page was opened.
 */
export function useStoredDraft(key: string, base: Draft, draft: Draft, unsaved: boolean) {
  const [offered, setOffered] = useState<StoredDraft | null>(null);
  const latest = useRef({ base, draft, unsaved });
  latest.current = { base, draft, unsaved };
  const wasUnsaved = useRef(false);
  useEffect(() => setOffered(readDraft(key)), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores again after each change
  useEffect(() => {
    const store = () => {
      const { base, draft, unsaved } = latest.current;
      if (!unsaved) return;
      const stored: StoredDraft = { base, draft, at: Date.now() };
      withStorage((storage) => storage.setItem(key, JSON.stringify(stored)));
    };
    // A page that was never changed leaves what is stored, as it is offered.
    if (!unsaved && wasUnsaved.current) forgetDraft(key);
    wasUnsaved.current = unsaved;
    if (!unsaved) return;
    const timer = setTimeout(store, STORE_AFTER_MS);
    window.addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', store);
    };
  }, [key, base, draft, unsaved]);
  return {
    offered,
    /** Call it when the offer was taken or refused. */
    closeOffer(remove: boolean) {
      setOffered(null);
      if (remove) forgetDraft(key);
    },
  };
}
