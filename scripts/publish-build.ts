import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** Files that pages name by a hash of their content. */
const ASSETS = join('client', 'assets') + sep;
/** Open pages and processes of an earlier build ask for its files as long as this. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Moves a complete build over the one that running processes serve, file by file, so that no file
 * of either is missing meanwhile. Files that only the earlier build has are removed, except assets
 * that were part of a build in the last 30 days. Both folders are on one file system.
 */
export async function publishBuild(from: string, to: string, now = Date.now()): Promise<void> {
  const files = await filesIn(from);
  for (const name of files) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await rename(join(from, name), join(to, name));
  }
  await rm(from, { recursive: true, force: true });
  const current = new Set(files);
  for (const name of await filesIn(to)) {
    if (current.has(name)) continue;
    const path = join(to, name);
    const isKept = name.startsWith(ASSETS) && now - (await stat(path)).mtimeMs < KEPT_MS;
    if (!isKept) await rm(path);
  }
  await removeEmptyFolders(to);
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
