import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Past the day on which unpaid orders are given up, in milliseconds. */
export const A_WEEK_ON = 8 * 86_400_000;

/** The jobs process, started again for the next round when it was killed in the last one. */
export class Jobs {
  readonly #program: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  #round: Promise<unknown> = Promise.resolve();
  #weeksAsked = 0;
  #weeksEnded = 0;

  constructor(program: string, env: Record<string, string>) {
    this.#program = program;
    this.#env = env;
  }

  /** One round, so long from now; rounds follow each other. Returns false if it was killed in it. */
  run(aheadMs: number): Promise<boolean> {
    if (aheadMs >= A_WEEK_ON) this.#weeksAsked += 1;
    const asked = this.#weeksAsked;
    const round = this.#round.then(async () => {
      const responded = await this.#runOnce(aheadMs);
      // One that was killed may leave a commit on its way; the next one to respond came after it.
      if (responded) this.#weeksEnded = asked;
      return responded;
    });
    this.#round = round.catch(() => undefined);
    return round;
  }

  /** Returns whether a round may have run since now in which unpaid orders expire. */
  watchForWeeks(): () => boolean {
    const endedBefore = this.#weeksEnded;
    return () => this.#weeksAsked > endedBefore;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }

  async #runOnce(aheadMs: number): Promise<boolean> {
    const child = this.#child ?? (await this.#start().catch(() => null));
    if (!child) return false;
    this.#child = child;
    return new Promise((resolve) => {
      const over = (responded: boolean) => {
        child.removeAllListeners('message');
        child.off('close', killed);
        resolve(responded);
      };
      const killed = () => over(false);
      child.once('message', () => over(true));
      child.once('close', killed);
      child.send(aheadMs, (error) => error && over(false));
    });
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(this.#program, [], {
      execArgv: [],
      env: this.#env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('close', () => {
      if (this.#child === child) this.#child = null;
    });
    const [first] = await Promise.race([once(child, 'message'), once(child, 'close')]);
    if (first !== 'ready') throw new Error(`The jobs process ended with ${first}.`);
    return child;
  }
}
