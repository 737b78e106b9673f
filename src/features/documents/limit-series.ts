import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';

/**
 * In milliseconds. It can be short, because a transaction that holds a series is at its last
 * statement.
 */
const SERIES_MS = '2000';

/**
 * Limits how long the transaction waits for a series, and how long it may hold one while its process
 * hangs: every payment of the shop waits for it, each with a connection.
 */
export async function limitSeries(db: Executor): Promise<void> {
  await db.execute(sql`select set_config('lock_timeout', ${SERIES_MS}, true),
    set_config('idle_in_transaction_session_timeout', ${SERIES_MS}, true)`);
}
