import { useEffect, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { readStored, store } from '../../../components/console/browser-storage.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { readCounts } from './count-file.ts';
import { type CountedVariant, lookUpAll, withStockNow } from './counted-variants.ts';
import { applyCount, lookUp, type ScannedVariant } from './stock-calls.ts';

/** The name under which the browser stores a count, so that a closed tab loses nothing. */
const STORED_AS = 'stock-count';
/** The name under which it stores the scanned codes that no variant has. */
const UNKNOWN_STORED_AS = 'stock-count-unknown';
/** The most of them that are kept. */
const MAX_UNKNOWN = 200;

/**
 * The counted variants, which the browser stores. `latest` also has scans that were made during a
 * lookup or a call.
 */
function useStoredRows() {
  const [rows, setRows] = useState<CountedVariant[]>([]);
  const latest = useRef<CountedVariant[]>([]);
  useEffect(() => {
    latest.current = storedRows();
    setRows(latest.current);
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

/** The scanned codes that no variant has, the last one first. The browser stores them as well. */
function useUnknownCodes() {
  const [codes, setCodes] = useState<string[]>([]);
  useEffect(() => {
    const stored = readStored(UNKNOWN_STORED_AS);
    if (Array.isArray(stored)) setCodes(stored.map(String));
  }, []);
  const put = (next: (codes: string[]) => string[]) =>
    setCodes((earlier) => {
      const later = next(earlier);
      store(UNKNOWN_STORED_AS, later);
      return later;
    });
  return {
    codes,
    add: (code: string) =>
      put((all) => [code, ...all.filter((one) => one !== code)].slice(0, MAX_UNKNOWN)),
    clear: () => put(() => []),
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

/** Applies the counts, and says how many the shop accepted. Earlier scans are counted first. */
function useApplying(
  latest: { current: CountedVariant[] },
  change: (to: (rows: CountedVariant[]) => CountedVariant[]) => void,
  inTurn: InTurn,
) {
  const [isBusy, setBusy] = useState(false);
  const [applied, setApplied] = useState<string | null>(null);
  const announce = useAnnounce();
  async function apply(): Promise<void> {
    setBusy(true);
    const rows = await inTurn(async () => latest.current);
    const total = rows.length;
    const done = await applyAll(rows, change, inTurn);
    setBusy(false);
    // If some were refused, the rows that stay say why.
    setApplied(
      `${done === total ? '' : `${done} of `}${counted(total, 'count')} applied. The history of each variant says what changed.`,
    );
    announce(`${counted(done, 'count')} applied.`);
  }
  return { isBusy, applied, apply, forget: () => setApplied(null) };
}

/** A stock count. Each scan adds one unit to the count of what is on the shelf. */
export function useStockCount() {
  const { rows, latest, change } = useStoredRows();
  const [problem, setProblem] = useState<string | null>(null);
  const unknown = useUnknownCodes();
  const inTurn = useTurns();
  const applying = useApplying(latest, change, inTurn);
  const announce = useAnnounce();

  function add(variant: ScannedVariant | CountedVariant): void {
    const known = latest.current.find(({ _id }) => _id === variant._id);
    const row = known ?? { ...variant, counted: 0, key: crypto.randomUUID(), problem: null };
    const units = row.counted + 1;
    change((all) => withRows(all, [{ ...row, counted: units, problem: null }]));
    announce(`${row.sku}: ${units}`);
  }

  async function count(code: string): Promise<void> {
    const known = latest.current.find(({ sku, barcode }) => sku === code || barcode === code);
    if (known) return add(known);
    const found = await lookUp(code);
    const [variant] = found.value ?? [];
    if (variant) return add(variant);
    if (found.problem !== undefined) return setProblem(found.problem);
    unknown.add(code);
    announce(`No variant has the code ${code}.`);
  }

  /** The counts of a file replace earlier counts of the same variants. */
  async function countFile(file: File): Promise<void> {
    const read = readCounts(await file.text());
    if (read.problem !== undefined) return setProblem(read.problem);
    const { variants, missing, problem } = await lookUpAll(read.units);
    change((all) => withRows(all, variants));
    setProblem(problem);
    for (const code of missing) unknown.add(code);
    announce(`${counted(variants.length, 'count')} added.`);
  }

  /** Runs work in turn, and forgets what was said before. */
  function begin<Result>(work: () => Promise<Result>): Promise<Result> {
    setProblem(null);
    applying.forget();
    return inTurn(work);
  }

  return {
    ...{ rows, problem, unknown },
    ...{ applying: applying.isBusy, applied: applying.applied, apply: applying.apply },
    summary: describeCount(rows),
    scan: (code: string) => void begin(() => count(code)),
    addFile: (file: File) => void begin(() => countFile(file)),
    readStock: () => begin(() => showStockNow(latest, change, setProblem)),
    setCounted: (id: string, units: number) => change((all) => withUnits(all, id, units)),
    remove: (id: string) => change((all) => all.filter(({ _id }) => _id !== id)),
  };
}

/** Shows the present stock beside the counts; false when it could not be read. */
async function showStockNow(
  latest: { current: CountedVariant[] },
  change: (to: (rows: CountedVariant[]) => CountedVariant[]) => void,
  setProblem: (problem: string | null) => void,
): Promise<boolean> {
  const { variants, problem } = await withStockNow(latest.current);
  const now = new Map(variants.map((variant) => [variant._id, variant]));
  change((all) => all.map((row) => ({ ...row, ...now.get(row._id) })));
  setProblem(problem);
  return problem === null;
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

/**
 * Applies the counts one after the other. Returns how many the shop accepted. An applied count is
 * removed in turn, so that a scan that waits for an earlier one still adds to it.
 */
async function applyAll(
  rows: CountedVariant[],
  change: (to: (rows: CountedVariant[]) => CountedVariant[]) => void,
  inTurn: InTurn,
): Promise<number> {
  let done = 0;
  for (const { _id: id, sku, counted: units, key } of rows) {
    const result = await applyCount(sku, units, `${key}-${units}`);
    if (result.value) done += 1;
    await inTurn(async () =>
      change((all) => afterApplying(all, id, units, result.problem ?? null)),
    );
  }
  return done;
}

/** Puts these rows first, and removes earlier rows of their variants. */
function withRows(rows: CountedVariant[], first: CountedVariant[]): CountedVariant[] {
  const ids = new Set(first.map(({ _id }) => _id));
  return [...first, ...rows.filter(({ _id }) => !ids.has(_id))];
}

/** Removes the applied count. A count that failed, or that was scanned again meanwhile, stays. */
function afterApplying(
  rows: CountedVariant[],
  id: string,
  units: number,
  problem: string | null,
): CountedVariant[] {
  if (problem !== null) return rows.map((row) => (row._id === id ? { ...row, problem } : row));
  return rows.filter((row) => row._id !== id || row.counted !== units);
}

function storedRows(): CountedVariant[] {
  const stored = readStored(STORED_AS);
  if (!Array.isArray(stored)) return [];
  // An earlier version stored counts without these fields.
  const none = { reserved: 0, toShip: 0 };
  return stored.map((row) => ({ ...none, available: row.onHand, ...row }));
}
