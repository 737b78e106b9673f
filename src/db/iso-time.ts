import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A time as calls write it: '2026-11-28T10:00:00.000Z'. */
export function isoTime(column: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
