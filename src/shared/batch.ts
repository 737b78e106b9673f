/** Askers that one question stands for at most. */
const MOST = 200;

/**
 * Asks one question for everyone who waits: what is asked while a question is on its way goes into the
 * next one. So nobody's answer is older than his request, and a crowd costs little more than one.
 * `load` answers in the order of what it was asked.
 */
export function batch<Asked, CallResponse>(
  load: (asked: Asked[]) => Promise<CallResponse[]>,
): (one: Asked) => Promise<CallResponse> {
  let waiting: Waiting<Asked, CallResponse>[] = [];
  let isAsking = false;

  async function ask(): Promise<void> {
    while (waiting.length > 0) {
      const turn = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
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
      // Whoever is read from the network in the same moment comes along.
      setImmediate(ask);
    });
}

interface Waiting<Asked, CallResponse> {
  asked: Asked;
  resolve(response: CallResponse): void;
  reject(error: unknown): void;
}
