import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { withDatabaseLock } from '#db/database-lock.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { appliedMigrations, loadDump, migrateUpTo, readJournal } from '../support/release.ts';

// Made by `npm run db:dump` when a migration is released: see CONTRIBUTING.md.
const DUMPS = 'test/dumps';
const root = process.cwd();

const journal = await readJournal();
const dumps = (await readdir(DUMPS)).map((name) => name.replace(/\.sql$/, '')).sort();
// The first two came out together.
const released = journal.entries.slice(1).map(({ tag }) => tag);

/** Columns, constraints, indexes, triggers: what makes two databases the same shape. */
async function shapeOf(database: TestDatabase): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by line`);
  return rows.map(({ line }) => line);
}

let current: TestDatabase;
let expected: string[];
beforeAll(async () => {
  current = await createTestDatabase();
  expected = await shapeOf(current);
});
afterAll(() => current.close());

describe('an older database', () => {
  test('is kept as a dump for every released migration', () => {
    expect(dumps).toEqual(released);
  });

  test.each(dumps)('of %s comes to the shape of a new one, with its rows', async (tag) => {
    const database = await createTestDatabase(1, 'template0');
    try {
      await migrateUpTo(database, tag);
      const applied = await appliedMigrations(database);
      await loadDump(database, await readFile(`${DUMPS}/${tag}.sql`, 'utf8'));
      expect(await appliedMigrations(database), 'no released migration was edited').toEqual(
        applied,
      );
      await migrateDatabase(database, root);
      expect(await shapeOf(database)).toEqual(expected);
      const { rows } = await database.pool.query(
        'select status, total_minor, (select sum(line_total_minor) from order_lines) as goods from orders',
      );
      expect(rows).toEqual([{ status: 'paid', total_minor: '16000', goods: '4000' }]);
      // The dumps are of demo shops, which no release forgets.
      const marks = await database.pool.query('select mark from database_marks');
      expect(marks.rows).toEqual([{ mark: 'demo' }]);
    } finally {
      await database.close();
    }
  });
});

test('two processes that start at once migrate an empty database once', async () => {
  const database = await createTestDatabase(4, 'template0');
  const other = openDatabase(database.connection);
  try {
    await Promise.all([migrateDatabase(database, root), migrateDatabase(other, root)]);
    expect(await shapeOf(database)).toEqual(expected);
    const { rows } = await database.pool.query('select count(*) from drizzle.__drizzle_migrations');
    expect(Number(rows[0].count)).toBe(journal.entries.length);
  } finally {
    await other.close();
    await database.close();
  }
});

test('a process that finds the database up to date waits for no other that hangs', async () => {
  const started = withDatabaseLock(current, 'migrate', () => migrateDatabase(current, root));
  await expect(started).resolves.toBeUndefined();
}, 10_000);
