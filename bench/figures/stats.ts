/** Several measurements of one thing: the median, and the range. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function median(values: number[]): number {
  if (values.length === 0) throw new Error('A median needs at least one value.');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

export function spreadOf(values: number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * The ratios of two things that were measured alternately, round by round. Noise that lasts longer
 * than a round affects both, so it cancels out.
 */
export function ratiosOf(values: number[], baselines: number[]): number[] {
  if (values.length !== baselines.length) throw new Error('Every round needs both sides.');
  return values.map((value, round) => value / (baselines[round] ?? Number.NaN));
}
