import type { IncomingMessage } from 'node:http';
import { type CacheEntries, createCacheEntries } from './cache-entries.ts';
import { cardTags } from './cacheable-addresses.ts';
import { type AskApp, type CachedCall, cacheCall } from './calls.ts';
import type { createHeaders } from './headers.ts';
import type { NotCached } from './not-cached-entry.ts';
import { type AskedPage, type CachedPage, type createPages, keyOf } from './pages.ts';
import type { AskedCall, SearchCache } from './search-cache.ts';

export interface FoundPage {
  page: CachedPage;
  /** Updates the size of its entry after it has grown. */
  weigh: () => void;
}

export interface FoundCall {
  call: CachedCall;
  weigh: FoundPage['weigh'];
}

/** Finds a page; null when it is left to the app. */
export type FindPage = (asked: AskedPage, request: IncomingMessage) => Promise<FoundPage | null>;
/** Finds a call; null when it is left to the app. */
export type FindCall = (asked: AskedCall, request: IncomingMessage) => Promise<FoundCall | null>;

export interface EntryFinders {
  page: FindPage;
  call: FindCall;
  'search-page': FindPage;
  'search-call': FindCall;
  /** The cache entries of pages and calls. Searches have a memory of their own. */
  entries: Pick<CacheEntries<CachedPage | CachedCall | NotCached>, 'retire' | 'clear' | 'bytes'>;
}

/**
 * Finds what is cached of each kind of address. Missing pages and calls are made here, and missing
 * searches are noted, so that the app makes them.
 */
export function createEntryFinders({
  headers,
  render,
  searchCache,
  askApp,
  mostBytes,
}: {
  headers: ReturnType<typeof createHeaders>;
  render: ReturnType<typeof createPages>;
  searchCache: SearchCache;
  askApp: AskApp;
  mostBytes: number;
}): EntryFinders {
  const entries = createCacheEntries<CachedPage | CachedCall | NotCached>(mostBytes);
  return {
    entries,
    async page(asked) {
      const { url, tags, shown } = asked;
      const key = keyOf(asked);
      const page =
        entries.find(key) ??
        (await entries.get(key, tags, (depend) =>
          render(url, shown, (ids) => depend(cardTags(ids))),
        ));
      return page?.kind === 'page' ? { page, weigh: () => entries.weigh(key) } : null;
    },
    async call({ url, tags }) {
      const call =
        entries.find(url) ??
        (await entries.get(url, tags, () => cacheCall(url, askApp, headers.keep)));
      return call?.kind === 'call' ? { call, weigh: () => entries.weigh(url) } : null;
    },
    async 'search-page'(asked, request) {
      const key = keyOf(asked);
      const page = searchCache.find(key);
      if (!page) searchCache.notePage(request, asked);
      return page?.kind === 'page' ? { page, weigh: () => searchCache.weigh(key) } : null;
    },
    async 'search-call'(asked, request) {
      const call = searchCache.find(asked.url);
      if (!call) searchCache.noteCall(request, asked);
      return call?.kind === 'call' ? { call, weigh: () => searchCache.weigh(asked.url) } : null;
    },
  };
}
