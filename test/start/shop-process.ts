import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { copyDataFolder } from '../../scripts/running-shop.ts';

/** Real shops in processes of their own, and everything they leave, cleared away by pid. */
export const projectRoot = resolve(import.meta.dirname, '../..');

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** What a program of a test gets of the environment: no setting of a shop. */
export const inherited = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

const children: ChildProcess[] = [];
const folders: string[] = [];

export interface ShopProcess {
  pid: number;
  address: string;
  /** What it has printed, both streams. */
  output(): string;
  /** Resolves when the shop serves; rejects with its output when it ends instead. */
  open(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<{ code: number | null; lines: string[] }>;
}

/** Starts a shop as `npm start` does (or by it), with these settings and no others. */
export async function spawnShop(
  env: Record<string, string>,
  {
    byNpm = false,
    folder = projectRoot,
    script = 'scripts/start.js',
    ...options
  }: { uid?: number; gid?: number; byNpm?: boolean; folder?: string; script?: string } = {},
): Promise<ShopProcess> {
  const port = env.PORT ?? String(await freePort());
  const [program, args] = byNpm ? ['npm', ['start']] : [process.execPath, [join(folder, script)]];
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...inherited, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<{ code: number | null; lines: string[] }>((done) => {
    child.on('close', (code) => done({ code, lines: output.trim().split('\n') }));
  });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  return {
    pid: child.pid ?? 0,
    address: `http://localhost:${port}`,
    output: () => output,
    async open() {
      while (!output.includes('Stop it with Ctrl-C.')) {
        if (isOver) throw new Error(`The shop ended:\n${output}`);
        await sleep(20);
      }
    },
    kill: (signal) => child.kill(signal),
    ended,
  };
}

/** A new folder that PostgreSQL's user may enter also when the tests run as root. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-start-'));
  folders.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Folders that begin as what `make` leaves in one, for tests that are not about the first start on
 * a folder: making the files of a database takes longer than a start. Not within a test.
 */
export function copiesOf(make: (folder: string) => Promise<void>): () => Promise<string> {
  let original: Promise<string> | undefined;
  const makeOnce = async () => {
    const folder = await temporaryFolder();
    await make(folder);
    folders.splice(folders.indexOf(folder), 1);
    return folder;
  };
  afterAll(async () => {
    if (original) await rm(await original, { recursive: true, force: true });
  });
  return async () => {
    original ??= makeOnce();
    const from = await original;
    const folder = await temporaryFolder();
    await copyDataFolder(from, folder);
    return folder;
  };
}

/** The process of the PostgreSQL on this data folder; null when `postmaster.pid` names none. */
export function postgresPid(dataDir: string): number | null {
  try {
    return Number(
      readFileSync(join(dataDir, 'postgres/files/postmaster.pid'), 'utf8').split('\n')[0],
    );
  } catch {
    return null;
  }
}

/** Ends every shop and PostgreSQL of the test and removes its folders. */
export async function clearAway(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await new Promise((done) => child.once('close', done));
    }
  }
  for (const folder of folders.splice(0)) {
    for (const dataDir of [folder, join(folder, 'data')]) {
      const pid = postgresPid(dataDir);
      if (pid) await endPostgres(pid, dataDir);
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

// SIGINT is PostgreSQL's fast shutdown; it removes its pid file at the end.
async function endPostgres(pid: number, dataDir: string): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  for (let i = 0; i < 250 && postgresPid(dataDir) !== null; i += 1) await sleep(20);
}
