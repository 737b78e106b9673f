import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The upkeep process, started again for the next round when it was killed in the last one. */
export class Upkeep {
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  #round: Promise<unknown> = Promise.resolve();

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  /** One round, so long from now; rounds follow each other. Answers false if it was killed in it. */
  run(aheadMs: number): Promise<boolean> {
    const round = this.#round.then(() => this.#runOnce(aheadMs));
    this.#round = round.catch(() => undefined);
    return round;
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
      const over = (answered: boolean) => {
        child.removeAllListeners('message');
        child.off('close', killed);
        resolve(answered);
      };
      const killed = () => over(false);
      child.once('message', () => over(true));
      child.once('close', killed);
      child.send(aheadMs, (error) => error && over(false));
    });
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'upkeep-process.ts'), [], {
      execArgv: [],
      env: this.#env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('close', () => {
      if (this.#child === child) this.#child = null;
    });
    const [first] = await Promise.race([once(child, 'message'), once(child, 'close')]);
    if (first !== 'ready') throw new Error(`The upkeep process ended with ${first}.`);
    return child;
  }
}
