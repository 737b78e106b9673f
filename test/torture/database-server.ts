import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';

const run = promisify(execFile);

/** A PostgreSQL that several processes share, and that can be killed and paused. */
export interface DatabaseServer {
  /** The folder of its socket, for wires. */
  socket: string;
  user: string;
  password: string;
  database: string;
  /** A way to it that no wire disturbs, for the checks. */
  pool: pg.Pool;
  /** `kill -9` of the whole server; it comes back by itself and recovers from its log. */
  kill(): void;
  /** Stops all of its processes in their tracks; returns how to let them go on. */
  pause(): Promise<() => void>;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL of the shop as the shop does: what it acknowledges is on disk. */
export async function startDatabaseServer(dataDir: string): Promise<DatabaseServer> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    projectRoot: process.cwd(),
    // The shop would end here. Without this the run would wait for a database that never returns.
    onLost(error) {
      console.error('A breach: PostgreSQL was killed and could not be started again.', error);
      process.exit(1);
    },
  });
  const { host, port, user, password, database } = postgres.connection;
  const pool = new pg.Pool({ ...postgres.connection, max: 4, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined);
  const postmaster = () => {
    const file = join(dataDir, 'postgres/files/postmaster.pid');
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  };
  const signalAll = (pids: number[], signal: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended meanwhile.
      }
    }
  };
  return {
    socket: join(host, `.s.PGSQL.${port}`),
    user,
    password,
    database,
    pool,
    kill: () => signalAll([postmaster()], 'SIGKILL'),
    async pause() {
      const pids = await withChildren(postmaster());
      signalAll(pids, 'SIGSTOP');
      return () => signalAll(pids, 'SIGCONT');
    },
    async stop() {
      await pool.end();
      await postgres.stop();
    },
  };
}

async function withChildren(parent: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [parent, ...rows.flatMap(([pid, of]) => (of === parent && pid ? [pid] : []))];
}
