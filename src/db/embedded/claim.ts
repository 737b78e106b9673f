import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#shared/start-error.ts';
import type { SocketConnection } from './postmaster.ts';

/** The claim of this process on a data folder. One shop at a time may use it. */
export interface DataFolderClaim {
  /** Settles when the claim's connection is lost. */
  lost: Promise<void>;
  release(): Promise<void>;
}

// The lock is an advisory lock of PostgreSQL. It has no race, and ends with the process that holds
// it.
const LOCK = [7_462, 1];
// PostgreSQL takes a while to notice that a killed process is gone.
const PATIENCE_MS = 3_000;

/**
 * Claims the database for the life of this process. Throws a `StartError` that names the other shop
 * if it is claimed. Any other error means that PostgreSQL stopped meanwhile.
 */
export async function claimDatabase(
  connection: SocketConnection,
  options: { dataDir: string; address: string },
): Promise<DataFolderClaim> {
  const client = new pg.Client({
    ...connection,
    // A second start reads this to name the other shop. PostgreSQL stores 63 bytes of it.
    application_name: `shop ${process.pid} ${options.address}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  try {
    await client.connect();
    const patience = Date.now() + PATIENCE_MS;
    while (!(await tryLock(client))) {
      if (Date.now() > patience) throw await alreadyRunning(client, options.dataDir);
      await sleep(100);
    }
    return { lost, release: () => client.end() };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const response = await client.query('select pg_try_advisory_lock($1, $2) as locked', LOCK);
  return response.rows[0].locked;
}

async function alreadyRunning(client: pg.Client, dataDir: string): Promise<StartError> {
  const response = await client.query(
    `select application_name as name
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objsubid = 2
        and classid = $1 and objid = $2
        and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    LOCK,
  );
  const [, pid, address] = String(response.rows[0]?.name ?? '').split(' ');
  const who = [pid && `process ${pid}`, address].filter(Boolean).join(', ');
  return new StartError(`The shop is already running on ${dataDir}${who && ` (${who})`}.`);
}
