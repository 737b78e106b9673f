import { BUDGETS } from '../figures/budgets.ts';
import { ratioRow, valueRow } from '../figures/row.ts';
import { compareLoads, rates } from '../load/compare.ts';
import { makeLoad } from '../load/make-load.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { prepareBuyers } from '../orders/buyers.ts';
import { takeSample } from '../orders/take-sample.ts';

const CONNECTIONS = 10;

/**
 * Measures orders of one line, Pay Later, by ten customers at a time, against the SQL of real orders
 * sent directly to the same PostgreSQL with the same durability.
 */
export const measureOrders: Measurement = async ({ shop, effort, say }) => {
  const buyers = await prepareBuyers(shop.url, effort.customers);
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
  const alone = await inTurn(ours, () =>
    makeLoad({
      ...{ kind: 'order', origin: shop.url, buyers },
      ...{ connections: 1, seconds: effort.secondsARound },
    }),
  );
  const rounds = { values: rates(ours), baselines: rates(baseline) };
  return [
    ratioRow(`POST /orders, ${statements} statements`, '/s', rounds, BUDGETS.order),
    valueRow(
      'POST /orders, p99 of an order',
      'ms',
      ours.map((load) => load.p99Ms),
    ),
    valueRow(
      'POST /orders, p50 of one customer at a time',
      'ms',
      alone.map((load) => load.p50Ms),
      BUDGETS.orderMs,
    ),
    valueRow('event loop delay p99, orders', 'ms', [p99Ms], BUDGETS.loopDelayMs),
  ];
};
