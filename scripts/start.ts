import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError, readConfig } from '#config.ts';
import { StartError } from '#shared/start-error.ts';
import { ensureBuild } from './ensure-build.ts';

/**
 * New objects get 8 MB at a time, and old ones are collected from 32 MB on. By default Node takes
 * several times as much while modules load, and never frees it. docs/speed.md has the figures. With
 * a limit of 512 MB alone, V8 collects so often that a page takes up to twice the time. So the heap
 * may double between two collections, as it may without a limit.
 */
const NODE_FLAGS = [
  '--max-semi-space-size=8',
  '--initial-heap-size=32',
  '--max-old-space-size=512',
  '--heap-growing-percent=100',
];

/**
 * Returns freed memory outside V8 (buffers, hashing) to the system. By default glibc holds it: in
 * up to eight pools a core, and in pieces of up to 32 MB once one of that size was freed.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '16384' };

try {
  // Checked before the build, which takes long, so that a wrong variable is reported at once.
  const { projectRoot } = readConfig();
  await ensureBuild(projectRoot);
  await become(join(projectRoot, 'build/server/main.js'));
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/**
 * Continues as the shop in the same process, so that signals reach it, and without the memory that
 * the build took.
 */
async function become(program: string): Promise<void> {
  // Windows and some versions of Node do not support it, and a watching parent would lose its
  // child.
  if (process.platform === 'win32' || process.send || !process.execve) {
    await import(pathToFileURL(program).href);
    return;
  }
  // The warning that it is experimental does not help who starts a shop.
  process.emitWarning = () => undefined;
  const flags = [...NODE_FLAGS, ...process.execArgv];
  process.execve(process.execPath, [process.execPath, ...flags, program], {
    ...MALLOC,
    ...process.env,
  });
}
