import { readFileSync, utimesSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

// A thread that touches the file of a lock for as long as its process lives and holds it.

export interface Touching {
  path: string;
  /** What the file says while the lock is held. */
  token: string;
  everyMs: number;
}

const { path, token, everyMs }: Touching = workerData;

setInterval(() => {
  try {
    if (readFileSync(path, 'utf8') !== token) return;
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Another process has removed it: `requireHeld` says so.
  }
}, everyMs);
