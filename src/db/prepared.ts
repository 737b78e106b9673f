import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Db } from './client.ts';
import { sqlState } from './database-error.ts';
import type { LimitedQuery } from './statement-limits.ts';

/**
 * The session does not have the statement, has another one under its name, or planned it for tables
 * that a newer release has changed meanwhile.
 */
const LOST = new Set(['26000', '42P05', '0A000']);
/** The most statements that a session prepares for transactions; others are not prepared. */
const MAX_NAMES = 200;

/** Pools whose sessions lost a prepared statement. */
const unprepared = new WeakSet<pg.Pool>();

export const poolOf = (db: Db) => (db as Db & { $client: pg.Pool }).$client;

/** Whether the sessions of a pool have kept their prepared statements so far. */
export const mayPrepare = (pool: pg.Pool) => !unprepared.has(pool);

/**
 * Records that a session has lost a prepared statement. Returns whether this is what the error
 * says.
 */
export function recordLostStatement(pool: pg.Pool, code: string | undefined): boolean {
  const isLost = LOST.has(code ?? '');
  if (isLost) unprepared.add(pool);
  return isLost;
}

/** This connection for a transaction whose statements with parameters are prepared. */
export function preparing(client: pg.PoolClient): pg.PoolClient {
  const query = (statement: pg.QueryConfig, values: unknown[]) =>
    client.query(
      values.length > 0 ? { ...statement, name: nameOf(statement.text) } : statement,
      values,
    );
  return Object.create(client, { query: { value: query } }) as pg.PoolClient;
}

/**
 * Runs a frequent statement as a prepared one. Where a pooler loses prepared statements, later
 * calls run it unprepared. For reads only, because it may run twice.
 */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
  options: { limitMs?: number } = {},
): Promise<Row[]> {
  const query: Partial<LimitedQuery> & { text: string } = { text, ...options };
  return (await sendPrepared<Row>(pool, query, values)).rows;
}

async function sendPrepared<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  if (mayPrepare(pool)) {
    try {
      return await pool.query<Row>({ ...query, name: nameOf(query.text) }, values);
    } catch (error) {
      if (!recordLostStatement(pool, sqlState(error))) throw error;
    }
  }
  return pool.query<Row>(query, values);
}

const preparedDbs = new WeakMap<Db, Db>();

/**
 * This database for frequent reads that find their rows by an index, whatever the values. Each
 * connection prepares them: PostgreSQL plans the first five executions for their values, and then
 * decides. Reads alone, because a lost statement runs again.
 */
export function preparedReads(db: Db): Db {
  const known = preparedDbs.get(db);
  if (known) return known;
  const pool = poolOf(db);
  const query = (statement: pg.QueryConfig, values: unknown[]) =>
    sendPrepared(pool, statement, values);
  const made = drizzle({ client: Object.create(pool, { query: { value: query } }) as pg.Pool });
  preparedDbs.set(db, made);
  return made;
}

/** The text of a statement that names its parameters itself, `$1` and so on. */
export function textOf(statement: SQL): string {
  return new PgDialect().sqlToQuery(statement).sql;
}

const names = new Map<string, string>();

// The name depends on the text: behind a pooler, another version of the shop may have prepared
// another statement.
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (!name && names.size < MAX_NAMES) {
    name = `shop-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}
