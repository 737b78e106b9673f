import { fork } from 'node:child_process';
import { join } from 'node:path';
import { abortSignal } from '../abort-signal.ts';
import type { Job, Load } from './jobs.ts';

/** Runs the job in its own process, which ends with the job or with this process. */
export function makeLoad(job: Job): Promise<Load> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'worker.ts'), {
      serialization: 'advanced',
      signal: abortSignal,
    });
    child.on('message', ({ load, error }: { load?: Load; error?: string }) => {
      if (load) resolve(load);
      else reject(new Error(`The load could not be made: ${error}`));
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The load's process ended with ${code}.`)));
    child.send(job);
  });
}
