/**
 * Shares whole lists (every product, every order, the sitemap, exports, an account's data) fairly
 * between sites. They are streamed, and each of them takes as long as fifty pages, so a turn lasts
 * until the last byte is read and not only until the response begins.
 *  1. A site (an IPv4 address, an IPv6 /48) reads `runningOfSite` lists at a time, until they end or
 *     the client leaves. So a client that reads slowly keeps only its own site waiting.
 *  2. `places` lists of all sites are read at a time. A place is released after `holdMs` at the
 *     latest: a client that takes longer reads slowly and uses little of this process.
 *  3. The others wait, and a free place goes to one site after the other. Above the limits a
 *     request gets 503 with Retry-After.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { asksForPage } from '#features/catalog/catalog.api.ts';
import { isExport } from '#features/exports/exports.api.ts';
import { asksForOrderPage } from '#features/orders/orders.api.ts';
import { siteOf } from '#shared/network.ts';
import { FairQueue } from '../fair-queue.ts';
import type { TurnBounds } from './fair-turns.ts';

const BOUNDS: TurnBounds = { places: 4, runningOfSite: 2, waitingOfSite: 20, waiting: 200 };
const HOLD_MS = 5_000;

const SITEMAP = /^\/sitemap(?:-\d+)?\.xml$/;

export function listTurns(bounds = BOUNDS, holdMs = HOLD_MS) {
  const queue = new FairQueue(bounds);
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!isWholeList(c)) return next();
    const { signal } = c.req.raw;
    const turn = await queue.enter(siteOf(c.get('clientAddress')), bounds.runningOfSite, signal);
    const timer = setTimeout(turn.leavePlace, holdMs).unref();
    const end = () => {
      clearTimeout(timer);
      turn.end();
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    let body: ReadableStream<Uint8Array> | null = null;
    try {
      await next();
      if (c.req.method === 'GET') body = c.res.body;
      else await c.res.body?.cancel();
    } finally {
      if (!body) end();
    }
    if (body) c.res = new Response(untilRead(body, end), c.res);
  });
}

/**
 * React Router ignores case and trailing slashes, also before the suffix of a request by script.
 */
const MY_DATA = /^\/account\/export\/*(?:_?\.data)?$/i;

function isWholeList({ req }: Context<AppEnv>): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const isCatalog = req.path === '/products' && !asksForPage(req.query());
  const isOrders = req.path === '/orders' && !asksForOrderPage(req.query());
  return (
    isCatalog || isOrders || isExport(req.path) || MY_DATA.test(req.path) || SITEMAP.test(req.path)
  );
}

/** A body with the same bytes, which calls `onEnd` when it ends, fails or is not read any more. */
function untilRead(
  body: ReadableStream<Uint8Array>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          onEnd();
          throw error;
        });
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    // Reads nothing before it is asked to.
    { highWaterMark: 0 },
  );
}
