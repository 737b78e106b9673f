import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { newDataFolder, removeDataFolder } from '../../scripts/running-shop.ts';

const MIGRATIONS = 'src/db/migrations';
const JOURNAL = 'meta/_journal.json';

interface Journal {
  entries: { tag: string }[];
}

export async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(join(MIGRATIONS, JOURNAL), 'utf8'));
}

/** Applies the migrations up to this one to an empty database, as the release of that time did. */
export async function migrateUpTo(database: Database, tag: string): Promise<void> {
  const journal = await readJournal();
  const count = journal.entries.findIndex((entry) => entry.tag === tag) + 1;
  if (count === 0) throw new Error(`There is no migration ${tag}.`);
  const root = await newDataFolder();
  try {
    const folder = join(root, MIGRATIONS);
    await cp(MIGRATIONS, folder, { recursive: true });
    const entries = journal.entries.slice(0, count);
    await writeFile(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
    await migrateDatabase(database, root);
  } finally {
    await removeDataFolder(root);
  }
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
    for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    loop execute format('alter table %s ${how} trigger user', one); end loop;
  end $$;`;
