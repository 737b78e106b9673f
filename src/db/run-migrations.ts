import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { StartError } from '#shared/start-error.ts';
import { buildIndex, findIndexBuild, type IndexBuild } from './build-index.ts';
import { sqlState } from './database-error.ts';

/** Marks a statement of a migration that begins the next transaction. */
const NEXT_TRANSACTION = /^\s*-- next transaction\b/;
/**
 * Marks a statement that is run again and again, each time as a transaction: its `$1` is what it
 * returned as `last`, at first an empty text. It ends by returning null. So the rows of a large
 * table are not locked all at once.
 */
const IN_BATCHES = /^\s*-- in batches\b/;

/**
 * A step of a migration: statements that are one transaction, a statement that runs in batches, or
 * an index that is built while others read and write its table, which no transaction can do.
 */
type Step = { statements: string[] } | { batches: string } | { index: IndexBuild };

/**
 * How long a statement waits for a lock, in milliseconds. Statements of others that need the same
 * table wait behind it, so it gives up early and the step is tried again.
 */
const LOCK_MS = 200;
/**
 * While a table is vacuumed, the first attempt of so many waits longer than `deadlock_timeout`: that is
 * when PostgreSQL ends an automatic vacuum for a statement that waits for it, and no earlier.
 */
const ATTEMPTS_FOR_A_LONG_ONE = 10;
/** No attempt waits longer than this and `LOCK_MS`, whatever `deadlock_timeout` is. */
const LONGEST_WAIT_MS = 5_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1_000;
/**
 * The start fails after it has waited this long for the locks. A backup may hold them for a while.
 */
const PATIENCE_MS = 15 * 60_000;

/**
 * Applies the migrations that the database doesn't have, in order. Each step is a separate
 * transaction and is recorded in it, so a migration that fails or is killed goes on with its next
 * step. The caller holds the lock that excludes other processes, and the pool sets no time limit.
 *
 * @throws {StartError} when other transactions keep a table locked for a quarter of an hour
 */
export async function runMigrations(
  pool: pg.Pool,
  migrations: MigrationMeta[],
  patienceMs = PATIENCE_MS,
): Promise<void> {
  await createRecords(pool);
  const { rows } = await pool.query<{ latest: string | null }>(
    'select max(created_at) as latest from drizzle.__drizzle_migrations',
  );
  const latest = Number(rows[0]?.latest ?? -1);
  for (const migration of migrations) {
    if (migration.folderMillis > latest) await applyMigration(pool, migration, patienceMs);
  }
}

// The table is Drizzle's. Earlier versions used Drizzle to migrate.
async function createRecords(pool: pg.Pool): Promise<void> {
  await pool.query('create schema if not exists drizzle');
  await pool.query(`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`);
  await pool.query(`create table if not exists drizzle.migration_steps (
    migration bigint not null, step int not null, primary key (migration, step))`);
}

async function applyMigration(
  pool: pg.Pool,
  { sql, hash, folderMillis }: MigrationMeta,
  patienceMs: number,
): Promise<void> {
  const { rows } = await pool.query<{ step: number }>(
    'select step from drizzle.migration_steps where migration = $1',
    [folderMillis],
  );
  const done = new Set(rows.map(({ step }) => step));
  const steps = toSteps(sql);
  for (const [nr, step] of steps.entries()) {
    if (done.has(nr)) continue;
    if ('index' in step) await buildIndex(pool, step.index);
    if ('batches' in step) await runBatches(pool, step.batches, patienceMs);
    await inPatientTransaction(pool, patienceMs, async (client) => {
      if ('statements' in step) for (const text of step.statements) await client.query(text);
      if (nr === steps.length - 1) await recordMigration(client, hash, folderMillis);
      else await recordStep(client, folderMillis, nr);
    });
  }
}

/** Runs a statement until it returns no last row. One that is killed begins anew. */
async function runBatches(pool: pg.Pool, text: string, patienceMs: number): Promise<void> {
  for (let last: string | null = ''; last !== null; ) {
    const after: string = last;
    last = await inPatientTransaction(pool, patienceMs, async (client) => {
      const { rows } = await client.query<{ last: string | null }>(text, [after]);
      return rows[0]?.last ?? null;
    });
  }
}

async function recordStep(client: pg.PoolClient, migration: number, step: number): Promise<void> {
  await client.query('insert into drizzle.migration_steps (migration, step) values ($1, $2)', [
    migration,
    step,
  ]);
}

async function recordMigration(client: pg.PoolClient, hash: string, at: number): Promise<void> {
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [hash, at],
  );
  await client.query('delete from drizzle.migration_steps where migration = $1', [at]);
}

function toSteps(statements: string[]): Step[] {
  const steps: Step[] = [];
  let open: string[] | null = null;
  for (const text of statements) {
    const index = findIndexBuild(text);
    if (index) {
      steps.push({ index });
      open = null;
      continue;
    }
    if (IN_BATCHES.test(text)) {
      steps.push({ batches: text });
      open = null;
      continue;
    }
    if (!open || NEXT_TRANSACTION.test(text)) {
      open = [];
      steps.push({ statements: open });
    }
    open.push(text);
  }
  return steps;
}

const RETRYABLE = new Set(['55P03', '40P01']);

/** Runs a transaction again while it waits for locks or was the victim of a deadlock. */
async function inPatientTransaction<Result>(
  pool: pg.Pool,
  patienceMs: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  let lockMs = LOCK_MS;
  let untilLong = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await inOneTransaction(pool, lockMs, work);
    } catch (error) {
      if (!RETRYABLE.has(sqlState(error) ?? '')) throw error;
      const { tables, deadlockMs } = await findVacuums(pool);
      if (performance.now() + pause > deadline) throw lockedTooLong(error, tables);
      const isLong = tables.length > 0 && untilLong <= 0;
      lockMs = LOCK_MS + (isLong ? Math.min(deadlockMs, LONGEST_WAIT_MS) : 0);
      untilLong = isLong ? ATTEMPTS_FOR_A_LONG_ONE - 1 : untilLong - 1;
    }
    await sleep(pause);
  }
}

/**
 * The tables with the lock that a vacuum takes, and `deadlock_timeout`. A role without special rights
 * sees the locks of all, but not whose they are.
 */
async function findVacuums(pool: pg.Pool): Promise<{ tables: string[]; deadlockMs: number }> {
  const { rows } = await pool.query<{ tables: string[]; deadlockMs: number }>(`select
    array(select distinct l.relation::regclass::text
      from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'relation' and l.mode = 'ShareUpdateExclusiveLock' and l.granted
      order by 1) as tables,
    (select setting::int from pg_settings where name = 'deadlock_timeout') as "deadlockMs"`);
  return rows[0] ?? { tables: [], deadlockMs: 0 };
}

async function inOneTransaction<Result>(
  pool: pg.Pool,
  lockMs: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isOver = false;
  try {
    await client.query(`begin; set local lock_timeout = ${lockMs}`);
    const result = await work(client);
    await client.query('commit');
    isOver = true;
    return result;
  } catch (error) {
    isOver = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isOver);
  }
}

function lockedTooLong(cause: unknown, vacuumed: string[]): StartError {
  const such =
    vacuumed.length > 0 ? `a vacuum (of ${vacuumed.join(', ')}) or a backup` : 'a backup';
  return new StartError(
    `The database could not be migrated: another program keeps a table locked, such as ${such}. Wait for it or end it, and start again. What was migrated so far stays.`,
    { cause },
  );
}
