import { findRefusal } from './errors.ts';
import { lowerPriority } from './lower-priority.ts';
import type { JobResult } from './separate-process.ts';

/**
 * Makes this process the other side of a `SeparateProcess`: it receives one job at a time as a
 * message and sends back the result.
 */
export function serveJobs<Job, Done>(work: (job: Job) => Promise<Done>): void {
  lowerPriority();
  process.on('message', (job: Job) => {
    void resultOf(work, job).then((result) => process.send?.(result));
  });
  // Ends at once when the shop's process ends, even while it works.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Ctrl-C in a terminal signals this process too, while the shop still finishes requests.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
}

async function resultOf<Job, Done>(
  work: (job: Job) => Promise<Done>,
  job: Job,
): Promise<JobResult<Done>> {
  try {
    return { done: await work(job) };
  } catch (error) {
    const refusal = findRefusal(error);
    if (!refusal) return { failed: String(error) };
    const { code, message, cause } = refusal;
    return { refused: { code, message, cause: String(cause) } };
  }
}
