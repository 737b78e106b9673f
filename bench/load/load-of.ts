import type { Load } from './jobs.ts';

/** What a load was, from how long each of its requests took, in milliseconds. */
export function loadOf(took: number[], seconds: number): Load {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  return { perSecond: took.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}
