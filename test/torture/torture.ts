/**
 * Bursts of shopping under faults, and after each: quiet, recovery, and every check there is. What
 * was seen to hold is counted; what was not is a breach, and ends the run.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../support/random.ts';
import { checkAfterSale } from './after-sale-checks.ts';
import { type Browsing, browseOn } from './browsing.ts';
import { checkBooks, checkMoney, checkPurchases, checkUnits, countHalfWay } from './checks.ts';
import { checkDocuments } from './document-checks.ts';
import { checkFlash, sellInAFlash } from './flash-sale.ts';
import { begin, buyOn, type Market, place } from './flows.ts';
import { Journal, readJournal } from './journal.ts';
import type { Goods } from './purchases.ts';
import { openMarket } from './set-up.ts';
import { type JournalLine, NOT_SENT, type Shopper } from './shopper.ts';
import { type Pace, storm } from './storm.ts';
import { checkTaxes } from './tax-checks.ts';
import { startWorld, type World } from './world.ts';

export interface TortureOptions {
  seed: number;
  /** Says after each burst whether there is to be another one. */
  goOn: (sofar: TortureCounts) => boolean;
  processes?: number;
  /** How many requests end in one burst before it goes quiet. */
  burstCalls?: number;
  /** The fewest and the most requests between two faults of the storm. */
  apart?: [number, number];
  /** How many crash points wait at a time for a request that passes them. */
  armed?: number;
  /** Whether a crash point comes up again after a process was killed there. Default: true. */
  again?: boolean;
  report?: (line: string, counts: TortureCounts) => void;
}

export interface TortureCounts {
  seed: number;
  bursts: number;
  /** Requests that were written down, and whose effect was found to be what the response said. */
  operations: number;
  unknown: number;
  orders: number;
  captures: number;
  refunds: number;
  /** What staff and customers did after the payment, by its name. */
  afterSale: Record<string, number>;
  faults: number;
  faultsByKind: Record<string, number>;
  /** Named moments of the order path that never went by. */
  unseen: string[];
  /** Crash points at which no process was killed. */
  spared: string[];
  seconds: number;
  breaches: string[];
}

interface Calls {
  ended: number;
  unknown: number;
  /** What a fault never excuses: a response that says that something is wrong with the shop. */
  internal: string[];
}

/** A fault's traces have to be gone after that long, in milliseconds, on a slow machine too. */
const RECOVERY_MS = 180_000;
/** Nobody waits longer than that for the requests of a burst, in milliseconds. */
const BURST_MS = 180_000;
const HOUR = 3_600_000;

export async function torture(options: TortureOptions): Promise<TortureCounts> {
  const { seed, goOn, processes = 3, burstCalls = 2_000, report } = options;
  const { apart = [40, 220], armed = 1, again = true } = options;
  const started = Date.now();
  const random = new Random(seed);
  const world = await startWorld(random, processes);
  try {
    const calls: Calls = { ended: 0, unknown: 0, internal: [] };
    const journal = countingJournal(join(world.folder, 'shoppers.jsonl'), calls);
    const shop = await openMarket(world, random, journal);
    for (const shopper of shop.everybody) shopper.leave();
    // By now it has served most of what will be asked for.
    await world.apps[0]?.restart();
    const counts: TortureCounts = {
      seed,
      bursts: 0,
      operations: 0,
      unknown: 0,
      orders: 0,
      captures: 0,
      refunds: 0,
      afterSale: {},
      faults: 0,
      faultsByKind: {},
      unseen: [],
      spared: [],
      seconds: 0,
      breaches: [],
    };
    do {
      const before = calls.ended;
      const breaches = await burst(world, shop, random, callWatch(calls, burstCalls), {
        apart,
        armed,
        again,
      });
      breaches.push(...calls.internal.splice(0));
      breaches.push(...storiesOf(breaches, journal.path));
      counts.bursts += 1;
      counts.breaches.push(...breaches);
      counts.operations += breaches.length === 0 ? calls.ended - before : 0;
      counts.unknown = calls.unknown;
      Object.assign(counts, await countBooks(world));
      counts.faults = world.faults.total;
      counts.unseen = world.faults.unseen;
      counts.spared = world.faults.spared;
      counts.faultsByKind = Object.fromEntries([...world.faults.counts].sort());
      counts.seconds = Math.round((Date.now() - started) / 1000);
      report?.(`burst ${counts.bursts}`, counts);
    } while (counts.breaches.length === 0 && goOn(counts));
    for (const shopper of shop.everybody) shopper.leave();
    journal.close();
    return counts;
  } finally {
    await world.stop();
  }
}

export interface OpenMarket {
  market: Market;
  buyers: Shopper[];
  browsing: Browsing[];
  everybody: Shopper[];
  newGoods(name: string, units: number): Promise<Goods>;
}

interface CallWatch {
  /** How many requests have ended. */
  ended(): number;
  /** Resolves when this part of the burst's requests has ended, or after `BURST_MS`. */
  reached(part: number): Promise<void>;
}

/** Measured in requests and not in time, a run costs a slow machine no more than a quick one. */
function callWatch(calls: Calls, burstCalls: number): CallWatch {
  const before = calls.ended;
  const deadline = Date.now() + BURST_MS;
  return {
    ended: () => calls.ended,
    async reached(part) {
      while (calls.ended < before + burstCalls * part && Date.now() < deadline) await sleep(50);
    },
  };
}

async function burst(
  world: World,
  shop: OpenMarket,
  random: Random,
  watch: CallWatch,
  pace: Pace,
): Promise<string[]> {
  const { market, buyers, browsing } = shop;
  const { database, provider } = world;
  const few = await shop.newGoods('Few', 12);
  // A new day for customers who ask for returns: the shop takes so many a day from each.
  await database.pool.query("delete from limits where key like 'request-return%'");
  let isOver = false;
  market.isOver = () => isOver;
  const storming = storm(world, () => isOver, watch.ended, pace);
  const shopping = [
    ...buyers.slice(0, 8).map((buyer) => buyOn(market, buyer)),
    ...browsing.map((visitor) => browseOn(visitor)),
  ];
  await watch.reached(1 / 3);
  const mayHaveExpired = world.jobs.watchForWeeks();
  const flash = await sellInAFlash(market, buyers.slice(8), few);
  // Then winners may have lost theirs again, to others.
  const hasExpired = mayHaveExpired();
  const underLoad = await checkBooks(database.pool).catch(() => []);
  await watch.reached(1);
  isOver = true;
  await storming;
  await Promise.all(shopping);

  const servingBy = Date.now() + RECOVERY_MS;
  await Promise.all(world.apps.map((app) => app.serves(servingBy)));
  // HTTP lets a server close an idle connection just as the next request is sent on it. In the quiet
  // checks a lost response counts as a breach, so they open connections of their own.
  for (const shopper of shop.everybody) shopper.leave();
  const quiet = await shopQuietly(market, random.pick(buyers));
  const carts = await checkCarts(browsing);
  const halfWay = await settleDown(world, market, Date.now() + RECOVERY_MS);
  const { pool } = database;
  const faults = [
    ...market.breaches.splice(0),
    ...world.apps.flatMap(({ deaths }) => deaths.splice(0)).map((words) => `ended: ${words}`),
    ...underLoad.map((breach) => `under load: ${breach}`),
    ...quiet,
    ...world.apps.flatMap((app) => app.takeBugs()),
    ...carts,
    ...halfWay,
    ...checkFlash(few, flash.purchases, hasExpired),
    ...(await checkBooks(pool)),
    ...(await checkPurchases(pool, market.purchases)),
    ...(await checkAfterSale(pool, market.purchases)),
    ...(await checkDocuments(pool)),
    ...(await checkTaxes(pool, market.taxes)),
    ...(await checkUnits(pool, [...market.goods, few])),
    ...(await checkMoney(pool, provider)),
  ];
  market.purchases.splice(0);
  return faults;
}

/** What the journal says about the purchases that are wrong. */
function storiesOf(breaches: string[], path: string): string[] {
  const tags = new Set(breaches.flatMap((breach) => /^(Town \d+):/.exec(breach)?.[1] ?? []));
  if (tags.size === 0) return [];
  return readJournal<JournalLine & { at: number }>(path)
    .filter(({ tag }) => tags.has(tag ?? ''))
    .map(({ at, n, tag, who, state, call, code }) =>
      [tag, at, n, who, call, state, code].filter(Boolean).join(' '),
    );
}

/** Once nothing goes wrong any more, nothing may fail. */
async function shopQuietly(market: Market, shopper: Shopper): Promise<string[]> {
  const failures: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const [plenty] = market.goods;
    const purchase = begin(market, shopper, plenty);
    await place(market, shopper, purchase, { attempts: 1 });
    const path = `/orders/${purchase.orderId}`;
    const seen = await shopper.call({ method: 'GET', path });
    if (!purchase.orderId || seen.status !== 200) {
      failures.push(`${purchase.tag}: fails though there is no fault any more (${seen.status})`);
    }
  }
  return failures;
}

/** Every stored cart holds what its visitor was told. */
async function checkCarts(browsing: Browsing[]): Promise<string[]> {
  const failures = await Promise.all(
    browsing.map(async ({ shopper, belief }) => {
      const { kind, body, status, code } = await shopper.call({ method: 'GET', path: '/cart' });
      if (kind !== 'ok') return [`${shopper.email}: the cart can't be seen (${status} ${code})`];
      const lines: { variantId: string; quantity: number }[] = body.cart.lines;
      const held = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));
      const variants = new Set([...held.keys(), ...belief.variants]);
      const wrong = [...variants].filter((id) => !belief.mayHold(id).has(held.get(id) ?? 0));
      belief.saw(held);
      return wrong.map((id) => `${shopper.email}: has ${held.get(id) ?? 0} of ${id} in the cart`);
    }),
  );
  return failures.flat();
}

/** Lets time pass, first hours, then days, until nothing is half-way any more. */
async function settleDown(world: World, market: Market, deadline: number): Promise<string[]> {
  for (let hours = 3; ; hours += hours < 192 ? 63 : 24) {
    await retryRefusedRefunds(world, market);
    await world.jobs.run(hours * HOUR);
    const left = await countHalfWay(world.database.pool, world.provider);
    if (left === 0) return [];
    if (Date.now() > deadline) return [`${left} things are half-way long after the last fault`];
  }
}

/** Staff press 'Try again' for what the provider refused. */
async function retryRefusedRefunds({ database }: World, { staff: [admin] }: Market): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from refunds where status = 'failed'",
  );
  for (const { id } of rows) {
    const form = { id, intent: 'retry' };
    await admin.call({ method: 'POST', path: '/admin/payment-problems.data', form });
  }
}

async function countBooks({ database }: World) {
  const { rows } = await database.pool.query<
    Pick<TortureCounts, 'orders' | 'captures' | 'refunds' | 'afterSale'>
  >(
    `select (select count(*)::int from orders) as orders,
       (select count(*)::int from ledger_entries where kind = 'capture') as captures,
       (select count(*)::int from ledger_entries where kind = 'refund') as refunds,
       json_build_object('parcels', (select count(*) from fulfillments),
         'cancellations of units', (select count(*) from order_cancellations),
         'refunds of lines', (select count(distinct refund_id) from refund_lines),
         'returns requested', count(*), 'approved', count(approved_at), 'declined', count(declined_at),
         'withdrawn', count(withdrawn_at), 'received', count(received_at),
         'refunded', count(*) filter (where exists (select from refunds f
           where f.key = 'return ' || r.id)),
         'rates changed', (select count(*) - 1 from audit_log where action = 'taxes.edit'),
         'exchanges requested', (select count(*) from exchanges),
         'exchanges sent', (select count(*) from exchanges where fulfillment_id is not null),
         'exchanges released', (select count(*) from exchanges where released = quantity),
         'exchanged items sent back', count(of_return_id),
         'extra payments given back by it', (select count(distinct paid_by) from extra_returns),
         'differences paid', (select count(*) from payments
           where return_id is not null and status = 'captured'),
         'differences marked as paid', (select count(*) from payments
           where return_id is not null and provider = 'outside'),
         'differences waived', (select count(distinct return_id) from exchanges
           where waived_unit_minor > 0),
         'differences refunded', (select count(*) from payments p
           where p.return_id is not null and p.status = 'captured'
             and exists (select from refunds f where f.payment_id = p.id))) as "afterSale"
     from returns r`,
  );
  return rows[0];
}

function countingJournal(path: string, calls: Calls) {
  const journal = new Journal<JournalLine>(path);
  const write = journal.write.bind(journal);
  journal.write = (line) => {
    const isEnd = line.state !== 'sent' && line.code !== NOT_SENT;
    if (isEnd) calls.ended += 1;
    if (isEnd && line.state === 'unknown') calls.unknown += 1;
    if (line.status === 500) calls.internal.push(`${line.call}: responded with 500`);
    write(line);
  };
  return journal;
}
