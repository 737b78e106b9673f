import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chown, lstat, mkdir, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE_MS } from '#shared/durations.ts';
import { errorCode, fileErrorText, StartError } from '#shared/start-error.ts';
import type { Connection } from '../client.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, SHOP } from './cluster.ts';
import { MALLOC, memorySettings } from './memory-settings.ts';
import { findBlockedFolder, runAs, type SystemUser } from './system-user.ts';
import { vacuumSettings } from './vacuum-settings.ts';

/** How to connect: always by a unix socket, because PostgreSQL listens on nothing else. */
export type SocketConnection = Exclude<Connection, string>;

/** The files and programs of a PostgreSQL server. */
export interface Server {
  cluster: Cluster;
  binaries: Binaries;
  user: SystemUser | null;
  /** False turns off the protection against a power failure. Only for tests, never for a shop. */
  durable: boolean;
}

// A part of the socket's name. No network port is opened.
const PORT = 5432;
// The system's limit is 104 bytes (macOS) or 108.
const MAX_SOCKET_PATH = 100;
// Recovery after a power failure may take this long. Other starts take milliseconds.
const MAX_START_MS = 180_000;
// On a busy machine, the processes of a killed PostgreSQL may take this long to end. Until then a
// new one refuses to start.
const MAX_LEFTOVER_MS = MINUTE_MS;

/**
 * Makes sure that PostgreSQL runs on these files: adopts one that a killed shop left, else starts
 * one. Safe in several processes at once.
 */
export async function ensurePostmaster(server: Server): Promise<SocketConnection> {
  const start = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    const running = await findPostmaster(server.cluster);
    if (running !== null) {
      const connection = await waitForResponse(running, server.cluster);
      if (connection) return connection;
      await stopPostmaster(server);
    }
    const started = await startPostmaster(server);
    const connection = started !== null && (await waitForResponse(started, server.cluster));
    if (connection) return connection;
    // It ended at once. If another start was faster, the next attempt adopts its PostgreSQL.
    const reason = lastLogLine(server);
    const mayWait = isOfLeftovers(reason) && Date.now() - start < MAX_LEFTOVER_MS;
    if (attempt >= 5 && !mayWait) throw new StartError(`PostgreSQL does not start: ${reason}.`);
    await sleep(Math.min(100 * attempt, 1_000));
  }
}

/**
 * Whether PostgreSQL refused to start because processes of the earlier one had not ended yet. The
 * last line of the log may also come from such a process, if it ends just after the refusal.
 */
function isOfLeftovers(reason: string): boolean {
  return /pre-existing shared memory block .* is still in use|unexpected postmaster exit/.test(
    reason,
  );
}

/** Stops PostgreSQL if it runs. All commits are on disk when this returns. */
export async function stopPostmaster(server: Server): Promise<void> {
  const { cluster, binaries, user } = server;
  for (const mode of ['fast', 'immediate']) {
    if ((await findPostmaster(cluster)) === null) return;
    const args = ['stop', '-D', cluster.files, '-m', mode, '-w', '-t', '30', '-s'];
    await new Promise((resolve) => {
      const child = spawn(binaries.pgCtl, args, { ...runAs(user), stdio: 'ignore' });
      child.on('error', resolve).on('close', resolve);
    });
  }
  if (await findPostmaster(cluster)) {
    throw new StartError(`The PostgreSQL that was left running on ${cluster.folder} doesn't stop.`);
  }
}

/**
 * The process that runs PostgreSQL on these files, whoever started it. `postmaster.pid` names it,
 * but may be stale, and another process may have its number by now. PostgreSQL would refuse to
 * start then, so a stale file is removed.
 */
export async function findPostmaster(cluster: Cluster): Promise<number | null> {
  const { pid, text } = await readPidFile(cluster);
  if (pid === null || !isAlive(pid)) return null;
  if (isPostmasterOf(pid, cluster.files)) return pid;
  if ((await readPidFile(cluster)).text === text) await rm(pidFile(cluster), { force: true });
  return null;
}

const pidFile = (cluster: Cluster) => join(cluster.files, 'postmaster.pid');

async function readPidFile(cluster: Cluster) {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder] = text.split('\n');
  return {
    text,
    pid: Number(pid) > 0 ? Number(pid) : null,
    port: Number(port),
    /** Empty until the socket exists. */
    socketFolder: socketFolder ?? '',
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

// This reads the command line, because many containers hide a process's working folder from root. A
// process whose folder was moved away can't be distinguished from ours, so it counts as ours.
function isPostmasterOf(pid: number, files: string): boolean {
  if (process.platform !== 'linux') {
    const run = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return run.stdout.includes('postgres') && run.stdout.includes(files);
  }
  try {
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const folder = argv[argv.indexOf('-D') + 1];
    if (basename(argv[0] ?? '') !== 'postgres' || folder === undefined) return false;
    return !existsSync(folder) || statSync(folder).ino === statSync(files).ino;
  } catch {
    return false;
  }
}

// The programs are run directly. The package's own JavaScript listens on TCP, can't adopt a running
// server, and stops its child when the process exits. `postgres` starts without `pg_ctl`, which
// passes command lines through a shell. It gets its own session, so that Ctrl-C in a terminal
// reaches only the shop.
async function startPostmaster(server: Server): Promise<number | null> {
  const { cluster, binaries, user, durable } = server;
  const socketFolder = await makeSocketFolder(cluster, user);
  const settings = {
    listen_addresses: '',
    // The setting is a list, so a folder with a comma needs quotes.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),
    ...memorySettings(),
    ...vacuumSettings(),
    // The setting fits disks without moving parts, which read any page as quickly as the next one.
    // With the default, the planner reads all variants instead of those of two thousand products.
    random_page_cost: '1.1',
    // Compiling a query takes longer than the queries of a shop.
    jit: 'off',
    // Parallel queries need more shared memory than a container's 64 MB, and a shop does not need
    // them.
    max_parallel_workers_per_gather: '0',
    // A write that waits for a lock ends soon after the shop has given it up. Otherwise the jobs would
    // leave more and more connections waiting while a table is locked. Windows cannot check this.
    ...(process.platform !== 'win32' && { client_connection_check_interval: '5s' }),
    // After a restart it reads what was in its memory before, beside the first requests. Otherwise the
    // first search of a large shop reads thousands of pages. What it had is noted every five minutes.
    ...(durable && binaries.hasPrewarm && { shared_preload_libraries: 'pg_prewarm' }),
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    ...(!durable && { wal_level: 'minimal', max_wal_senders: '0' }),
    // The system copies the files of a database by itself, where it has a call for that.
    ...(!durable && process.platform === 'linux' && { file_copy_method: 'clone' }),
    // Autovacuum visits every database once a minute, and tests make a hundred that are soon
    // unused.
    autovacuum: durable ? 'on' : 'off',
    // The shop logs failures. Statements and their values (names, addresses) stay out of the log.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(cluster.log, (await isLong(cluster.log)) ? 'w' : 'a', 0o600);
  try {
    if (user) await log.chown(user.uid, user.gid);
    const run = runAs(user);
    const child = spawn(binaries.postgres, ['-D', cluster.files, ...args], {
      ...run,
      env: { ...run.env, ...MALLOC },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.on('error', () => undefined);
    child.unref();
    return child.pid ?? null;
  } finally {
    await log.close();
  }
}

// Waits until PostgreSQL accepts our password. Returns null when it ends or does not respond.
async function waitForResponse(pid: number, cluster: Cluster): Promise<SocketConnection | null> {
  const start = Date.now();
  let silentUntil = start + 10_000;
  for (; isAlive(pid) && Date.now() < silentUntil; await sleep(20)) {
    const { pid: written, port, socketFolder: host } = await readPidFile(cluster);
    if (written !== pid || host === '') continue;
    const connection = { host, port, user: SHOP, password: cluster.password, database: SHOP };
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return connection;
    } catch (error) {
      const code = errorCode(error);
      if (code === '28P01') {
        throw new StartError(
          `The PostgreSQL that runs on ${cluster.folder} does not accept the password in that folder. Stop it (process ${pid}) and put the right password file back.`,
          { cause: error },
        );
      }
      // It is recovering or shutting down, so it is alive.
      if (code === '57P03') silentUntil = Math.min(Date.now() + 10_000, start + MAX_START_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return null;
}

// The folder is next to the files. If that path is too long for a socket, it is a private folder
// elsewhere, always the same one for the same files.
async function makeSocketFolder(cluster: Cluster, user: SystemUser | null): Promise<string> {
  if (fits(cluster.folder)) return cluster.folder;
  const hash = createHash('sha256').update(realpathSync(cluster.files)).digest('hex').slice(0, 12);
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  for (const place of new Set([tmpdir(), '/tmp'])) {
    const folder = join(place, `online-shop-${uid}-${hash}`);
    if (!fits(folder) || (await findBlockedFolder(place, user)) !== null) continue;
    try {
      await mkdir(folder, { mode: 0o700 }).then(
        () => (user ? chown(folder, user.uid, user.gid) : undefined),
        (error) => {
          if (errorCode(error) !== 'EEXIST') throw error;
        },
      );
    } catch (cause) {
      throw new StartError(`${folder} can't be made: ${fileErrorText(cause)}.`, { cause });
    }
    // Anyone may create folders there, so one with another owner is refused.
    const { uid: owner, mode } = await lstat(folder);
    if (owner === uid && (mode & 0o170777) === 0o040700) return folder;
    throw new StartError(
      `${folder} should be a private folder of the shop, and is not: remove it.`,
    );
  }
  throw new StartError(
    `The path ${cluster.folder} is too long for PostgreSQL's socket. Set DATA_DIR to a shorter one.`,
  );
}

const fits = (folder: string) =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH;

const isLong = (path: string) =>
  lstat(path).then(
    ({ size }) => size > 1_000_000,
    () => false,
  );

function lastLogLine({ cluster, user }: Server): string {
  try {
    const lines = readFileSync(cluster.log, 'utf8').trim().split('\n').slice(-50);
    const fault = lines.findLast((line) => /FATAL|PANIC|could not|not found/.test(line));
    return (fault ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC|LOG):\s*/, '');
  } catch {
    return `as ${user?.name ?? 'this user'}, and logged nothing in ${cluster.log}`;
  }
}
