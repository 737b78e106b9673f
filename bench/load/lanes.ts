import type { Load } from './jobs.ts';

/**
 * Calls `once` repeatedly in each lane until the time is over. `once` gets the lane's number. Calls
 * in progress at the end are awaited and count.
 */
export async function runLanes(
  { connections, seconds }: { connections: number; seconds: number },
  once: (lane: number) => Promise<void>,
): Promise<Load> {
  const took: number[] = [];
  const start = performance.now();
  const until = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      for (let from = start; from < until; ) {
        await once(lane);
        const now = performance.now();
        took.push(now - from);
        from = now;
      }
    }),
  );
  const sorted = took.toSorted((a, b) => a - b);
  const p99Ms = sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN;
  return { perSecond: (took.length / (performance.now() - start)) * 1000, p99Ms };
}
