/** Several measurements of one thing: the one in the middle, and how far they lie apart. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function median(values: number[]): number {
  if (values.length === 0) throw new Error('There is no median of nothing.');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

export function spreadOf(values: number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * What two things measured in turn are to each other, round by round: noise that lasts longer than
 * a round hits both, and so drops out.
 */
export function ratiosOf(values: number[], baselines: number[]): number[] {
  if (values.length !== baselines.length) throw new Error('Every round needs both sides.');
  return values.map((value, round) => value / (baselines[round] ?? Number.NaN));
}
