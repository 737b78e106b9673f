import { type Budget, type Row, ratioRow } from '../figures/row.ts';
import { startBareServer } from '../load/bare.ts';
import { compareLoads, rates } from '../load/compare.ts';
import type { GetJob } from '../load/jobs.ts';
import { takeResponse } from '../load/take-response.ts';
import type { Bench } from '../measurement.ts';

const CONNECTIONS = 20;

/** The encodings that Chromium accepts; without them pages are sent uncompressed. */
export const COMPRESSED = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

export interface Asked {
  what: string;
  path: string;
  headers: Record<string, string>;
  budget?: Budget;
}

/** Measures requests per second against bare `node:http` that sends the same bytes. */
export async function measureAgainstBare(bench: Bench, asked: Asked): Promise<Row> {
  const { what, path, headers, budget } = asked;
  const response = await takeResponse(bench.shop.url + path, headers);
  const bare = await startBareServer(response);
  const size = `${(response.body.length / 1000).toFixed(1)} KB`;
  bench.say(`${what}, ${size}, ${CONNECTIONS} connections, in turn with bare node:http`);
  try {
    const { ours, baseline } = await compareLoads(bench.effort, (seconds) => {
      const job: Omit<GetJob, 'origin'> = {
        kind: 'get',
        paths: [path],
        headers,
        connections: CONNECTIONS,
        seconds,
      };
      return {
        ours: { ...job, origin: bench.shop.url },
        baseline: { ...job, origin: bare.origin },
      };
    });
    const rounds = { values: rates(ours), baselines: rates(baseline) };
    return ratioRow(`${what}, ${size}`, '/s', rounds, budget);
  } finally {
    await bare.stop();
  }
}
