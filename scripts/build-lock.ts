import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { errorCode, fileErrorText, StartError } from '#shared/start-error.ts';
import type { Touching } from './touch-lock.ts';

/** The holder touches the file so often, in milliseconds. */
const TOUCHED_MS = 1_000;
/** A file that was not touched for so long, in milliseconds, has lost its holder. */
const STALE_MS = 15_000;

export interface BuildLock {
  /** Names this build; no two are the same. */
  token: string;
  /** Throws a `StartError` if another build took over, as when this process was paused. */
  requireHeld(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Waits until no other process builds, and takes the lock. A holder that was killed blocks nobody
 * for longer than `STALE_MS`. The time of the file says whether its holder lives: a process id says
 * it neither in containers, where the same numbers come again, nor after a restart of the machine.
 */
export async function lockBuild(path: string): Promise<BuildLock> {
  const token = randomUUID();
  let hasSaid = false;
  while (!(await create(path, token))) {
    if (await isStale(path)) {
      await removeStale(path);
      continue;
    }
    if (!hasSaid) console.log(`Waiting for another build, which holds ${path} …`);
    hasSaid = true;
    await sleep(200);
  }
  const isHeld = async () => (await readFile(path, 'utf8').catch(() => null)) === token;
  // In a thread of its own: minifying keeps this one busy for seconds, on a slow machine for longer
  // than a lock lives untouched.
  const touching = new Worker(new URL('./touch-lock.ts', import.meta.url), {
    workerData: { path, token, everyMs: TOUCHED_MS } satisfies Touching,
  });
  touching.unref();
  return {
    token,
    async requireHeld() {
      if (!(await isHeld())) throw new StartError('Another build took over. Please build again.');
    },
    async release() {
      await touching.terminate();
      if (await isHeld()) await removeLock(path);
    },
  };
}

/** Creates the file; false if it is there. */
async function create(path: string, content: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new StartError(`The shop can't be built: ${fileErrorText(error)}.`, { cause: error });
  }
}

/**
 * Whether nobody has touched the file for long. False when it is gone: then it can be taken. A time in
 * the future counts as old, because the clock may have been set back.
 */
async function isStale(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  return file !== null && Math.abs(Date.now() - file.mtimeMs) > STALE_MS;
}

/**
 * Removes a stale lock. Only one process at a time looks again and removes it. Otherwise one could
 * remove the lock that another has just taken.
 */
async function removeStale(path: string): Promise<void> {
  const guard = `${path}.stale`;
  if (!(await create(guard, ''))) {
    if (await isStale(guard)) await removeLock(guard);
    return sleep(50);
  }
  try {
    if (await isStale(path)) await removeLock(path);
  } finally {
    await removeLock(guard);
  }
}

/** Removes a lock, also a folder of that name, which would make every attempt fail. */
const removeLock = (path: string) => rm(path, { recursive: true, force: true });
