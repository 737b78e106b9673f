/**
 * Shares the time of this process fairly between sites. A page that is not cached takes some 5 ms
 * of the one thread that handles requests, so a thousand requests at once would delay everybody.
 *  1. `places` requests are handled at a time, and one begins in each iteration of the event loop.
 *     The page cache, health checks and static files respond earlier and need no place.
 *  2. A request takes its place when its body has arrived, so slow senders occupy none.
 *  3. The others wait. A free place goes to one site after the other and not to the oldest request,
 *     so a site with a thousand waiting requests delays others by only a few. An IPv6 /48 is one
 *     site.
 *  4. Above the limit of a site, or of all sites, a request gets 503 with Retry-After. When all
 *     sites together are at the limit, the last request of the busiest site is refused.
 *  5. A place is released after `holdMs` at the latest. A request that takes longer waits for the
 *     database or a provider and uses no time of this process.
 *  6. `runningOfSite` requests of a site run at a time, whether or not they still have a place, so
 *     that no site takes all connections to the database. Requests from this machine and from
 *     trusted proxies are everybody's or the shop's own and have no such limit. A request that
 *     waits for a provider does not count meanwhile (`shared/outside-waits.ts`).
 *  7. A request whose body has a processing place (`bodies/stored-places.ts`) takes no turn. These
 *     places are few, a site has one of them, and they are given to sites fairly.
 */
import { createMiddleware } from 'hono/factory';
import { MAX_CONNECTIONS } from '#db/client.ts';
import type { AppEnv } from '#features/app-env.ts';
import { siteOf } from '#shared/network.ts';
import { runCounted } from '#shared/outside-waits.ts';
import { addressList, LOOPBACK } from '../address-list.ts';
import { FairQueue, type QueueBounds } from '../fair-queue.ts';

export interface TurnBounds extends QueueBounds {
  /** How many requests of one site have begun and not ended. */
  runningOfSite: number;
}

/** The connections that one site can't take, for the jobs and for other sites. */
const LEFT_TO_OTHERS = 4;
/** The most slow statements that a request runs at a time: a filtered list, and its count. */
const STATEMENTS_AT_A_TIME = 2;

/**
 * Waiting takes only memory: some 10 KB for a request and its body, and at most 100 KB. Eight
 * requests of 10 ms at a time are 800 a second, enough for a large office behind one address.
 */
const BOUNDS: TurnBounds = {
  places: 16,
  waitingOfSite: 1_000,
  waiting: 1_500,
  runningOfSite: (MAX_CONNECTIONS - LEFT_TO_OTHERS) / STATEMENTS_AT_A_TIME,
};
const HOLD_MS = 200;

export function fairTurns(trustedProxies: string[], bounds = BOUNDS, holdMs = HOLD_MS) {
  const queue = new FairQueue(bounds);
  const isUncounted = addressList([...LOOPBACK, ...trustedProxies]);
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.get('hasProcessingPlace')) return next();
    const address = c.get('clientAddress');
    const mostRunning = isUncounted(address) ? Number.POSITIVE_INFINITY : bounds.runningOfSite;
    const turn = await queue.enter(siteOf(address), mostRunning, c.req.raw.signal);
    const timer = setTimeout(turn.leavePlace, holdMs);
    try {
      await runCounted(turn, next);
    } finally {
      clearTimeout(timer);
      turn.end();
    }
  });
}
