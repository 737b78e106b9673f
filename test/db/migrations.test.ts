import { readdir, readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { withDatabaseLock } from '#db/database-lock.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { runMigrations } from '#db/run-migrations.ts';
import { StartError } from '#shared/start-error.ts';
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
async function shapeOf(database: Database): Promise<string[]> {
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

/**
 * An empty database as each release made it. Each is a copy of the one before with one migration
 * more: to run all migrations for each would take half of the time.
 */
async function makeReleases(): Promise<Map<string, TestDatabase['connection']>> {
  const made = new Map<string, TestDatabase['connection']>();
  let template = 'template0';
  for (const tag of dumps) {
    const database = await createTestDatabase(1, template);
    await migrateUpTo(database, tag);
    // Only a database without connections can be copied.
    await database.close();
    made.set(tag, database.connection);
    template = database.connection.database;
  }
  return made;
}

/** What is another each time that a dump is made: ids, tokens, transactions, and times but that of the order. */
const CHANGING = [
  /\b[a-z]{3}_[0-9a-z]{26}\b/g,
  /[0-9a-f]{32,}/g,
  /(?<="fingerprint": )"[\w-]{43}"/g,
  /\$argon2id[^"]+/g,
  /"(?!2026-11-21T10:00:00)\d{4}-\d\d-\d\dT[\d:.]+\+00:00"/g,
  /(?<="transaction": )"?\d+"?/g,
  /(?<="number": )"[A-Z0-9]{4}-[A-Z0-9]{4}"/g,
];

/** All rows and counters of a database, and the names of all that it has, so that two can be compared. */
async function contentOf({ pool }: Database): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const { rows } = await pool.query<{ line: string }>(
    [
      ...tables.map(
        ({ name }) => `select '${name} ' || to_jsonb(one)::text as line from ${name} one`,
      ),
      `select format('%s: %s', sequencename, last_value) from pg_sequences where schemaname = 'public'`,
      `select format('%s.%s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull) from pg_attribute
        join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and not attisdropped`,
      `select format('%s %s', conname, convalidated) from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n'`,
      `select format('%s on %s %s', tgname, tgrelid::regclass, tgenabled) from pg_trigger where not tgisinternal`,
    ].join(' union all '),
  );
  return rows
    .map(({ line }) => CHANGING.reduce((text, part) => text.replaceAll(part, '…'), line))
    .sort();
}

let current: TestDatabase;
let expected: string[];
let releases: Awaited<ReturnType<typeof makeReleases>>;
beforeAll(async () => {
  current = await createTestDatabase();
  expected = await shapeOf(current);
  releases = await makeReleases();
}, 180_000);
afterAll(() => current.close());

/** The empty database of a release, to copy. */
function templateOf(tag: string): string {
  const connection = releases.get(tag);
  if (!connection) throw new Error(`There is no database of ${tag}.`);
  return connection.database;
}

test('orders from before get the countries of their delivery addresses', async () => {
  const before = '0044_returns_of_exchanged_items';
  const database = await createTestDatabase(2, templateOf(before));
  try {
    await loadDump(database, await readFile(`${DUMPS}/${before}.sql`, 'utf8'));
    await database.pool.query(
      `insert into order_addresses (order_id, kind, updated_at, recipient, line1, country)
       select id, unnest(array['billing', 'delivery']), now(), 'Sam', '1 Road', unnest(array['DE', 'BD']) from orders`,
    );
    await migrateDatabase(database, root);
    const { rows } = await database.pool.query('select delivery_country, tags from orders');
    expect(rows).toEqual([{ delivery_country: 'BD', tags: [] }]);
  } finally {
    await database.close();
  }
});

test('pages of the same name from before get numbers, and none may be added', async () => {
  const database = await createTestDatabase(2, templateOf('0061_shop_pages'));
  try {
    await database.pool.query(
      `insert into shop_pages (id, name, slug, text, position)
       select id, name, id, '', nr from unnest(array['a', 'b', 'c', 'd', 'e', 'f'],
         array['Privacy', 'Privacy', 'Privacy 2', 'Privacy', repeat('x', 80), repeat('x', 80)])
         with ordinality as given(id, name, nr)`,
    );
    await migrateDatabase(database, root);
    const { rows } = await database.pool.query('select name, version from shop_pages order by id');
    expect(rows.map(({ name, version }) => `${name} v${version}`)).toEqual([
      ...['Privacy v1', 'Privacy 3 v2', 'Privacy 2 v1', 'Privacy 4 v2'],
      ...[`${'x'.repeat(80)} v1`, `${'x'.repeat(76)} 2 v2`],
    ]);
    const again = database.pool.query("update shop_pages set name = 'Privacy' where id = 'b'");
    await expect(again).rejects.toMatchObject({ constraint: 'shop_pages_name_unique' });
  } finally {
    await database.close();
  }
});

test('a migration beside an open shop keeps nobody waiting, and another process completes it', async () => {
  const before = '0015_sections_jobs_rich_text';
  const database = await createTestDatabase(4, templateOf(before));
  const patient = database.beside({ statementMs: null });
  const hurried = database.beside({ statementMs: 3_000 });
  const other = openDatabase(database.connection);
  const holders: pg.PoolClient[] = [];
  /** A transaction that stays open, as that of a backup does. */
  const hold = async (statement: string) => {
    const client = await patient.pool.connect();
    holders.push(client);
    await client.query(`begin isolation level repeatable read; ${statement}`);
    return async () => void (await client.query('commit'));
  };
  const isOpen = async () => {
    await hurried.pool.query('select on_hand from variants');
    await hurried.pool.query('update variants set on_hand = on_hand');
  };
  try {
    await loadDump(database, await readFile(`${DUMPS}/${before}.sql`, 'utf8'));
    const endSnapshot = await hold('select');
    const endLock = await hold('lock table variants in access share mode');

    const files = readMigrationFiles({ migrationsFolder: 'src/db/migrations' });
    await expect(runMigrations(patient.pool, files, 100)).rejects.toThrow(StartError);
    const first = migrateDatabase(database, root).catch((error: Error) => error.message);
    for (let i = 0; i < 20; i += 1) await isOpen();
    await endLock();

    // The index waits for the snapshot, and a killed process leaves it unfinished.
    const building = `from pg_stat_activity
      where datname = current_database() and wait_event = 'virtualxid' and query ~ 'CONCURRENTLY'`;
    const isBuilding = async () => (await patient.pool.query(`select ${building}`)).rowCount === 1;
    await expect.poll(isBuilding, { timeout: 10_000 }).toBe(true);
    await isOpen();
    await patient.pool.query(`select pg_terminate_backend(pid) ${building}`);
    expect(await first).toMatch(/terminat/);
    const second = migrateDatabase(other, root);
    await expect.poll(isBuilding, { timeout: 10_000 }).toBe(true);
    await isOpen();
    await endSnapshot();
    await second;

    expect(await shapeOf(database)).toEqual(expected);
    expect(await appliedMigrations(database)).toEqual(await appliedMigrations(current));
    const { rows } = await patient.pool.query(`select
      (select count(*)::int from pg_index where not indisvalid) as unfinished,
      (select count(*)::int from drizzle.migration_steps) as steps`);
    expect(rows).toEqual([{ unfinished: 0, steps: 0 }]);
  } finally {
    for (const client of holders) client.release(true);
    await Promise.all([patient, hurried, other].map((one) => one.close()));
    await database.close();
  }
}, 60_000);

describe('an older database', () => {
  test('is kept as a dump for every released migration', () => {
    expect(dumps).toEqual(released);
  });

  /** Each dump as it was loaded, before a migration. */
  const contents = new Map<string, string[]>();

  // The newest first: one that the next migration turns into the content of the next dump has come to
  // where that one began, and need not go the same way again.
  test.each(dumps.toReversed())(
    'of %s comes to the shape of a new one, with its rows',
    async (tag) => {
      const database = openDatabase(
        { ...current.connection, database: templateOf(tag) },
        { maxConnections: 1 },
      );
      try {
        const applied = await appliedMigrations(database);
        await loadDump(database, await readFile(`${DUMPS}/${tag}.sql`, 'utf8'));
        expect(await appliedMigrations(database), 'no released migration was edited').toEqual(
          applied,
        );
        contents.set(tag, await contentOf(database));
        const next = dumps[dumps.indexOf(tag) + 1];
        if (next) {
          await migrateUpTo(database, next);
          const content = await contentOf(database);
          expect(content).toContainEqual(expect.stringMatching(/^orders .*"total_minor": 16000/));
          if (isDeepStrictEqual(content, contents.get(next))) return;
        }
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
    },
  );
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

test('a statement in batches changes the rows of a large table in several transactions, and ends', async () => {
  const database = await createTestDatabase(2, 'template0');
  try {
    const sql = [
      'create table numbers (id text primary key, doubled int, changed_by text)',
      "insert into numbers (id) select to_char(n, 'FM0000') from generate_series(1, 25) n",
      `-- in batches
      with next as (select id from numbers where id > $1 order by id limit 10), changed as (
        update numbers n set doubled = 2 * n.id::int, changed_by = pg_current_xact_id()::text
        from next where n.id = next.id
      ) select max(id) as last from next`,
      'alter table numbers alter column doubled set not null',
    ];
    const migration = { sql, hash: 'batches', folderMillis: 1, bps: true };
    await runMigrations(database.pool, [migration]);
    const { rows } = await database.pool.query(
      'select sum(doubled)::int as sum, count(distinct changed_by)::int as transactions from numbers',
    );
    expect(rows).toEqual([{ sum: 650, transactions: 3 }]);
  } finally {
    await database.close();
  }
});

test('a vacuum is waited for until it would give way, and named', async () => {
  const database = await createTestDatabase(3, 'template0');
  const { pool } = database;
  const vacuum = await pool.connect();
  try {
    await pool.query('create table large (id int)');
    await vacuum.query('begin; lock table large in share update exclusive mode');
    const migration = { sql: ['drop table large'], hash: 'vacuum', folderMillis: 1, bps: true };
    await expect(runMigrations(pool, [migration], 100)).rejects.toThrow(/a vacuum \(of large\)/);
    const migrated = runMigrations(pool, [migration]);
    // PostgreSQL ends an automatic vacuum for a statement that waits for a second; others wait 200 ms.
    const waited = async () => {
      const { rows } = await vacuum.query(`select extract(epoch from clock_timestamp() - waitstart)
        * 1000 as ms from pg_locks where relation = 'large'::regclass and not granted`);
      return Number(rows[0]?.ms ?? 0);
    };
    await expect.poll(waited, { timeout: 10_000, interval: 20 }).toBeGreaterThan(700);
    await vacuum.query('commit');
    await migrated;
  } finally {
    vacuum.release(true);
    await database.close();
  }
});
