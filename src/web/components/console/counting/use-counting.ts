/**
 * Counts variants by scans, lists and files. The page of a stock count uses it, and that of what was
 * delivered. What is counted is stored by the browser.
 */

import { useEffect, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { readStored, store } from '../browser-storage.ts';
import { linesOf, readCounts } from './count-file.ts';
import { type CountedVariant, lookUpAll, scannedOf, withCount } from './counted-variants.ts';
import { lookUp, type ScannedVariant } from './look-up.ts';
import { useCodes, useSharedCodes } from './use-codes.ts';

/**
 * The counted variants, which the browser stores under this name for all its tabs, so that a closed tab
 * loses nothing. `latest` also has scans that were made during a lookup or a call.
 */
export function useStoredRows(storedAs: string) {
  const [rows, setRows] = useState<CountedVariant[]>([]);
  const latest = useRef<CountedVariant[]>([]);
  useEffect(() => {
    const read = () => {
      latest.current = storedRows(storedAs);
      setRows(latest.current);
    };
    // What another tab stores. Without this, the next scan here would bring back what it applied.
    const readChanged = ({ key }: StorageEvent) => {
      if (key === storedAs) read();
    };
    read();
    window.addEventListener('storage', readChanged);
    return () => window.removeEventListener('storage', readChanged);
  }, [storedAs]);
  return {
    rows,
    latest,
    change(to: (rows: CountedVariant[]) => CountedVariant[]): void {
      latest.current = to(latest.current);
      setRows(latest.current);
      store(storedAs, latest.current);
    },
  };
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs work sequentially, so that two scans of one code become two units of one variant. */
export function useTurns(): InTurn {
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return (work) => {
    const done = queue.current.then(work);
    queue.current = done.catch(() => undefined);
    return done;
  };
}

type Change = (to: (rows: CountedVariant[]) => CountedVariant[]) => void;

interface Counting {
  /** The name under which the browser stores the rows. Those of the codes begin with it. */
  storedAs: string;
  latest: { current: CountedVariant[] };
  change: Change;
  setProblem: (problem: string | null) => void;
}

/** A text with codes and units: what it is called, and whether its units are added to those counted. */
interface CountsText {
  name: 'file' | 'list';
  addsUp: boolean;
}

/** Counts what is scanned, and what files have. Codes that no variant has, or several have, wait. */
export function useCounting({ storedAs, latest, change, setProblem }: Counting) {
  const unknown = useCodes(`${storedAs}-unknown`);
  const shared = useSharedCodes(`${storedAs}-shared`);
  const failed = useSharedCodes(`${storedAs}-failed`);
  const sharedOfFiles = useCodes(`${storedAs}-shared-of-files`);
  const announce = useAnnounce();

  /** Adds one unit. `code` is the one that found it alone. */
  function add(variant: ScannedVariant | CountedVariant, code: string | null): void {
    const known = latest.current.find(({ _id }) => _id === variant._id);
    const units = (known?.counted ?? 0) + 1;
    change((all) => withRows(all, [withCount(known ?? variant, units, code)]));
    announce(`${variant.sku}: ${units}`);
  }

  async function count(code: string): Promise<void> {
    const known = latest.current.find(({ codes }) => codes?.includes(code));
    if (known) return add(known, code);
    const found = await lookUp(code);
    if (found.problem !== undefined) {
      failed.add(code, []);
      return setProblem(found.problem);
    }
    const [variant, ...others] = found.value.map(scannedOf);
    if (variant && others.length > 0) {
      shared.add(code, [variant, ...others]);
      return announce(`Several variants have the code ${code}. Please choose which one it was.`);
    }
    if (variant) return add(variant, code);
    unknown.add(code);
    announce(`No variant has the code ${code}.`);
  }

  /**
   * The counts of a text replace earlier counts of the same variants, or are added to them. Returns
   * what of the text was not added.
   */
  async function countText(text: string, what: CountsText): Promise<string> {
    const read = readCounts(text, what.name);
    if (read.problem !== undefined) {
      setProblem(read.problem);
      return text;
    }
    const { variants, missing, shared: several, problem } = await lookUpAll(read.units);
    setProblem(problem);
    if (problem !== null) return text;
    const earlier = new Map(what.addsUp ? latest.current.map((row) => [row._id, row.counted]) : []);
    const unitsOf = (row: CountedVariant) => row.counted + (earlier.get(row._id) ?? 0);
    const added = variants.map((row) => ({ ...row, counted: Math.min(MAX_UNITS, unitsOf(row)) }));
    change((all) => withRows(all, added));
    for (const code of missing) unknown.add(code);
    for (const code of several) sharedOfFiles.add(code);
    announce(`${addedIn(variants, what)} added.`);
    return linesOf([...missing, ...several], read.units);
  }

  const retry = (code: string) => countAgain(code, failed, count);
  return { unknown, shared, failed, sharedOfFiles, add, count, retry, countText };
}

/** Counts the units of a code whose look-up failed. The rest is kept if it fails again. */
async function countAgain(
  code: string,
  failed: ReturnType<typeof useSharedCodes>,
  count: (code: string) => Promise<void>,
): Promise<void> {
  const unitsLeft = () => failed.latest().find((one) => one.code === code)?.units ?? 0;
  for (let left = unitsLeft(); left > 0; left -= 1) {
    failed.take(code);
    await count(code);
    if (unitsLeft() >= left) return;
  }
}

/** What was added: '3 counts', or '12 units of 3 variants'. */
function addedIn(variants: CountedVariant[], { addsUp }: CountsText): string {
  if (!addsUp) return counted(variants.length, 'count');
  const units = variants.reduce((sum, row) => sum + row.counted, 0);
  return `${counted(units, 'unit')} of ${counted(variants.length, 'variant')}`;
}

export function withUnits(rows: CountedVariant[], id: string, units: number): CountedVariant[] {
  return rows.map((row) => (row._id === id ? { ...row, counted: units, problem: null } : row));
}

/** Puts these rows first, and removes earlier rows of their variants. */
function withRows(rows: CountedVariant[], first: CountedVariant[]): CountedVariant[] {
  const ids = new Set(first.map(({ _id }) => _id));
  return [...first, ...rows.filter(({ _id }) => !ids.has(_id))];
}

function storedRows(storedAs: string): CountedVariant[] {
  const stored = readStored(storedAs);
  if (!Array.isArray(stored)) return [];
  // An earlier version stored counts without these fields.
  const none = { reserved: 0, toShip: 0 };
  return stored.map((row) => ({ ...none, available: row.onHand, ...row }));
}
