import type { Load } from './jobs.ts';
import { loadOf } from './load-of.ts';

/**
 * Calls `once` repeatedly for each client until the time is over. `once` gets the client's number.
 * Calls in progress at the end are awaited and count.
 */
export async function runClients(
  { connections, seconds }: { connections: number; seconds: number },
  once: (client: number) => Promise<void>,
): Promise<Load> {
  const took: number[] = [];
  const start = performance.now();
  const until = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, client) => {
      for (let from = start; from < until; ) {
        await once(client);
        const now = performance.now();
        took.push(now - from);
        from = now;
      }
    }),
  );
  return loadOf(took, (performance.now() - start) / 1_000);
}
