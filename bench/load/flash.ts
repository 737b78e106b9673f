import { Agent, request } from 'node:http';
import type { FlashJob, Load } from './jobs.ts';
import { loadOf } from './load-of.ts';
import { orderHeaders } from './orders.ts';

/**
 * All buyers order one unit of the same product at once. There are `units` of it, so as many get an
 * order and the others hear that it is sold out; anything else is an error.
 */
export async function sendFlash(job: FlashJob): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.buyers.length });
  const start = performance.now();
  const took: number[] = [];
  try {
    const statuses = await Promise.all(
      job.buyers.map(async (buyer) => {
        const status = await order(job, buyer, agent);
        took.push(performance.now() - start);
        return status;
      }),
    );
    const seconds = (performance.now() - start) / 1_000;
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    if (count(201) !== job.units || count(409) !== statuses.length - job.units) {
      throw new Error(`${count(201)} orders of ${job.units} units; ${count(409)} sold out.`);
    }
    return loadOf(took, seconds);
  } finally {
    agent.destroy();
  }
}

function order({ origin }: FlashJob, buyer: FlashJob['buyers'][number], agent: Agent) {
  const headers = orderHeaders(origin, buyer);
  return new Promise<number>((resolve, reject) => {
    const sent = request(`${origin}/orders`, { method: 'POST', headers, agent }, (response) => {
      response.resume().on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end(buyer.body);
  });
}
