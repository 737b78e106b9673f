/**
 * Runs costly or dangerous work in a separate process, one job at a time. The process holds no
 * secrets, starts with the first job, and ends when it is idle or over its limits. Its program calls
 * `serveJobs`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { AppError, type ErrorCode } from './errors.ts';
import { limitProcess, type ProcessLimits } from './process-limits.ts';
import { createSlots, type Slots } from './slots.ts';

/** The process ends after this long without jobs. */
const IDLE_MS = 20_000;

export interface SeparateProgram {
  /** The path of the program: see `programBeside`. */
  path: string;
  nodeFlags: string[];
  /** All of its environment. */
  environment: Record<string, string>;
  /** How many jobs may wait for their turn. */
  maxWaiting?: number;
  /** The refusal of a job that exceeded this limit. */
  tooCostly(limit: string): AppError;
  /** The refusal of a job whose process did not start, or ended. */
  unavailable(cause: unknown): AppError;
}

/** What the program sends back. */
export type JobResult<Done> =
  | { done: Done }
  | { refused: { code: ErrorCode; message: string; cause: string } }
  | { failed: string };

/**
 * The path of a program next to the built server; tests and `npm run dev` run the sources. What the
 * server shares with its commands is built into the folder `assets` below it.
 */
export function programBeside({ filename, dirname: folder }: ImportMeta, name: string): string {
  if (filename.endsWith('.ts')) return join(folder, `${name}.ts`);
  return join(basename(folder) === 'assets' ? dirname(folder) : folder, `${name}.js`);
}

export class SeparateProcess<Job extends object, Done> {
  readonly #program: SeparateProgram;
  readonly #inTurn: Slots;
  #running: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(program: SeparateProgram) {
    this.#program = program;
    this.#inTurn = createSlots(1, program.maxWaiting);
  }

  /** Throws 503 when too many jobs wait, or after `mostWaitingMs` in the queue. */
  run(job: Job, limits: ProcessLimits, mostWaitingMs?: number): Promise<Done> {
    return this.#inTurn(() => this.#runNow(job, limits), mostWaitingMs);
  }

  async #runNow(job: Job, most: ProcessLimits): Promise<Done> {
    clearTimeout(this.#idle);
    const child = this.#running ?? this.#start();
    hold(child, true);
    const limits = limitProcess(child, most);
    try {
      return resultOf(await this.#ask(child, job));
    } catch (error) {
      const exceeded = limits.exceeded();
      throw exceeded ? this.#program.tooCostly(exceeded) : error;
    } finally {
      limits.stop();
      hold(child, false);
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    }
  }

  #start(): ChildProcess {
    const { path, nodeFlags, environment } = this.#program;
    const child = fork(path, {
      execArgv: nodeFlags,
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      if (this.#running === child) this.#running = null;
    };
    child.on('error', forget).on('exit', forget);
    this.#running = child;
    return child;
  }

  #end(): void {
    this.#running?.kill('SIGKILL');
    this.#running = null;
  }

  #ask(child: ChildProcess, job: Job): Promise<JobResult<Done>> {
    return new Promise((resolve, reject) => {
      const settle = () => child.off('message', responded).off('error', failed).off('exit', ended);
      const responded = (result: unknown) => {
        settle();
        resolve(result as JobResult<Done>);
      };
      const failed = (cause: unknown) => {
        settle();
        reject(this.#program.unavailable(cause));
      };
      const ended = (code: number | null, signal: string | null) =>
        failed(new Error(`The separate process ended with ${signal ?? code}.`));
      child.on('message', responded).on('error', failed).on('exit', ended);
      child.send(job, (error) => error && failed(error));
    });
  }
}

/** Whether the child keeps the shop's process alive: only while a job waits for it. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const what = isHeld ? 'ref' : 'unref';
  child[what]();
  child.channel?.[what]();
}

function resultOf<Done>(result: JobResult<Done>): Done {
  if ('done' in result) return result.done;
  if ('failed' in result) throw new Error(result.failed);
  const { code, message, cause } = result.refused;
  throw new AppError(code, message, { cause });
}
