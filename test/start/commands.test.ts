import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { clearAway, inherited, projectRoot, temporaryFolder } from './shop-process.ts';

afterEach(clearAway);

/** Runs a command as an operator does, with these settings and no others. */
async function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(projectRoot, 'scripts', script), ...args], {
    cwd: projectRoot,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, ...said };
}

// Ten commands load the whole shop, one after the other.
test('commands refuse a folder and a database without a shop, leave both as they were, and work on one with a shop', async () => {
  const folder = await temporaryFolder();
  const csv = join(folder, 'products.csv');
  await writeFile(csv, '');
  const commands: [string, string[]][] = [
    ['verify.ts', []],
    ['make-admin.ts', ['ada@example.com']],
    ['import.ts', [csv]],
  ];
  const missing = join(folder, 'nothing');
  const refusals = await Promise.all(
    commands.map(([script, args]) => run(script, args, { DATA_DIR: missing })),
  );
  for (const { code, err } of refusals) {
    expect(err).toContain(`There is no shop in ${missing}. Set DATA_DIR`);
    expect(code).toBe(1);
  }
  expect(await readdir(folder)).toEqual(['products.csv']);

  const dataDir = join(folder, 'data');
  const postgres = await startEmbeddedPostgres({ dataDir, projectRoot, durable: false });
  const database = openDatabase(postgres.connection);
  try {
    const { host, user, password, database: name } = postgres.connection;
    const DATABASE_URL = `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}`;
    const env = { DATA_DIR: join(folder, 'files'), DATABASE_URL };
    const { code, err } = await run('verify.ts', [], env);
    expect(err).toMatch(/^There is no shop in .+\. Check DATABASE_URL, or start the shop once/);
    expect(err).not.toContain(password);
    expect(code).toBe(1);
    const { rows } = await database.pool.query(
      `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
    );
    expect(rows).toEqual([{ tables: 0 }]);

    await migrateDatabase(database, projectRoot);
    const verified = await run('verify.ts', [], env);
    expect(verified.err).toContain(`Database: ${user}@${host}:5432/${name}`);
    expect(verified.out).toContain('0 broken');

    await database.pool.query(
      "insert into users (id, email, name) values ('usr_ada', 'ada@example.com', 'Ada')",
    );
    const made = await run('make-admin.ts', ['ada@example.com', '--unverified'], env);
    expect([made.code, made.out]).toEqual([0, 'ada@example.com is an admin now.\n']);
    const last = await run('make-admin.ts', ['ada@example.com', '--remove'], env);
    expect(last.err).toContain('This is the last admin of the shop.');
    expect(last.code).toBe(1);

    const refusedFolder = await run('import.ts', [folder], env);
    expect(refusedFolder.err).toBe(`${folder} can't be read: it is a folder.\n`);
    // A new connection is read-only by itself then.
    const setReadOnly = (value: string) =>
      database.pool.query(
        `begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit`,
      );
    await setReadOnly('on');
    const refused = await run('make-admin.ts', ['ada@example.com', '--unverified'], env);
    expect(refused.err.split('\n').at(-2)).toMatch(/^The database at .+ takes no changes now, /);
    await setReadOnly('off');

    await writeFile(csv, 'Handle,Title,Variant Price\ncoat,Coat,10\nboots,Boots,free\ncap,Cap,5\n');
    const imported = await run('import.ts', [csv, '--category', 'Shoes'], env);
    expect(imported.err).toMatch(/^3 of 3 products read\.$/m);
    expect(imported.err).toContain(`${csv}:3: "free" is not a price for boots.`);
    expect(imported.out).toContain('2 products with 2 variants added, 0 changed, 0 were in');
    expect(imported.code).toBe(1);
  } finally {
    await database.close();
    await postgres.stop();
  }
}, 240_000);
