import { createHash } from 'node:crypto';
import { constants, existsSync, readdirSync, statSync } from 'node:fs';
import { access, chmod, chown, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, fileErrorText, StartError } from '#shared/start-error.ts';
import { SYSTEM_FOLDER } from './binaries.ts';
import { findBlockedFolder, findPostgresUser, type SystemUser } from './system-user.ts';

/** The folder that holds everything the shop keeps on disk. */
export interface DataFolder {
  path: string;
  /** Whom PostgreSQL runs as; null: the shop's own user. */
  user: SystemUser | null;
  /** What whoever runs the shop should know, a sentence each. */
  notices: string[];
}

/** Where PostgreSQL's files lie inside the data folder. */
export const databaseFolder = (dataDir: string) => join(dataDir, 'postgres');

/**
 * Makes the data folder, and sees that PostgreSQL's user gets there. The default folder moves to
 * the system's place for data when it lies where that user may not go (root's own home, mostly); a
 * folder that was asked for by name stays where it is, or the start is refused.
 */
export async function openDataFolder(wanted: WantedFolder): Promise<DataFolder> {
  await letUserPass(wanted.dataDir, findPostgresUser(databaseFolder(wanted.dataDir)));
  const found = await locateDataFolder(wanted);
  await makeDataFolder(found.path);
  return found;
}

interface WantedFolder {
  dataDir: string;
  isDefault: boolean;
  projectRoot: string;
}

/** The data folder that `openDataFolder` opens; makes and changes nothing. */
export async function locateDataFolder(wanted: WantedFolder): Promise<DataFolder> {
  const { dataDir, isDefault, projectRoot } = wanted;
  const user = findPostgresUser(databaseFolder(dataDir));
  const blocked = await findBlockedFolder(dataDir, user);
  const instead = isDefault && user !== null ? insteadOf(dataDir, projectRoot) : null;

  if (instead && !existsSync(databaseFolder(dataDir))) {
    // Once there, it stays there, also after the project's folder has been opened up.
    if (blocked || existsSync(databaseFolder(instead))) {
      const why = blocked
        ? `the user "${user?.name}", whom PostgreSQL runs as under root, may not enter ${blocked}`
        : 'the shop has kept it there so far';
      return {
        path: instead,
        user: findPostgresUser(databaseFolder(instead)),
        notices: [`The data is in ${instead}: ${why}.`],
      };
    }
  }
  if (blocked) {
    throw new StartError(
      `The data folder ${dataDir} can't be used: PostgreSQL refuses to run as root, and the user it runs as instead, "${user?.name}", may not enter ${blocked}. Set DATA_DIR to a folder elsewhere.`,
    );
  }
  return { path: dataDir, user, notices: [] };
}

/**
 * Under root, a private folder that root owns (`mktemp -d` makes such ones) lets PostgreSQL's user
 * pass through, and nobody else. A folder that holds other things, and those above it, stay as they
 * are.
 */
async function letUserPass(dataDir: string, user: SystemUser | null): Promise<void> {
  const folder = user && statSync(dataDir, { throwIfNoEntry: false });
  if (!folder?.isDirectory() || folder.uid !== 0 || (folder.mode & 0o077) !== 0) return;
  if (!existsSync(databaseFolder(dataDir)) && readdirSync(dataDir).length > 0) return;
  await chown(dataDir, 0, user?.gid ?? 0);
  await chmod(dataDir, 0o710);
}

/** Makes the folder when it is not there, and refuses one that can't be written. */
export async function makeDataFolder(path: string): Promise<void> {
  try {
    const isNew = !existsSync(path);
    await makeFolders(path);
    // Whatever the umask says: PostgreSQL's user has to pass. What is private has a mode of its own.
    if (isNew) await chmod(path, 0o755);
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartError(
      `The data folder ${path} can't be written: ${fileErrorText(cause)}. Set DATA_DIR to a folder that can.`,
      { cause },
    );
  }
}

// Not mkdir's own `recursive`: where a folder can't be made in one that exists (as in /proc), it
// never returns.
async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolders(dirname(path));
    await mkdir(path);
  }
}

// One folder for each place the project may lie in, so that two clones keep apart.
function insteadOf(dataDir: string, projectRoot: string): string {
  const hash = createHash('sha256').update(dirname(dataDir)).digest('hex').slice(0, 8);
  return join(SYSTEM_FOLDER, `${basename(projectRoot)}-${hash}`);
}
