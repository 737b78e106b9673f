/**
 * Unsaved changes in the browser's storage, for the person and the product. They are offered when
 * the page is opened again.
 */
import { useEffect, useState } from 'react';
import { forget, readStored, store } from '../../../components/console/browser-storage.ts';
import { useStoredChanges } from '../../../components/console/use-stored-changes.ts';
import { columns, type Draft } from './draft.ts';

export interface StoredDraft {
  /** The version that the changes are based on. */
  base: Draft;
  draft: Draft;
  /** When it was stored, in milliseconds. */
  at: number;
}

export function draftKey(userId: string, productId: string | null): string {
  return `product-draft:${userId}:${productId ?? 'new'}`;
}

function readDraft(key: string): StoredDraft | null {
  const stored = readStored(key) as StoredDraft | null;
  return stored?.draft && stored.base && isWhole(stored.draft) && isWhole(stored.base)
    ? stored
    : null;
}

/** An earlier version of the shop may have stored less. */
const isWhole = ({ related, sheet }: Partial<Draft>) =>
  Boolean(related && sheet?.options) &&
  sheet?.rows.every((row) => columns.every((column) => column in row));

/**
 * Stores the draft while it is `unsaved`, and removes it when it is no longer unsaved. Returns the
 * draft that an earlier visit stored.
 */
export function useStoredDraft(key: string, base: Draft, draft: Draft, unsaved: boolean) {
  const [offered, setOffered] = useState<StoredDraft | null>(null);
  useEffect(() => setOffered(readDraft(key)), [key]);
  useStoredChanges({
    changed: draft,
    unsaved,
    keep: () => store(key, { base, draft, at: Date.now() } satisfies StoredDraft),
    drop: () => forget(key),
  });
  return {
    offered,
    /** Call it when the offer was accepted or refused. */
    closeOffer(remove: boolean) {
      setOffered(null);
      if (remove) forget(key);
    },
  };
}
