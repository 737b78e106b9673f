import type { Effort } from '../effort.ts';
import type { Job, Load } from './jobs.ts';
import { makeLoad } from './make-load.ts';

/**
 * Loads two things in turn, A B A B …, so that a machine that becomes slower affects both.
 */
export async function compareLoads(
  { rounds, secondsARound, warmUpSeconds }: Effort,
  job: (seconds: number) => { ours: Job; baseline: Job },
): Promise<{ ours: Load[]; baseline: Load[] }> {
  const warmUp = job(warmUpSeconds);
  await makeLoad(warmUp.ours);
  await makeLoad(warmUp.baseline);
  const ours: Load[] = [];
  const baseline: Load[] = [];
  const timed = job(secondsARound);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await makeLoad(timed.ours));
    baseline.push(await makeLoad(timed.baseline));
  }
  return { ours, baseline };
}

/** The requests per second of each round. */
export const rates = (loads: Load[]) => loads.map(({ perSecond }) => perSecond);
