import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, fileErrorText, StartError } from '#shared/start-error.ts';

/** The holder touches the file so often, in milliseconds. */
const TOUCHED_MS = 1_000;
/** A file that was not touched for so long, in milliseconds, has lost its holder. */
const STALE_MS = 15_000;

/**
 * Waits until no other process builds, and takes the lock; the returned function gives it back. A
 * holder that was killed blocks nobody for longer than `STALE_MS`. The time of the file says
 * whether its holder lives: a process id says it neither in containers, where the same numbers come
 * again, nor after a restart of the machine.
 */
export async function lockBuild(path: string): Promise<() => Promise<void>> {
  let hasSaid = false;
  while (!(await take(path))) {
    if (await isStale(path)) {
      await rm(path, { force: true });
      continue;
    }
    if (!hasSaid) console.log('Waiting for another build …');
    hasSaid = true;
    await sleep(200);
  }
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, TOUCHED_MS);
  touching.unref();
  return async () => {
    clearInterval(touching);
    await rm(path, { force: true });
  };
}

async function take(path: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new StartError(`The shop can't be built: ${fileErrorText(error)}.`, { cause: error });
  }
}

/** False when the file is gone: then it can be taken. */
async function isStale(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  return file !== null && Date.now() - file.mtimeMs > STALE_MS;
}
