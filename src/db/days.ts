/** Conditions for times of whole days, such as '2026-11-28' (UTC). */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export function sinceDay(time: SQLWrapper, day: string): SQL {
  return sql`${time} >= ${day}::date::timestamp at time zone 'UTC'`;
}

/** The day itself is included. */
export function untilDay(time: SQLWrapper, day: string): SQL {
  return sql`${time} < (${day}::date + 1)::timestamp at time zone 'UTC'`;
}
