import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether a text column has one of these values. They are sent as one parameter. For thousands of
 * values, a list of parameters takes longer to build than the query takes to run.
 */
export function anyOf(column: PgColumn, values: string[]): SQL {
  return sql`${column} = any(${sql.param(values)}::text[])`;
}
