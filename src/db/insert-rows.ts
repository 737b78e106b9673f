import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';

/**
 * Inserts rows with one statement and one parameter, for any number of rows. A list of parameters
 * is limited to 65,535 and takes longer to build and to read. All rows have the properties of the
 * first one. Null is stored as null, not as the column's default. Columns that are null in all rows
 * are not sent, because building and reading the text takes a good part of the time. `onConflict` is
 * the clause for existing rows.
 */
export async function insertRows<Table extends PgTable>(
  db: Executor,
  table: Table,
  rows: Table['$inferInsert'][],
  onConflict: SQL = sql``,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const keys = Object.entries(getTableColumns(table))
    .filter(
      ([key, { hasDefault }]) =>
        key in first && (hasDefault || rows.some((row) => row[key as keyof typeof row] !== null)),
    )
    .map(([key]) => key);
  await db.execute(sql`
    ${insertFromJson(table, keys, sql`${rowsAsJson(table, keys, rows)}`)}
    ${onConflict}`);
}

/** An insert of these columns, by their names in code, from rows in JSON. */
export function insertFromJson(table: PgTable, keys: string[], json: SQLWrapper): SQL {
  const columns = getTableColumns(table);
  const names = sql.join(
    keys.map((key) => sql.identifier(nameOf(columns[key]))),
    sql`, `,
  );
  return sql`insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${json}::json)`;
}

/** Rows for `insertFromJson`. */
export function rowsAsJson<Table extends PgTable>(
  table: Table,
  keys: string[],
  rows: Table['$inferInsert'][],
): string {
  const columns = getTableColumns(table);
  const named = rows.map((row) =>
    Object.fromEntries(keys.map((key) => [nameOf(columns[key]), row[key as keyof typeof row]])),
  );
  return JSON.stringify(named);
}

function nameOf(column: { name: string } | undefined): string {
  if (!column) throw new Error('A row has a property that its table has no column for.');
  return column.name;
}
