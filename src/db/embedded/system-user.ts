import { readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StartError } from '#shared/start-error.ts';

/** The system user to run PostgreSQL as. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Returns the user for it under root: the owner of an existing
 * database folder, else `postgres`, else `nobody`. Null for other users; PostgreSQL then runs as
 * the shop's user.
 */
export function findPostgresUser(databaseFolder: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = readUsers();
  const owner = statSync(databaseFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? `uid ${owner.uid}`;
    return { name, uid: owner.uid, gid: owner.gid };
  }
  const user =
    users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (!user) {
    throw new StartError(
      'PostgreSQL refuses to run as root, and this system has no user "postgres" or "nobody" to run it as. Start the shop as an ordinary user.',
    );
  }
  return user;
}

/** The options of `spawn` that run a program as `user`, in a folder that anyone may enter. */
export function runAs(user: SystemUser | null) {
  return {
    cwd: '/',
    // Without our environment, because LD_LIBRARY_PATH, PGDATA, LC_* and others change how
    // PostgreSQL runs.
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', HOME: '/' },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  };
}

/**
 * The first folder on the way to `path` (or `path` itself) that `user` may not enter; null when
 * there is none. Missing parts count as accessible.
 */
export async function findBlockedFolder(
  path: string,
  user: SystemUser | null,
): Promise<string | null> {
  if (!user) return null;
  for (const folder of pathFromRoot(resolve(path))) {
    const entry = await stat(folder).catch(() => null);
    if (entry?.isDirectory() && !mayEnter(entry, user)) return folder;
  }
  return null;
}

function mayEnter(entry: { mode: number; uid: number; gid: number }, user: SystemUser): boolean {
  if (entry.uid === user.uid) return (entry.mode & 0o100) !== 0;
  if (entry.gid === user.gid) return (entry.mode & 0o010) !== 0;
  return (entry.mode & 0o001) !== 0;
}

function pathFromRoot(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...pathFromRoot(parent), path];
}

function readUsers(): SystemUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid !== 0);
}
