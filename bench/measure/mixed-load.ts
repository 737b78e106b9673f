import { BUDGETS } from '../figures/budgets.ts';
import { valueRow } from '../figures/row.ts';
import type { GetJob } from '../load/jobs.ts';
import { makeLoad } from '../load/make-load.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { signInCustomer } from '../shop/customer.ts';
import { residentMb } from '../shop/resident-memory.ts';
import { COMPRESSED } from './against-bare.ts';

const CONNECTIONS = 20;
const PATHS = [
  '/',
  '/cloths',
  '/shoes',
  '/product/skerry-cable-jumper',
  '/products?category=Cloths&limit=24',
  '/shoppingCart',
];
const LOOK_EVERY_MS = 200;

/** Measures the shop's process under a mix of pages and calls: its delays and its memory. */
export const measureMixedLoad: Measurement = async ({ shop, effort, say }) => {
  const { cookie } = await signInCustomer(shop.url);
  say(`a mix of pages and calls, ${CONNECTIONS} connections`);
  const job: GetJob = {
    kind: 'get',
    origin: shop.url,
    paths: PATHS,
    headers: { Cookie: cookie, ...COMPRESSED },
    connections: CONNECTIONS,
    seconds: effort.secondsARound,
  };
  // In the first seconds, code that is used often is compiled. The measurement of starts covers
  // that.
  await makeLoad({ ...job, seconds: 1 });
  const rounds = await inTurn(Array.from({ length: effort.rounds }), async () => {
    const weights = weigh(() => residentMb(shop.process.pid ?? 0));
    const { result, p99Ms } = await shop.observer.watchDelays(() => makeLoad(job));
    return { rate: result.perSecond, p99Ms, memoryMb: await weights.stop() };
  });
  return [
    valueRow(
      'pages and calls mixed',
      '/s',
      rounds.map(({ rate }) => rate),
    ),
    valueRow(
      'event loop delay p99, pages and calls',
      'ms',
      rounds.map(({ p99Ms }) => p99Ms),
      BUDGETS.loopDelayMs,
    ),
    valueRow(
      'memory under load, its peak',
      'MB',
      rounds.map(({ memoryMb }) => memoryMb),
      BUDGETS.memoryUnderLoadMb,
    ),
  ];
};

/** Reads the memory repeatedly; `stop` returns the highest value. */
function weigh(memoryMb: () => Promise<number>) {
  let most = 0;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    most = Math.max(most, await memoryMb());
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      await looking;
      await look();
      return most;
    },
  };
}
