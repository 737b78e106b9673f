import { Agent, request } from 'node:http';
import { typeid } from 'typeid-js';
import { runClients } from './concurrent-clients.ts';
import type { Load, OrderJob } from './jobs.ts';

/**
 * Places orders repeatedly, each connection for its own customers in turn; any status but 201 is an
 * error.
 */
export async function sendOrders(job: OrderJob): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.connections });
  try {
    const placed = Array.from({ length: job.connections }, () => 0);
    return await runClients(job, (client) => {
      const turn = placed[client] ?? 0;
      placed[client] = turn + 1;
      const buyer = job.buyers[(client + turn * job.connections) % job.buyers.length];
      if (!buyer) throw new Error('An order needs a buyer.');
      return placeOrder(job.origin, buyer, agent);
    });
  } finally {
    agent.destroy();
  }
}

export function orderHeaders(
  origin: string,
  { cookie, address, body }: OrderJob['buyers'][number],
) {
  return {
    Cookie: cookie,
    Origin: origin,
    'X-Forwarded-For': address,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Idempotency-Key': typeid('key').toString(),
  };
}

/** Places one order under its own key, which looks like an id so that it can be found in SQL. */
export function placeOrder(
  origin: string,
  buyer: OrderJob['buyers'][number],
  agent?: Agent,
): Promise<void> {
  const headers = orderHeaders(origin, buyer);
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/orders`, { method: 'POST', headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`An order got status ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject).end(buyer.body);
  });
}
