/**
 * Unsaved changes in the browser's storage, for the person and the product. They are offered when
 * the page is opened again. Each open page has a draft of its own, so tabs do not overwrite each
 * other's.
 */
import { useEffect, useState } from 'react';
import { DAY_MS } from '#shared/durations.ts';
import {
  forget,
  readStored,
  store,
  storedKeys,
} from '../../../components/console/browser-storage.ts';
import { newKey } from '../../../components/console/new-key.ts';
import { useStoredChanges } from '../../../components/console/use-stored-changes.ts';
import { type Column, columns, type Draft, type Sheet } from './draft.ts';

const DRAFTS = 'product-draft:';
/** How long a draft is kept. */
const KEPT_MS = 30 * DAY_MS;

export interface StoredDraft {
  /** The version that the changes are based on. */
  base: Draft;
  draft: Draft;
  /** When it was stored, in milliseconds. */
  at: number;
}

export interface OfferedDraft extends StoredDraft {
  key: string;
}

export function draftKey(userId: string, productId: string | null, started: string): string {
  return `${DRAFTS}${userId}:${productId ?? 'new'}:${started}`;
}

/** What the keys of all drafts of a product begin with. */
const startOf = (key: string) => key.slice(0, key.lastIndexOf(':') + 1);

function readDraft(key: string): OfferedDraft[] {
  const stored = readStored(key) as StoredDraft | null;
  if (!stored?.draft || !stored.base || !isWhole(stored.draft) || !isWhole(stored.base)) return [];
  const [base, draft] = [withAllColumns(stored.base), withAllColumns(stored.draft)];
  return [{ ...stored, base, draft, key }];
}

/** Whether a draft has all its parts. An earlier version of the shop may have stored less. */
function isWhole({ fields, images, related, sheet }: Partial<Draft>): boolean {
  const { sizes, colors, options, rows }: Partial<Sheet> = sheet ?? {};
  return Boolean(fields) && [images, related, sizes, colors, options, rows].every(Array.isArray);
}

/**
 * Adds the columns of the grid that an earlier version of the shop did not store. The draft and
 * what it was made from get the same text, which is no change.
 */
function withAllColumns(draft: Draft): Draft {
  const empty = Object.fromEntries(columns.map((column) => [column, ''])) as Record<Column, string>;
  // The units of a new variant were `available` then.
  const rows = draft.sheet.rows.map((row) => ({
    ...{ ...empty, ...row },
    onHand: row.onHand ?? row.available,
  }));
  return { ...draft, sheet: { ...draft.sheet, rows } };
}

/**
 * An earlier version of the shop kept one draft of a product, under a key without a name. Gives it
 * one.
 */
function nameOldDraft(start: string): void {
  const oldKey = start.slice(0, -1);
  const old = readStored(oldKey);
  if (old === null) return;
  forget(oldKey);
  store(`${start}${newKey()}`, old);
}

/** The drafts of a product, or of all new ones, that no page has open; the last one first. */
export async function readDrafts(key: string): Promise<OfferedDraft[]> {
  const start = startOf(key);
  nameOldDraft(start);
  const open = await heldLocks();
  return storedKeys(start)
    .filter((other) => other !== key && !open.has(other))
    .flatMap(readDraft)
    .sort((a, b) => b.at - a.at);
}

/**
 * Stores a draft under another key. A full storage may have no space for both, so the old one goes
 * first.
 */
function moveDraft({ key: from, ...old }: OfferedDraft, to: string, moved: StoredDraft): void {
  forget(from);
  if (!store(to, moved)) store(from, old satisfies StoredDraft);
}

function forgetOldDrafts(): void {
  for (const key of storedKeys(DRAFTS)) {
    const { at } = (readStored(key) as StoredDraft | null) ?? { at: 0 };
    if (!(at > Date.now() - KEPT_MS)) forget(key);
  }
}

/**
 * Stores the draft while it is `unsaved`, and removes it when it is no longer unsaved. Returns the
 * drafts that earlier visits stored.
 */
export function useStoredDraft(
  key: string,
  { base, draft, unsaved }: { base: Draft; draft: Draft; unsaved: boolean },
) {
  const [offered, setOffered] = useState<OfferedDraft[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when an offer is taken
  useEffect(() => {
    forgetOldDrafts();
    void readDrafts(key).then(setOffered);
  }, []);
  useOpenDraft(key);
  const now = (shown: Draft): StoredDraft => ({ base, draft: shown, at: Date.now() });
  const keep = () => store(key, now(draft));
  useStoredChanges({
    changed: draft,
    unsaved,
    keep,
    drop: () => forget(key),
  });
  return {
    offered,
    /**
     * Call it when an offer was accepted: with what the page has then that is not saved, and whether
     * its own draft is a part of that. Returns the new name of the page's draft. The offer's own name would not
     * do, because another tab may have accepted it too.
     */
    take(taken: OfferedDraft, changed: Draft | null, isMerged: boolean): string {
      const started = newKey();
      if (isMerged) forget(key);
      else if (unsaved) keep();
      if (changed) moveDraft(taken, startOf(key) + started, now(changed));
      else forget(taken.key);
      setOffered([]);
      return started;
    },
    refuse(refused: OfferedDraft) {
      forget(refused.key);
      setOffered(offered.filter((other) => other !== refused));
    },
  };
}

/** Locks the draft of an open page, so that other tabs do not offer it. */
function useOpenDraft(key: string): void {
  useEffect(() => {
    let release = () => {};
    const closed = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Browsers have locks on https pages only.
    void navigator.locks?.request(key, () => closed);
    return release;
  }, [key]);
}

async function heldLocks(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => name ?? []));
}
