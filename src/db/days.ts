/** Conditions for times of whole days of the shop's time zone, such as '2026-11-28'. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { addDays, startOfDay } from '#shared/days.ts';
import { shopTimeZone } from '#shared/shop-time-zone.ts';

export function sinceDay(time: SQLWrapper, day: string): SQL {
  return sql`${time} >= ${startOfDay(day, shopTimeZone.name)}::timestamptz`;
}

/** The day itself is included. */
export function untilDay(time: SQLWrapper, day: string): SQL {
  return sql`${time} < ${startOfDay(addDays(day, 1), shopTimeZone.name)}::timestamptz`;
}
