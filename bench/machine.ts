import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';

/** What the figures were taken on, in a sentence, and how busy it was before. */
export function describeMachine(): string {
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const model = cores[0]?.model.trim() || process.arch;
  const busy = loadavg()[0]?.toFixed(1);
  return `${cores.length} cores (${model}), ${memory} of memory, ${process.platform}, Node ${process.version}; load before: ${busy}`;
}

/** The commit that was measured; a mark when there was more in the folder than that. */
export function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'without a commit';
  }
}
