import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether a text column has one of these values. They are sent as one parameter. For thousands of
 * values, a list of parameters takes longer to build than the query takes to run.
 */
export function anyOf(column: PgColumn, values: string[]): SQL {
  return sql`${column} = any(${sql.param(values)}::text[])`;
}

/**
 * Whether a text column has one of the values of a placeholder, for prepared statements. With the
 * inner select, PostgreSQL expects the same of any values, so it keeps one plan. Otherwise it would
 * plan each execution again, because it expects less of a list with one value than of an unknown one.
 */
export function anyOfGiven(column: PgColumn, name: string): SQL {
  return sql`${column} = any((select ${sql.placeholder(name)}::text[])::text[])`;
}
