/**
 * Asks one question for everyone who waits for it: what is asked while an answer is on its way
 * goes into the next question. So nobody's answer is older than his request, and a crowd costs no
 * more than one. `load` answers in the order of what it was asked.
 */
export function gather<Asked, Answer>(
  load: (asked: Asked[]) => Promise<Answer[]>,
  most = 200,
): (one: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = [];
  let asking = false;

  async function ask(): Promise<void> {
    while (waiting.length > 0) {
      const turn = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const answers = await load(turn.map(({ asked }) => asked));
        turn.forEach(({ resolve }, index) => {
          resolve(answers[index] as Answer);
        });
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    asking = false;
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (asking) return;
      asking = true;
      // Whoever is read from the network in the same moment comes along.
      setImmediate(ask);
    });
}

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}
