import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';
import { UnstorableText } from './storable-client.ts';

/**
 * Inserts rows with one statement and one parameter for each column, for any number of rows. A
 * parameter for each value is limited to 65,535, and takes longer to build and to read. So does one
 * JSON text with the names of the columns in each row. All rows have the properties of the first one.
 * Null is stored as null, not as the column's default. Columns that are null in all rows are not
 * sent. `onConflict` is the clause for existing rows.
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
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const values = columns.map(([key, column]) => {
    const own = rows.map((row) => row[key as keyof typeof row]);
    return unnested(own, column.getSQLType());
  });
  await db.execute(sql`
    insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)}
    ${onConflict}`);
}

/** The values of a column as rows, with one parameter. `type` is the column's type in SQL. */
export function unnested(values: unknown[], type: string): SQL {
  if (type.endsWith('[]')) return castText(values.map(withoutNull(arrayText)), type);
  if (type === 'jsonb') return castText(values.map(withoutNull(JSON.stringify)), type);
  return sql`unnest(${arrayText(values)}::${sql.raw(type)}[])`;
}

/** PostgreSQL has no arrays of arrays with different lengths, so their texts are sent. */
const castText = (texts: (string | null)[], type: string) =>
  sql`unnest(${arrayText(texts)}::text[])::${sql.raw(type)}`;

const withoutNull =
  <T>(write: (value: T) => string) =>
  (value: unknown): string | null =>
    value === null || value === undefined ? null : write(value as T);

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Values as the text of an array of PostgreSQL. It differs from JSON by its brackets, and by how
 * control characters are escaped.
 */
function arrayText(values: unknown[]): string {
  const json = JSON.stringify(values).slice(1, -1);
  const items = json.includes('\\')
    ? json.replace(/\\(?:u([\da-f]{4})|(.))/g, (written, code?: string, letter = '') =>
        code ? controlCharacter(code) : (ESCAPES[letter] ?? written),
      )
    : json;
  return `{${items}}`;
}

function controlCharacter(code: string): string {
  // JSON has codes for control characters, and for halves of characters, which nothing can store.
  if (code.startsWith('d')) throw new UnstorableText();
  return String.fromCharCode(Number.parseInt(code, 16));
}

/**
 * An insert of these columns, by their names in code, from rows in JSON. For statements that are
 * prepared once and insert few rows: they have one parameter, and one text for all rows.
 */
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
