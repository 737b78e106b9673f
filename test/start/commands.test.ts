import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, socketUrl, type TestDatabase } from '../support/database.ts';
import { clearAway, inherited, projectRoot, temporaryFolder } from './shop-process.ts';

afterEach(clearAway);

const { scripts } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));

/** Runs a command of package.json as npm does, with these settings and no others. */
async function run(command: string, args: string[], env: Record<string, string>) {
  const [program, ...first] = scripts[command].split(' ');
  expect(program).toBe('node');
  const child = spawn(process.execPath, [...first, ...args], {
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
    ['verify', []],
    ['make-admin', ['ada@example.com']],
    ['import', [csv]],
  ];
  const missing = join(folder, 'nothing');
  const refusals = await Promise.all(
    commands.map(([command, args]) => run(command, args, { DATA_DIR: missing })),
  );
  for (const { code, err } of refusals) {
    expect(err).toContain(`There is no shop in ${missing}. Set DATA_DIR`);
    expect(code).toBe(1);
  }
  expect(await readdir(folder)).toEqual(['products.csv']);

  const nothing = await createTestDatabase(1, 'template0');
  const database = await createTestDatabase(1);
  try {
    const envOf = ({ connection }: TestDatabase) => ({
      DATA_DIR: join(folder, 'files'),
      DATABASE_URL: socketUrl(connection),
    });
    const { code, err } = await run('verify', [], envOf(nothing));
    expect(err).toMatch(/^There is no shop in .+\. Check DATABASE_URL, or start the shop once/);
    expect(err).not.toContain(nothing.connection.password);
    expect(code).toBe(1);
    const { rows } = await nothing.pool.query(
      `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
    );
    expect(rows).toEqual([{ tables: 0 }]);

    const env = envOf(database);
    const { host, port, user, database: name } = database.connection;
    const verified = await run('verify', [], env);
    expect(verified.err).toContain(`Database: ${user}@${host}:${port}/${name}`);
    expect(verified.out).toContain('0 broken');

    await database.pool.query(
      "insert into users (id, email, name) values ('usr_ada', 'ada@example.com', 'Ada')",
    );
    const made = await run('make-admin', ['ada@example.com', '--unverified'], env);
    expect([made.code, made.out]).toEqual([0, 'ada@example.com is an admin now.\n']);
    const last = await run('make-admin', ['ada@example.com', '--remove'], env);
    expect(last.err).toContain('This is the last admin of the shop.');
    expect(last.code).toBe(1);

    const refusedFolder = await run('import', [folder], env);
    expect(refusedFolder.err).toBe(`${folder} can't be read: it is a folder.\n`);
    // A new connection is read-only by itself then.
    const setReadOnly = (value: string) =>
      database.pool.query(
        `begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit`,
      );
    await setReadOnly('on');
    const refused = await run('make-admin', ['ada@example.com', '--unverified'], env);
    expect(refused.err.split('\n').at(-2)).toMatch(/^The database at .+ takes no changes now, /);
    await setReadOnly('off');

    await writeFile(csv, 'Handle,Title,Variant Price\ncoat,Coat,10\nboots,Boots,free\ncap,Cap,5\n');
    const imported = await run('import', [csv, '--category', 'Shoes'], env);
    expect(imported.err).toMatch(/^3 of 3 products read\.$/m);
    expect(imported.err).toContain(`${csv}:3: "free" is not a price for boots.`);
    expect(imported.out).toContain('2 products with 2 variants added, 0 changed, 0 were in');
    expect(imported.code).toBe(1);
  } finally {
    await database.close();
    await nothing.close();
  }
}, 240_000);
