/** Ends a separate process when its job takes too much time or memory. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessLimits {
  seconds: number;
  /** Resident memory, including the program's own 70 MB. */
  megabytes: number;
}

const WATCH_MS = 20;

/**
 * Watches a process from outside until `stop` is called. A limit on address space (`ulimit -v`)
 * does not work, because Node reserves far more than it uses. Without /proc only time is limited.
 */
export function limitProcess(child: ChildProcess, { seconds, megabytes }: ProcessLimits) {
  let exceeded: string | null = null;
  const end = (limit: string) => {
    exceeded ??= limit;
    child.kill('SIGKILL');
  };
  const overdue = setTimeout(() => end(`${seconds} seconds`), seconds * 1_000);
  const watch = setInterval(() => {
    if (residentMegabytes(child.pid) > megabytes) end(`${megabytes} MB`);
  }, WATCH_MS);
  return {
    /** The exceeded limit that ended the process; null while it is within both. */
    exceeded: () => exceeded,
    stop() {
      clearTimeout(overdue);
      clearInterval(watch);
    },
  };
}

function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
