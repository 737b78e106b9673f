import { getTableColumns, type SQL, sql } from 'drizzle-orm';
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
  const columns = Object.entries(getTableColumns(table)).filter(
    ([key, { hasDefault }]) =>
      key in first && (hasDefault || rows.some((row) => row[key as keyof typeof row] !== null)),
  );
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const named = rows.map((row) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key as keyof typeof row]])),
  );
  await db.execute(sql`
    insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(named)}::json)
    ${onConflict}`);
}
