import autocannon from 'autocannon';
import type { GetJob, Load } from './jobs.ts';

/** Requests pages repeatedly; any status but 200 is an error. */
export async function sendGets(job: GetJob): Promise<Load> {
  const { origin, paths, headers, connections, seconds } = job;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    // Shorter than a round: the time is looked at this often, in milliseconds.
    sampleInt: 100,
    requests: paths.map((path) => ({ method: 'GET', path, headers })),
  });
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(
      `${paths.join(', ')}: ${errors} errors, ${timeouts} without a response, ${non2xx} with another status than 200.`,
    );
  }
  // `requests` counts whole seconds only, too coarse for a short round.
  const responded = result['2xx'];
  if (responded === 0) throw new Error(`${paths.join(', ')}: no response in ${seconds} s.`);
  const { p50: p50Ms, p99: p99Ms } = result.latency;
  return { perSecond: responded / result.duration, p50Ms, p99Ms };
}
