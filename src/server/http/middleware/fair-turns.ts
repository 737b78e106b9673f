/**
 * Shares the time of this process among those who ask. A page that is not cached costs some 5 ms of
 * the one thread that handles requests, so a thousand requests at once would keep everybody waiting.
 *  1. `places` requests are handled at a time, and one is begun in each round of the event loop. The
 *     page cache, health checks and static files respond before this and need no place.
 *  2. A request takes its place when its body has arrived: slow senders hold none.
 *  3. The others wait. A free place goes to one site after the other, and not to who came first, so
 *     whoever has a thousand requests waiting delays somebody else by a few. An IPv6 /48 is one site.
 *  4. What is too much for a site, or in all, gets 503 with Retry-After. When the room for all is
 *     full, the last request of the busiest site gives way.
 *  5. A place is given on after `holdMs` in any case: a request that takes longer waits for the
 *     database or a provider, which costs this process nothing.
 */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { siteOf } from '#shared/network.ts';
import { FairQueue } from '../fair-queue.ts';

/** Waiting costs memory alone: a request and its body take some 10 KB, and 100 KB at most. */
const BOUNDS = { places: 16, waitingOfSite: 1_000, waiting: 1_500 };
const HOLD_MS = 1_000;

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
