import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** Characters that are sent at a time. */
const CHUNK = 64 * 1024;

/**
 * Adds any number of rows with COPY, without holding them in memory. All rows have the properties
 * of the first one.
 */
export async function copyRows<Table extends PgTable>(
  client: pg.ClientBase,
  table: Table,
  rows: Iterable<Table['$inferInsert']>,
): Promise<void> {
  const iterator = rows[Symbol.iterator]();
  const first = iterator.next();
  if (first.done) return;
  const columns = getTableColumns(table);
  const keys = Object.keys(first.value).filter((key) => key in columns);
  const names = keys.map((key) => `"${columns[key]?.name}"`).join(', ');
  function* chunks() {
    let text = '';
    for (let row = first; !row.done; row = iterator.next()) {
      const fields = row.value as Record<string, unknown>;
      text += `${keys.map((key) => encode(fields[key])).join('\t')}\n`;
      if (text.length < CHUNK) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  const copy = client.query(from(`copy "${getTableName(table)}" (${names}) from stdin`));
  await pipeline(Readable.from(chunks()), copy);
}

/** A value in the text format of COPY. */
function encode(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return escapeText(`{${value.map(quote).join(',')}}`);
  if (typeof value === 'object') return escapeText(JSON.stringify(value));
  return String(value);
}

const quote = (item: unknown) => `"${String(item).replace(/["\\]/g, '\\$&')}"`;

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '')
    : text;
}
