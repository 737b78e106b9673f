import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#config.ts';
import { type Connection, type Database, openDatabase } from '#db/client.ts';
import { makeDataFolder } from '#db/embedded/data-folder.ts';
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { hasMigrations } from '#db/migrate.ts';
import type { Log } from '#shared/log.ts';
import { describePostgresUrl } from '#shared/postgres-url.ts';
import { errorCode, StartError } from '#shared/start-error.ts';

/** The longest time for a statement of a command, in milliseconds. */
const COMMAND_STATEMENT_MS = 600_000;

/** The PostgreSQL of a shop, and its data folder. */
export interface DatabaseServer {
  connection: Connection;
  dataDir: string;
  /** Where the database is, without a password. */
  place: string;
  notices: string[];
  /** Stops PostgreSQL if this process started it. Close the pools that use it first. */
  stop(): Promise<void>;
}

interface DatabaseOptions {
  log: Log;
  onLost: (error: unknown) => void;
  /** For a command that works on the database of a running shop. */
  beside?: boolean;
}

/**
 * Finds the external database of `DATABASE_URL`, which several processes may share, or starts the
 * embedded one, which belongs to this process. The data folder holds files and secrets in both
 * cases.
 */
export async function startDatabaseServer(
  config: Config,
  { beside = false, ...options }: DatabaseOptions,
): Promise<DatabaseServer> {
  const dataDir = config.dataDir ?? join(config.projectRoot, 'data');
  const { databaseUrl } = config;
  if (databaseUrl !== null) {
    await makeDataFolder(dataDir);
    const place = describePostgresUrl(databaseUrl);
    return { connection: databaseUrl, dataDir, place, notices: [], stop: async () => undefined };
  }
  const open = beside ? borrowEmbeddedPostgres : startEmbeddedPostgres;
  const postgres = await open({
    dataDir,
    isDefaultDataDir: config.dataDir === null,
    projectRoot: config.projectRoot,
    address: config.baseUrl,
    ...options,
  });
  return { ...postgres, place: 'embedded' };
}

/** A pool on a database server. */
export interface ShopDatabase extends Omit<DatabaseServer, 'connection' | 'stop'> {
  database: Database;
  close(): Promise<void>;
}

/**
 * Finds or starts the database server and opens a pool; closing it stops a server that it started.
 */
export async function openShopDatabase(
  config: Config,
  options: DatabaseOptions,
): Promise<ShopDatabase> {
  const server = await startDatabaseServer(config, options);
  const opened = openPool(server, options);
  return {
    ...opened,
    async close() {
      await opened.close();
      await server.stop();
    },
  };
}

/** Opens a pool on a server that continues when the pool is closed. */
export function openPool(
  { connection, dataDir, place, notices }: DatabaseServer,
  { log, beside = false }: Pick<DatabaseOptions, 'log' | 'beside'>,
): ShopDatabase {
  const onError = (error: Error) => log.warn('database.connection', { why: error.message });
  // A command reads all orders and payments, and no page waits for it, so it gets more time.
  const statements = beside && { statementMs: COMMAND_STATEMENT_MS };
  const database = openDatabase(connection, { onError, ...statements });
  return { database, dataDir, place, notices, close: database.close };
}

interface Settings {
  number: number;
  version: string;
  fsync: string;
  synchronous_commit: string;
  encoding: string;
  date_style: string;
  /** The statement that sets the format of dates as the shop reads them. */
  iso: string;
}

const SETTINGS = `
  select current_setting('server_version_num')::int as number,
    split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('server_encoding') as encoding,
    current_setting('DateStyle') as date_style,
    format('alter role %I in database %I set DateStyle = %L', session_user, current_database(),
      'ISO, ' || split_part(current_setting('DateStyle'), ', ', 2)) as iso`;

/**
 * Checks that the database responds, is new enough, stores text in UTF-8, writes dates as the shop
 * reads them, and does not lose committed data. Returns its version and warnings. It refuses a new
 * database in which words are not found, and in production a database that may lose data.
 */
export async function checkDatabase(
  { database, place }: Pick<ShopDatabase, 'database' | 'place'>,
  mode: Config['mode'],
): Promise<{ version: string; warnings: string[] }> {
  const settings = await readSettings(database).catch((error: unknown) => {
    throw new StartError(unreachable(error, place), { cause: error });
  });
  const { number, version, fsync, synchronous_commit, encoding, date_style, iso } = settings;
  if (number < 150_000) {
    throw new StartError(
      `The database at ${place} is PostgreSQL ${version}. The shop needs 15 or newer.`,
    );
  }
  const warnings: string[] = [];
  const textFault = await describeTextFault(database, encoding);
  if (textFault) {
    const fault = `The database at ${place} ${textFault}. Make a new one with "createdb --encoding UTF8 --locale C.UTF-8 --template template0"`;
    // A shop of an earlier version goes on until its owner has moved it.
    if (!(await hasMigrations(database))) throw new StartError(`${fault}.`);
    warnings.push(`${fault}, and load a dump of this one there.`);
  }
  if (!date_style.startsWith('ISO')) {
    throw new StartError(
      `The database at ${place} writes dates in the style ${date_style}, but the shop only reads ISO. Run this in it: ${iso};`,
    );
  }
  const off = Object.entries({ fsync, synchronous_commit })
    .filter(([, value]) => value === 'off')
    .map(([name]) => name);
  if (off.length === 0) return { version, warnings };
  const fault = `The database at ${place} runs with ${off.join(' and ')} off, so a power cut can lose orders.`;
  if (mode === 'production') throw new StartError(`${fault} Switch it on for production.`);
  return { version, warnings: [...warnings, fault] };
}

/** Why the database does not find words with letters beyond ASCII; null when it does. */
async function describeTextFault(
  { pool }: Pick<Database, 'pool'>,
  encoding: string,
): Promise<string | null> {
  if (encoding !== 'UTF8') return `stores text in ${encoding}, but the shop needs UTF8`;
  // Two settings of a database's locale decide on these.
  const { rows } = await pool.query<{ folds: boolean }>(
    "select lower('Ж') = 'ж' and to_tsvector('simple', 'Ж') = to_tsvector('simple', 'ж') as folds",
  );
  if (rows[0]?.folds) return null;
  return 'does not know which capital and small letters beyond ASCII belong together, so searches would miss words';
}

// It uses a transaction, because a pooler that can't hold one reports that only then.
async function readSettings({ pool }: Database): Promise<Settings> {
  const client = await pool.connect();
  let isOver = false;
  try {
    await client.query('begin');
    const { rows } = await client.query<Settings>(SETTINGS);
    await client.query('commit');
    isOver = true;
    return rows[0] as Settings;
  } finally {
    client.release(!isOver);
  }
}

function unreachable(error: unknown, place: string): string {
  if (error instanceof Error && /statement pooling/i.test(error.message)) {
    return `The pooler at ${place} gives each statement another session, and the shop needs transactions. Set its pool_mode to transaction.`;
  }
  const code = errorCode(error) ?? errorCode((error as { errors?: unknown[] }).errors?.[0]);
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no host of that name',
    EAI_AGAIN: 'the host name could not be looked up',
    ETIMEDOUT: 'it does not respond',
    EHOSTUNREACH: 'there is no way to that host',
    ENETUNREACH: 'there is no way to that network',
    ENOENT: 'there is no such socket',
    '28P01': 'it refuses the user name or the password',
    '28000': 'it refuses this user',
    '3D000': 'there is no such database',
    '53300': 'it has no connection to spare',
    '57P03': 'it is starting up or shutting down',
  };
  const message = error instanceof Error ? error.message : String(error);
  const reason = reasons[code ?? ''] ?? driverReason(error, message);
  return `The database at ${place} can't be reached: ${reason}. Check DATABASE_URL.`;
}

// Messages of the server are quoted. Those of the driver are not written for people.
function driverReason(error: unknown, message: string): string {
  if (error instanceof pg.DatabaseError) return `it says "${message}"`;
  if (/SCRAM|client password must/.test(message)) return 'it asks for a password';
  if (/timeout/i.test(message)) return 'it does not respond';
  return /terminated/.test(message) ? 'it closed the connection' : message;
}
