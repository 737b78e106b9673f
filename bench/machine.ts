import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';

/** The machine of the measurement in a sentence, and its load before the measurement. */
export function describeMachine(): string {
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const model = cores[0]?.model.trim() || process.arch;
  const busy = loadavg()[0]?.toFixed(1);
  return `${cores.length} cores (${model}), ${memory} of memory, ${process.platform}, Node ${process.version}; load before: ${busy}`;
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
