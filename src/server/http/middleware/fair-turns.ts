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
 */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { siteOf } from '#shared/network.ts';
import { FairQueue } from '../fair-queue.ts';

/** Waiting takes only memory: some 10 KB for a request and its body, and at most 100 KB. */
const BOUNDS = { places: 16, waitingOfSite: 1_000, waiting: 1_500 };
const HOLD_MS = 200;

export function fairTurns(bounds = BOUNDS, holdMs = HOLD_MS) {
  const queue = new FairQueue(bounds);
  return createMiddleware<AppEnv>(async (c, next) => {
    const leave = await queue.enter(siteOf(c.get('clientAddress')), c.req.raw.signal);
    const timer = setTimeout(leave, holdMs);
    try {
      await next();
    } finally {
      clearTimeout(timer);
      leave();
    }
  });
}
