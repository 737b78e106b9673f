import { useState } from 'react';
import { counted } from '#shared/counted.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import type { ScannedVariant } from '../../../components/console/counting/look-up.ts';
import {
  useCounting,
  useStoredRows,
  useTurns,
  withUnits,
} from '../../../components/console/counting/use-counting.ts';
import { besideNow, chosen, isWaiting, withStockNow } from './beside-now.ts';
import { useApplying } from './use-applying.ts';

/** The name under which the browser stores a count. */
const STORED_AS = 'stock-count';

/** A stock count. Each scan adds one unit to the count of what is on the shelf. */
export function useStockCount(account: string) {
  const { rows, latest, change } = useStoredRows(STORED_AS);
  const [problem, setProblem] = useState<string | null>(null);
  const inTurn = useTurns();
  const counting = useCounting({ storedAs: STORED_AS, latest, change, setProblem });
  const { unknown, shared, failed, sharedOfFiles } = counting;
  const applying = useApplying({ account, latest, change, inTurn, setProblem });

  /** Runs work in turn, and forgets what was said before. */
  function begin<Result>(work: () => Promise<Result>): Promise<Result> {
    setProblem(null);
    applying.forget();
    return inTurn(work);
  }

  return {
    ...{ rows, problem, unknown, shared, failed, sharedOfFiles },
    refuse: setProblem,
    waiting: rows.filter(isWaiting).length,
    ...{ applying: applying.isBusy, progress: applying.progress },
    ...{ applied: applying.applied, apply: applying.apply },
    summary: describeCount(rows.filter((row) => !isWaiting(row))),
    scan: (code: string) => void begin(() => counting.count(code)),
    retry: (code: string) => void begin(() => counting.retry(code)),
    /** Counts one of the scanned units of a code for this variant. */
    chooseShared(code: string, variant: ScannedVariant): void {
      shared.take(code);
      void begin(async () => counting.add(variant, null));
    },
    addFile: (file: File) =>
      void begin(async () =>
        counting.countText(await file.text(), { name: 'file', addsUp: false }),
      ),
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

function withChosen(rows: CountedVariant[], id: string): CountedVariant[] {
  return rows.map((row) => (row._id === id ? chosen(row) : row));
}
