/**
 * The most further connections that all requests of this process take at a time by `sideBySide`.
 * Searches have eight by their turns (`server/http/middleware/search-turns.ts`), so together they
 * leave eight of twenty.
 */
const MOST_FURTHER = 4;

let further = 0;

/**
 * Runs reads that do not depend on each other. Each takes a connection of its own while few requests
 * do so; otherwise they share that of the request and run one after the other. So one search in a
 * quiet shop takes less time, and a thousand take no more connections. After a fault no further read
 * begins, and it is thrown when the others have ended, so that their connections count until then.
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
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return results as unknown as Results;
}
