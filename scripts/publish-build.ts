import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileErrorText, StartError } from '#shared/start-error.ts';
import { FINGERPRINT } from './build-fingerprint.ts';

/** Files that are named by a hash of their content. Open pages and running processes load them late. */
const HASHED = ['client', 'server'].map((part) => join(part, 'assets') + sep);
/** Such a file is kept this long after a newer build has replaced it. */
const KEPT_MS = 30 * 86_400_000;
/** Lists the files of the newest build, a line each. */
const LIST = '.files';

/**
 * Moves a complete build over the one that running processes serve, file by file, so that no file
 * of either is missing meanwhile. Files that only earlier builds have are removed; those that are
 * named by a hash only 30 days later. Both folders are on one file system. Throws a `StartError`
 * for a folder that can't be written.
 */
export async function publishBuild(
  from: string,
  to: string,
  sources: string,
  now = Date.now(),
): Promise<void> {
  try {
    // While files of both builds are in the folder, it counts as no build.
    await rm(join(to, FINGERPRINT), { force: true });
    await moveOver(from, to, now);
    await writeFile(join(to, FINGERPRINT), sources);
  } catch (cause) {
    throw new StartError(`The build can't be written to ${to}: ${fileErrorText(cause)}.`, {
      cause,
    });
  }
}

async function moveOver(from: string, to: string, now: number): Promise<void> {
  const files = await filesIn(from);
  await mkdir(to, { recursive: true });
  // A build without a list was replaced by none yet, however old it is.
  const earlier = await readFile(join(to, LIST), 'utf8').then(
    (list) => list.split('\n'),
    () => filesIn(to),
  );
  for (const name of files) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await rename(join(from, name), join(to, name));
  }
  await rm(from, { recursive: true, force: true });
  await removeOld(to, { current: new Set(files), earlier: new Set(earlier), now });
  await writeFile(join(to, LIST), files.join('\n'));
}

/** Files of `earlier` are replaced from now on; the time of a replaced file says since when. */
async function removeOld(
  folder: string,
  { current, earlier, now }: { current: Set<string>; earlier: Set<string>; now: number },
): Promise<void> {
  for (const name of await filesIn(folder)) {
    if (current.has(name)) continue;
    const path = join(folder, name);
    const isHashed = HASHED.some((start) => name.startsWith(start));
    if (isHashed && earlier.has(name)) await utimes(path, now / 1_000, now / 1_000);
    else if (!isHashed || now - (await stat(path)).mtimeMs > KEPT_MS) await rm(path);
  }
  await removeEmptyFolders(folder);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function removeEmptyFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    await removeEmptyFolders(path);
    if ((await readdir(path)).length === 0) await rmdir(path);
  }
}
