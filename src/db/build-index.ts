import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState } from './database-error.ts';

/**
 * A statement of a migration that builds an index without blocking readers or writers of the table.
 */
export interface IndexBuild {
  text: string;
  index: string;
  table: string;
}

const BUILD = /^create\s+(?:unique\s+)?index\s+concurrently\s+"([^"]+)"\s+on\s+"([^"]+)"/i;
const COMMENTS = /^(?:\s*--[^\n]*\n)*\s*/;
const MAX_DEADLOCKS = 5;

/** The index that a statement builds concurrently; null for any other statement. */
export function findIndexBuild(text: string): IndexBuild | null {
  const [, index, table] = BUILD.exec(text.replace(COMMENTS, '')) ?? [];
  return index === undefined || table === undefined ? null : { text, index, table };
}

/**
 * Builds an index concurrently if it does not exist. An unfinished one of an earlier attempt is
 * dropped first. Waits for all transactions that began before, and blocks none of them.
 */
export async function buildIndex(pool: pg.Pool, build: IndexBuild): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await awaitOtherBuild(pool, build.table);
    const state = await stateOf(pool, build);
    if (state === 'valid') return;
    try {
      if (state === 'unfinished') {
        await pool.query(`drop index concurrently if exists public."${build.index}"`);
      }
      await pool.query(build.text);
      return;
    } catch (error) {
      if (sqlState(error) !== '40P01' || attempt === MAX_DEADLOCKS) throw error;
      await sleep(100 * attempt);
    }
  }
}

/**
 * Waits for another build on this table. A killed process leaves its statement to the server, which
 * may still be building this index. The lock is the one that building takes; reads and writes don't
 * wait for it.
 */
async function awaitOtherBuild(pool: pg.Pool, table: string): Promise<void> {
  await pool.query(`begin; lock table public."${table}" in share update exclusive mode; commit`);
}

async function stateOf(
  pool: pg.Pool,
  { index }: IndexBuild,
): Promise<'valid' | 'unfinished' | 'missing'> {
  const { rows } = await pool.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index
      where indexrelid = to_regclass(format('public.%I', $1::text))`,
    [index],
  );
  if (rows[0] === undefined) return 'missing';
  return rows[0].valid ? 'valid' : 'unfinished';
}
