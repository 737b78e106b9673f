/**
 * Counts variants by scans, lists and files. The page of a stock count uses it, and that of what was
 * delivered. What is counted is stored by the browser.
 */
import { useEffect, useRef, useState } from 'react';
import { MAX_UNITS } from '#features/inventory/inventory.schema.ts';
import { counted } from '#shared/counted.ts';
import { readStored, store } from '../../../components/console/browser-storage.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { readCounts } from './count-file.ts';
import { type CountedVariant, lookUpAll, scannedOf, withCount } from './counted-variants.ts';
import { lookUp, type ScannedVariant } from './stock-calls.ts';
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
    if (found.problem !== undefined) return setProblem(found.problem);
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
   * whether it could be read.
   */
  async function countText(text: string, what: CountsText): Promise<boolean> {
    const read = readCounts(text, what.name);
    if (read.problem !== undefined) {
      setProblem(read.problem);
      return false;
    }
    const { variants, missing, shared: several, problem } = await lookUpAll(read.units);
    const earlier = new Map(what.addsUp ? latest.current.map((row) => [row._id, row.counted]) : []);
    const added = variants.map((row) => ({
      ...row,
      counted: Math.min(MAX_UNITS, row.counted + (earlier.get(row._id) ?? 0)),
    }));
    change((all) => withRows(all, added));
    setProblem(problem);
    for (const code of missing) unknown.add(code);
    for (const code of several) sharedOfFiles.add(code);
    announce(`${counted(variants.length, 'count')} added.`);
    return problem === null;
  }

  return { unknown, shared, sharedOfFiles, add, count, countText };
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
