import { type ExtractTablesWithRelations, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgTransaction } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { StorableClient } from './storable-client.ts';

export type Db = NodePgDatabase;
export type Tx = PgTransaction<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>;
/** Whatever runs SQL: stores take this, so that a use case decides what is one transaction. */
export type Executor = Db | Tx;

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Where to connect: an address, or the parts of one (a unix socket's folder as `host`). */
export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string };

/** Opens a pool. Connects at the first query, so a bad address shows there. */
export function openDatabase(
  connection: Connection,
  options: { maxConnections?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    Client: StorableClient,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: 5_000,
    // A shopper's request has long given up by then; what it holds must not stay locked.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  // Without listeners a broken connection would end the process: the pool hears of idle ones, each
  // connection itself of a break between two statements of a transaction. Once the pool is closed,
  // whether the server hears the goodbye before it stops itself is nobody's concern.
  let isClosed = false;
  const tell = (error: Error) => {
    if (!isClosed) options.onError?.(error);
  };
  pool.on('error', tell);
  pool.on('connect', (client) => client.on('error', tell));
  const close = () => {
    isClosed = true;
    return pool.end();
  };
  return { db: drizzle({ client: pool }), pool, close };
}

const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` as one transaction, again (up to five times) when PostgreSQL asks for it: deadlocks
 * and serialization failures leave nothing behind. Never make network calls inside.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work as (tx: unknown) => Promise<T>);
    } catch (error) {
      if (attempt === 5 || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** The five-letter SQLSTATE of a failed query, looked for through Drizzle's wrapping. */
export function sqlState(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

/** The constraint that a failed query broke, if it did. */
export function brokenConstraint(error: unknown): string | undefined {
  return databaseError(error)?.constraint;
}

/**
 * Holds the locks of these names, taken one after the other, until the transaction ends, so that one
 * caller at a time gets past this line, whichever process it is in.
 */
export async function lockInTransaction(tx: Tx, ...names: string[]): Promise<void> {
  const locks = names.map(
    (name) => sql`pg_advisory_xact_lock(hashtextextended(${`online-shop:${name}`}, 0))`,
  );
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`);
}

function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof pg.DatabaseError) return e;
  }
  return undefined;
}
