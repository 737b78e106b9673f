import { useEffect, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { readStored, store } from '../../../components/console/browser-storage.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { readCounts } from './count-file.ts';
import { applyCount, lookUp, type ScannedVariant } from './stock-calls.ts';

/** A variant that was scanned, and how many of it were counted. */
export interface CountedVariant extends ScannedVariant {
  counted: number;
  /** With the number, the key of its adjustment. */
  key: string;
  problem: string | null;
}

/** Where the browser keeps a count, so that a closed tab loses nothing. */
const STORED_AS = 'stock-count';

/**
 * The counted variants, which the browser keeps. `latest` has what was scanned during a lookup or a
 * call.
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

/** A stock count: each scan adds one, and the counts become the numbers on hand. */
export function useStockCount() {
  const { rows, latest, change } = useStoredRows();
  const [problem, setProblem] = useState<string | null>(null);
  const [applying, setApplying] = useState(false);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const announce = useAnnounce();

  function add(variant: ScannedVariant | CountedVariant): void {
    const known = latest.current.find(({ _id }) => _id === variant._id);
    const row = known ?? { ...variant, counted: 0, key: crypto.randomUUID(), problem: null };
    const units = row.counted + 1;
    change((all) => [
      { ...row, counted: units, problem: null },
      ...all.filter(({ _id }) => _id !== row._id),
    ]);
    announce(`${row.sku}: ${units}`);
  }

  async function count(code: string): Promise<void> {
    const known = latest.current.find(({ sku, barcode }) => sku === code || barcode === code);
    if (known) return add(known);
    const found = await lookUp(code);
    const [variant] = found.value ?? [];
    if (variant) add(variant);
    else setProblem(found.problem ?? `No variant has the code ${code}.`);
  }

  /** The counts of a file take the place of what was counted of its variants before. */
  async function countFile(file: File): Promise<void> {
    const read = readCounts(await file.text());
    if (read.problem !== undefined) return setProblem(read.problem);
    const { variants, problem: unknown } = await lookUpAll(read.units);
    const ids = new Set(variants.map(({ _id }) => _id));
    change((all) => [...variants, ...all.filter(({ _id }) => !ids.has(_id))]);
    setProblem(unknown);
    announce(`${counted(variants.length, 'count')} added.`);
  }

  async function apply(): Promise<void> {
    setApplying(true);
    let done = 0;
    for (const { _id: id, sku, counted: units, key } of latest.current) {
      const result = await applyCount(sku, units, `${key} ${units}`);
      if (result.value) done += 1;
      change((all) => afterApplying(all, id, units, result.problem ?? null));
    }
    setApplying(false);
    announce(`${counted(done, 'count')} applied.`);
  }

  return {
    rows,
    problem,
    applying,
    /** One after the other, so that two scans of one code are two units of one variant. */
    scan(code: string) {
      setProblem(null);
      queue.current = queue.current.then(() => count(code));
    },
    addFile(file: File) {
      setProblem(null);
      queue.current = queue.current.then(() => countFile(file));
    },
    setCounted(id: string, units: number) {
      change((all) =>
        all.map((row) => (row._id === id ? { ...row, counted: units, problem: null } : row)),
      );
    },
    remove(id: string) {
      change((all) => all.filter(({ _id }) => _id !== id));
    },
    apply,
  };
}

/** How many codes of a file are looked up at a time. */
const LOOKED_UP_AT_ONCE = 6;

/** The counted variants of a file, and a sentence about the codes that no variant has. */
async function lookUpAll(
  units: Map<string, number>,
): Promise<{ variants: CountedVariant[]; problem: string | null }> {
  const found = new Map<string, CountedVariant>();
  const missing: string[] = [];
  const codes = [...units];
  for (let at = 0; at < codes.length; at += LOOKED_UP_AT_ONCE) {
    const some = codes.slice(at, at + LOOKED_UP_AT_ONCE);
    const results = await Promise.all(some.map(([code]) => lookUp(code)));
    for (const [index, { value, problem }] of results.entries()) {
      const [code = '', counted = 0] = some[index] ?? [];
      // Nothing of a file is added while the shop does not respond: it would be half a count.
      if (problem !== undefined) return { variants: [], problem };
      const [variant] = value;
      if (!variant) missing.push(code);
      else {
        const earlier = found.get(variant._id)?.counted ?? 0;
        const key = crypto.randomUUID();
        found.set(variant._id, { ...variant, counted: earlier + counted, key, problem: null });
      }
    }
  }
  return { variants: [...found.values()], problem: unknownCodes(missing) };
}

function unknownCodes(codes: string[]): string | null {
  if (codes.length === 0) return null;
  const [first = '', ...more] = codes;
  const others = more.length === 0 ? '' : ` and ${counted(more.length, 'other code')}`;
  return `No variant has the code ${first}${others}. The other counts of the file were added.`;
}

/** Without the applied count. One that failed, or was scanned meanwhile, stays. */
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
  return Array.isArray(stored) ? stored : [];
}
