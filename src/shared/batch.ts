import { setImmediate as nextTurn } from 'node:timers/promises';

/** The most requests in one batch. */
const MAX_BATCH = 200;

/**
 * Joins concurrent requests into batches. A request that arrives while a batch is running goes into
 * the next one, so no result is older than its request. Many requests cost little more than one.
 * `load` returns results in the order of its input.
 */
export function batch<Asked, CallResponse>(
  load: (asked: Asked[]) => Promise<CallResponse[]>,
): (one: Asked) => Promise<CallResponse> {
  let waiting: Waiting<Asked, CallResponse>[] = [];
  let isAsking = false;

  async function ask(): Promise<void> {
    while (waiting.length > 0) {
      // Includes requests that arrive from the network in the same turn of the event loop. Clients
      // that have just got the responses of the last batch often send their next request then.
      await nextTurn();
      const turn = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        const returns = await load(turn.map(({ asked }) => asked));
        turn.forEach(({ resolve }, index) => {
          resolve(returns[index] as CallResponse);
        });
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    isAsking = false;
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (isAsking) return;
      isAsking = true;
      void ask();
    });
}

interface Waiting<Asked, CallResponse> {
  asked: Asked;
  resolve(response: CallResponse): void;
  reject(error: unknown): void;
}
