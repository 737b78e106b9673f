import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { shopProcess } from './built-shop.ts';
import { ensureBuild } from './ensure-build.ts';

const projectRoot = resolve(import.meta.dirname, '..');

/** The longest time for a start, in milliseconds. */
const START_MS = 60_000;

export interface RunningShop {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** The output so far. */
  output(): string;
  /** Sends Ctrl-C and waits for the end. */
  stop(): Promise<void>;
  /** Sends `kill -9` to the shop's process alone. */
  kill(): Promise<void>;
}

interface StartOptions {
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
  nodeArguments?: string[];
  /** Starts the program of `npm start`, which looks for a build first. Default: false. */
  byStartScript?: boolean;
  /** Ends the shop as Ctrl-C does, also while it starts. */
  signal?: AbortSignal;
}

/**
 * The test runner sets its own address, and the terminal's variables may name a shop that is in
 * use.
 */
const NO_SETTINGS = {
  NODE_ENV: 'production',
  BASE_URL: '',
  DATABASE_URL: '',
  SHOP_MODE: '',
  SHOP_ACCESS: '',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
};

let built: Promise<void> | undefined;

/**
 * Starts the built shop as a separate process, and waits until it serves. It is the process that
 * `npm start` becomes; the build is looked for once for all shops.
 */
export async function startShopProcess(options: StartOptions = {}): Promise<RunningShop> {
  const dataDir = options.dataDir ?? (await newDataFolder());
  const port = options.port ?? (await freePort());
  const { args, env } = await programOf(options, {
    ...process.env,
    ...NO_SETTINGS,
    PORT: String(port),
    DATA_DIR: dataDir,
    ...options.env,
  });
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGINT',
    ...(options.signal ? { signal: options.signal } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  // The exit code and `output` report it as well.
  child.on('error', () => undefined);
  const url = `http://localhost:${port}`;
  await waitUntilReady(url, child, ended, () => output);
  let isStopping = false;
  return {
    url,
    dataDir,
    process: child,
    output: () => output,
    async stop() {
      // A second Ctrl-C would interrupt its shutdown. `child.killed` is true after any signal.
      if (!isStopping && !options.signal?.aborted) child.kill('SIGINT');
      isStopping = true;
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Node's arguments and the environment of the process. */
async function programOf(
  { nodeArguments = [], byStartScript = false }: StartOptions,
  env: NodeJS.ProcessEnv,
): Promise<{ args: string[]; env: NodeJS.ProcessEnv }> {
  if (byStartScript) return { args: [...nodeArguments, 'scripts/start.js'], env };
  built ??= ensureBuild(projectRoot);
  await built;
  return shopProcess(projectRoot, nodeArguments, env);
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  ended: Promise<void>,
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + START_MS;
  // Requests before the shop says that it is open fail, and each takes as long as a successful one.
  while (!output().includes('Stop it with Ctrl-C.') || !(await isReady(url))) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`The shop ended with ${end}:\n${output()}`);
    if (Date.now() > deadline) {
      // Sends Ctrl-C first, so that its PostgreSQL ends with it.
      child.kill('SIGINT');
      await Promise.race([ended, sleep(15_000)]);
      child.kill('SIGKILL');
      await ended;
      throw new Error(`The shop does not serve:\n${output()}`);
    }
    await sleep(50);
  }
}

/**
 * Whether the shop responds and its database is ready; false also when it accepts a request without
 * responding.
 */
export function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A new folder for a shop's data. PostgreSQL's own user may enter it when root runs this. */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'online-shop-'));
  await chmod(folder, 0o711);
  return folder;
}

/**
 * Copies the data of a shop that does not run into a folder that exists. The copies keep their
 * owner, which `cp` of Node does not do.
 */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', `${from}/.`, to]);
}

export function removeDataFolder(folder: string): Promise<void> {
  // The removal is repeated while something is still being written into the folder.
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject).listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
