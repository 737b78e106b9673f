import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileErrorText, StartError } from '#shared/start-error.ts';
import type { Binaries } from './binaries.ts';
import { databaseFolder } from './data-folder.ts';
import { runAs, type SystemUser } from './system-user.ts';

/** PostgreSQL's files, in a folder that only PostgreSQL's user may enter. */
export interface Cluster {
  /** The folder that holds the files, and the socket if its path is short enough. */
  folder: string;
  /** PostgreSQL's own data directory. */
  files: string;
  log: string;
  password: string;
}

/** The name of the shop's role (no superuser) and of its database. */
export const SHOP = 'shop';

interface ClusterOptions {
  dataDir: string;
  user: SystemUser | null;
  binaries: Binaries;
  durable: boolean;
}

/** Finds the database files in the data folder, or creates them. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = databaseFolder(options.dataDir);
  if (!existsSync(join(folder, 'files/PG_VERSION'))) await createCluster(folder, options);
  try {
    const files = join(folder, 'files');
    const version = (await readFile(join(files, 'PG_VERSION'), 'utf8')).trim();
    if (Number(version) !== options.binaries.major) {
      throw new StartError(
        `The database in ${folder} was made by PostgreSQL ${version}, and this version of the shop brings ${options.binaries.major}. Start the version that made it, save the data with pg_dump, and load it into a new data folder.`,
      );
    }
    const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
    return { folder, files, log: join(folder, 'server.log'), password };
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The database in ${folder} can't be read: ${fileErrorText(cause)}. Start the shop as the user who owns it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Removes the files of starts that were killed while they created the database. */
export async function removeDrafts(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (name.startsWith(draftPrefix(folder))) {
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

const draftPrefix = (folder: string) => `${basename(folder)}.new-`;

// The files are created next to their final place and renamed when they are complete, including
// role and database. So a killed start leaves nothing incomplete, and two concurrent first starts
// use the same files.
async function createCluster(folder: string, options: ClusterOptions): Promise<void> {
  const { user } = options;
  const draft = join(
    dirname(folder),
    `${draftPrefix(folder)}${process.pid}-${randomBytes(4).toString('hex')}`,
  );
  const files = join(draft, 'files');
  const passwordFile = join(draft, 'password');
  const password = randomBytes(24).toString('hex');
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user) {
      await chown(draft, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await initialize(files, passwordFile, options);
    await createShopDatabase(files, password, options);
    await rename(draft, folder);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    // Another start was faster. Its files are used.
    if (existsSync(join(folder, 'files/PG_VERSION'))) return;
    throw new StartError(
      `The database could not be created in ${folder}: ${cause instanceof StartError ? cause.message : fileErrorText(cause)}.`,
      { cause },
    );
  }
}

function initialize(
  files: string,
  passwordFile: string,
  { user, binaries, durable }: ClusterOptions,
): Promise<void> {
  return run(user, binaries.initdb, [
    `--pgdata=${files}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth-local=scram-sha-256',
    '--auth-host=reject',
    // PostgreSQL's built-in Unicode rules are the same on every machine, whatever its locales.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--set=timezone=UTC',
    '--set=log_timezone=UTC',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync', '--no-data-checksums']),
  ]);
}

function createShopDatabase(
  files: string,
  password: string,
  { user, binaries, durable }: ClusterOptions,
): Promise<void> {
  const settings = ['exit_on_error=on', `fsync=${durable ? 'on' : 'off'}`];
  // The password of a test protects nothing, and each connection works its way through all of them.
  if (!durable) settings.push('scram_iterations=1');
  const statements = [
    `create role ${SHOP} login createdb password '${password}'`,
    `create database ${SHOP} owner ${SHOP}`,
    '',
  ];
  return run(
    user,
    binaries.postgres,
    ['--single', '-D', files, ...settings.flatMap((setting) => ['-c', setting]), 'postgres'],
    statements.join('\n'),
  );
}

// Runs a program to its end. An error holds the program's last line.
function run(user: SystemUser | null, program: string, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAs(user), stdio: ['pipe', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new StartError(lastWords(output) ?? `${basename(program)} ended with ${code}`));
    });
    // The exit code reports a program that ends before it reads.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function lastWords(output: string): string | undefined {
  const lines = output.trim().split('\n');
  const fault = lines.findLast((line) => /error|fatal|panic/i.test(line)) ?? lines.at(-1);
  return fault?.replace(/^.*?(error|FATAL|PANIC):\s*/, '').trim() || undefined;
}
