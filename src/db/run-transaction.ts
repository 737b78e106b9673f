import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db, Tx } from './client.ts';
import { mayPrepare, poolOf, preparing } from './prepared.ts';

export interface TransactionOptions {
  /** Names to lock before anything else, in this order, as `lockInTransaction` does. */
  locks?: string[];
  /**
   * Prepares the statements, so that PostgreSQL plans them once for each connection. Use it for
   * frequent work whose statements find their rows by indexes, whatever the values.
   */
  prepared?: boolean;
}

/** Without this, PostgreSQL plans the first five executions on a connection for their values. */
const PLAN_ONCE = 'set local plan_cache_mode = force_generic_plan';

/** The text whose hash is the key of an advisory lock. */
export const lockName = (name: string) => `online-shop:${name}`;

/**
 * Runs `work` between `begin` and `commit`, or `rollback` when it throws. Drizzle's own function
 * does not release the connection when `begin` fails, and needs a separate round trip to take
 * locks.
 */
export async function runTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const pool = poolOf(db);
  const client = await pool.connect();
  const prepares = options.prepared === true && mayPrepare(pool);
  let isOver = false;
  try {
    await client.query(beginText(client, options.locks ?? [], prepares));
    const result = await work(transactionOn(client, prepares));
    const { command } = await client.query('commit');
    isOver = true;
    // PostgreSQL's response to the commit of a transaction in which a statement failed.
    if (command !== 'COMMIT') throw new Error('A failed statement of a transaction was ignored.');
    return result;
  } finally {
    isOver ||= await rollBack(client);
    // If the rollback failed, the connection is lost or still inside the transaction.
    client.release(!isOver);
  }
}

interface OfConnection {
  plain?: Tx;
  prepared?: Tx;
}

const transactions = new WeakMap<pg.PoolClient, OfConnection>();

/** One object for all transactions of a connection, so that it keeps compiled statements. */
function transactionOn(client: pg.PoolClient, prepares: boolean): Tx {
  const made = transactions.get(client) ?? {};
  transactions.set(client, made);
  const kind = prepares ? 'prepared' : 'plain';
  made[kind] ??= drizzle({ client: prepares ? preparing(client) : client }) as unknown as Tx;
  return made[kind];
}

function beginText(client: pg.PoolClient, locks: string[], prepares: boolean): string {
  const statements = locks.map(
    (name) =>
      `select pg_advisory_xact_lock(hashtextextended(${client.escapeLiteral(lockName(name))}, 0))`,
  );
  return ['begin', ...(prepares ? [PLAN_ONCE] : []), ...statements].join('; ');
}

/** Returns whether the server has rolled back. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}
