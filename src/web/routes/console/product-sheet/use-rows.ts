import { useMemo, useReducer } from 'react';
import { applyEdits, type Edits } from '../../../components/console/sheet/sheet-edits.ts';
import { type ProductRow, withWholeProducts } from './product-rows.ts';

/** How many steps can be undone. */
const MOST_STEPS = 100;

interface Steps {
  rows: ProductRow[];
  past: ProductRow[][];
  future: ProductRow[][];
}

type Step = { type: 'edit'; edits: Edits<ProductRow> } | { type: 'undo' } | { type: 'redo' };

function reduce(state: Steps, step: Step): Steps {
  const { rows, past, future } = state;
  if (step.type === 'edit') {
    if (step.edits.size === 0) return state;
    const next = applyEdits(rows, withWholeProducts(rows, step.edits));
    return { rows: next, past: [...past, rows].slice(-MOST_STEPS), future: [] };
  }
  const [from, to] = step.type === 'undo' ? [past, future] : [future, past];
  const other = from.at(-1);
  if (!other) return state;
  const [rest, kept] = [from.slice(0, -1), [...to, rows]];
  return step.type === 'undo'
    ? { rows: other, past: rest, future: kept }
    : { rows: other, past: kept, future: rest };
}

/**
 * The rows of the sheet with the steps to undo. `base` has the loaded rows, and `restored` is the
 * first step.
 */
export function useRows(loaded: ProductRow[], restored: Edits<ProductRow>) {
  const [state, dispatch] = useReducer(reduce, null, () =>
    reduce({ rows: loaded, past: [], future: [] }, { type: 'edit', edits: restored }),
  );
  const base = useMemo(() => new Map(loaded.map((row) => [row.key, row])), [loaded]);
  return {
    base,
    rows: state.rows,
    edit: (edits: Edits<ProductRow>) => dispatch({ type: 'edit', edits }),
    /** Null if there is nothing to undo or redo. */
    undo: state.past.length > 0 ? () => dispatch({ type: 'undo' }) : null,
    redo: state.future.length > 0 ? () => dispatch({ type: 'redo' }) : null,
  };
}
