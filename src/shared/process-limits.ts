/** Ends a separate process when its job takes too much time or memory. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessLimits {
  /** Of processor time, which does not depend on what else the machine does. */
  seconds: number;
  /** By the clock; without it, a multiple of `seconds`. */
  clockSeconds?: number;
  /** Resident memory, including the program's own 70 MB. */
  megabytes: number;
}

const WATCH_MS = 20;

/**
 * A job ends after this many times its seconds by the clock. Its process has a low priority, so on
 * a busy machine it takes many times longer than its processor time.
 */
const CLOCK_FACTOR = 2;

/** Linux counts the processor time of a process in hundredths of a second. */
const TICKS_A_SECOND = 100;

/**
 * Watches a process from outside until `stop` is called. A limit on address space (`ulimit -v`)
 * does not work, because Node reserves far more than it uses. Without /proc only the time by the
 * clock is limited.
 */
export function limitProcess(child: ChildProcess, limits: ProcessLimits) {
  const { seconds, megabytes, clockSeconds = CLOCK_FACTOR * seconds } = limits;
  let exceeded: string | null = null;
  const end = (limit: string) => {
    exceeded ??= limit;
    child.kill('SIGKILL');
  };
  const before = processorSeconds(child.pid);
  // Not an exceeded limit: nothing shows that the job is to blame, and not the machine.
  const overdue = setTimeout(() => child.kill('SIGKILL'), clockSeconds * 1_000);
  const watch = setInterval(() => {
    if (residentMegabytes(child.pid) > megabytes) end(`${megabytes} MB`);
    if (processorSeconds(child.pid) - before > seconds) end(`${seconds} seconds`);
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
  const status = readOfProcess(pid, 'status');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** What a process has taken so far, of all its threads. */
function processorSeconds(pid: number | undefined): number {
  // The name comes second, in brackets, and may contain spaces.
  const fields = readOfProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) / TICKS_A_SECOND;
}

/** Empty when the process has ended, and without /proc. */
function readOfProcess(pid: number | undefined, name: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}
