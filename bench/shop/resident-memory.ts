import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The resident set of a process, in MB, as the system reports it. This loads nothing into the
 * process.
 */
export async function residentMb(pid: number): Promise<number> {
  return ((await residentKb(pid)) * 1024) / 1e6;
}

async function residentKb(pid: number): Promise<number> {
  // Small Linux images have no `ps`.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const line = status
    ? /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]
    : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  const kilobytes = Number(line);
  if (!(kilobytes > 0)) throw new Error(`The memory of process ${pid} is unknown.`);
  return kilobytes;
}
