import { join } from 'node:path';

/**
 * New objects get 8 MB at a time, and old ones are collected from 32 MB on. By default Node takes
 * several times as much while modules load, and never frees it. docs/speed.md has the figures. With
 * only a limit of 512 MB, V8 would collect so often that a page takes up to twice the time. So the
 * heap may double between two collections, as it may without a limit.
 */
const NODE_FLAGS = [
  '--max-semi-space-size=8',
  '--initial-heap-size=32',
  '--max-old-space-size=512',
  '--heap-growing-percent=100',
];

/**
 * Returns freed memory outside V8 (buffers, hashing) to the system. By default glibc keeps it in up
 * to eight pools for each core. It also keeps pieces of up to 32 MB, once it has freed one of that
 * size. With this limit, pieces of 160 KB or more are returned at once. Smaller ones are kept, among
 * them the 128 KB for compressing a page. With a limit of 16 KB, a page took one and a half times the
 * processor time, because the system clears and maps such memory anew.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '163840' };

/** The built shop. */
export const shopProgram = (projectRoot: string) => join(projectRoot, 'build/server/main.js');

/** A built command of `scripts/`. */
export const builtCommand = (projectRoot: string, name: string) =>
  join(projectRoot, 'build/server/commands', `${name}.js`);

/** How the process of the built shop is started: the arguments for Node and the environment. */
export function shopProcess(
  projectRoot: string,
  nodeArguments: string[],
  env: NodeJS.ProcessEnv,
): { args: string[]; env: NodeJS.ProcessEnv } {
  const args = [...NODE_FLAGS, ...nodeArguments, shopProgram(projectRoot)];
  return { args, env: { ...MALLOC, ...env } };
}
