/**
 * Renders pages once and sends them to everyone. Rendering costs fifty times as much as sending.
 * Two visitors see the same page except for a name, an image, a count and a nonce.
 *  1. A request for a cacheable address (`cacheable-addresses.ts`) is handled here, before the app.
 *  2. One statement reads the session, the cart and the changes of the catalog. Concurrent requests
 *     share it, and it begins after all of them have arrived (`features/cache-invalidation`).
 *     It has a connection of its own, so it never waits for those that other requests hold.
 *  3. Entries made from changed data are removed (`cache-entries.ts`). All others are as new as the
 *     last committed change, whichever process committed it.
 *  4. A missing page is rendered once for all who wait, with placeholders for name, image, count
 *     and nonce (`placeholders.ts`). It is cut at the placeholders (`template.ts`).
 *  5. The response is the segments with the visitor's own values between them, escaped as each
 *     place requires (`escapes.ts`). The segments are compressed once (`compressed-template.ts`).
 *     Each response waits for its turn, because hundreds of requests may have waited for one check
 *     or rendering.
 * Searches and lists with filters are cached in `search-cache.ts`, and made by the app.
 * Everything unusual is left to the app, which works the same without the cache.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CacheInvalidation,
  type CatalogChange,
  createCacheInvalidation,
} from '#features/cache-invalidation/cache-invalidation.ts';
import type { Credentials, Visitor } from '#features/visitors/visitors.ts';
import { findRefusal } from '#shared/errors.ts';
import { toSentVisitor } from '#web/components/page/visitor.ts';
import { takesGzip } from '#web/page-response.ts';
import { addressFinder } from '../http/middleware/client-address.ts';
import { newNonce } from '../http/middleware/security-headers.ts';
import { noteSearch } from '../http/note-search.ts';
import type { ShopContext } from '../start/create-context.ts';
import type { CacheEntries } from './cache-entries.ts';
import { type CacheableAddress, tagsOf } from './cacheable-addresses.ts';
import { callBody } from './calls.ts';
import {
  createEntryFinders,
  type EntryFinders,
  type FindCall,
  type FindPage,
} from './find-entries.ts';
import { createFreshAddresses, type FreshAddresses } from './fresh-addresses.ts';
import { type CountedSearch, pageBody } from './pages.ts';
import { valuesOf } from './placeholders.ts';

/** Waits for a turn of the event loop, as in `http/event-loop-turns.ts`. */
type TakeTurn = () => Promise<void> | undefined;

export interface PageCache {
  /** Whether the cache may handle a request. This check is cheap. */
  takes(request: IncomingMessage): boolean;
  /**
   * Sends the response after its turn has come. False when nothing was sent: then the app has to
   * respond.
   */
  respond(request: IncomingMessage, response: ServerResponse, turn: TakeTurn): Promise<boolean>;
  /** Closes its connection to the database. */
  close(): Promise<void>;
  readonly bytes: number;
}

type Options = Parameters<typeof createEntryFinders>[0] & { context: ShopContext };

export function createPageCache(options: Options): PageCache {
  const { ctx } = options.context;
  const { addressOf, freshAddressOf, expire } = createFreshAddresses(ctx.siteContent, {
    cachesSearches: ctx.search === null,
  });
  const finders = createEntryFinders(options);
  const caches = [finders.entries, options.searchCache];
  // One is enough: the checks run one after the other.
  const database = options.context.database.beside({ maxConnections: 1 });
  const invalidation = createCacheInvalidation(database, {
    isFresh: options.context.sessions.isFresh,
    invalidate: (changes) => removeChanged(caches, { expire }, changes),
  });
  const respondWith = createResponders(options, invalidation, finders, { freshAddressOf });
  return {
    takes: ({ method, url = '' }) =>
      (method === 'GET' || method === 'HEAD') && addressOf(url) !== null,
    async respond(request, response, turn) {
      const { url = '' } = request;
      const address = addressOf(url);
      if (!address) return false;
      try {
        return await respondWith[address.kind](request, response, url, turn);
      } catch (error) {
        // The app gets the same error and returns an error page. It also logs a database that can't
        // be reached, so this logs only unexpected errors.
        if (!findRefusal(error)) ctx.log.error('page-cache.failed', error, { path: url });
        return response.headersSent;
      }
    },
    close: database.close,
    get bytes() {
      return caches.reduce((sum, { bytes }) => sum + bytes, 0);
    },
  };
}

/** Responds to an address of that kind; false when nothing was sent. */
type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  turn: TakeTurn,
) => Promise<boolean>;

function createResponders(
  options: Options,
  invalidation: CacheInvalidation,
  finders: EntryFinders,
  addresses: Pick<FreshAddresses, 'freshAddressOf'>,
): Record<CacheableAddress['kind'], Respond> {
  const { context, headers } = options;
  const { visitors } = context;
  const countSearch = createSearchCount(context);
  // The app reuses the visitor that was read.
  const leave = (request: IncomingMessage, visitor: Visitor) => {
    visitors.note(request, visitor);
    return false;
  };
  const visitorOf = async ({ headers: { cookie = '' } }: IncomingMessage) => {
    const credentials = visitors.readCredentials(cookie);
    return credentials && (await invalidation.check(credentials));
  };
  /** A page that is found in the cache, or made for it. Anything else is left to the app. */
  const respondWithPage =
    (find: FindPage): Respond =>
    async (request, response, url, turn) => {
      const visitor = await visitorOf(request);
      if (!visitor) return false;
      const tags = (await addresses.freshAddressOf(url))?.tags;
      if (!tags) return leave(request, visitor);
      const shown = toSentVisitor(visitor, visitor.cartCount);
      const found = await find({ url, tags, shown }, request);
      if (!found) return leave(request, visitor);
      const wait = turn();
      if (wait) await wait;
      const nonce = newNonce();
      const { page, weigh } = found;
      if (page.search) countSearch(request, shown.admin, page.search);
      const body = pageBody(
        page,
        valuesOf(shown, nonce),
        takesGzip(request.headers['accept-encoding']),
        weigh,
      );
      send(request, response, headers.of(page.headers, nonce), body);
      return true;
    };

  const respondToCall = (find: FindCall) =>
    callResponder({ headers }, invalidation, addresses, find);
  return {
    page: respondWithPage(finders.page),
    call: respondToCall(finders.call),
    'search-page': respondWithPage(finders['search-page']),
    'search-call': respondToCall(finders['search-call']),
  };
}

/** A call that is found in the cache, or made for it. Anything else is left to the app. */
function callResponder(
  { headers }: Pick<Options, 'headers'>,
  invalidation: CacheInvalidation,
  addresses: Pick<FreshAddresses, 'freshAddressOf'>,
  find: FindCall,
): Respond {
  return async (request, response, url, turn) => {
    await invalidation.check(guest);
    const tags = (await addresses.freshAddressOf(url))?.tags;
    if (!tags) return false;
    const found = await find({ url, tags }, request);
    if (!found) return false;
    const { call, weigh } = found;
    const wait = turn();
    if (wait) await wait;
    const isKnown = request.headers['if-none-match']?.includes(call.etag) ?? false;
    const body = isKnown
      ? null
      : await callBody(call, takesGzip(request.headers['accept-encoding']), weigh);
    send(request, response, headers.of(call.headers, ''), body);
    return true;
  };
}

/** Counts the search of a page that is sent from the cache. */
function createSearchCount({ ctx, config }: ShopContext) {
  const addressOf = addressFinder(config.trustedProxies);
  return (request: IncomingMessage, isOfStaff: boolean, search: CountedSearch) => {
    const header = (name: string) => request.headers[name]?.toString();
    const address = addressOf(request.socket.remoteAddress, header('x-forwarded-for'));
    noteSearch(ctx, { method: request.method ?? '', header, isOfStaff, address }, search);
  };
}

/** Removes what was made from changed data; null means that anything may have changed. */
function removeChanged(
  caches: Pick<CacheEntries<never>, 'retire' | 'clear'>[],
  addresses: Pick<FreshAddresses, 'expire'>,
  changes: CatalogChange[] | null,
): void {
  if (changes) {
    const tags = new Set(changes.flatMap(tagsOf));
    for (const cache of caches) cache.retire(tags);
  } else {
    for (const cache of caches) cache.clear();
    addresses.expire();
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  headers: string[],
  body: { bytes: Buffer; text?: string | null; isGzip: boolean } | null,
): void {
  if (body?.isGzip) headers.push('Content-Encoding', 'gzip');
  if (body) headers.push('Content-Length', String(body.bytes.length));
  response.writeHead(body ? 200 : 304, headers);
  if (body?.text && request.method === 'GET') response.end(body.text, 'latin1');
  else if (body && request.method === 'GET') response.end(body.bytes);
  else response.end();
}

const guest: Credentials = { sessionToken: null, cartToken: null };
