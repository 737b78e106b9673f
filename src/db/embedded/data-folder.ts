import { createHash } from 'node:crypto';
import { constants, existsSync, readdirSync, statSync } from 'node:fs';
import { access, chmod, chown, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, fileErrorText, StartError } from '#shared/start-error.ts';
import { SYSTEM_FOLDER } from './binaries.ts';
import { findBlockedFolder, findPostgresUser, type SystemUser } from './system-user.ts';

/** The folder with everything that the shop stores on disk. */
export interface DataFolder {
  path: string;
  /** The user that PostgreSQL runs as; null for the shop's own user. */
  user: SystemUser | null;
  /** What the operator should know, one sentence each. */
  notices: string[];
}

/** The folder of PostgreSQL's files inside the data folder. */
export const databaseFolder = (dataDir: string) => join(dataDir, 'postgres');

/**
 * Makes the data folder and makes sure that PostgreSQL's user can enter it. If that user can't
 * reach the default folder (usually because it is in root's home), the system's data folder is used
 * instead. If the operator chose the folder, the start is refused.
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

/** The data folder that `openDataFolder` opens. Creates and changes nothing. */
export async function locateDataFolder(wanted: WantedFolder): Promise<DataFolder> {
  const { dataDir, isDefault, projectRoot } = wanted;
  const user = findPostgresUser(databaseFolder(dataDir));
  const blocked = await findBlockedFolder(dataDir, user);
  const instead = isDefault && user !== null ? insteadOf(dataDir, projectRoot) : null;

  if (instead && !existsSync(databaseFolder(dataDir))) {
    // Existing data stays where it is, even when the project's folder becomes accessible later.
    if (blocked || existsSync(databaseFolder(instead))) {
      const why = blocked
        ? `the user "${user?.name}", whom PostgreSQL runs as under root, may not enter ${blocked}`
        : 'the data is already there';
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
 * Under root, lets PostgreSQL's user pass through a private folder that root owns (as `mktemp -d`
 * makes them). Folders that hold other things, and those above, stay as they are.
 */
async function letUserPass(dataDir: string, user: SystemUser | null): Promise<void> {
  const folder = user && statSync(dataDir, { throwIfNoEntry: false });
  if (!folder?.isDirectory() || folder.uid !== 0 || (folder.mode & 0o077) !== 0) return;
  if (!existsSync(databaseFolder(dataDir)) && readdirSync(dataDir).length > 0) return;
  await chown(dataDir, 0, user?.gid ?? 0);
  await chmod(dataDir, 0o710);
}

/** Makes the folder if it is missing, and refuses one that can't be written. */
export async function makeDataFolder(path: string): Promise<void> {
  try {
    const isNew = !existsSync(path);
    await makeFolders(path);
    // Regardless of the umask, because PostgreSQL's user has to pass. Private files have their own
    // modes.
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

// This is not mkdir's `recursive`, which never returns if a folder can't be made in an existing one
// (as in /proc).
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

// Each place of the project has a separate folder, so that two clones don't share data.
function insteadOf(dataDir: string, projectRoot: string): string {
  const hash = createHash('sha256').update(dirname(dataDir)).digest('hex').slice(0, 8);
  return join(SYSTEM_FOLDER, `${basename(projectRoot)}-${hash}`);
}
