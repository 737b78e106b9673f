/**
 * Caches the responses of searches and of lists with filters, such as `/search?q=linen` and
 * `/cloths?size=M`, pages and calls.
 *  1. There are too many of them to cache all. They have their own limit of memory, so a client that
 *     searches thousands of texts removes no other page from the cache.
 *  2. The page cache sends what is cached here. It leaves the rest to the app: making it reads much,
 *     so it waits for a turn first (`http/middleware/search-turns.ts`).
 *  3. The app makes a page here, with placeholders, once for all who wait for it. A call is the
 *     app's own response: the first who waits gets it from there, and the others get a copy.
 */
import { type CacheEntries, createCacheEntries } from './cache-entries.ts';
import { type CachedCall, cacheCall } from './calls.ts';
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

export interface SearchCache
  extends Pick<CacheEntries<Cached>, 'peek' | 'weigh' | 'retire' | 'clear' | 'bytes'> {
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
   * The response to the call that was noted for a request. `ask` returns a copy of the app's own
   * response. Null when that was called, or when it has to be.
   */
  respondWithCall(
    incoming: object | undefined,
    ask: () => Promise<Response>,
  ): Promise<Response | null>;
}

export function createSearchCache(
  render: ReturnType<typeof createPages>,
  keepHeaders: (own: [string, string][]) => CachedHeaders,
  mostBytes: number,
): SearchCache {
  const entries = createCacheEntries<Cached>(mostBytes);
  const pages = new WeakMap<object, AskedPage>();
  const calls = new WeakMap<object, AskedCall>();
  return {
    peek: entries.peek,
    weigh: entries.weigh,
    notePage: (incoming, asked) => pages.set(incoming, asked),
    noteCall: (incoming, asked) => calls.set(incoming, asked),
    async respondWithPage(incoming, nonce) {
      const asked = incoming && pages.get(incoming);
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
    async respondWithCall(incoming, ask) {
      const asked = incoming && calls.get(incoming);
      if (!asked) return null;
      const { url, tags } = asked;
      let isAsked = false;
      const make = () => {
        isAsked = true;
        return cacheCall(url, ask, keepHeaders);
      };
      const call = await entries.get(url, tags, make).catch(() => null);
      if (isAsked || call?.kind !== 'call') return null;
      return new Response(new Uint8Array(call.body.bytes), { headers: call.headers.own });
    },
    retire: entries.retire,
    clear: entries.clear,
    get bytes() {
      return entries.bytes;
    },
  };
}
