import { ratiosOf, type Spread, spreadOf } from './stats.ts';

/** The unit of a value, which decides how it is written. */
export type Unit = '/s' | 'ms' | 's' | 'MB' | 'KB' | '%' | 'score' | 'shift';

export interface Budget {
  /** What the budget applies to: the measured value, or its ratio to the baseline. */
  of: 'value' | 'ratio';
  least?: number;
  most?: number;
}

/** One line of the table. */
export interface Row {
  what: string;
  unit: Unit;
  measured: Spread;
  baseline?: Spread;
  ratio?: Spread;
  budget?: Budget;
}

/** A line for a measurement without a baseline. */
export function valueRow(what: string, unit: Unit, values: number[], budget?: Budget): Row {
  return { what, unit, measured: spreadOf(values), ...(budget ? { budget } : {}) };
}

/** A line for a measurement and its baseline, measured in turn. */
export function ratioRow(
  what: string,
  unit: Unit,
  rounds: { values: number[]; baselines: number[] },
  budget?: Budget,
): Row {
  const { values, baselines } = rounds;
  return {
    ...valueRow(what, unit, values, budget),
    baseline: spreadOf(baselines),
    ratio: spreadOf(ratiosOf(values, baselines)),
  };
}

/** Whether the median meets the budget; null without one. */
export function isWithin({ budget, measured, ratio }: Row): boolean | null {
  if (!budget) return null;
  const judged = budget.of === 'ratio' ? ratio : measured;
  if (!judged) throw new Error('A budget for a ratio needs a baseline.');
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = budget;
  return judged.median >= least && judged.median <= most;
}
