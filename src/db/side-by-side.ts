/**
 * The most further connections that all requests of this process take at a time by `sideBySide`.
 * With the eight of searches (`server/http/middleware/search-turns.ts`) eight of twenty are left.
 */
const MOST_FURTHER = 4;

let further = 0;

/**
 * Runs reads that do not depend on each other. Each takes a connection of its own while few requests
 * do so; otherwise they share that of the request and run one after the other. So one search in a
 * quiet shop takes less time, and a thousand take no more connections. The first fault is thrown, and
 * reads that have not begun by then are left out.
 */
export async function sideBySide<const Results extends readonly unknown[]>(
  reads: {
    [Index in keyof Results]: () => Promise<Results[Index]>;
  },
): Promise<Results> {
  const results: unknown[] = [];
  const left = [...reads.entries()];
  const readRest = async () => {
    try {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, read] = next;
        results[index] = await read();
      }
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  const lanes = [readRest()];
  while (left.length > 0 && further < MOST_FURTHER) {
    further += 1;
    lanes.push(
      readRest().finally(() => {
        further -= 1;
      }),
    );
  }
  await Promise.all(lanes);
  return results as unknown as Results;
}
