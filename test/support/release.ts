import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from '#db/client.ts';
import { runMigrations } from '#db/run-migrations.ts';

const MIGRATIONS = 'src/db/migrations';
const JOURNAL = 'meta/_journal.json';

interface Journal {
  entries: { tag: string }[];
}

export async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(join(MIGRATIONS, JOURNAL), 'utf8'));
}

/** Applies the migrations up to this one that the database does not have, as the release did. */
export async function migrateUpTo({ pool }: Database, tag: string): Promise<void> {
  const { entries } = await readJournal();
  const count = entries.findIndex((entry) => entry.tag === tag) + 1;
  if (count === 0) throw new Error(`There is no migration ${tag}.`);
  const files = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  await runMigrations(pool, files.slice(0, count));
}

/** The migrations that a database says were applied, each with the hash of its text. */
export async function appliedMigrations({ pool }: Database): Promise<unknown[]> {
  const { rows } = await pool.query(
    'select hash, created_at from drizzle.__drizzle_migrations order by id',
  );
  return rows;
}

/** Loads the rows of a dump as they were: no trigger of ours adds to them or refuses them. */
export async function loadDump({ pool }: Database, rows: string): Promise<void> {
  await pool.query(`begin;
    ${switchTriggers('disable')}
    -- The dump has the rows that migrations write.
    truncate drizzle.__drizzle_migrations;
    do $$ begin
      if to_regclass('search_build') is not null then truncate search_build; end if;
      if to_regclass('document_series') is not null then truncate document_series; end if;
    end $$;
    ${rows}
    set constraints all immediate; -- A table with a check to come can't be altered.
    ${switchTriggers('enable')}
    commit`);
}

const switchTriggers = (how: 'disable' | 'enable') => `
  do $$ declare one regclass; begin
    for one in select distinct tgrelid from pg_trigger where not tgisinternal
    loop execute format('alter table %s ${how} trigger user', one); end loop;
  end $$;`;
