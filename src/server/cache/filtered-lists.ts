/**
 * Caches the pages of lists with filters, such as `/cloths?size=M`.
 *  1. There are too many of them to cache all. They have their own limit of memory, so a client that
 *     requests thousands of filters removes no other page from the cache.
 *  2. The page cache sends the pages that are cached here. It leaves others to the app: making one
 *     reads as much as a search, so it waits for a turn as searches do
 *     (`http/middleware/search-turns.ts`).
 *  3. The app makes the page here, with placeholders, once for all who wait for it.
 */
import { type CacheEntries, createCacheEntries } from './cache-entries.ts';
import type { NotCached } from './not-cached-entry.ts';
import { type AskedPage, type CachedPage, type createPages, keyOf } from './pages.ts';
import { valuesOf } from './placeholders.ts';
import { insertValues, slotValues } from './template.ts';

export interface FilteredLists
  extends Pick<CacheEntries<CachedPage | NotCached>, 'retire' | 'clear' | 'bytes'> {
  /** The cached page; undefined when it has to be made first. */
  peek(asked: AskedPage): CachedPage | NotCached | undefined;
  /** Updates a page's size after it has grown. */
  weigh(asked: AskedPage): void;
  /**
   * Remembers the page of a request, for `respond`. The cache has to be checked for changes after the
   * request arrived.
   */
  note(incoming: object, asked: AskedPage): void;
  /** Makes the page that was noted for a request. Null when the app has to render it itself. */
  respond(incoming: object | undefined, nonce: string): Promise<Response | null>;
}

export function createFilteredLists(
  render: ReturnType<typeof createPages>,
  mostBytes: number,
): FilteredLists {
  const entries = createCacheEntries<CachedPage | NotCached>(mostBytes);
  const noted = new WeakMap<object, AskedPage>();
  return {
    peek: (asked) => entries.peek(keyOf(asked)),
    weigh: (asked) => entries.weigh(keyOf(asked)),
    note: (incoming, asked) => noted.set(incoming, asked),
    async respond(incoming, nonce) {
      const asked = incoming && noted.get(incoming);
      if (!asked) return null;
      const { url, tags, shown } = asked;
      // A list shows only cards of its own products. After an error the app renders the page, meets
      // the same error and responds with an error page.
      const page = await entries
        .get(keyOf(asked), tags, () => render(url, shown, () => {}))
        .catch(() => null);
      if (page?.kind !== 'page') return null;
      const body = insertValues(page.template, slotValues(page.template, valuesOf(shown, nonce)));
      return new Response(new Uint8Array(body), { headers: page.headers.own });
    },
    retire: entries.retire,
    clear: entries.clear,
    get bytes() {
      return entries.bytes;
    },
  };
}
