/**
 * Caches the responses of searches and of lists with filters, such as `/search?q=linen` and
 * `/cloths?size=M`, pages and calls.
 *  1. There are too many of them to cache all. They have their own limit of memory, so a client that
 *     searches thousands of texts removes no other page from the cache.
 *  2. The page cache sends what is cached here. It leaves the rest to the app: making it reads much,
 *     so it waits for a turn first (`http/middleware/search-turns.ts`).
 *  3. The app makes a page here, with placeholders, once for all who wait for it. A call is the
 *     app's own response: the first who waits gets it from there, and the others get a copy.
 *  4. What categories there are may change while a request waits. Then its page is not cached, because
 *     the tags that were found before may be those of another category.
 */
import { type CacheEntries, createCacheEntries } from './cache-entries.ts';
import { type CachedCall, toCachedCall } from './calls.ts';
import type { CachedHeaders } from './headers.ts';
import type { NotCached } from './not-cached-entry.ts';
import {
  type AskedPage,
  type CachedPage,
  type CountedSearch,
  type createPages,
  keyOf,
} from './pages.ts';
import { valuesOf } from './placeholders.ts';
import { insertValues, slotValues } from './template.ts';

type Cached = CachedPage | CachedCall | NotCached;

/** A call that is the same for everyone. */
export interface AskedCall {
  url: string;
  tags: readonly string[];
}

/** The app's own response, with its whole body if that may be cached. */
export interface OwnResponse extends Pick<Response, 'status' | 'headers'> {
  bytes: Buffer | null;
}

export interface SearchCache
  extends Pick<CacheEntries<Cached>, 'find' | 'weigh' | 'retire' | 'clear' | 'bytes'> {
  /**
   * Remembers what a request asks for, for the app. The cache has to be checked for changes after the
   * request arrived.
   */
  notePage(incoming: object, asked: AskedPage): void;
  noteCall(incoming: object, asked: AskedCall): void;
  /**
   * Makes the page that was noted for a request, and says what was searched. Null when the app has to
   * render it itself.
   */
  respondWithPage(
    incoming: object | undefined,
    nonce: string,
  ): Promise<{ response: Response; search: CountedSearch | null } | null>;
  /**
   * The response to the call that was noted for a request: a copy of somebody else's, or 'own' when
   * `askApp` was called, whose response is the app's. Null when the app has to respond itself.
   */
  respondWithCall(
    incoming: object | undefined,
    askApp: () => Promise<OwnResponse>,
  ): Promise<Response | 'own' | null>;
}

export function createSearchCache(
  render: ReturnType<typeof createPages>,
  keepHeaders: (own: [string, string][]) => CachedHeaders,
  mostBytes: number,
): SearchCache {
  const entries = createCacheEntries<Cached>(mostBytes);
  const pages = createNotes<AskedPage>();
  const calls = createNotes<AskedCall>();
  return {
    find: entries.find,
    weigh: entries.weigh,
    notePage: pages.add,
    noteCall: calls.add,
    async respondWithPage(incoming, nonce) {
      const asked = pages.of(incoming);
      if (!asked) return null;
      const { url, tags, shown } = asked;
      // A list shows only cards of its own products. After an error the app renders the page, meets
      // the same error and responds with an error page.
      const page = await entries
        .get(keyOf(asked), tags, () => render(url, shown, () => {}))
        .catch(() => null);
      if (page?.kind !== 'page') return null;
      const body = insertValues(page.template, slotValues(page.template, valuesOf(shown, nonce)));
      const response = new Response(new Uint8Array(body), { headers: page.headers.own });
      return { response, search: page.search };
    },
    async respondWithCall(incoming, askApp) {
      const asked = calls.of(incoming);
      if (!asked) return null;
      const { url, tags } = asked;
      let isOwn = false;
      const make = async () => {
        isOwn = true;
        const { bytes, ...response } = await askApp();
        return toCachedCall(url, response, bytes, keepHeaders);
      };
      const call = await entries.get(url, tags, make).catch(() => null);
      if (isOwn) return 'own';
      return call?.kind === 'call' ? copyOf(call) : null;
    },
    retire: entries.retire,
    clear() {
      entries.clear();
      pages.clear();
      calls.clear();
    },
    get bytes() {
      return entries.bytes;
    },
  };
}

/** What requests ask for, until everything may have changed. */
function createNotes<Asked>() {
  let notes = new WeakMap<object, Asked>();
  return {
    add(incoming: object, asked: Asked): void {
      notes.set(incoming, asked);
    },
    of: (incoming: object | undefined) => incoming && notes.get(incoming),
    clear(): void {
      notes = new WeakMap();
    },
  };
}

/**
 * A copy of a cached response for the app, which may add a cookie to it. So it lacks the headers by
 * which shared caches would store it.
 */
function copyOf({ body, headers }: CachedCall): Response {
  const own = headers.own.filter(([name]) => name === 'Content-Type' || name === 'Link');
  return new Response(new Uint8Array(body.bytes), { headers: own });
}
