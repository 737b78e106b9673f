import { useEffect, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { readStored, store } from '../../../components/console/browser-storage.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { readCounts } from './count-file.ts';
import {
  besideNow,
  type CountedVariant,
  chosen,
  isWaiting,
  lookUpAll,
  scannedOf,
  withCount,
  withStockNow,
} from './counted-variants.ts';
import { lookUp, type ScannedVariant } from './stock-calls.ts';
import { useApplying } from './use-applying.ts';
import { useCodes, useSharedCodes } from './use-codes.ts';

/** The name under which the browser stores a count, so that a closed tab loses nothing. */
const STORED_AS = 'stock-count';
/** The name under which it stores the scanned codes that no variant has. */
const UNKNOWN_STORED_AS = 'stock-count-unknown';
/** The names under which it stores those that several variants have, scanned and of files. */
const SHARED_STORED_AS = 'stock-count-shared';
const SHARED_OF_FILES_STORED_AS = 'stock-count-shared-of-files';

/**
 * The counted variants, which the browser stores for all its tabs. `latest` also has scans that were
 * made during a lookup or a call.
 */
function useStoredRows() {
  const [rows, setRows] = useState<CountedVariant[]>([]);
  const latest = useRef<CountedVariant[]>([]);
  useEffect(() => {
    const read = () => {
      latest.current = storedRows();
      setRows(latest.current);
    };
    // What another tab stores. Without this, the next scan here would bring back what it applied.
    const readChanged = ({ key }: StorageEvent) => {
      if (key === STORED_AS) read();
    };
    read();
    window.addEventListener('storage', readChanged);
    return () => window.removeEventListener('storage', readChanged);
  }, []);
  return {
    rows,
    latest,
    change(to: (rows: CountedVariant[]) => CountedVariant[]): void {
      latest.current = to(latest.current);
      setRows(latest.current);
      store(STORED_AS, latest.current);
    },
  };
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs work sequentially, so that two scans of one code become two units of one variant. */
function useTurns(): InTurn {
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return (work) => {
    const done = queue.current.then(work);
    queue.current = done.catch(() => undefined);
    return done;
  };
}

type Change = (to: (rows: CountedVariant[]) => CountedVariant[]) => void;

interface Counting {
  latest: { current: CountedVariant[] };
  change: Change;
  setProblem: (problem: string | null) => void;
}

/** Counts what is scanned, and what files have. Codes that no variant has, or several have, wait. */
function useCounting({ latest, change, setProblem }: Counting) {
  const unknown = useCodes(UNKNOWN_STORED_AS);
  const shared = useSharedCodes(SHARED_STORED_AS);
  const sharedOfFiles = useCodes(SHARED_OF_FILES_STORED_AS);
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

  /** The counts of a file replace earlier counts of the same variants. */
  async function countFile(file: File): Promise<void> {
    const read = readCounts(await file.text());
    if (read.problem !== undefined) return setProblem(read.problem);
    const { variants, missing, shared: several, problem } = await lookUpAll(read.units);
    change((all) => withRows(all, variants));
    setProblem(problem);
    for (const code of missing) unknown.add(code);
    for (const code of several) sharedOfFiles.add(code);
    announce(`${counted(variants.length, 'count')} added.`);
  }

  return { unknown, shared, sharedOfFiles, add, count, countFile };
}

/** A stock count. Each scan adds one unit to the count of what is on the shelf. */
export function useStockCount(account: string) {
  const { rows, latest, change } = useStoredRows();
  const [problem, setProblem] = useState<string | null>(null);
  const inTurn = useTurns();
  const counting = useCounting({ latest, change, setProblem });
  const { unknown, shared, sharedOfFiles } = counting;
  const applying = useApplying({ account, latest, change, inTurn, setProblem });

  /** Runs work in turn, and forgets what was said before. */
  function begin<Result>(work: () => Promise<Result>): Promise<Result> {
    setProblem(null);
    applying.forget();
    return inTurn(work);
  }

  return {
    ...{ rows, problem, unknown, shared, sharedOfFiles },
    waiting: rows.filter(isWaiting).length,
    ...{ applying: applying.isBusy, progress: applying.progress },
    ...{ applied: applying.applied, apply: applying.apply },
    summary: describeCount(rows.filter((row) => !isWaiting(row))),
    scan: (code: string) => void begin(() => counting.count(code)),
    /** Counts one of the scanned units of a code for this variant. */
    chooseShared(code: string, variant: ScannedVariant): void {
      shared.take(code);
      void begin(async () => counting.add(variant, null));
    },
    addFile: (file: File) => void begin(() => counting.countFile(file)),
    // What was sent before comes first, because it may be applied already.
    readStock: async () =>
      !(await applying.settle()) && begin(() => showStockNow(latest, change, setProblem)),
    choose: (id: string) => change((all) => withChosen(all, id)),
    setCounted: (id: string, units: number) => change((all) => withUnits(all, id, units)),
    remove: (id: string) => change((all) => all.filter(({ _id }) => _id !== id)),
  };
}

const ALL_WAIT =
  'The stock of all of this has changed meanwhile. Choose your count in its row, or leave it out.';

/** Shows the present stock beside the counts; false when it could not be read, or no count is ready. */
async function showStockNow(
  latest: { current: CountedVariant[] },
  change: (to: (rows: CountedVariant[]) => CountedVariant[]) => void,
  setProblem: (problem: string | null) => void,
): Promise<boolean> {
  const { variants, problem } = await withStockNow(latest.current);
  const now = new Map(variants.map((variant) => [variant._id, variant]));
  change((all) => all.map((row) => besideNow(row, now.get(row._id))));
  const isReady = latest.current.some((row) => !isWaiting(row));
  setProblem(problem ?? (isReady ? null : ALL_WAIT));
  return problem === null && isReady;
}

/** What applying these counts changes: '12 counts, of which 3 differ: 2 units more, 5 units fewer.' */
function describeCount(rows: CountedVariant[]): string {
  const differences = rows
    .map(({ onHand, toShip, counted: units }) => units - onHand - toShip)
    .filter((units) => units !== 0);
  const sumOf = (some: number[]) => some.reduce((sum, units) => sum + Math.abs(units), 0);
  const more = sumOf(differences.filter((units) => units > 0));
  const fewer = sumOf(differences.filter((units) => units < 0));
  const units = [
    more > 0 ? `${counted(more, 'unit')} more` : '',
    fewer > 0 ? `${counted(fewer, 'unit')} fewer` : '',
  ].filter(Boolean);
  const all = counted(rows.length, 'count');
  if (units.length === 0) return `${all}, all as expected.`;
  return `${all}, of which ${differences.length} ${differences.length === 1 ? 'differs' : 'differ'}: ${units.join(', ')}.`;
}

function withUnits(rows: CountedVariant[], id: string, units: number): CountedVariant[] {
  return rows.map((row) => (row._id === id ? { ...row, counted: units, problem: null } : row));
}

function withChosen(rows: CountedVariant[], id: string): CountedVariant[] {
  return rows.map((row) => (row._id === id ? chosen(row) : row));
}

/** Puts these rows first, and removes earlier rows of their variants. */
function withRows(rows: CountedVariant[], first: CountedVariant[]): CountedVariant[] {
  const ids = new Set(first.map(({ _id }) => _id));
  return [...first, ...rows.filter(({ _id }) => !ids.has(_id))];
}

function storedRows(): CountedVariant[] {
  const stored = readStored(STORED_AS);
  if (!Array.isArray(stored)) return [];
  // An earlier version stored counts without these fields.
  const none = { reserved: 0, toShip: 0 };
  return stored.map((row) => ({ ...none, available: row.onHand, ...row }));
}
