import { BUDGETS } from '../figures/budgets.ts';
import { ratioRow, valueRow } from '../figures/row.ts';
import { compareLoads, rates } from '../load/compare.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { prepareBuyers } from '../orders/buyers.ts';
import { takeSample } from '../orders/take-sample.ts';

const CONNECTIONS = 10;
/** So that the open orders of one customer, which each order counts, stay as few as in a shop. */
const CUSTOMERS = 60;

/**
 * Measures orders of one line, Pay Later, by ten customers at a time, against the SQL of real orders
 * sent directly to the same PostgreSQL with the same durability.
 */
export const measureOrders: Measurement = async ({ shop, effort, say }) => {
  const buyers = await prepareBuyers(shop.url, CUSTOMERS);
  const samples = await inTurn(buyers, (buyer) => takeSample(shop, buyer));
  const statements = samples[0]?.first.length ?? 0;
  say(`POST /orders, ${CONNECTIONS} customers, in turn with their ${statements} statements alone`);
  const { result, p99Ms } = await shop.observer.watchDelays(() =>
    compareLoads(effort, (seconds) => {
      const timed = { connections: CONNECTIONS, seconds };
      return {
        ours: { kind: 'order', origin: shop.url, buyers, ...timed },
        baseline: { kind: 'sql', dataDir: shop.dataDir, samples, ...timed },
      };
    }),
  );
  const { ours, baseline } = result;
  const rounds = { values: rates(ours), baselines: rates(baseline) };
  return [
    ratioRow(`POST /orders, ${statements} statements`, '/s', rounds, BUDGETS.order),
    valueRow(
      'POST /orders, p99 of an order',
      'ms',
      ours.map((load) => load.p99Ms),
    ),
    valueRow('event loop delay p99, orders', 'ms', [p99Ms], BUDGETS.loopDelayMs),
  ];
};
