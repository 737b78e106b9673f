/**
 * Shares searches fairly between sites. It does the same for lists that were not in the page cache,
 * such as those with filters, because they read as much. A broad search takes PostgreSQL tens of
 * milliseconds, and `fairTurns` releases the place of a request that takes long. Without a separate
 * limit, a thousand clients that search would take all connections of the pool, and nobody could
 * pay.
 */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';
import { isSearch } from '#features/catalog/catalog.api.ts';
import { isReservedSlug } from '#features/merchandising/reserved-slugs.ts';
import { fairTurns, type TurnBounds } from './fair-turns.ts';

/** React Router ignores trailing slashes, also before the suffix of a request by script. */
const PAGES = /^\/search\/*(?:_?\.data)?$/i;
const CALLS = /^\/(?:products\/facets|search\/suggestions)$/;

/** The number of products in a list. It counts every filter, also without a query. */
const COUNTS = /^\/productcount\//i;

/** A list: a category or a collection. */
const LISTS = /^\/(collections?\/)?([^/]+?)\/*(?:_?\.data)?$/i;

/**
 * A search has one connection at a time, and all searches together have at most four more
 * (`db/side-by-side.ts`), so eight of twenty are left for everything else.
 */
const BOUNDS: TurnBounds = { places: 8, waitingOfSite: 100, waiting: 500, runningOfSite: 4 };
/** How long a search keeps its place at most, in milliseconds: the time limit of a statement. */
const HOLD_MS = 8_000;

export function searchTurns(trustedProxies: string[], bounds = BOUNDS, holdMs = HOLD_MS) {
  const inTurn = fairTurns(trustedProxies, bounds, holdMs);
  return createMiddleware<AppEnv>((c, next) => {
    const { method, path } = c.req;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const searches =
      PAGES.test(path) ||
      COUNTS.test(path) ||
      CALLS.test(path) ||
      (path === '/products' ? isSearch(c.req.query()) : isOddList(path, c.req.url));
    return searches ? inTurn(c, next) : next();
  });
}

/** Whether a page is a list that was not in the page cache: one with a query. */
function isOddList(path: string, address: string): boolean {
  if (!address.includes('?')) return false;
  const [, ofCollections, slug = ''] = LISTS.exec(path) ?? [];
  return slug !== '' && (ofCollections !== undefined || !isReservedSlug(slug));
}
