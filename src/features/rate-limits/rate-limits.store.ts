import { eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { limits } from './rate-limits.table.ts';

export interface LimitRow {
  count: number;
  waitUntil: Date;
  endsAt: Date;
}

const counters = { count: limits.count, waitUntil: limits.waitUntil, endsAt: limits.endsAt };
const over = (now: Date) => sql`${limits.endsAt} <= ${now}`;

/** Counts one more, in a window that starts with the first one. */
export async function countOne(
  db: Executor,
  key: string,
  now: Date,
  endsAt: Date,
): Promise<LimitRow> {
  const [row] = await db
    .insert(limits)
    .values({ key, count: 1, waitUntil: now, endsAt })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: sql`case when ${over(now)} then 1 else ${limits.count} + 1 end`,
        endsAt: sql`case when ${over(now)} then ${endsAt} else ${limits.endsAt} end`,
      },
    })
    .returning(counters);
  if (!row) throw new Error('Writing a counter returned no row.');
  return row;
}

/**
 * Counts one more unless a wait is in force, and sets the next wait: none for the first `free`
 * attempts, then `firstWaitSeconds`, doubled each time up to `longestWaitSeconds`. Null while a
 * wait is in force. A longer wait than that was set by a process whose clock was ahead, and counts
 * for nothing.
 */
export async function countWithWait(
  db: Executor,
  key: string,
  now: Date,
  endsAt: Date,
  rule: { free: number; firstWaitSeconds: number; longestWaitSeconds: number },
): Promise<LimitRow | null> {
  const { free, firstWaitSeconds, longestWaitSeconds } = rule;
  const nowAt = sql`${now}::timestamptz`;
  const wait = sql`least(${longestWaitSeconds}::float8, ${firstWaitSeconds}::float8 * power(2, least(30, ${limits.count} + 1 - ${free}::int)))`;
  const [row] = await db
    .insert(limits)
    .values({ key, count: 1, waitUntil: now, endsAt })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: sql`case when ${over(now)} then 1 else ${limits.count} + 1 end`,
        waitUntil: sql`case when ${over(now)} or ${limits.count} + 1 < ${free}::int then ${nowAt} else ${nowAt} + make_interval(secs => ${wait}) end`,
        endsAt,
      },
      setWhere: sql`${limits.waitUntil} <= ${now} or ${over(now)}
        or ${limits.waitUntil} > ${nowAt} + make_interval(secs => ${longestWaitSeconds}::float8)`,
    })
    .returning(counters);
  return row ?? null;
}

export async function selectLimit(db: Executor, key: string): Promise<LimitRow | undefined> {
  const [row] = await db.select(counters).from(limits).where(eq(limits.key, key));
  return row;
}

export async function deleteLimits(db: Executor, keys: string[]): Promise<void> {
  if (keys.length > 0) await db.delete(limits).where(inArray(limits.key, keys));
}
