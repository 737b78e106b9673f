import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/**
 * The machine of the measurement in a sentence, with its load before the measurement, and the memory
 * that it reserves for huge pages, which PostgreSQL's cache takes if it can.
 */
export function describeMachine(): string {
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const model = cores[0]?.model.trim() || process.arch;
  const busy = loadavg()[0]?.toFixed(1);
  return `${cores.length} cores (${model}), ${memory} of memory, ${hugePages()}, ${process.platform}, Node ${process.version}; load before: ${busy}`;
}

function hugePages(): string {
  const count = readCount('/proc/sys/vm/nr_hugepages');
  return count > 0 ? `${count} huge pages` : 'no huge pages';
}

/** 0 where the system has no such file. */
function readCount(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** The commit that was measured; marked when the folder had other changes. */
export function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'without a commit';
  }
}
