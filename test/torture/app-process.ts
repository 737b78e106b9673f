import { setTimeout as sleep } from 'node:timers/promises';
import {
  freePort,
  isReady,
  type RunningShop,
  startShopProcess,
} from '../../scripts/running-shop.ts';

/**
 * New processes with room for what they load: few of them live long enough to be worth collecting.
 * Their memory is not what is tested here.
 */
const ROOMY = ['--max-semi-space-size=32', '--initial-heap-size=256'];

/** One process of the shop, started again whenever it is killed. */
export class AppProcess {
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #dataDir: string;
  readonly #port: number;
  #running: RunningShop | null = null;
  #isWanted = true;
  #starting: Promise<void> | null = null;
  #wasKilled = false;
  #read = 0;
  /** The last words of every process that ended by itself, which none may. */
  readonly deaths: string[] = [];

  private constructor(port: number, dataDir: string, env: Record<string, string>) {
    this.#port = port;
    this.#dataDir = dataDir;
    this.#env = env;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(dataDir: string, env: Record<string, string>): Promise<AppProcess> {
    const app = new AppProcess(await freePort(), dataDir, env);
    await app.ready();
    return app;
  }

  get isUp(): boolean {
    return this.#running !== null;
  }

  /** Why requests failed with a 500, from its log; each is told once. */
  takeBugs(): string[] {
    const lines = (this.#running?.output() ?? '').split('\n').slice(this.#read);
    this.#read += Math.max(0, lines.length - 1);
    return lines.flatMap((line) => {
      if (!line.includes('"request.failed"') || !line.includes('on our side')) return [];
      const { path, error } = JSON.parse(line);
      const { cause } = error;
      return [`${path}: ${cause?.cause?.message ?? cause?.message}`];
    });
  }

  /** `kill -9`. It is started again at once. */
  kill(): void {
    this.#wasKilled = true;
    this.#running?.process.kill('SIGKILL');
  }

  /**
   * Ctrl-C, and a new start. Only at such an end does Node store the code that it has compiled, and
   * every start after a kill finds that.
   */
  async restart(): Promise<void> {
    await this.#running?.stop();
    await this.ready();
  }

  /** Stops it in its tracks; returns how to let it go on. */
  pause(): () => void {
    const paused = this.#running?.process;
    paused?.kill('SIGSTOP');
    return () => paused?.kill('SIGCONT');
  }

  /** Resolves when it serves. */
  async ready(): Promise<void> {
    if (this.#running || !this.#isWanted) return;
    this.#starting ??= this.#bringUp().finally(() => {
      this.#starting = null;
    });
    await this.#starting;
  }

  /**
   * Resolves when it responds and PostgreSQL responds to it, which after the last fault may take a while;
   * or at the deadline, and then it fails where it is asked for something.
   */
  async serves(deadline: number): Promise<void> {
    do {
      await this.ready();
      if (await isReady(this.url)) return;
      await sleep(100);
    } while (Date.now() < deadline);
  }

  /** For the end: as Ctrl-C does, and by force when that takes too long. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#starting?.catch(() => undefined);
    const running = this.#running;
    if (!running) return;
    running.process.kill('SIGCONT');
    await Promise.race([running.stop(), sleep(15_000, null, { ref: false })]);
    await running.kill();
  }

  // A start may meet faults as well, and is then made again.
  async #bringUp(): Promise<void> {
    for (let attempt = 1; this.#isWanted; attempt += 1) {
      this.#wasKilled = false;
      try {
        const running = await startShopProcess({
          dataDir: this.#dataDir,
          port: this.#port,
          env: this.#env,
          nodeArguments: ROOMY,
        });
        this.#running = running;
        this.#read = 0;
        running.process.once('close', () => {
          this.#running = null;
          // Ctrl-C in a terminal reaches it as well, and is no death.
          const isDeath = running.process.exitCode !== 0 && !this.#wasKilled;
          if (this.#isWanted && isDeath) this.deaths.push(running.output().slice(-1_000));
          if (this.#isWanted) this.ready().catch(() => undefined);
        });
        return;
      } catch (error) {
        // A start waits for a database that is away, and gives up for nothing that happens here.
        if (this.#isWanted && !this.#wasKilled) this.deaths.push(String(error).slice(-1_000));
        if (attempt === 20) throw error;
        await sleep(100 * attempt);
      }
    }
  }
}
