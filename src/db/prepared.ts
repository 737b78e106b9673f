import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { sqlState } from './client.ts';
import type { LimitedQuery } from './statement-limits.ts';

/** The session has no such statement, or another one of that name. */
const LOST = new Set(['26000', '42P05']);

/** Pools behind a pooler that gives each transaction another session. */
const unprepared = new WeakSet<pg.Pool>();

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
  const query: Partial<LimitedQuery> & { text: string } = { text, values, ...options };
  if (!unprepared.has(pool)) {
    try {
      return (await pool.query<Row>({ ...query, name: nameOf(text) })).rows;
    } catch (error) {
      if (!LOST.has(sqlState(error) ?? '')) throw error;
      unprepared.add(pool);
    }
  }
  return (await pool.query<Row>(query)).rows;
}

/** The text of a statement that names its parameters itself, `$1` and so on. */
export function textOf(statement: SQL): string {
  return new PgDialect().sqlToQuery(statement).sql;
}

const names = new Map<string, string>();

// By its text: behind a pooler, another version of the shop may have prepared a statement of the
// same name.
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `shop-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}
