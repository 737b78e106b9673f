import { type ExtractTablesWithRelations, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgTransaction } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { watchConnectionHealth } from './connection-health.ts';
import { sqlState } from './database-error.ts';
import { poolOf, recordLostStatement } from './prepared.ts';
import { lockName, runTransaction, type TransactionOptions } from './run-transaction.ts';
import { ShopClient } from './shop-client.ts';
import { limitStatements } from './statement-limits.ts';

export type Db = NodePgDatabase;
export type Tx = PgTransaction<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>;
/** Runs SQL. Stores take this, so that use cases decide what is one transaction. */
export type Executor = Db | Tx;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** Resolves when the database responds on a separate connection; rejects after two seconds. */
  ping(): Promise<void>;
  /** Another pool on the same database. */
  beside(options: PoolOptions): Database;
  close(): Promise<void>;
}

/** Where to connect: an address, or its parts (`host` may be a unix socket's folder). */
export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string };

export interface PoolOptions {
  maxConnections?: number;
  /** The time limit of a statement in milliseconds; null for no limit. */
  statementMs?: number | null;
  /** False for COPY, which needs a connection to itself. */
  pipeline?: boolean;
  onError?: (error: Error) => void;
}

/** The most connections of the pool that requests and jobs share. */
export const MAX_CONNECTIONS = 20;
/**
 * How many connections stay open in a quiet shop: one request and its reads side by side. A new one
 * costs PostgreSQL tens of milliseconds, because its process has nothing of the database in its
 * memory yet.
 */
const KEPT_CONNECTIONS = 5;
/** A customer's request gives up soon after, so its locks must be released. */
const STATEMENT_MS = 8_000;
/** How long a request waits for a connection, free or new. */
const CONNECT_MS = 5_000;
const PING_MS = 2_000;
/** How long closing waits for connections in use. */
const CLOSE_MS = 1_000;

/** Opens a pool. It connects at the first query, so a bad address fails there. */
export function openDatabase(connection: Connection, options: PoolOptions = {}): Database {
  const address = typeof connection === 'string' ? { connectionString: connection } : connection;
  const { maxConnections = MAX_CONNECTIONS, statementMs = STATEMENT_MS, pipeline = true } = options;
  const pool = new pg.Pool({
    ...address,
    Client: ShopClient,
    // The statements that a transaction sends at once then wait for one response, not for one after
    // another.
    pipeline,
    max: maxConnections,
    min: Math.min(KEPT_CONNECTIONS, maxConnections),
    connectionTimeoutMillis: CONNECT_MS,
    // Detects a server that vanished within about twenty seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const health = watchConnectionHealth({ pool });
  // Without listeners a broken connection would end the process. The pool reports breaks of idle
  // connections. Each connection reports a break between two statements of a transaction. Errors
  // after the pool is closed don't matter.
  let isClosed = false;
  const reportError = (error: Error) => {
    if (!isClosed) options.onError?.(error);
  };
  pool.on('error', reportError);
  pool.on('connect', (client) => {
    client.on('error', reportError);
    if (statementMs !== null) limitStatements(client, statementMs, health);
  });
  const pinger = createPinger(address);
  return {
    db: drizzle({ client: pool }),
    pool,
    async ping() {
      if (pool.ending) throw new Error('The pool is closed.');
      await pinger.ping();
    },
    beside: (others) => openDatabase(connection, { ...options, ...others }),
    async close() {
      isClosed = true;
      await Promise.all([orAfter(CLOSE_MS, pool.end()), pinger.close()]);
    },
  };
}

// The connection is separate, so that a full pool or a thousand concurrent pings don't delay it.
function createPinger(address: pg.PoolConfig) {
  let pool: pg.Pool | null = null;
  let asked: Promise<void> | null = null;
  async function ask(): Promise<void> {
    if (!pool) {
      const options = { Client: ShopClient, max: 1, connectionTimeoutMillis: PING_MS };
      pool = new pg.Pool({ ...address, ...options });
      pool.on('error', () => {});
      pool.on('connect', (client) => client.on('error', () => {}));
    }
    const response = pool.query({ text: 'select 1', query_timeout: PING_MS } as pg.QueryConfig);
    const isThere = await orAfter(
      PING_MS,
      response.then(() => true),
    );
    if (!isThere) throw new Error('timeout exceeded when trying to connect');
  }
  return {
    ping(): Promise<void> {
      asked ??= ask().finally(() => {
        asked = null;
      });
      return asked;
    },
    close: async () => {
      if (pool) await orAfter(CLOSE_MS, pool.end());
    },
  };
}

/** The result of the work; undefined when it takes longer. */
async function orAfter<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` as one transaction. Runs it again (up to five times) after deadlocks and
 * serialization failures, which leave no changes behind. Never make network calls inside.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction(db, work, options);
    } catch (error) {
      const isLost = options.prepared && recordLostStatement(poolOf(db), sqlState(error));
      if (attempt === 5 || !(isLost || RETRYABLE.has(sqlState(error) ?? ''))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/**
 * Takes the locks of these names, in this order, until the transaction ends. So only one caller at
 * a time, in all processes, gets past this line.
 */
export async function lockInTransaction(tx: Tx, ...names: string[]): Promise<void> {
  const locks = names.map(
    (name) => sql`pg_advisory_xact_lock(hashtextextended(${lockName(name)}, 0))`,
  );
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`);
}
